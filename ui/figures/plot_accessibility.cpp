// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QAccessibleWidget>
#include <QColor>

#include "ui/controls/subject.h"

namespace plateau::ui {

namespace {

class PlotAccessible final : public QAccessibleWidget {
public:
    explicit PlotAccessible(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Chart) { }
    QString text(QAccessible::Text kind) const override
    {
        return QAccessibleWidget::text(kind == QAccessible::Value ? QAccessible::Description : kind);
    }
};

QAccessibleInterface* make_plot_accessible(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    if (widget && widget->property(plot_property).toBool())
        return new PlotAccessible(widget);
    const int role = widget ? widget->property(role_property).toInt() : 0;
    return role > 0 ? new QAccessibleWidget(widget, static_cast<QAccessible::Role>(role)) : nullptr;
}

} // namespace

void tell_plots()
{
    static const bool told = (QAccessible::installFactory(make_plot_accessible), true);
    Q_UNUSED(told)
}

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

/// On linear light. Grey: relative luminance; the others: Machado, Oliveira and Fernandes 2009, severity 1.
constexpr Matrix grey{{{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722}}};
constexpr Matrix deuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};

double linear_light(int channel)
{
    const double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

int channel_of(double light)
{
    const double inside = std::clamp(light, 0.0, 1.0);
    const double share = inside <= 0.0031308 ? 12.92 * inside : 1.055 * std::pow(inside, 1 / 2.4) - 0.055;
    return static_cast<int>(std::lround(255 * share));
}

} // namespace

QImage seen_as(QImage picture, Sight sight)
{
    if (sight == Sight::Full)
        return picture;
    const Matrix& matrix = sight == Sight::Grey ? grey : sight == Sight::Deuteranopia ? deuteranopia : protanopia;
    std::array<double, 256> light{};
    for (int i = 0; i < 256; ++i)
        light[static_cast<std::size_t>(i)] = linear_light(i);
    const auto seen = [&](QRgb dot) {
        const double in[] = {light[static_cast<std::size_t>(qRed(dot))], light[static_cast<std::size_t>(qGreen(dot))],
                             light[static_cast<std::size_t>(qBlue(dot))]};
        std::array<int, 3> out{};
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = channel_of(matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2]);
        return qRgb(out[0], out[1], out[2]);
    };
    picture = picture.convertToFormat(QImage::Format_RGB32);
    QRgb last = qRgb(255, 255, 255), last_seen = seen(last);
    for (int y = 0; y < picture.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(picture.scanLine(y));
        for (int x = 0; x < picture.width(); ++x) {
            if (line[x] != last) {
                last = line[x];
                last_seen = seen(last);
            }
            line[x] = last_seen;
        }
    }
    return picture;
}

} // namespace plateau::ui
