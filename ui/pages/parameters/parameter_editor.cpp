// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/parameter_panel.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLocale>
#include <QRegularExpression>
#include <QStandardItemModel>

#include "core/answers/question.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/pages/parameters/picker.h"

namespace plateau::ui {

ParameterEditor::ParameterEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row,
                                 QWidget& control)
    : QObject(&row), parameter_(parameter), document_(document), control_(control)
{
}

void ParameterEditor::add_to(QHBoxLayout& line) { line.addWidget(&control_, 1); }

void ParameterEditor::set_name(const QString& name, const QString& help)
{
    for (QWidget* control : controls()) {
        control->setAccessibleName(name);
        control->setAccessibleDescription(help);
    }
}

void ParameterEditor::set_description(const QString& words) { main_control()->setAccessibleDescription(words); }

void ParameterEditor::set_state(const QString& state) { set_style_property(control_, "state", state); }

QString ParameterEditor::summary() const
{
    return shown_value(parameter_, document_.value(parameter_.key), document_.catalog());
}

QString ParameterEditor::current_option() const
{
    if (document_.is_open(parameter_.key))
        return QStringLiteral("auto");
    return option_name(document_.value(parameter_.key));
}

namespace {

/// A name from the catalog, or a choice among many: a list that drops down.
class ListEditor final : public ParameterEditor {
public:
    ListEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row, QuietCombo& combo)
        : ParameterEditor(parameter, document, row, combo), combo_(combo)
    {
        fill();
        connect(&document_, &QuestionDocument::catalog_changed, this, [this] {
            fill();
            refresh(nullptr, false, false);
        });
        connect(&combo_, &QComboBox::activated, this, [this](int index) {
            document_.edit_value(parameter_.key, Value(combo_.itemData(index).toString().toStdString()));
        });
        if (auto* picker = qobject_cast<PickerCombo*>(&combo_))
            connect(picker, &PickerCombo::file_chosen, this, [this](const QString& file) {
                document_.edit_text(parameter_.key, file.toStdString()); // a refusal stands below the row
            });
    }

    void place(const RowWidths& widths, bool searched) override
    {
        combo_.setMinimumWidth(widths.field);
        combo_.setMaximumWidth(searched ? widths.field : QWIDGETSIZE_MAX);
    }

    void refresh(const Parts*, bool, bool) override
    {
        const QString current = current_option();
        int index = combo_.findData(current);
        if (index < 0) { // a model from a file of the user's own
            combo_.addItem(shown_value(parameter_, document_.value(parameter_.key), document_.catalog()), current);
            index = combo_.count() - 1;
        }
        combo_.setCurrentIndex(index);
        if (auto* items = qobject_cast<QStandardItemModel*>(combo_.model()); items)
            for (int i = 0; i < combo_.count(); ++i)
                items->item(i)->setEnabled(
                    is_available(document_.question(), parameter_.key, combo_.itemData(i).toString().toStdString()));
    }

private:
    void fill()
    {
        combo_.clear();
        for (const NamedOption& option : options_of(parameter_, document_.catalog())) {
            combo_.addItem(option.label, option.value);
            combo_.setItemData(combo_.count() - 1, option.help, Qt::ToolTipRole);
        }
        if (parameter_.may_be_auto)
            combo_.addItem(QCoreApplication::translate("parameters", "auto"), QStringLiteral("auto"));
    }

    QuietCombo& combo_;
};

/// A switch, or a choice among two or three: all of them side by side.
class SegmentsEditor final : public ParameterEditor {
public:
    SegmentsEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row, Segments& segments)
        : ParameterEditor(parameter, document, row, segments), segments_(segments)
    {
        for (const NamedOption& option : options_of(parameter_, document_.catalog()))
            segments_.add(option.value, option.label, option.help);
        connect(&segments_, &Segments::chosen, this, [this](const QString& option) {
            const bool on = option == QLatin1String("on");
            document_.edit_value(parameter_.key,
                                 parameter_.kind == ParameterKind::Switch ? Value(on ? 1.0 : 0.0)
                                                                          : Value(option.toStdString()));
        });
    }

    QWidget* main_control() const override { return segments_.first_button(); }
    void set_name(const QString& name, const QString&) override { segments_.set_name(name); }
    void set_description(const QString& words) override { segments_.setAccessibleDescription(words); }
    bool shows_best() const override { return true; }
    void set_best(const std::optional<Value>& best) override
    {
        segments_.set_best(best ? option_name(*best) : QString());
    }

    void refresh(const Parts*, bool, bool) override
    {
        segments_.set_current(current_option());
        for (const Option& option : parameter_.options)
            segments_.button(text(option.value))
                ->setEnabled(is_available(document_.question(), parameter_.key, option.value));
    }

