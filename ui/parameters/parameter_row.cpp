// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parameters/parameter_row.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "core/catalog/assumed.h"
#include "core/search/plan_axis.h"
#include "ui/base/appearance.h"
#include "ui/base/controls.h"
#include "ui/base/text.h"
#include "ui/parameters/row_text.h"
#include "ui/parameters/stop_slider.h"

namespace plateau::ui {

namespace {

constexpr int burst_milliseconds = 500;
constexpr int most_segments = 3;
constexpr int icon_width = 20;

QString translated(const std::string& words) { return text(Message{words, {}}); }

/// Do the options' names fit side by side?
bool fits_in_segments(const ParameterDescription& parameter)
{
    if (parameter.options.size() > most_segments)
        return false;
    const QFontMetrics metrics(interface_font(13, 600));
    int width = 0;
    for (const Option& option : parameter.options)
        width += metrics.horizontalAdvance(text(Message{option.label, {}})) + 4;
    return width <= row_widths(false).control();
}

/// "best 8"; the value alone where there is no room for both.
QString best_html(const QString& value, const QString& colour, int room)
{
    const QFontMetrics strong(interface_font(13, 600));
    const QString bold = QStringLiteral("<b style=\"font-weight:600;color:%2\">%1</b>");
    const QString before = QCoreApplication::translate("parameters", "best ");
    if (QFontMetrics(interface_font(13)).horizontalAdvance(before) + strong.horizontalAdvance(value) <= room)
        return before + bold.arg(value.toHtmlEscaped(), colour);
    return bold.arg(strong.elidedText(value, Qt::ElideRight, room).toHtmlEscaped(), colour);
}

} // namespace

RowWidths row_widths(bool compact)
{
    return compact ? RowWidths{100, 58, 84, 2 + icon_width + 2} : RowWidths{110, 64, 84, 2 + 2 * icon_width + 2};
}

ParameterRow::ParameterRow(const ParameterDescription& parameter, QuestionDocument& document, QWidget* parent)
    : QWidget(parent), parameter_(parameter), document_(document), label_(new ElidedLabel(this)),
      derived_(new QWidget(this)), derived_hint_(new ElidedLabel(derived_)), derived_value_(new QLabel(derived_)),
      reset_(new QToolButton(this)), message_(new QWidget(this)), message_icon_(new QLabel(message_)),
      message_text_(new QLabel(message_))
{
    setObjectName(QStringLiteral("row_") + text(parameter.key));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QWidget(this);
    top->setFixedHeight(28);
    line_ = new QHBoxLayout(top);
    line_->setContentsMargins(12, 0, 8, 0);
    line_->setSpacing(0);
    label_->set_full_text(translated(parameter.label));
    line_->addWidget(label_);
    line_->addSpacing(2);

    if (parameter.kind == ParameterKind::Name)
        options_of(parameter, document.catalog()).empty() ? build_words() : build_combo();
    else if (parameter.kind == ParameterKind::Switch || parameter.kind == ParameterKind::Choice) {
        const bool few = parameter.kind == ParameterKind::Switch || fits_in_segments(parameter);
        few ? build_segments() : build_combo();
    } else
        build_slider();

    auto* derived_line = new QHBoxLayout(derived_);
    derived_line->setContentsMargins(0, 0, 9, 0);
    derived_line->addWidget(derived_hint_, 1);
    derived_line->addWidget(derived_value_);
    derived_->setFixedHeight(24);
    derived_->setFocusPolicy(Qt::TabFocus);
    derived_hint_->setFont(interface_font(12));
    derived_hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the value comes first
    derived_->hide();
    line_->addWidget(derived_);

    line_->addSpacing(2);
    if (parameter.may_be_auto && document.training())
        build_lock();
    reset_->setProperty("small", true);
    reset_->setFixedSize(icon_width, icon_width);
    connect(reset_, &QToolButton::clicked, this, [this] { document_.reset(parameter_.key); });
    connect(label_, &ElidedLabel::double_clicked, this, [this] { document_.reset(parameter_.key); });
    line_->addWidget(reset_);
    line_->addStretch();
    column->addWidget(top);

    auto* message_line = new QHBoxLayout(message_);
    message_line->setContentsMargins(12, 0, 12, 4);
    message_line->setSpacing(6);
    message_line->addWidget(message_icon_, 0, Qt::AlignTop);
    message_line->addWidget(message_text_, 1);
    message_text_->setWordWrap(true);
    message_text_->setFont(interface_font(12));
    message_text_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(message_text_, &QLabel::linkActivated, this,
            [this](const QString& value) { document_.edit_text(parameter_.key, value.toStdString()); });
    message_->hide();
    column->addWidget(message_);

    burst_end_.setSingleShot(true);
    burst_end_.setInterval(burst_milliseconds);
    connect(&burst_end_, &QTimer::timeout, this, &ParameterRow::end_burst);
    name_controls();
    set_compact(false);
}

/// Where the default comes from: what the presets say of an assumption, else what the table says.
QString ParameterRow::default_source() const
{
    const bool training = document_.training() != nullptr;
    const auto* assumed = training ? catalog::assumed(document_.catalog(), parameter_.key) : nullptr;
    if (!assumed)
        return translated(parameter_.provenance);
    const QString source = QString::fromStdString(assumed->source);
    switch (assumed->known_by) {
    case catalog::KnownBy::Measured:
        return tr("%1 (measured)").arg(source);
    case catalog::KnownBy::Read:
        return source;
    case catalog::KnownBy::Derived:
        return tr("%1 (derived)").arg(source);
    case catalog::KnownBy::SecondHand:
        return tr("%1 (second-hand)").arg(source);
    case catalog::KnownBy::Recalled:
        return tr("%1 (recalled)").arg(source);
    case catalog::KnownBy::Estimated:
        break;
    }
    return tr("%1 (estimated)").arg(source);
}

void ParameterRow::name_controls()
{
    const QString name = translated(parameter_.label);
    const QString tip = QStringLiteral("<p><b>%1</b><br>%2</p><p>%3 %4</p>")
                            .arg(name.toHtmlEscaped(), translated(parameter_.help).toHtmlEscaped(), tr("Default:"),
                                 default_source().toHtmlEscaped());
    label_->setToolTip(tip);
    for (QWidget* control : std::initializer_list<QWidget*>{slider_, field_, combo_, derived_})
        if (control) {
            control->setAccessibleName(name);
            control->setAccessibleDescription(translated(parameter_.help));
            control->installEventFilter(this);
        }
    if (segments_)
        segments_->set_name(name);
    label_->setBuddy(field_       ? static_cast<QWidget*>(field_)
                         : combo_ ? static_cast<QWidget*>(combo_)
                                  : segments_->first_button());
    reset_->setAccessibleName(tr("Reset %1").arg(name));
    QWidget* before = nullptr;
    for (QWidget* control : std::initializer_list<QWidget*>{
             slider_, field_, combo_, segments_ ? segments_->first_button() : nullptr, derived_, lock_, reset_})
        if (control) {
            if (before)
                setTabOrder(before, control);
            before = control;
        }
}

void ParameterRow::build_lock()
{
    hint_ = new QLabel(this);
    hint_->setFont(interface_font(13));
    hint_->hide();
    line_->insertWidget(2, hint_);
    lock_ = new QToolButton(this);
    lock_->setProperty("small", true);
    lock_->setFixedSize(icon_width, icon_width);
    lock_->setCheckable(true);
    connect(lock_, &QToolButton::clicked, this,
            [this](bool locked) { document_.set_locked(parameter_.key, locked, best_); });
    line_->addWidget(lock_);
}

void ParameterRow::build_slider()
{
    editor_ = Editor::Slider;
    stops_ = plateau::stops(parameter_);
    slider_ = new StopSlider(this);
    slider_->set_stop_count(static_cast<int>(stops_.size()));
    field_ = new ValueField(this);
    connect(slider_, &StopSlider::drag_started, this, [this] {
        burst_end_.stop();
        gesture_ = document_.begin_gesture();
    });
    connect(slider_, &StopSlider::drag_finished, this, [this] { end_burst(); });
    connect(slider_, &StopSlider::stop_chosen, this, [this](int index) {
        if (!slider_->isSliderDown())
            burst();
        choose_stop(index);
    });
    connect(field_, &ValueField::stepped, this, [this](int stops) {
        burst();
        step(stops);
    });
    connect(field_, &ValueField::committed, this, [this](const QString& words) {
        end_burst();
        document_.edit_text(parameter_.key, with_shown_unit(words.trimmed()).toStdString());
    });
    connect(field_, &ValueField::given_up, this, [this] { document_.forget_refusal(parameter_.key); });
    line_->addWidget(slider_);
    slider_gap_ = new QSpacerItem(6, 0, QSizePolicy::Fixed);
    line_->addSpacerItem(slider_gap_);
    line_->addWidget(field_);
}

void ParameterRow::build_combo()
{
    editor_ = Editor::Combo;
    combo_ = new QuietCombo(this);
    const auto fill = [this] {
        combo_->clear();
        for (const NamedOption& option : options_of(parameter_, document_.catalog())) {
            combo_->addItem(option.label, option.value);
            combo_->setItemData(combo_->count() - 1, option.help, Qt::ToolTipRole);
        }
    };
    fill();
    connect(&document_, &QuestionDocument::catalog_changed, this, [this, fill] {
        fill();
        refresh_choice();
    });
    connect(combo_, &QComboBox::activated, this, [this](int index) {
        document_.edit_value(parameter_.key, Value(combo_->itemData(index).toString().toStdString()));
    });
    if (parameter_.may_be_auto && document_.training())
        combo_->addItem(tr("auto"), QStringLiteral("auto"));
    line_->addWidget(combo_);
}

void ParameterRow::build_segments()
{
    editor_ = Editor::Segments;
    segments_ = new Segments(this);
    for (const NamedOption& option : options_of(parameter_, document_.catalog()))
        segments_->add(option.value, option.label, option.help);
    connect(segments_, &Segments::chosen, this, [this](const QString& value) {
        if (parameter_.kind == ParameterKind::Switch)
            document_.edit_value(parameter_.key, Value(value == QLatin1String("on") ? 1.0 : 0.0));
        else
            document_.edit_value(parameter_.key, Value(value.toStdString()));
    });
    line_->addWidget(segments_);
}

void ParameterRow::set_compact(bool compact)
{
    compact_ = compact;
    label_->setFixedWidth(row_widths(compact).label);
    if (slider_)
        field_->setFixedWidth(row_widths(compact).field);
    place_controls();
}

/// The control fills what the icons leave, so that all rows end alike; a search's hint stands where the slider stood.
void ParameterRow::place_controls()
{
    const RowWidths widths = row_widths(compact_);
    const int both = widths.control();
    if (slider_)
        slider_->setFixedWidth(widths.slider);
    if (hint_)
        hint_->setFixedWidth(slider_ ? widths.slider : widths.slider + 6);
    if (combo_)
        combo_->setFixedWidth(searched_ ? widths.field : both);
    for (QWidget* control : std::initializer_list<QWidget*>{segments_, derived_, slider_ ? nullptr : field_})
        if (control)
            control->setFixedWidth(both);
}

void ParameterRow::burst()
{
    if (!burst_end_.isActive())
        gesture_ = document_.begin_gesture();
    burst_end_.start();
}

void ParameterRow::end_burst()
{
    burst_end_.stop();
    gesture_ = 0;
}

void ParameterRow::choose_stop(int index)
{
    if (index >= 0 && index < static_cast<int>(stops_.size()))
        document_.edit_value(parameter_.key, Value(stops_[static_cast<std::size_t>(index)]), gesture_);
}

void ParameterRow::step(int count)
{
    const double position = position_of(value_);
    const double from = count > 0 ? std::floor(position + 1e-9) : std::ceil(position - 1e-9);
    choose_stop(std::clamp(static_cast<int>(from) + count, 0, static_cast<int>(stops_.size()) - 1));
}

double ParameterRow::position_of(double value) const { return stop_position(stops_, value); }

void ParameterRow::refresh(const Parts* parts, const SearchHints& hints)
{
    changed_ = document_.is_changed(parameter_.key);
    refresh_search(hints);
    const bool derived = show_derived(hints.best && hints.parts ? hints.parts : parts);
    derived_->setVisible(derived);
    if (slider_) {
        slider_->setVisible(!derived && !searched_);
        field_->setVisible(!derived);
        if (!derived)
            refresh_number(parts);
    } else if (editor_ == Editor::Words)
        refresh_words();
    else
        refresh_choice();
    refresh_help();
    if (hint_)
        hint_->setVisible(searched_ && !derived && !segments_);
    useful_ = derived || document_.applies(parameter_.key) || (searched_ && best_applies_) || changed_;
    setVisible(useful_ && wanted_);
    if (changed_ && !reset_->isVisibleTo(this)) {
        reset_->setIcon(icon(QStringLiteral("reset"), theme_of(this).text2));
        reset_->setToolTip(
            tr("Back to %1").arg(shown_value(parameter_, document_.reset_value(parameter_.key), document_.catalog())));
    }
    if (lock_)
        lock_->setVisible(!derived);
    reset_->setVisible(changed_ && !(compact_ && lock_));
    refresh_lock();
    refresh_message();
    update();
}

void ParameterRow::refresh_search(const SearchHints& hints)
{
    if (!lock_)
        return;
    const bool searched = document_.is_open(parameter_.key) || (hints.best && !document_.is_locked(parameter_.key));
    if (searched != searched_) {
        searched_ = searched;
        place_controls();
    }
    best_.reset();
    best_applies_ = false;
    QString words;
    if (const TrainingParameter* row = training_parameters().find(parameter_.key);
        row && searched_ && hints.parts && hints.parts->possible()) {
        Scenario best = *document_.training();
        best.plan = hints.parts->plan;
        best_ = row->get(best);
        best_applies_ = !row->applies || row->applies(best);
        const search::PlanAxis* axis = search::find_plan_axis(parameter_.key);
        words = !best_applies_    ? tr("not used")
            : axis && axis->words ? text(search::value_words(*axis, axis->get(best.plan)))
                                  : best_words(parameter_, *best_);
    }
    const QString colour = (hints.stale ? theme_of(this).text3 : theme_of(this).text2).name();
    const QString value_colour = (hints.stale ? theme_of(this).text3 : theme_of(this).text).name();
    const QString shown = !best_applies_ ? (words.isEmpty() ? tr("searching") : words)
                                         : best_html(words, value_colour, hint_->maximumWidth());
    hint_->setToolTip(best_applies_ ? tr("best %1").arg(words) : QString());
    const QString html = QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour, shown);
    if (hint_->text() != html)
        hint_->setText(html);
    if (segments_)
        segments_->set_best(best_ && std::holds_alternative<std::string>(*best_) ? text(std::get<std::string>(*best_))
                                : best_ ? (std::get<double>(*best_) != 0 ? QStringLiteral("on") : QStringLiteral("off"))
                                        : QString());
    const QString said = !searched_ ? QString() : words.isEmpty() ? tr("searching") : tr("best %1").arg(words);
    for (QWidget* control : std::initializer_list<QWidget*>{field_, combo_, segments_})
        if (control) {
            const QString help = translated(parameter_.help);
            control->setAccessibleDescription(said.isEmpty() ? help : said + QStringLiteral(". ") + help);
        }
}

