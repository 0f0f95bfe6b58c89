// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QTextLayout>

#include "core/catalog/catalog.h"
#include "core/limits/curve.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

QString subject_of_row(const ParameterDescription& parameter, const QuestionDocument& document)
{
    return QLatin1String(document.training() ? "" : "limits-") + text(parameter.key);
}

namespace {

/// Says a shipped file's words in the window's language and leaves a person's as they are.
QString words_in(const std::string& file, const std::string& words)
{
    return lines(catalog::words_of_file(words, catalog::is_shipped(file)));
}

std::vector<NamedOption> catalog_options(const std::string& key, const catalog::Catalog& catalog)
{
    std::vector<NamedOption> options;
    if (key == "hardware")
        for (const auto& entry : catalog.accelerators)
            options.push_back({text(entry.id), text(entry.title), words_in(entry.file, entry.notes)});
    if (key == "model")
        for (const auto& entry : catalog.models)
            options.push_back({text(entry.id), text(entry.title), words_in(entry.file, entry.notes)});
    if (key == "stack")
        for (const auto& entry : catalog.stacks)
            options.push_back({text(entry.id), text(title_of(entry)), words_in(entry.file, entry.remarks)});
    return options;
}

QString short_unit(units::Unit unit, const QString& whole)
{
    switch (unit) {
    case units::Unit::Sequences:
        return QCoreApplication::translate("units", "seq");
    case units::Unit::Tokens:
        return QString(whole).replace(QStringLiteral("tokens"), QCoreApplication::translate("units", "tok"));
    case units::Unit::UsdPerGpuHour:
        return QCoreApplication::translate("units", "$/h");
    default:
        return whole;
    }
}

} // namespace

std::vector<NamedOption> options_of(const ParameterDescription& parameter, const catalog::Catalog& catalog)
{
    if (parameter.kind == ParameterKind::Switch)
        return {{QStringLiteral("off"), QCoreApplication::translate("parameters", "Off"), {}},
                {QStringLiteral("on"), QCoreApplication::translate("parameters", "On"), {}}};
    if (parameter.kind == ParameterKind::Name)
        return catalog_options(parameter.key, catalog);
    std::vector<NamedOption> options;
    for (const Option& option : parameter.options)
        options.push_back({text(option.value), text(Word{option.label}), text(Word{option.help})});
    return options;
}

QString option_name(const Value& value)
{
    if (const std::string* name = std::get_if<std::string>(&value))
        return text(*name);
    return std::get<double>(value) != 0 ? QStringLiteral("on") : QStringLiteral("off");
}

QString default_source(const ParameterDescription& parameter, const QuestionDocument& document)
{
    const auto* assumed = document.training() ? catalog::assumed(document.catalog(), parameter.key) : nullptr;
    if (!assumed)
        return text(Word{parameter.provenance});
    const auto say = [assumed](const char* how) {
        return QCoreApplication::translate("parameters", how).arg(words_in(assumed->file, assumed->source));
    };
    switch (assumed->known_by) {
    case catalog::KnownBy::Measured:
        return say("%1 (measured)");
    case catalog::KnownBy::Read:
        return words_in(assumed->file, assumed->source);
    case catalog::KnownBy::Derived:
        return say("%1 (derived)");
    case catalog::KnownBy::SecondHand:
        return say("%1 (second-hand)");
    case catalog::KnownBy::Recalled:
        return say("%1 (recalled)");
    case catalog::KnownBy::Estimated:
        break;
    }
    return say("%1 (estimated)");
}

QString shown_value(const ParameterDescription& parameter, const Value& value, const catalog::Catalog& catalog)
{
    if (const std::string* id = std::get_if<std::string>(&value); id && parameter.kind == ParameterKind::Name)
        for (const NamedOption& option : catalog_options(parameter.key, catalog))
            if (option.value == text(*id))
                return option.label;
    return text(value_words(parameter, value));
}

QString best_words(const ParameterDescription& parameter, const Value& value)
{
    if (const double* number = std::get_if<double>(&value);
        number && parameter.kind != ParameterKind::Switch && !(*number == 0 && !parameter.zero_label.empty()))
        return short_text(parameter, *number).number;
    return text(value_words(parameter, value));
}

