// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include "core/text/units/quantity.h"

namespace plateau::ui {

/// How all numbers of one axis are written.
struct TickFormat {
    int prefix = -1; ///< all in thousands (1), millions (2) ...; -1: each in its own
    double prefixed_from = 1e4; ///< smaller ones stand in full
    bool powers = false; ///< of ten
};
/// The format of an axis between two values: "5,000" beside "10,000", "50 k" beside "100 k", never both.
TickFormat tick_format(double low, double high, bool logarithmic, units::Unit unit);

/// "100 k", "10 M", "2,048", "37" for a fraction: the unit stands in the panel's title.
QString tick_text(double value, units::Unit unit, const TickFormat& format = {});
/// The text of a tick, with a plus before what is above zero.
QString signed_tick_text(double value, units::Unit unit, const TickFormat& format = {});

/// Ticks whose labels do not touch.
class LegibleTicker : public QCPAxisTicker {
public:
    explicit LegibleTicker(const QCPAxis* axis) : axis_(axis) { }
    void set_unit(units::Unit unit) { unit_ = unit; }
    /// Length of the axis in pixels; QCustomPlot asks for ticks before it lays the axis out.
    void set_extent(double pixels) { extent_ = pixels < 1 ? 1 : pixels; }
    /// How many labels it would have at a length.
    qsizetype labels_at(double pixels, const QCPRange& range);

protected:
    int getSubTickCount(double) override { return 0; }
    /// As many decimals in all of a linear axis as one of them needs.
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar format,
                                       int precision) override;
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tick_text(tick, unit_, format()); }
    TickFormat format() const
    {
        return tick_format(axis_->range().lower, axis_->range().upper, axis_->scaleType() == QCPAxis::stLogarithmic,
                           unit_);
    }
    /// The first of the choices whose labels stand apart and are at least three; else the one with most labels.
    QVector<double> best_ticks(const QVector<QVector<double>>& choices, const QCPRange& range);

    const QCPAxis* axis_;
    double extent_ = 400;
    units::Unit unit_ = units::Unit::None;

private:
    bool stand_apart(const QVector<double>& ticks, const QCPRange& range);
};

/// Powers of two on a logarithmic axis: each one, or every second, fourth ...
class PowerOfTwoTicker final : public LegibleTicker {
public:
    using LegibleTicker::LegibleTicker;

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
};

/// Decades on a logarithmic axis (1-2-5 when there are few), round steps on a linear one, at a legible distance.
class ValueTicker final : public LegibleTicker {
public:
    using LegibleTicker::LegibleTicker;
    void set_spacing(double pixels) { spacing_ = pixels; }
    void set_with_plus(bool with_plus) { with_plus_ = with_plus; }
    /// Words at 0, 1, 2 ... instead of numbers; none: numbers.
    void set_words(QStringList words) { words_ = std::move(words); }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;

private:
    QVector<QVector<double>> logarithmic(const QCPRange& range) const;
    QVector<QVector<double>> linear(const QCPRange& range) const;

    double spacing_ = 26;
    bool with_plus_ = false;
    QStringList words_;
};

/// What a step divides without rest, from one value to another; 100 values at most.
QVector<double> multiples(double step, double from, double to);

/// The round step (1, 2, 2.5, 5 x 10^n) that divides `span` into at most `parts`.
double round_step(double span, int parts);

} // namespace plateau::ui
