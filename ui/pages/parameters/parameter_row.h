// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QLabel>
#include <QSlider>
#include <QString>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "core/model/estimate.h"
#include "core/question/scenario/parameter_table.h"
#include "ui/document/edited_question.h"

class QHBoxLayout;

/// How a parameter's value reads in its row.
namespace plateau::ui {

/// What F1 explains of a row and of any editor of it.
QString subject_of_row(const ParameterDescription& parameter, const QuestionDocument& document);

struct NamedOption {
    QString value;
    QString label;
    QString help;
};

/// A choice's options, or the catalog's entries for a name; "off" and "on" for a switch.
std::vector<NamedOption> options_of(const ParameterDescription& parameter, const catalog::Catalog& catalog);

/// The option that a value of a choice, a name or a switch stands for: "fsdp", "on".
QString option_name(const Value& value);

/// Where the default comes from: what the presets say of an assumption, else what the table says.
QString default_source(const ParameterDescription& parameter, const QuestionDocument& document);

/// "2,048 GPUs", "H100 SXM 80 GB", "FSDP, whole world".
QString shown_value(const ParameterDescription& parameter, const Value& value, const catalog::Catalog& catalog);

/// What a search chose, short: "8", "ZeRO-1", "HSDP".
QString best_words(const ParameterDescription& parameter, const Value& value);

/// A number and a unit short enough for the field: "4,096" "tok".
struct ShortText {
    QString number;
    QString unit;
};
ShortText short_text(const ParameterDescription& parameter, double value);

/// Values that follow from others: "follows" "2,048"; "16.8 M tokens" "4,096 seq". Empty value: not derived now.
struct DerivedText {
    QString hint;
    QString value;
};
DerivedText derived_text(const ParameterDescription& parameter, const QuestionDocument& document, const Parts* parts);

/// The row's number; where it is left open or follows, what the estimate used.
double effective_value(const ParameterDescription& parameter, const QuestionDocument& document, const Parts* parts);

/// Where a value lies among ascending stops: 2.5 is half way (logarithmically where both are positive) between the
/// third and the fourth.
double stop_position(const std::vector<double>& stops, double value);
/// Returns the stop so many from a position, the ends at most. Between two stops the first step goes to the next one.
double stop_from(const std::vector<double>& stops, double position, int by);

// What rows of parameters are made of beside their editors.

class QuietCombo;

/// The name of a row: never cut, in smaller letters and several lines where one line is too short.
class RowLabel final : public QLabel {
    Q_OBJECT
public:
    explicit RowLabel(const QString& words, QWidget* parent = nullptr);
    void set_width(int pixels);

signals:
    void double_clicked();

protected:
    void mouseDoubleClickEvent(QMouseEvent*) override { emit double_clicked(); }

private:
    const QString words_;
};

/// What stands below a row: why the plan is not possible, what it costs, and what would help.
struct RowNotice {
    bool warning = false; ///< costly but legal; else an error
    QString text;
    QString offer; ///< words of the link; may be empty
    std::string offer_text; ///< the value the link sets
};

/// A notice with its sign and its link; hidden without words.
class RowMessage final : public QWidget {
    Q_OBJECT
public:
    explicit RowMessage(QWidget* parent = nullptr);

    /// `refused`: what was typed, not what the plan is.
    void show_notice(const RowNotice& notice, bool refused);

signals:
    void offer_taken(const QString& value);

private:
    QLabel* sign_;
    QLabel* words_;
};

/// What the search looks for: "Best means: most tokens/s".
class ObjectiveRow final : public QWidget {
    Q_OBJECT
public:
    explicit ObjectiveRow(QuestionDocument& document, QWidget* parent = nullptr);
    void refresh();
    /// The row as it stands among other rows.
    void set_compact(bool compact);
    /// As wide as its own words.
    void stand_alone();

private:
    QuestionDocument& document_;
    QLabel* label_;
    QuietCombo* combo_;
};

inline constexpr int least_slider = 150;

/// A slider over the stops of one parameter. Its integer value is the index of a stop; the thumb may stand between
/// two when the parameter's value does. Arrow: one stop, Page: three, Home and End: the ends. The wheel turns it only
/// while it has the keyboard. Screen readers hear value_text(), not the index.
class StopSlider final : public QSlider {
    Q_OBJECT
public:
    explicit StopSlider(QWidget* parent = nullptr);

