// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "ui/controls/text.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr int most_labels = 12;
constexpr int least_labels = 3;
constexpr double few_decades = 1.7; ///< fewer are labelled at 1, 2 and 5
constexpr double nearly = 1e-9;

QString plain(double value)
{
    const int decimals = std::abs(value - std::round(value)) < 1e-6 * std::max(1.0, std::abs(value)) ? 0
        : std::abs(10 * value - std::round(10 * value)) < 1e-6                                       ? 1
                                                                                                     : 2;
    const QString digits = QLocale(QLocale::English, QLocale::UnitedStates).toString(std::abs(value), 'f', decimals);
    return value < 0 ? QChar(0x2212) + digits : digits;
}

constexpr std::array<const char*, 5> prefixes{"", "k", "M", "G", "T"};

/// What follows a prefix: "40 GB", "100 kW". Elsewhere the unit stands in the title.
QString symbol(units::Unit unit)
{
    return QLatin1String(unit == units::Unit::Bytes ? "B" : unit == units::Unit::Watts ? "W" : "");
}

/// In thousands, millions ... as `prefix` says; -1: as short as it can be.
QString prefixed(double value, units::Unit unit, int prefix = -1)
{
    std::size_t index = 0;
    while (index + 1 < prefixes.size()
           && (prefix < 0 ? std::abs(value) >= 999.5 : index < static_cast<std::size_t>(prefix))) {
        value /= 1000;
        ++index;
    }
    const QString number = plain(value);
    return index == 0 || value == 0 ? number : number + QChar(0x00A0) + QLatin1String(prefixes[index]) + symbol(unit);
}

constexpr double beyond_prefixes = 999.5e12;
constexpr double most_prefixed = 2e6; ///< ends of a logarithmic axis, one by the other; wider ones have powers of ten

/// "10²⁸", "2.05 × 10²⁸".
QString scientific(double value)
{
    if (!(value > 0))
        return plain(value);
    const QString text = QString::number(value, 'e', 2);
    const qsizetype at = text.indexOf(QLatin1Char('e'));
    QString mantissa = text.left(at);
    while (mantissa.endsWith(QLatin1Char('0')))
        mantissa.chop(1);
    if (mantissa.endsWith(QLatin1Char('.')))
        mantissa.chop(1);
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString power = QStringLiteral("10");
    for (const QChar digit : QString::number(text.mid(at + 1).toInt()))
        power += digit == QLatin1Char('-') ? QChar(0x207B) : digits[digit.digitValue()];
    return mantissa == QLatin1String("1")
        ? power
        : mantissa + QStringLiteral(" × ").replace(QLatin1Char(' '), QChar(0x00A0)) + power;
}

QString tick_digits(double value, units::Unit unit, const TickFormat& format)
{
    if (format.powers)
        return std::abs(value) < 999.5 ? plain(value) : scientific(value);
    if (unit == units::Unit::Flop || std::abs(value) >= beyond_prefixes)
        return scientific(value);
    if (unit == units::Unit::Fraction)
        return plain(100 * value);
    if (unit == units::Unit::Gpus || unit == units::Unit::Count)
        return value < 1e6 || std::fmod(value, 1e3) != 0 ? plain(value) : prefixed(value, unit);
    if (format.prefix >= 0)
        return prefixed(value, unit, format.prefix);
    return std::abs(value) >= format.prefixed_from ? prefixed(value, unit) : plain(value);
}

} // namespace

TickFormat tick_format(double low, double high, bool logarithmic, units::Unit unit)
{
    const double most = std::max(std::abs(low), std::abs(high));
    const double in_full = symbol(unit).isEmpty() ? 1e5 : 1e4; // as GPUs are: "10,000" beside "8,192"
    if (unit == units::Unit::Flop || unit == units::Unit::Fraction || unit == units::Unit::Gpus
        || unit == units::Unit::Count || !(most >= in_full))
        return {.prefixed_from = in_full};
    if (logarithmic && low > 0)
        return {.prefixed_from = 1e3, .powers = high / low > most_prefixed};
    if (most >= beyond_prefixes)
        return {};
    return {.prefix = std::min(static_cast<int>(prefixes.size()) - 1,
                               static_cast<int>(std::floor(std::log10(most) / 3 + nearly)))};
}

