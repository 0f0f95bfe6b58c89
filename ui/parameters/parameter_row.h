// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "core/estimate/estimate.h"
#include "ui/document/question_document.h"

class QHBoxLayout;
class QSpacerItem;
class QLabel;

namespace plateau::ui {

class ElidedLabel;
class QuietCombo;
class Segments;
class StopSlider;
class ValueField;

/// What stands below a row: why the plan is not possible, what it costs, and what would help.
struct RowNotice {
    bool warning = false; ///< costly but legal; else an error
    QString text;
    QString offer; ///< words of the link; may be empty
    std::string offer_text; ///< the value the link sets
};

/// What a search for the best plan says about the plan's rows.
struct SearchHints {
    bool best = false; ///< it may change every row that is not locked; else only those left `auto`
    const Parts* parts = nullptr; ///< the best plan; null while none is known
    bool stale = false; ///< it answers the question before
};

/// Widths of a row's parts, shared by all rows so that they align.
struct RowWidths {
    int label;
    int slider;
    int field;
    int after; ///< icons and margin behind the field

    int before() const { return 12 + label + 2; }
    int control() const { return slider + 6 + field; }
};
RowWidths row_widths(bool compact);

/// One row of the parameter table: label, slider or choice, typed value, reset, and a message below when there is
/// one. A plan's row also has a lock, and while a search may change it, the best value in the slider's place.
/// Everything it shows it reads from the document; everything it changes goes through the document.
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
    /// Moves the keyboard into its first control.
    bool take_focus();
    /// The value as the row shows it: "2,048 GPUs", "H100 SXM 80 GB".
    QString summary() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Editor { Slider, Combo, Segments, Words };

    void build_slider();
    void build_combo();
    void build_segments();
    void build_words();
    QString default_source() const;
    void name_controls();
    void step(int stops);
    void choose_stop(int index);
    void burst();
    void end_burst();
    double position_of(double value) const;
    void refresh_number(const Parts* parts);
    void refresh_choice();
    void refresh_words();
    QString with_shown_unit(const QString& typed) const;
    void refresh_help();
    bool show_derived(const Parts* parts);
    void refresh_message();
    void refresh_search(const SearchHints& hints);
    void refresh_lock();
    void build_lock();
    void place_controls();

    const ParameterDescription& parameter_;
    QuestionDocument& document_;
    Editor editor_ = Editor::Slider;
    std::vector<double> stops_;
    double value_ = 0;
    bool changed_ = false;
    bool wanted_ = true;
    bool useful_ = true; ///< has an effect now, or shows why not
    bool searched_ = false; ///< the search may change it
    bool compact_ = false;
    std::optional<Value> best_; ///< what the search chose
    bool best_applies_ = false; ///< and whether that has an effect
    RowNotice notice_;
    QuestionDocument::Gesture gesture_ = 0;
    QTimer burst_end_;

    ElidedLabel* label_;
    QHBoxLayout* line_;
    QSpacerItem* slider_gap_ = nullptr;
    StopSlider* slider_ = nullptr;
    ValueField* field_ = nullptr;
    QuietCombo* combo_ = nullptr;
    Segments* segments_ = nullptr;
    QWidget* derived_;
    ElidedLabel* derived_hint_;
    QLabel* derived_value_;
    QLabel* hint_ = nullptr; ///< "best 8"; only plan rows
    QToolButton* lock_ = nullptr; ///< only plan rows
    QToolButton* reset_;
    QLabel* help_ = nullptr; ///< only when shown
    QWidget* message_;
    QLabel* message_icon_;
    QLabel* message_text_;
};

} // namespace plateau::ui