namespace {

/// Returns the months of a run that lasts a whole number of them.
double whole_months(const ParameterDescription& parameter, double value)
{
    constexpr double shortest_run = 3600, slack = 1e-3;
    if (parameter.unit != units::Unit::Seconds || parameter.minimum < shortest_run)
        return 0;
    const double months = value / limits::month_seconds, near = std::round(months);
    return near >= 1 && std::abs(months - near) < slack * near ? near : 0;
}

} // namespace

ShortText short_text(const ParameterDescription& parameter, double value)
{
    if (const double months = whole_months(parameter, value); months > 0)
        return {QString::number(months),
                QString::fromLatin1(months == 1 ? QT_TRANSLATE_NOOP("units", "month")
                                                : QT_TRANSLATE_NOOP("units", "months"))};
    if (value == 0 && !parameter.zero_name.empty())
        return {text(Word{parameter.zero_name}), {}};
    const units::NumberAndUnit shown = units::show(value, parameter.unit, 4);
    const QString unit = short_unit(parameter.unit, text(shown.unit));
    if (parameter.kind == ParameterKind::Whole && value >= 1e6 && value < 1e10 && std::isfinite(value)) {
        QString digits = QString::number(static_cast<qint64>(std::llround(value)));
        for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
            digits.insert(at, QLatin1Char(','));
        return {digits, short_unit(parameter.unit, text(units::show(2, parameter.unit).unit))};
    }
    return {text(shown.number), unit};
}

DerivedText derived_text(const ParameterDescription& parameter, const QuestionDocument& document, const Parts* parts)
{
    if (!document.training())
        return {};
    const Scenario& scenario = *document.training();
    const bool per_gpu = scenario.workload.batch_mode == BatchMode::PerGpu;
    const bool follows = !scenario.overrides.count(parameter.key) && !scenario.open.count(parameter.key);
    if (parameter.key == "global_batch" && per_gpu) {
        const double sequences = parts && parts->global_batch > 0
            ? parts->global_batch
            : scenario.workload.sequences_per_gpu * scenario.cluster.gpus;
        return {quantity(sequences * scenario.workload.sequence, units::Unit::Tokens),
                quantity(sequences, units::Unit::Count) + QChar(0x00A0) + QCoreApplication::translate("units", "seq")};
    }
    if (parameter.key == "sequences_per_gpu" && !per_gpu)
        return {QCoreApplication::translate("parameters", "follows"),
                quantity(scenario.workload.global_batch / std::max(1.0, scenario.cluster.gpus), units::Unit::None)
                    + QChar(0x00A0) + QCoreApplication::translate("units", "seq")};
    if (parameter.key == "dp" && follows)
        return {QCoreApplication::translate("parameters", "follows"),
                parts && parts->plan.dp > 0 ? quantity(parts->plan.dp, units::Unit::Count) : QStringLiteral("–")};
    return {};
}

double effective_value(const ParameterDescription& parameter, const QuestionDocument& document, const Parts* parts)
{
    const Value value = document.value(parameter.key);
    const double own = std::holds_alternative<double>(value) ? std::get<double>(value) : 0;
    if (own > 0 || !parts || !parts->possible() || !document.training())
        return own;
    Scenario resolved = *document.training();
    resolved.plan = parts->plan;
    const Value used = training_parameters().find(parameter.key)->get(resolved);
    return std::holds_alternative<double>(used) ? std::get<double>(used) : own;
}

double stop_position(const std::vector<double>& stops, double value)
{
    if (stops.empty() || value <= stops.front())
        return 0;
    const auto after = std::lower_bound(stops.begin(), stops.end(), value * (1 - 1e-12));
    if (after == stops.end())
        return static_cast<double>(stops.size() - 1);
    const auto index = static_cast<double>(after - stops.begin());
    if (std::abs(*after - value) <= 1e-9 * std::abs(value))
        return index;
    const double below = *(after - 1), above = *after;
    return index - 1
        + (below > 0 ? std::log(value / below) / std::log(above / below) : (value - below) / (above - below));
}

double stop_from(const std::vector<double>& stops, double position, int by)
{
    constexpr double on_a_stop = 1e-9;
    const double from = by > 0 ? std::floor(position + on_a_stop) : std::ceil(position - on_a_stop);
    return stops[static_cast<std::size_t>(std::clamp(from + by, 0.0, static_cast<double>(stops.size() - 1)))];
}