QString tick_text(double value, units::Unit unit, const TickFormat& format)
{
    return written_here(tick_digits(value, unit, format));
}

QString signed_tick_text(double value, units::Unit unit, const TickFormat& format)
{
    return value > 0 ? QLatin1Char('+') + tick_text(value, unit, format) : tick_text(value, unit, format);
}

double round_step(double span, int parts)
{
    const double raw = span / std::max(1, parts);
    const double decade = std::pow(10, std::floor(std::log10(raw) + nearly));
    for (double factor : {1.0, 2.0, 2.5, 5.0})
        if (factor * decade >= raw * (1 - nearly))
            return factor * decade;
    return 10 * decade;
}

QVector<double> multiples(double step, double from, double to)
{
    constexpr int most = 100;
    const double first = std::ceil(from / step - nearly), end = to + nearly * (std::abs(to) + step);
    QVector<double> values;
    // Counted by themselves: where a step is lost in the last digits, adding it would never reach the end.
    for (int i = 0; i < most && (first + i) * step <= end; ++i)
        values.append((first + i) * step);
    return values;
}

bool LegibleTicker::stand_apart(const QVector<double>& ticks, const QCPRange& range)
{
    const QFont font = axis_->tickLabelFont();
    const QFontMetricsF metrics(font);
    const bool logarithmic = axis_->scaleType() == QCPAxis::stLogarithmic;
    const bool across = axis_->orientation() == Qt::Horizontal;
    const auto pixel = [&](double tick) {
        return extent_
            * (logarithmic ? std::log(tick / range.lower) / std::log(range.upper / range.lower)
                           : (tick - range.lower) / range.size());
    };
    const double gap = (across ? 0.7 : 0.05) * metrics.height();
    const auto length
        = [&](double tick) { return across ? width_of(getTickLabel(tick, {}, {}, 0), font) : metrics.height(); };
    for (qsizetype i = 1; i < ticks.size(); ++i)
        if (pixel(ticks[i]) - pixel(ticks[i - 1]) < (length(ticks[i]) + length(ticks[i - 1])) / 2 + gap)
            return false;
    return true;
}

QVector<double> LegibleTicker::best_ticks(const QVector<QVector<double>>& choices, const QCPRange& range)
{
    QVector<double> best;
    for (const QVector<double>& ticks : choices) {
        if (!stand_apart(ticks, range))
            continue;
        if (ticks.size() >= least_labels)
            return ticks;
        if (ticks.size() > best.size())
            best = ticks;
    }
    if (best.size() >= 2)
        return best;
    // However little room: two are labelled where there are two.
    for (const QVector<double>& ticks : choices)
        if (ticks.size() >= 2 && (best.size() < 2 || ticks.size() < best.size()))
            best = ticks;
    return best;
}

QVector<QString> LegibleTicker::createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar format,
                                                  int precision)
{
    QVector<QString> labels = QCPAxisTicker::createLabelVector(ticks, locale, format, precision);
    if (axis_->scaleType() == QCPAxis::stLogarithmic)
        return labels;
    const QChar mark = written_here(QStringLiteral("0.1"))[1];
    const auto decimals = [&](const QString& label) {
        const qsizetype at = label.indexOf(mark);
        qsizetype end = at + 1;
        while (at >= 0 && end < label.size() && label[end].isDigit())
            ++end;
        return at < 0 ? qsizetype(0) : end - at - 1;
    };
    qsizetype most = 0;
    for (const QString& label : labels)
        most = std::max(most, decimals(label));
    for (QString& label : labels) {
        qsizetype end = label.size();
        while (end > 0 && !label[end - 1].isDigit())
            --end;
        const bool is_zero = label == QLatin1String("0");
        const qsizetype lacks = most - decimals(label);
        if (lacks > 0 && most <= 2 && end > 0 && !is_zero)
            label.insert(end, (lacks == most ? QString(mark) : QString()) + QString(lacks, QLatin1Char('0')));
    }
    return labels;
}

qsizetype LegibleTicker::labels_at(double pixels, const QCPRange& range)
{
    const double before = std::exchange(extent_, pixels);
    const qsizetype count = createTickVector(0, range).size();
    extent_ = before;
    return count;
}