private:
    Segments& segments_;
};

/// What is typed: a text of its own grammar.
class WordsEditor : public ParameterEditor {
public:
    WordsEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row, ValueField& field)
        : ParameterEditor(parameter, document, row, field), field_(field)
    {
        connect(&field_, &ValueField::committed, this, [this](const QString& words) { commit(words.trimmed()); });
        connect(&field_, &ValueField::given_up, this, [this] { document_.forget_refusal(parameter_.key); });
    }

    void refresh(const Parts*, bool, bool) override
    {
        if (const auto* refusal = document_.refusal(parameter_.key))
            field_.show_refused(text(refusal->text));
        else
            show_value();
    }
    void set_state(const QString& state) override { field_.set_state(state); }

protected:
    virtual void commit(const QString& words) { document_.edit_text(parameter_.key, words.toStdString()); }
    virtual void show_value()
    {
        field_.setProperty("verbatim", true); // read back as it stands
        field_.show_value(text(format_value(parameter_, document_.value(parameter_.key))), {});
    }

    ValueField& field_;
};

/// A number or a whole number: a slider over its stops and a typed value. A drag, or a burst of keys, is one step of
/// undo.
class NumberEditor final : public WordsEditor {
public:
    NumberEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row, StopSlider* slider,
                 ValueField& field)
        : WordsEditor(parameter, document, row, field), stops_(plateau::stops(parameter)), slider_(slider)
    {
        constexpr int burst_milliseconds = 500;
        slider_->set_stop_count(static_cast<int>(stops_.size()));
        slider_->installEventFilter(this);
        field_.installEventFilter(this);
        burst_end_.setSingleShot(true);
        burst_end_.setInterval(burst_milliseconds);
        connect(&burst_end_, &QTimer::timeout, this, &NumberEditor::end_burst);
        rest_.setSingleShot(true);
        connect(&rest_, &QTimer::timeout, this, &NumberEditor::try_next_stop);
        connect(slider_, &StopSlider::drag_started, this, [this] {
            burst_end_.stop();
            gesture_ = document_.begin_gesture();
        });
        connect(slider_, &StopSlider::drag_finished, this, &NumberEditor::end_burst);
        connect(slider_, &StopSlider::stop_chosen, this, [this](int index) {
            if (!slider_->isSliderDown())
                begin_burst();
            choose(stops_[static_cast<std::size_t>(index)]);
        });
        connect(&field_, &ValueField::stepped, this, [this](int count) {
            begin_burst();
            choose(stop_from(stops_, stop_position(stops_, value_), count));
        });
    }

    void add_to(QHBoxLayout& line) override
    {
        line.addWidget(slider_, 1);
        line.addSpacing(slider_gap);
        line.addWidget(&field_);
    }
    std::vector<QWidget*> controls() const override { return {slider_, &field_}; }
    void place(const RowWidths& widths, bool) override { field_.setFixedWidth(widths.field); }
    QString summary() const override { return quantity(value_, parameter_.unit); }

    void refresh(const Parts* parts, bool derived, bool searched) override
    {
        slider_->setVisible(!derived && !searched);
        field_.setVisible(!derived);
        if (derived)
            return;
        value_ = effective_value(parameter_, document_, parts);
        const Value reset = document_.reset_value(parameter_.key);
        const double* usual = std::get_if<double>(&reset);
        slider_->set_position(stop_position(stops_, value_));
        slider_->set_default_position(usual && *usual > 0 ? stop_position(stops_, *usual) : -1);
        slider_->set_value_text(quantity(value_, parameter_.unit));
        if (parameter_.kind == ParameterKind::Whole) // what divides others; a rate rules no plan out
            rest_.start(rest_milliseconds);
        impossible_.clear();
        WordsEditor::refresh(parts, derived, searched);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FocusOut)
            end_burst();
        return ParameterEditor::eventFilter(watched, event);
    }

    void commit(const QString& words) override
    {
        end_burst();
        const Value before = document_.value(parameter_.key);
        WordsEditor::commit(with_shown_unit(words));
        if (document_.value(parameter_.key) == before && !document_.refusal(parameter_.key)
            && !document_.is_open(parameter_.key))
            show_value(); // the same number typed in another way
    }

    void show_value() override
    {
        const ShortText shown = short_text(parameter_, value_);
        if (document_.is_open(parameter_.key))
            field_.show_value(QStringLiteral("auto"), {});
        else
            field_.show_value(shown.number, shown.unit);
    }

