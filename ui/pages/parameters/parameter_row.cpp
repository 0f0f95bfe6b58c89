// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/parameter_row.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/pages/parameters/parameter_panel.h"

namespace plateau::ui {

namespace {

constexpr int row_height = 28;

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

QToolButton* small_button(QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("small"));
    button->setFixedSize(row_icon_width, row_icon_width);
    return button;
}

} // namespace

ParameterRow::ParameterRow(const ParameterDescription& parameter, QuestionDocument& document, QWidget* parent)
    : QWidget(parent), parameter_(parameter), document_(document),
      label_(new RowLabel(text(Word{parameter.label}), this)), control_(new QWidget(this)), icons_(new QWidget(this)),
      editor_(make_editor(parameter, document, *this))
{
    setObjectName(QStringLiteral("row_") + text(parameter.key));
    auto* column = box_layout<QVBoxLayout>(this, {}, 0);
    auto* top = new QWidget(this);
    build_line(*top);
    column->addWidget(top);
    if (auto* field = qobject_cast<ValueField*>(editor_->main_control()))
        connect(field, &ValueField::committed, this, [this](const QString& words) { // the editor has set it
            typed_ = words.trimmed();
            refresh_message();
        });
    connect(label_, &RowLabel::double_clicked, this, [this] { document_.reset(parameter_.key); });
    name_controls();
    set_subject(this, subject_of_row(parameter, document));
    marked_.setSingleShot(true);
    connect(&marked_, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    order_tabs();
    set_compact(false);
}

void ParameterRow::build_line(QWidget& top)
{
    line_ = new QHBoxLayout(&top);
    line_->setContentsMargins(12, 0, 8, 0);
    line_->setSpacing(0);
    line_->addWidget(label_);
    line_->addSpacing(2);
    auto* control = box_layout<QHBoxLayout>(control_, {}, 0);
    editor_->add_to(*control);
    line_->addWidget(control_, 1);
    line_->addSpacing(2);
    auto* icons = box_layout<QHBoxLayout>(icons_, {}, 0);
    if (parameter_.may_be_auto)
        build_lock();
    icons->addStretch();
    line_->addWidget(icons_);
}

void ParameterRow::build_derived()
{
    derived_ = new QWidget(this);
    derived_hint_ = new ElidedLabel(derived_);
    derived_value_ = new QLabel(derived_);
    auto* line = box_layout<QHBoxLayout>(derived_, {0, 0, 9, 0});
    line->addWidget(derived_hint_, 1);
    line->addWidget(derived_value_);
    derived_->setFixedHeight(24);
    derived_->setFocusPolicy(Qt::TabFocus);
    set_role(derived_, QAccessible::StaticText);
    derived_->setObjectName(QStringLiteral("derived"));
    derived_->setAttribute(Qt::WA_StyledBackground);
    derived_hint_->setFont(interface_font(12));
    derived_hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the value comes first
    derived_->setAccessibleDescription(text(Word{parameter_.help}));
    line_->insertWidget(line_->indexOf(control_) + 1, derived_, 1);
    place_later(*derived_);
}

void ParameterRow::build_hint()
{
    hint_ = new QLabel(this);
    hint_->setFont(interface_font(13));
    hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    static_cast<QHBoxLayout*>(control_->layout())->insertWidget(0, hint_, 1);
}

void ParameterRow::build_lock()
{
    lock_ = small_button(this);
    lock_->setCheckable(true);
    connect(lock_, &QToolButton::clicked, this,
            [this](bool locked) { document_.set_locked(parameter_.key, locked, best_); });
    icons_->layout()->addWidget(lock_);
}

void ParameterRow::build_reset()
{
    reset_ = small_button(this);
    reset_->setAccessibleName(tr("Reset %1").arg(text(Word{parameter_.label})));
    connect(reset_, &QToolButton::clicked, this, [this] { document_.reset(parameter_.key); });
    static_cast<QHBoxLayout*>(icons_->layout())->insertWidget(icons_->layout()->count() - 1, reset_);
    place_later(*reset_);
}

void ParameterRow::build_message()
{
    message_ = new RowMessage(this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, message_);
    connect(message_, &RowMessage::offer_taken, this,
            [this](const QString& value) { document_.edit_text(parameter_.key, value.toStdString()); });
    place_later(*message_);
}

/// Among the others for the keyboard, and for whoever holds the row.
void ParameterRow::place_later(QWidget& part)
{
    order_tabs();
    emit part_made(part);
}

void ParameterRow::name_controls()
{
    const QString name = text(Word{parameter_.label});
    const QString help = text(Word{parameter_.help});
    label_->setToolTip(QStringLiteral("<p><b>%1</b><br>%2</p><p>%3 %4</p>")
                           .arg(name.toHtmlEscaped(), help.toHtmlEscaped(), tr("Default:"),
                                default_source(parameter_, document_).toHtmlEscaped()));
    editor_->set_name(name, help);
    label_->setBuddy(editor_->main_control());
}

std::vector<QWidget*> ParameterRow::controls() const
{
    std::vector<QWidget*> all = editor_->controls();
    if (derived_)
        all.push_back(derived_);
    return all;
}

void ParameterRow::order_tabs()
{
    std::vector<QWidget*> order = controls();
    for (QWidget* after :
         {static_cast<QWidget*>(lock_), static_cast<QWidget*>(reset_), static_cast<QWidget*>(message_)})
        if (after)
            order.push_back(after);
    for (std::size_t i = 1; i < order.size(); ++i)
        setTabOrder(order[i - 1], order[i]);
}

void ParameterRow::set_compact(bool compact)
{
    compact_ = compact;
    label_->set_width(row_widths(compact).label);
    line_->parentWidget()->setFixedHeight(std::max(row_height, label_->sizeHint().height() + 4));
    place_controls();
}

/// The control takes what label and icons leave, so that all rows end alike; a search's hint stands where the slider
/// stood.
void ParameterRow::place_controls()
{
    const RowWidths widths = row_widths(compact_);
    editor_->place(widths, searched_);
    control_->setMinimumWidth(widths.least_control());
    icons_->setFixedWidth(widths.icons);
}

void ParameterRow::refresh(const Parts* parts, const SearchHints& hints)
{
    if (const bool changed = document_.is_changed(parameter_.key); changed != changed_) {
        changed_ = changed;
        update();
    }
    refresh_search(hints);
    const DerivedText follows = derived_text(parameter_, document_, hints.best && hints.parts ? hints.parts : parts);
    const bool derived = !follows.value.isEmpty();
    if (derived)
        show_derived(follows);
    control_->setVisible(!derived);
    if (derived_)
        derived_->setVisible(derived);
    editor_->refresh(parts, derived, searched_);
    refresh_help();
    if (hint_)
        hint_->setVisible(searched_ && !derived && !editor_->shows_best());
    const bool useful
        = derived || applies(document_.question(), parameter_.key) || (searched_ && best_applies_) || changed_;
    if (!hints.holds_still)
        setVisible(useful);
    if (lock_)
        lock_->setVisible(!derived && (hints.best || searched_ || document_.is_locked(parameter_.key)));
    refresh_reset();
    refresh_lock();
    refresh_message();
}

void ParameterRow::refresh_reset()
{
    const bool shown = changed_ && !(compact_ && lock_);
    if (shown && !reset_)
        build_reset();
    if (!reset_)
        return;
    if (shown && !reset_->isVisibleTo(this)) {
        reset_->setIcon(icon(QStringLiteral("reset"), theme_of(this).text2));
        reset_->setToolTip(
            tr("Back to %1").arg(shown_value(parameter_, document_.reset_value(parameter_.key), document_.catalog())));
    }
    reset_->setVisible(shown);
}

/// What the search chose for this row, if it may choose and has.
void ParameterRow::find_best(const SearchHints& hints)
{
    best_.reset();
    best_applies_ = false;
    const TrainingParameter* row = training_parameters().find(parameter_.key);
    if (!row || !searched_ || !hints.parts || !hints.parts->possible())
        return;
    Scenario best = *document_.training();
    best.plan = hints.parts->plan;
    best_ = row->get(best);
    best_applies_ = !row->applies || row->applies(best);
}

QString ParameterRow::best_value_words(const Parts* best_plan) const
{
    if (!best_)
        return {};
    if (!best_applies_)
        return tr("not used");
    const search::PlanAxis* axis = search::find_plan_axis(parameter_.key);
    return axis && axis->has_words() ? text(axis->value_words(axis->get(best_plan->plan)))
                                     : best_words(parameter_, *best_);
}

void ParameterRow::refresh_search(const SearchHints& hints)
{
    if (!lock_)
        return;
    const bool searched = document_.is_open(parameter_.key) || (hints.best && !document_.is_locked(parameter_.key));
    if (searched != searched_) {
        searched_ = searched;
        if (searched && !hint_)
            build_hint();
        place_controls();
    }
    find_best(hints);
    const QString words = best_value_words(hints.parts);
    best_words_ = words;
    best_stale_ = !hints.current;
    show_best();
    editor_->set_best(best_);
    const QString help = text(Word{parameter_.help});
    const QString said = words.isEmpty() ? tr("searching") : tr("best %1").arg(words);
    editor_->set_description(searched_ ? said + QStringLiteral(". ") + help : help);
}

void ParameterRow::show_best()
{
    if (!hint_)
        return;
    const QString& words = best_words_;
    const bool stale = best_stale_;
    const RowWidths widths = row_widths(compact_);
    const int room = std::max(width(), widths.least()) - widths.before() - widths.after() - widths.field - slider_gap;
    const Theme& theme = theme_of(this);
    const QString colour = (stale ? theme.text3 : theme.text2).name();
    const QString value_colour = (stale ? theme.text3 : theme.text).name();
    const QString shown
        = !best_applies_ ? (words.isEmpty() ? tr("searching") : words) : best_html(words, value_colour, room);
    hint_->setToolTip(best_applies_ ? tr("best %1").arg(words) : QString());
    const QString html = QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour, shown);
    if (hint_->text() != html)
        hint_->setText(html);
}

void ParameterRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (lock_ && event->size().width() != event->oldSize().width())
        show_best();
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
    const QString name = text(Word{parameter_.label});
    lock_->setChecked(locked);
    lock_->setIcon(icon(locked ? QStringLiteral("lock") : QStringLiteral("unlock"), colour));
    lock_->setAccessibleName(locked ? tr("Unlock %1").arg(name) : tr("Lock %1").arg(name));
    lock_->setToolTip(locked ? tr("Kept by the search for the best plan. Click to let it choose.")
                             : tr("The search for the best plan may change it. Click to keep it."));
}

void ParameterRow::show_derived(const DerivedText& derived)
{
    if (!derived_)
        build_derived();
    derived_hint_->set_full_text(derived.hint);
    set_ink(derived_hint_, "text2");
    derived_value_->setText(derived.value);
    derived_->setAccessibleName(text(Word{parameter_.label}) + QStringLiteral(": ") + derived.value + QLatin1Char(' ')
                                + derived.hint);
}

void ParameterRow::show_help()
{
    if (help_)
        return;
    help_ = new QLabel(this);
    help_->setWordWrap(true);
    help_->setFont(interface_font(12));
    help_->setContentsMargins(12, 0, 12, 6);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, help_);
}

void ParameterRow::refresh_help()
{
    if (!help_)
        return;
    QString words = text(Word{parameter_.help});
    const Value value = document_.value(parameter_.key);
    if (const std::string* chosen = std::get_if<std::string>(&value))
        for (const Option& option : parameter_.options)
            if (option.value == *chosen && !option.help.empty())
                words += QStringLiteral(" <b style=\"font-weight:600\">%1</b>: %2")
                             .arg(text(Word{option.label}).toHtmlEscaped(), text(Word{option.help}).toHtmlEscaped());
    set_ink(help_, "text2");
    if (help_->text() != words)
        help_->setText(words);
}