void ParameterRow::refresh_lock()
{
    if (!lock_)
        return;
    const bool locked = document_.is_locked(parameter_.key);
    const QColor colour = locked ? theme_of(this).text : theme_of(this).text2;
    const QString drawn = colour.name() + (locked ? QLatin1Char('l') : QLatin1Char('u'));
    if (lock_->property("drawn") == drawn)
        return;
    lock_->setProperty("drawn", drawn);
    const QString name = translated(parameter_.label);
    lock_->setChecked(locked);
    lock_->setIcon(icon(locked ? QStringLiteral("lock") : QStringLiteral("unlock"), colour));
    lock_->setAccessibleName(locked ? tr("Unlock %1").arg(name) : tr("Lock %1").arg(name));
    lock_->setToolTip(locked ? tr("Kept by the search for the best plan. Click to let it choose.")
                             : tr("The search for the best plan may change it. Click to keep it."));
}

bool ParameterRow::show_derived(const Parts* parts)
{
    const DerivedText derived = derived_text(parameter_, document_, parts);
    if (derived.value.isEmpty())
        return false;
    derived_hint_->set_full_text(derived.hint);
    restyle(derived_hint_, QStringLiteral("color: %1;").arg(theme_of(this).text2.name()));
    derived_value_->setText(derived.value);
    derived_->setAccessibleName(translated(parameter_.label) + QStringLiteral(": ") + derived.value + QLatin1Char(' ')
                                + derived.hint);
    return true;
}

