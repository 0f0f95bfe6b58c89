// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/tickers.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plateau::ui {

namespace {

constexpr int most_labels = 12;
constexpr int widest_stride = 64;
constexpr double nearly = 1e-9;

QString plain(double value)
{
    const int decimals = std::abs(value - std::round(value)) < 1e-6 * std::max(1.0, std::abs(value)) ? 0
        : std::abs(10 * value - std::round(10 * value)) < 1e-6                                       ? 1
                                                                                                     : 2;
    QString digits = QLocale::c().toString(std::abs(value), 'f', decimals);
    qsizetype whole = digits.indexOf(QLatin1Char('.'));
    for (qsizetype at = (whole < 0 ? digits.size() : whole) - 3; at > 0; at -= 3)
        digits.insert(at, QLatin1Char(','));
    return value < 0 ? QChar(0x2212) + digits : digits;
}

QString prefixed(double value)
{
    static constexpr std::array<const char*, 5> prefixes{"", "k", "M", "G", "T"};
    std::size_t index = 0;
    while (std::abs(value) >= 999.5 && index + 1 < prefixes.size()) {
        value /= 1000;
        ++index;
    }
    const QString number = plain(value);
    return index == 0 ? number : number + QChar(0x00A0) + QLatin1String(prefixes[index]);
}

constexpr double beyond_prefixes = 999.5e12;

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

} // namespace

QString tick_text(double value, units::Unit unit)
{
    if (unit == units::Unit::Flop || std::abs(value) >= beyond_prefixes)
        return scientific(value);
    if (unit == units::Unit::Fraction)
        return plain(100 * value);
    if (unit == units::Unit::Gpus || unit == units::Unit::Count)
        return value < 1e6 || std::fmod(value, 1e3) != 0 ? plain(value) : prefixed(value);
    return std::abs(value) >= 1e4 ? prefixed(value) : plain(value);
}

QString signed_tick_text(double value, units::Unit unit)
{
    return value > 0 ? QLatin1Char('+') + tick_text(value, unit) : tick_text(value, unit);
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

QVector<double> PowerOfTwoTicker::createTickVector(double, const QCPRange& range)
{
    if (!(range.lower > 0) || !std::isfinite(range.upper))
        return {};
    const int first = static_cast<int>(std::ceil(std::log2(range.lower) - nearly));
    const int last = static_cast<int>(std::floor(std::log2(range.upper) + nearly));
    const double widest = QFontMetricsF(axis_->tickLabelFont()).horizontalAdvance(tick_text(std::exp2(last), unit_));
    const double room = extent_ / std::max(1.0, std::log2(range.upper / range.lower));
    int stride = 1;
    while (stride < widest_stride && ((last - first) / stride + 1 > most_labels || room * stride < widest + 10))
        stride *= 2;
    QVector<double> ticks;
    for (int power = first; power <= last; power += stride)
        ticks.append(std::exp2(power));
    return ticks;
}

QString ValueTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    if (!words_.isEmpty())
        return words_.value(static_cast<int>(std::lround(tick)));
    return with_plus_ ? signed_tick_text(tick, unit_) : tick_text(tick, unit_);
}

QVector<double> ValueTicker::createTickVector(double, const QCPRange& range)
{
    if (!words_.isEmpty()) {
        QVector<double> ticks;
        for (qsizetype i = 0; i < words_.size(); ++i)
            ticks.append(static_cast<double>(i));
        return ticks;
    }
    if (axis_->scaleType() != QCPAxis::stLogarithmic)
        return linear(range);
    const QVector<double> ticks = logarithmic(range);
    return ticks.size() < 2 ? linear(range) : ticks; // less than half a decade
}

QVector<double> ValueTicker::logarithmic(const QCPRange& range) const
{
    const double decades = std::log10(range.upper / range.lower);
    const int lowest = static_cast<int>(std::ceil(std::log10(range.lower) - nearly));
    const int highest = static_cast<int>(std::floor(std::log10(range.upper) + nearly));
    const double room = extent_ / std::max(decades, nearly);
    // However little room: two decades are labelled where there are two.
    const int stride = std::clamp(static_cast<int>(std::ceil(spacing_ / room)), 1, std::max(1, highest - lowest));
    const int spare = (highest - lowest) % stride;
    int first = lowest; // the phase with the most labels, on a multiple of the stride where there is one
    for (int power = lowest; power <= lowest + spare; ++power)
        if (power % stride == 0)
            first = power;
    QVector<double> ticks;
    for (int power = first - (decades < 1.7 ? 1 : 0); power <= highest; power += stride)
        for (double factor : {1.0, 2.0, 5.0}) {
            const double tick = factor * std::pow(10, power);
            const bool wanted = factor == 1.0 || decades < 1.7;
            if (wanted && tick >= range.lower * (1 - nearly) && tick <= range.upper * (1 + nearly))
                ticks.append(tick);
        }
    return ticks;
}

QVector<double> ValueTicker::linear(const QCPRange& range) const
{
    const int parts = std::clamp(static_cast<int>(extent_ / spacing_), 1, 6);
    const double step = round_step(range.size(), parts);
    QVector<double> ticks;
    for (double index = std::ceil(range.lower / step - nearly);
         index * step <= range.upper * (1 + nearly) + nearly * step; ++index)
        ticks.append(index * step);
    return ticks;
}

} // namespace plateau::ui
