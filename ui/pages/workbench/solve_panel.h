// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <QDateTime>
#include <QFrame>
#include <QIcon>
#include <QObject>
#include <QScrollArea>
#include <QTableWidget>
#include <QTimer>
#include <QWidget>

#include "core/answers/equal_hardware.h"
#include "core/answers/solutions.h"
#include "core/answers/suggestions.h"
#include "core/answers/watch.h"
#include "core/model/estimate.h"
#include "core/text/units/quantity.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QToolButton;

namespace plateau::ui {

class KeyField;
class Segments;
class SolutionList;

/// The other way round: limits first, then the most tokens, the lowest loss, the largest model, the smallest cluster or
/// the cheapest hardware that keeps them, or what one number must be. Limits are remembered with the scenario.
class SolvePanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit SolvePanel(QuestionDocument& document, QWidget* parent = nullptr);

    /// All that stands in it; done when it is first in sight, if not before.
    void build();
    /// Are the published runs read, so that solutions can say how they are known?
    void set_known(bool known) { known_ = known; }
    /// The pins that a number can be asked against.
    void follow(const Pins& pins);
    /// Reads the document again.
    void refresh();
    bool is_busy() const { return watch_.is_busy() || number_watch_.is_busy(); }
    const answers::Solutions::Value* answer() const { return watch_.answer(); }
    QSize sizeHint() const override { return {300, 330}; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build_form();
    void build_answer();
    void take_enter();
    void commit(std::size_t index, const QString& words);
    double limit(std::size_t index) const;
    void ask();
    void ask_number(const answers::Limits& limits);
    answers::Limits limits() const;
    void take(answers::News news);
    void take_number(answers::News news);
    void show_progress(const answers::Progress& progress);
    void fill_numbers();
    void show_rivals();
    bool is_number() const;
    bool has_answer() const { return is_number() ? number_watch_.answer() != nullptr : answer() != nullptr; }
    void cancel();
    void show_found(int index);
    void show_among();
    void show_state();
    void apply();
    bool is_found() const;

    QuestionDocument& document_;
    bool known_ = false;
    Segments* target_ = nullptr;
    Segments* among_ = nullptr; ///< which hardware may be found
    QWidget* number_form_ = nullptr; ///< of the last target: which number, for what
    QComboBox* number_ = nullptr;
    QComboBox* rival_ = nullptr; ///< the limits, or a pin
    const Pins* pins_ = nullptr;
    QString rival_name_; ///< of the pin that was asked against
    KeyField* tokens_ = nullptr;
    std::vector<KeyField*> fields_; ///< of answers::limit_rows()
    QPushButton* solve_ = nullptr;
    QLabel* progress_ = nullptr;
    QLabel* sentence_ = nullptr;
    QLabel* details_ = nullptr;
    SolutionList* list_ = nullptr;
    QPushButton* apply_ = nullptr;
    std::size_t shown_ = 0; ///< of what was found
    bool outdated_ = false; ///< the scenario or a limit changed since
    bool committed_ = false; ///< by the key that is under way
    InSight sight_{*this, [this] { build(); }};
    answers::Watch<answers::Solutions> watch_;
    answers::Watch<answers::NeededValue> number_watch_;
};

class ElidedLabel;
class ValueField;

/// A label, a typed value and below them what is wrong with it: one line of a panel's form.
class KeyField final : public QWidget {
    Q_OBJECT
public:
    KeyField(const QString& label, const QString& help, QWidget* parent = nullptr);

    void show_value(double value, units::Unit unit);
    /// Words in place of a number: "none", "estimated".
    void show_words(const QString& words);
    void show_refused(const QString& typed, const QString& why);
    ValueField& field() const { return *field_; }

signals:
    void committed(const QString& text);

private:
    void show_message(const QString& why);

    ElidedLabel* label_;
    ValueField* field_;
    QLabel* message_;
};

/// Every accelerator that keeps the limits, the cheapest run first, or model, the lowest loss first, to choose from.
class SolutionList final : public QTableWidget {
    Q_OBJECT
public:
    explicit SolutionList(QWidget* parent = nullptr);

    /// Lists what was found, where there are several; hidden where there is no choice.
    void show_found(std::span<const answers::Solutions::Found> found, bool models);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

signals:
    void chosen(int index);

protected:
    void resizeEvent(QResizeEvent* event) override;
};

/// The questions that stood for a moment, with their answers, in the order in which they were first asked. A drag
/// leaves only where it ended.
class Tried final : public QObject {
    Q_OBJECT
public:
    struct Entry {
        std::shared_ptr<const Scenario> scenario; ///< never null
        Parts parts;
        QDateTime when;
    };
    static constexpr std::size_t most = 500; ///< then the oldest go

    explicit Tried(QObject* parent = nullptr);

    /// The question is answered; kept once it has stood for a moment.
    void note(const Scenario& scenario, const Parts& parts);
    const std::vector<Entry>& all() const { return entries_; }
    int current() const { return current_; } ///< -1: none
    void settle(); ///< keeps what is noted at once; for tests

signals:
    void changed();

private:
    void keep();

    QTimer pause_;
    Entry noted_;
    std::vector<Entry> entries_;
    int current_ = -1;
};

/// What was tried in this session, the latest at the top, each with what it changed and what came of it; a click goes
/// back to it.
class TriedPanel final : public Panel {
    Q_OBJECT
public:
    TriedPanel(ScenarioDocument& document, Tried& tried, QWidget* parent = nullptr);

    QListWidget& list() const { return *list_; }
    void restore(int row); ///< of the list
    QSize sizeHint() const override { return {300, 360}; }

protected:
    void fill() override;
    void showEvent(QShowEvent* event) override;

private:
    Message words_of(std::size_t index) const;
    QIcon thumbnail(const Tried::Entry& entry);

    ScenarioDocument& document_;
    Tried& tried_;
    QLabel* nothing_;
    QListWidget* list_;
    bool behind_ = false; ///< out of sight while something was tried
};

/// One change, what it brings, and a button that makes it.
class SuggestionRow final : public QWidget {
    Q_OBJECT
public:
    explicit SuggestionRow(QWidget* parent = nullptr);
    void show_suggestion(const QString& words, const QString& detail, const QString& gain, bool current);
    void set_applicable(bool applicable); ///< else it has no button
    void click(); ///< its button

signals:
    void wanted();

private:
    QLabel* words_;
    QLabel* detail_;
    QLabel* gain_;
    QPushButton* apply_;
};

/// Suggestions below each other.
class SuggestionList final : public QWidget {
    Q_OBJECT
public:
    /// What is said at the right of a suggestion: what it brings.
    using Gain = std::function<QString(const answers::Suggestion& suggestion)>;

    explicit SuggestionList(int side_margin, int spacing, QWidget* parent = nullptr);
    void show_suggestions(const std::vector<answers::Suggestion>& suggestions, const Gain& gain, bool current);
    const std::vector<SuggestionRow*>& rows() const { return rows_; }

signals:
    void wanted(int suggestion);

private:
    std::vector<SuggestionRow*> rows_;
};

} // namespace plateau::ui