void ParameterRow::refresh_number(const Parts* parts)
{
    value_ = effective_value(parameter_, document_, parts);
    const Value fallback = document_.reset_value(parameter_.key);
    const ShortText shown = short_text(parameter_, value_);
    slider_->set_position(position_of(value_));
    slider_->set_default_position(std::holds_alternative<double>(fallback) && std::get<double>(fallback) > 0
                                      ? position_of(std::get<double>(fallback))
                                      : -1);
    slider_->set_value_text(quantity(value_, parameter_.unit));
    if (document_.is_open(parameter_.key) && !document_.refusal(parameter_.key)) {
        field_->show_value(QStringLiteral("auto"), {});
        return;
    }
    if (const auto* refusal = document_.refusal(parameter_.key))
        field_->show_refused(text(refusal->text));
    else
        field_->show_value(shown.number, shown.unit);
}

void ParameterRow::refresh_choice()
{
    const Value value = document_.value(parameter_.key);
    const QString current = document_.is_open(parameter_.key) ? QStringLiteral("auto")
        : std::holds_alternative<std::string>(value)          ? text(std::get<std::string>(value))
        : std::get<double>(value) != 0                        ? QStringLiteral("on")
                                                              : QStringLiteral("off");
    const auto available
        = [this](const QString& option) { return document_.is_available(parameter_.key, option.toStdString()); };
    if (segments_) {
        segments_->set_current(current);
        for (const Option& option : parameter_.options)
            segments_->set_available(text(option.value), available(text(option.value)));
        return;
    }
    int index = combo_->findData(current);
    if (index < 0) { // a model from a file of the user's own
        combo_->addItem(shown_value(parameter_, value, document_.catalog()), current);
        index = combo_->count() - 1;
    }
    combo_->setCurrentIndex(index);
    if (auto* items = qobject_cast<QStandardItemModel*>(combo_->model()); items)
        for (int i = 0; i < combo_->count(); ++i)
            items->item(i)->setEnabled(available(combo_->itemData(i).toString()));
}