namespace {

/// Line by line, broken between words.
QString broken(const QString& words, const QFont& font, int width)
{
    QStringList lines;
    QTextLayout layout(words, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << words.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines.join(QLatin1Char('\n'));
}

} // namespace

RowLabel::RowLabel(const QString& words, QWidget* parent) : QLabel(parent), words_(words)
{
    setTextFormat(Qt::PlainText);
    setText(words_);
}

void RowLabel::set_width(int pixels)
{
    setFixedWidth(pixels);
    const QFont usual = interface_font(13), small = interface_font(12);
    const bool whole = QFontMetrics(usual).horizontalAdvance(words_) <= pixels;
    set_font(this, whole ? usual : small);
    setText(whole ? words_ : broken(words_, small, pixels));
}

RowMessage::RowMessage(QWidget* parent) : QWidget(parent), sign_(new QLabel(this)), words_(new QLabel(this))
{
    auto* line = box_layout<QHBoxLayout>(this, {12, 0, 12, 4}, 6);
    line->addWidget(sign_, 0, Qt::AlignTop);
    line->addWidget(words_, 1);
    words_->setWordWrap(true);
    words_->setFont(interface_font(12));
    words_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setFocusProxy(words_);
    connect(words_, &QLabel::linkActivated, this, &RowMessage::offer_taken);
    hide();
}

void RowMessage::show_notice(const RowNotice& notice, bool refused)
{
    setVisible(!notice.text.isEmpty());
    if (notice.text.isEmpty())
        return;
    const Theme& theme = theme_of(this);
    const QColor colour = notice.warning ? theme.warning : theme.error;
    const QString sign = refused && !notice.warning ? QStringLiteral("error") : QStringLiteral("warning");
    sign_->setPixmap(icon(sign, colour).pixmap({14, 14}, devicePixelRatioF()));
    QString words = notice.text.toHtmlEscaped();
    if (!words.endsWith(QLatin1Char('.')))
        words += QLatin1Char('.');
    if (!notice.offer.isEmpty())
        words += QStringLiteral(" <a href=\"%1\" style=\"color:%3\">%2</a>")
                     .arg(text(notice.offer_text).toHtmlEscaped(), notice.offer.toHtmlEscaped(), theme.accent.name());
    words_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), words));
    words_->setAccessibleName(notice.text);
}

ObjectiveRow::ObjectiveRow(QuestionDocument& document, QWidget* parent)
    : QWidget(parent), document_(document), label_(new QLabel(tr("Best means"), this)), combo_(new QuietCombo(this))
{
    setObjectName(QStringLiteral("row_objective"));
    setFixedHeight(28);
    auto* line = box_layout<QHBoxLayout>(this, {12, 0, 0, 0}, 0);
    line->addWidget(label_);
    line->addSpacing(2);
    line->addWidget(combo_, 1);
    for (const search::ObjectiveRow& row : search::objectives())
        combo_->addItem(text(Word{row.label}), static_cast<int>(row.objective));
    combo_->setAccessibleName(label_->text());
    combo_->setAccessibleDescription(tr("What the search for the best plan looks for."));
    label_->setToolTip(combo_->accessibleDescription());
    label_->setBuddy(combo_);
    connect(combo_, &QComboBox::activated, this, [this](int index) {
        choose_objective(document_, static_cast<search::Objective>(combo_->itemData(index).toInt()));
    });
    set_compact(false);
}

void ObjectiveRow::refresh()
{
    combo_->setCurrentIndex(combo_->findData(static_cast<int>(answers::objective(*document_.training()))));
}

void ObjectiveRow::stand_alone()
{
    constexpr int after_label = 8, around_words = 36;
    int widest = 0;
    for (int i = 0; i < combo_->count(); ++i)
        widest = std::max(widest, combo_->fontMetrics().horizontalAdvance(combo_->itemText(i)));
    label_->setFixedWidth(label_->sizeHint().width() + after_label);
    layout()->setContentsMargins(0, 0, 0, 0);
    setFixedWidth(label_->maximumWidth() + around_words + widest);
}

void ObjectiveRow::set_compact(bool compact)
{
    label_->setFixedWidth(row_widths(compact).label);
    layout()->setContentsMargins(12, 0, row_widths(compact).after(), 0);
}

} // namespace plateau::ui