private:
    void begin_burst()
    {
        if (!burst_end_.isActive())
            gesture_ = document_.begin_gesture();
        burst_end_.start();
    }

    void end_burst()
    {
        burst_end_.stop();
        gesture_ = 0;
    }

    /// Nothing moved for a moment: at which stops no plan can be as the question gives it. One at a time, for each
    /// takes half a millisecond; none where a search chooses.
    void try_next_stop()
    {
        const Scenario* question = document_.training();
        if (!question || stops_.empty() || !slider_->isVisible()
            || answers::plan_choice(*question) != search::PlanChoice::Given)
            return slider_->set_impossible({});
        const auto asked = with_value(document_.catalog(), *question, parameter_.key, stops_[impossible_.size()]);
        impossible_.push_back(!asked || !estimate(*asked).parts.possible());
        if (impossible_.size() < stops_.size())
            rest_.start(0);
        else
            slider_->set_impossible(impossible_);
    }

    void choose(double value) { document_.edit_value(parameter_.key, Value(value), gesture_); }

    /// A bare number of seconds is meant in the unit that stands beside it: 6 for 3 months, 9 for 4.5 microseconds. A
    /// context length of 32k is 32 times 1,024, as models are named; files and the terminal are exact.
    QString with_shown_unit(const QString& typed) const
    {
        static const QRegularExpression thousands(QStringLiteral("^\\d+\\s*[kK]$"));
        if (parameter_.key == "sequence" && thousands.match(typed).hasMatch())
            return typed.chopped(1) + QStringLiteral("Ki");
        bool bare = false;
        const double number = QLocale::c().toDouble(typed, &bare);
        if (!bare || number == 0 || parameter_.unit != units::Unit::Seconds)
            return typed;
        return typed + QLatin1Char(' ') + short_text(parameter_, value_).unit;
    }

    std::vector<double> stops_;
    double value_ = 0;
    QuestionDocument::Gesture gesture_ = 0;
    static constexpr int rest_milliseconds = 150;
    QTimer burst_end_, rest_;
    std::vector<bool> impossible_; ///< of the stops that were tried
    StopSlider* slider_;
};

/// Tells whether the names of the options fit side by side.
bool fits_in_segments(const ParameterDescription& parameter)
{
    constexpr int most_segments = 3;
    if (parameter.options.size() > most_segments)
        return false;
    const QFontMetrics metrics(interface_font(13, 600));
    int width = 0;
    for (const Option& option : parameter.options)
        width += metrics.horizontalAdvance(text(Word{option.label})) + 4;
    return width <= row_widths(false).least_control();
}

} // namespace

ParameterEditor* make_editor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row)
{
    const ParameterKind kind = parameter.kind;
    if (kind == ParameterKind::Number || kind == ParameterKind::Whole) {
        auto* slider = new StopSlider(&row); // before its field: Tab goes from left to right
        return new NumberEditor(parameter, document, row, slider, *new ValueField(&row));
    }
    if (kind == ParameterKind::Switch || (kind == ParameterKind::Choice && fits_in_segments(parameter)))
        return new SegmentsEditor(parameter, document, row, *new Segments(&row));
    if (options_of(parameter, document.catalog()).empty())
        return new WordsEditor(parameter, document, row, *new ValueField(&row));
    return new ListEditor(parameter, document, row,
                          picker_entries(parameter.key, document.catalog()).empty()
                              ? *new QuietCombo(&row)
                              : *new PickerCombo(parameter.key, document, &row));
}

} // namespace plateau::ui