void ParameterRow::set_wanted(bool wanted)
{
    wanted_ = wanted;
    setVisible(useful_ && wanted_);
}

bool ParameterRow::take_focus()
{
    for (QWidget* control : std::initializer_list<QWidget*>{slider_, field_, combo_,
                                                            segments_ ? segments_->first_button() : nullptr, derived_})
        if (control && control->isVisible()) {
            control->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
    return false;
}

void ParameterRow::set_notice(const RowNotice& notice)
{
    notice_ = notice;
    refresh_message();
}

void ParameterRow::refresh_message()
{
    RowNotice notice = notice_;
    if (const auto* refusal = document_.refusal(parameter_.key)) {
        notice.warning = false;
        notice.text = text(refusal->error);
        notice.offer_text = refusal->offer;
        notice.offer = refusal->offer.empty() ? QString() : tr("Use %1").arg(text(refusal->offer));
    }
    const bool any = !notice.text.isEmpty();
    const QString state = !any ? QString() : notice.warning ? QStringLiteral("warned") : QStringLiteral("refused");
    if (field_)
        field_->set_state(state);
    if (combo_)
        combo_->set_state(state);
    if (segments_)
        segments_->set_state(state);
    message_->setVisible(any);
    if (!any)
        return;
    const Theme& theme = theme_of(this);
    const QColor colour = notice.warning ? theme.warning : theme.error;
    const QString name = notice.warning     ? QStringLiteral("warning")
        : document_.refusal(parameter_.key) ? QStringLiteral("error")
                                            : QStringLiteral("warning");
    message_icon_->setPixmap(icon_pixmap(name, colour, 14, devicePixelRatioF()));
    QString words = notice.text.toHtmlEscaped();
    if (!words.endsWith(QLatin1Char('.')))
        words += QLatin1Char('.');
    if (!notice.offer.isEmpty())
        words += QStringLiteral(" <a href=\"%1\" style=\"color:%3\">%2</a>")
                     .arg(text(notice.offer_text).toHtmlEscaped(), notice.offer.toHtmlEscaped(), theme.accent.name());
    message_text_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), words));
    message_text_->setAccessibleName(notice.text);
}

QString ParameterRow::summary() const
{
    if (derived_->isVisibleTo(this))
        return derived_value_->text();
    if (document_.is_open(parameter_.key))
        return tr("auto");
    if (slider_)
        return quantity(value_, parameter_.unit);
    return shown_value(parameter_, document_.value(parameter_.key), document_.catalog());
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut)
        end_burst();
    return QWidget::eventFilter(watched, event);
}

void ParameterRow::paintEvent(QPaintEvent*)
{
    if (!changed_)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_of(this).accent);
    painter.drawEllipse(QPointF(6, 14), 2, 2);
}

void ParameterRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    reset_->setIcon(icon(QStringLiteral("reset"), theme_of(this).text2));
    refresh_lock();
    refresh_message();
}

} // namespace plateau::ui
