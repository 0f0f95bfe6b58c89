// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "core/model/estimate.h"
#include "ui/document/question_document.h"
#include "ui/pages/parameters/parameter_editor.h"
#include "ui/pages/parameters/row_parts.h"

class QHBoxLayout;
class QLabel;

namespace plateau::ui {

class ElidedLabel;
struct DerivedText;

/// What a search for the best plan says about the plan's rows.
struct SearchHints {
    bool best = false; ///< it may change every row that is not locked; else only those left `auto`
    const Parts* parts = nullptr; ///< the best plan; null while none is known
    bool current = true; ///< it answers the question, not the one before
    bool holds_still = false; ///< a slider is dragged: rows neither come nor go under the pointer
};

/// One row of the parameter table: label, the editor of its kind, reset, and a message below when there is one. A
/// plan's row also has a lock, and while a search may change it, the best value in the slider's place. Everything it
/// shows it reads from the document; everything it changes goes through the document.
class ParameterRow final : public QWidget {
    Q_OBJECT
public:
    ParameterRow(const ParameterDescription& parameter, QuestionDocument& document, QWidget* parent = nullptr);

    const ParameterDescription& parameter() const { return parameter_; }
    /// Reads the document again. `parts`: the estimate of the plan as it stands, for values that follow; may be null.
    void refresh(const Parts* parts, const SearchHints& hints = {});
    void set_notice(const RowNotice& notice);
    void set_compact(bool compact);
    /// Keeps the row's help, and what the chosen option means, in sight below it.
    void show_help();
    /// Rows that are folded away or not looked for stay hidden; others show where they have an effect.
    void set_wanted(bool wanted);
    bool is_useful() const { return useful_; }
    /// Draws a frame round it for a moment.
    void mark();
    /// Moves the keyboard into the control that stands for it.
    bool take_focus();
    /// The value as the row shows it: "2,048 GPUs", "H100 SXM 80 GB".
    QString summary() const;
    /// It cannot be set now: its value is worked out from others.
    bool follows() const;

signals:
    void part_made(QWidget& part); ///< later than the row itself

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build_line(QWidget& top);
    void build_derived();
    void build_lock();
    void build_hint();
    void build_reset();
    void build_message();
    void place_later(QWidget& part);
    void name_controls();
    void order_tabs();
    void place_controls();
    std::vector<QWidget*> controls() const;

    void find_best(const SearchHints& hints);
    void refresh_search(const SearchHints& hints);
    void show_best();
    void show_derived(const DerivedText& derived);
    void refresh_reset();
    void refresh_lock();
    void refresh_help();
    void refresh_message();
    RowNotice reading() const;
    QString best_value_words(const Parts* best_plan) const;

    const ParameterDescription& parameter_;
    QuestionDocument& document_;
    bool changed_ = false;
    QTimer marked_; ///< runs while the frame is drawn
    bool wanted_ = true;
    bool useful_ = true; ///< has an effect now, or shows why not
    bool searched_ = false; ///< the search may change it
    bool compact_ = false;
    std::optional<Value> best_; ///< what the search chose
    bool best_applies_ = false; ///< and whether that has an effect
    QString best_words_;
    bool best_stale_ = false;
    RowNotice notice_;

    RowLabel* label_;
    QHBoxLayout* line_ = nullptr;
    QWidget* control_; ///< the editor's, and before it what a search chose
    QWidget* icons_;
    ParameterEditor* editor_;
    QToolButton* lock_ = nullptr; ///< only plan rows
    // Made when they are first shown: of most rows never.
    QWidget* derived_ = nullptr;
    ElidedLabel* derived_hint_ = nullptr;
    QLabel* derived_value_ = nullptr;
    QLabel* hint_ = nullptr; ///< "best 8"; only plan rows
    QToolButton* reset_ = nullptr;
    QLabel* help_ = nullptr;
    RowMessage* message_ = nullptr;
    QString typed_; ///< last, into the field
};

} // namespace plateau::ui