    void set_stop_count(int count);
    /// Where the thumb stands, in stops; no signal.
    void set_position(double position);
    double position() const { return position_; }
    /// A tick under the groove; negative: none.
    void set_default_position(double position);
    /// The stops where no plan can be: the track is hatched there.
    void set_impossible(std::vector<bool> stops);
    const std::vector<bool>& impossible() const { return impossible_; }
    void set_value_text(const QString& text);
    /// Larger than in the panels of the window.
    void set_scale(double scale);
    QString value_text() const { return value_text_; }

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override { return {least_slider, static_cast<int>(24 * scale_)}; }

signals:
    void drag_started();
    void drag_finished();
    void stop_chosen(int index); ///< by mouse or keyboard

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void choose(int index);
    void step(int stops);
    double pixel_of(double position) const;
    int index_at(double pixel) const;

    double position_ = 0;
    double default_position_ = -1;
    std::vector<bool> impossible_;
    QString value_text_;
    int wheel_ = 0;
    double scale_ = 1;
};

/// Lets screen readers hear value_text(). Called once, when the window starts.
void install_slider_accessibility();

inline constexpr int row_icon_width = 20;
inline constexpr int slider_gap = 6; ///< between a slider, or what stands in its place, and the field

/// Widths of a row's parts in pixels, shared by all rows so that they align. The control between takes what is left.
struct RowWidths {
    int label;
    int field;
    int icons; ///< behind the field

    int before() const { return 12 + label + 2; }
    int least_control() const { return least_slider + slider_gap + field; }
    int after() const { return 2 + icons + 8; }
    int least() const { return before() + least_control() + after(); }
};

constexpr RowWidths row_widths(bool compact)
{
    return compact ? RowWidths{96, 106, row_icon_width} : RowWidths{110, 106, 2 * row_icon_width};
}

/// What a row offers to change its parameter's value: one class for each kind. It reads the value from the document
/// and writes it there; the row places it, names it and says what is wrong.
class ParameterEditor : public QObject {
public:
    /// `control`: what stands in the row; a child of `row`.
    ParameterEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row, QWidget& control);

    virtual void add_to(QHBoxLayout& line);
    /// The controls the keyboard reaches, from the left.
    virtual std::vector<QWidget*> controls() const { return {main_control()}; }
    /// The one that stands for the row: its label's shortcut leads there, its remarks are said there.
    virtual QWidget* main_control() const { return &control_; }
    virtual void set_name(const QString& name, const QString& help);
    /// Said of the main control in place of the help.
    virtual void set_description(const QString& words);

    /// `searched`: a search may change the value; what it chose stands before the controls.
    virtual void place(const RowWidths&, bool searched) { Q_UNUSED(searched) }
    /// Does the editor itself show what the search chose?
    virtual bool shows_best() const { return false; }
    virtual void set_best(const std::optional<Value>&) { }

    /// Reads the document again. `derived`: the value follows from others and is shown in the controls' place.
    /// `parts`: the estimate of the plan as it stands; may be null.
    virtual void refresh(const Parts* parts, bool derived, bool searched) = 0;
    /// "", "refused" or "warned".
    virtual void set_state(const QString& state);
    /// The value as the row shows it: "2,048 GPUs", "H100 SXM 80 GB".
    virtual QString summary() const;

protected:
    /// The name of the option that the document holds, "on" and "off" for a switch, or "auto".
    QString current_option() const;

    const ParameterDescription& parameter_;
    QuestionDocument& document_;

private:
    QWidget& control_;
};

/// The editor for the parameter's kind; its controls are children of `row`.
ParameterEditor* make_editor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row);

class ElidedLabel;

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