bool ParameterRow::take_focus()
{
    std::vector<QWidget*> order = controls();
    order.insert(order.begin(), editor_->main_control()); // a field takes what is typed next
    for (QWidget* control : order)
        if (control->isVisible()) {
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

/// What the editor made of "32k": another number than it is elsewhere. No text: what it says.
RowNotice ParameterRow::reading() const
{
    const Value value = document_.value(parameter_.key);
    const double* number = std::get_if<double>(&value);
    const auto plain = units::parse(typed_.toStdString(), parameter_.unit);
    if (!number || parameter_.key != "sequence" || !plain || *plain / 1000 * 1024 != *number)
        return {};
    return {true, tr("%1 is %2 here, k is 1,024").arg(typed_, quantity(*number, parameter_.unit, 7)),
            tr("Use %1").arg(quantity(*plain, parameter_.unit, 7)), exact_value(parameter_, Value(*plain))};
}

/// What was typed and refused is said before what is wrong with the plan.
void ParameterRow::refresh_message()
{
    RowNotice notice = notice_;
    const auto* refusal = document_.refusal(parameter_.key);
    if (refusal)
        notice = {false, text(refusal->error),
                  refusal->offer.empty() ? QString() : tr("Use %1").arg(text(refusal->offer)), refusal->offer};
    editor_->set_state(notice.text.isEmpty() ? QString()
                           : notice.warning  ? QStringLiteral("warned")
                                             : QStringLiteral("refused"));
    const RowNotice shown = notice.text.isEmpty() ? reading() : notice;
    if (!shown.text.isEmpty() && !message_)
        build_message();
    if (message_)
        message_->show_notice(shown, refusal != nullptr);
}

QString ParameterRow::summary() const
{
    if (follows())
        return derived_value_->text();
    return document_.is_open(parameter_.key) ? tr("auto") : editor_->summary();
}

bool ParameterRow::follows() const { return derived_ && derived_->isVisibleTo(this); }

void ParameterRow::mark()
{
    constexpr int mark_milliseconds = 1600;
    marked_.start(mark_milliseconds);
    update();
}

void ParameterRow::paintEvent(QPaintEvent*)
{
    if (!changed_ && !marked_.isActive())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = theme_of(this).accent;
    if (marked_.isActive()) {
        painter.setPen(QPen(accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(3, 1, -3, -1), 3, 3);
    }
    if (changed_) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(accent);
        painter.drawEllipse(QPointF(6, 14), 2, 2);
    }
}

void ParameterRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    if (reset_)
        reset_->setIcon(icon(QStringLiteral("reset"), theme_of(this).text2));
    refresh_lock();
    refresh_message();
}

} // namespace plateau::ui