namespace {

QVector<double> round_ticks(const QCPRange& range, int parts)
{
    const double step = round_step(range.size(), parts);
    return multiples(step, range.lower, range.upper);
}

/// Powers of ten a stride apart, or each with the factors between.
QVector<double> decade_ticks(const QCPRange& range, int stride, std::initializer_list<double> factors)
{
    const int lowest = static_cast<int>(std::ceil(std::log10(range.lower) - nearly));
    const int highest = static_cast<int>(std::floor(std::log10(range.upper) + nearly));
    const int spare = std::max(0, highest - lowest) % stride;
    int first = lowest; // the phase with the most labels, on a multiple of the stride where there is one
    for (int power = lowest; power <= lowest + spare; ++power)
        if (power % stride == 0)
            first = power;
    QVector<double> ticks;
    for (int power = first - (factors.size() > 1 ? 1 : 0); power <= highest; power += stride)
        for (const double factor : factors)
            if (const double tick = factor * std::pow(10, power);
                tick >= range.lower * (1 - nearly) && tick <= range.upper * (1 + nearly))
                ticks.append(tick);
    return ticks;
}

} // namespace

QVector<double> PowerOfTwoTicker::createTickVector(double, const QCPRange& range)
{
    if (!(range.lower > 0) || !std::isfinite(range.upper))
        return {};
    const int first = static_cast<int>(std::ceil(std::log2(range.lower) - nearly));
    const int last = static_cast<int>(std::floor(std::log2(range.upper) + nearly));
    QVector<QVector<double>> choices;
    for (int stride = 1; stride <= std::max(1, last - first); ++stride) {
        QVector<double> ticks;
        for (int power = first; power <= last; power += stride)
            ticks.append(std::exp2(power));
        if (ticks.size() <= most_labels)
            choices.append(ticks);
    }
    for (const int parts : {6, 4, 3, 2}) // less than two doublings
        choices.append(round_ticks(range, parts));
    return best_ticks(choices, range);
}

QString ValueTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    if (!words_.isEmpty())
        return words_.value(static_cast<int>(std::lround(tick)));
    return with_plus_ ? signed_tick_text(tick, unit_, format()) : tick_text(tick, unit_, format());
}

QVector<double> ValueTicker::createTickVector(double, const QCPRange& range)
{
    if (!words_.isEmpty()) {
        QVector<double> ticks;
        for (qsizetype i = 0; i < words_.size(); ++i)
            ticks.append(static_cast<double>(i));
        return ticks;
    }
    return best_ticks(axis_->scaleType() == QCPAxis::stLogarithmic ? logarithmic(range) : linear(range), range);
}

QVector<QVector<double>> ValueTicker::logarithmic(const QCPRange& range) const
{
    const double decades = std::log10(range.upper / range.lower);
    const double room = extent_ / std::max(decades, nearly);
    const int wanted = std::max(1, static_cast<int>(std::ceil(spacing_ / room)));
    QVector<QVector<double>> choices;
    if (decades < few_decades)
        choices.append(decade_ticks(range, 1, {1, 2, 5}));
    for (int stride = wanted; stride <= std::max(wanted, static_cast<int>(decades)); ++stride)
        choices.append(decade_ticks(range, stride, {1}));
    for (int stride = 1; stride < wanted; ++stride)
        choices.append(decade_ticks(range, stride, {1}));
    choices.append(decade_ticks(range, 1, {1, 2, 5}));
    choices.append(decade_ticks(range, 1, {1, 3}));
    choices.append(decade_ticks(range, 1, {1, 2, 3, 5, 7}));
    for (const int parts : {4, 3, 5, 6, 8, 10, 2})
        choices.append(round_ticks(range, parts));
    return choices;
}

QVector<QVector<double>> ValueTicker::linear(const QCPRange& range) const
{
    const int parts = std::clamp(static_cast<int>(extent_ / spacing_), 1, 6);
    QVector<QVector<double>> choices;
    for (int more = parts; more <= std::max(8, parts); ++more)
        choices.append(round_ticks(range, more));
    for (int fewer = parts - 1; fewer >= 1; --fewer)
        choices.append(round_ticks(range, fewer));
    return choices;
}

} // namespace plateau::ui
