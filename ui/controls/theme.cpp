// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/theme.h"

#include <QPainter>

namespace plateau::ui {

namespace {

QColor rgb(unsigned hex) { return QColor::fromRgb(hex); }

double linear(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

SeriesStyle hue(const Theme& theme, unsigned light, unsigned dark, unsigned label_light, unsigned label_dark,
                QVector<qreal> dash, Marker marker, double size)
{
    return {rgb(theme.dark ? dark : light),
            rgb(theme.dark ? label_dark : label_light),
            std::move(dash),
            marker,
            size,
            2.25};
}

Theme usual_theme(bool dark)
{
    const auto pick = [dark](unsigned light, unsigned night) { return rgb(dark ? night : light); };
    Theme theme;
    theme.dark = dark;
    theme.window = pick(0xF6F7F8, 0x24272B);
    theme.canvas = pick(0xFFFFFF, 0x1B1D20);
    theme.field = pick(0xFFFFFF, 0x17191B);
    theme.text = pick(0x1A1D21, 0xE6E9EC);
    theme.text2 = pick(0x555D66, 0xAAB2BB);
    theme.text3 = pick(0x69717A, 0x8F98A2);
    theme.divider = pick(0xDBDEE2, 0x3B4046);
    theme.outline = pick(0x858D96, 0x7A838D);
    theme.grid = pick(0xE9EBEE, 0x2C3035);
    theme.tint = pick(0xF4F5F7, 0x212428);
    theme.accent = pick(0x0072B2, 0x56B4E9);
    theme.on_accent = pick(0xFFFFFF, 0x0E1113);
    theme.selected = pick(0xE1EEF6, 0x1D3B4E);
    theme.hover = pick(0xEBEDF0, 0x2E3237);
    theme.groove = pick(0xCBD0D5, 0x4A5057);
    theme.error = pick(0xB3261E, 0xFF8A80);
    theme.error_fill = pick(0xFBECEA, 0x40211F);
    theme.warning = pick(0x8A5F00, 0xF0B429);
    theme.warning_fill = pick(0xFDF4DF, 0x3A3014);
    theme.good = pick(0x00785A, 0x2DB892);
    theme.stale = pick(0xA4ACB4, 0x69727C);
    return theme;
}

} // namespace

Theme light_theme() { return usual_theme(false); }

Theme dark_theme() { return usual_theme(true); }

Theme print_theme()
{
    Theme theme = light_theme();
    theme.window = rgb(0xFFFFFF);
    return theme;
}

Theme projector_theme()
{
    Theme theme = light_theme();
    theme.letters = 1.25;
    theme.window = QColor::fromRgb(0xFFFFFF);
    theme.text = QColor::fromRgb(0x000000);
    theme.text2 = theme.text3 = QColor::fromRgb(0x3A3F45);
    theme.outline = QColor::fromRgb(0x545C65);
    theme.grid = QColor::fromRgb(0xE1E4E7);
    theme.tint = QColor::fromRgb(0xF1F3F5);
    theme.groove = QColor::fromRgb(0xC3C9CF);
    return theme;
}

Theme contrast_theme()
{
    Theme theme = dark_theme();
    theme.window = theme.canvas = theme.field = QColor::fromRgb(0x000000);
    theme.text = theme.text2 = QColor::fromRgb(0xFFFFFF);
    theme.text3 = QColor::fromRgb(0xE0E0E0);
    theme.divider = theme.groove = QColor::fromRgb(0x949494);
    theme.outline = QColor::fromRgb(0xFFFFFF);
    theme.grid = QColor::fromRgb(0x4A4A4A);
    theme.tint = QColor::fromRgb(0x1E1E1E);
    theme.accent = QColor::fromRgb(0x7CC8FF);
    theme.on_accent = QColor::fromRgb(0x000000);
    theme.selected = QColor::fromRgb(0x003A5C);
    theme.hover = QColor::fromRgb(0x2B2B2B);
    theme.error = QColor::fromRgb(0xFFA8A0);
    theme.error_fill = QColor::fromRgb(0x3A0F0D);
    theme.warning = QColor::fromRgb(0xFFD166);
    theme.warning_fill = QColor::fromRgb(0x332600);
    theme.good = QColor::fromRgb(0x5CE0B5);
    theme.stale = QColor::fromRgb(0xA8A8A8);
    return theme;
}

SeriesStyle Theme::series(figures::SeriesRole role) const
{
    const SeriesStyle styles[] = {
        // in the order of the roles
        hue(*this, 0x0072B2, 0x56B4E9, 0x0072B2, 0x56B4E9, {}, Marker::Disc, 5), // current
        hue(*this, 0xD55E00, 0xE8772E, 0xB04A00, 0xF08A4B, {4, 2.2}, Marker::Diamond, 6), // pin A
        hue(*this, 0x009E73, 0x2DB892, 0x00785A, 0x2DB892, {4, 1.3, .9, 1.3}, Marker::Square, 5),
        hue(*this, 0xCC79A7, 0xCC79A7, 0xA3507F, 0xD994B9, {2.2, 1.3}, Marker::Triangle, 6),
        hue(*this, 0x1A1D21, 0xE6E9EC, 0x1A1D21, 0xE6E9EC, {1.3, 1.3}, Marker::Cross, 6),
        hue(*this, 0x877B00, 0xF0E442, 0x6F6500, 0xF0E442, {3, 1, 1, 1}, Marker::Plus, 7),
        hue(*this, 0x5B3A9E, 0xA99CF0, 0x5B3A9E, 0xB5AAF5, {6, 1.5}, Marker::TriangleDown, 6),
        {text3, text2, {}, Marker::None, 0, 1}, // reference
        {accent, accent, {}, Marker::None, 0, 1}, // thin
        hue(*this, 0xA87000, 0xE69F00, 0x855900, 0xE69F00, {8, 2}, Marker::None, 0), // other plan
        {with_alpha(accent, 0.14), text2, {}, Marker::None, 0, 0}, // band
        {with_alpha(accent, 0.12), text2, {}, Marker::None, 0, 0}, // hidden band
        hue(*this, 0xD55E00, 0xE8772E, 0xB04A00, 0xF08A4B, {}, Marker::Diamond, 6.5), // group A
        hue(*this, 0x009E73, 0x2DB892, 0x00785A, 0x2DB892, {}, Marker::Square, 5),
        hue(*this, 0x0072B2, 0x56B4E9, 0x0072B2, 0x56B4E9, {}, Marker::Disc, 5),
        hue(*this, 0xCC79A7, 0xCC79A7, 0xA3507F, 0xD994B9, {}, Marker::Triangle, 6.5),
        {outline, text2, {}, Marker::Disc, 4, 1}, // rest of groups
        {text, text, {}, Marker::Ring, 13, 1.5}, // published
    };
    static_assert(std::size(styles) == static_cast<std::size_t>(figures::SeriesRole::Published) + 1);
    return styles[static_cast<std::size_t>(role)];
}

QColor Theme::heat(double share) const
{
    const QColor stops[] = {rgb(0xE8F1F7), rgb(0x9EC6E0), rgb(0x428CBE), rgb(0x085282)};
    const double wanted = 3 * std::clamp(dark ? 1 - share : share, 0.0, 1.0);
    const int below = std::min(2, static_cast<int>(wanted));
    const double part = wanted - below;
    return mixed(stops[below], stops[below + 1], part);
}

SegmentStyle Theme::segment(figures::SegmentKind kind) const
{
    const auto pick = [this](unsigned light, unsigned night) { return rgb(dark ? night : light); };
    const QColor edge = pick(0x8A5F00, 0xF3C566);
    const QColor pale = pick(0xF8DDA0, 0x6A4E12);
    const QColor black = rgb(0x0E1113);
    const QColor white = rgb(0xFFFFFF), on_dark = dark ? black : white, on_light = dark ? white : black;
    const SegmentStyle styles[] = {
        // in the order of the kinds
        {pick(0x4A535C, 0xC3CAD1), {}, false, on_dark}, // matrix multiply
        {pick(0x6A747E, 0x98A1AA), {}, false, on_dark}, // attention
        {pick(0xA4ACB4, 0x69727C), {}, false, on_light}, // other kernels
        {pick(0xC9CED3, 0x4C545C), {}, false, on_light}, // optimizer
        {pick(0xC9CED3, 0x4C545C), pick(0x4A535C, 0xC3CAD1), true, text}, // recompute
        {rgb(0xE69F00), edge, false, black}, // all gather
        {pale, edge, true, text}, // reduce scatter
        {pick(0xB56A00, 0xB56A00), edge, false, white}, // tensor traffic
        {pick(0xFFF3D6, 0x3A2C0C), pick(0xB56A00, 0xE69F00), true, text}, // context traffic
        {pick(0xF2BE55, 0xC98A1C), edge, false, black}, // expert traffic
        {pale, edge, false, text}, // other traffic
        {canvas, outline, true, text}, // idle
        {pick(0xE4DDF0, 0x3E3654), pick(0x6A5B8C, 0xB7A8DA), false, text}, // host
        {pick(0xB9A9D6, 0x75659C), pick(0x6A5B8C, 0xB7A8DA), false, on_light}, // jitter
    };
    static_assert(std::size(styles) == static_cast<std::size_t>(figures::SegmentKind::Jitter) + 1);
    return styles[static_cast<std::size_t>(kind)];
}

QPalette palette(const Theme& theme)
{
    QPalette result;
    const auto set = [&result](QPalette::ColorRole role, const QColor& colour, const QColor& disabled) {
        result.setColor(QPalette::All, role, colour);
        result.setColor(QPalette::Disabled, role, disabled);
    };
    const auto same = [&set](QPalette::ColorRole role, const QColor& colour) { set(role, colour, colour); };
    for (auto role : {QPalette::Window, QPalette::Button, QPalette::AlternateBase, QPalette::ToolTipBase})
        same(role, theme.window);
    same(QPalette::Base, theme.field);
    for (auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText})
        set(role, theme.text, theme.text3);
    same(QPalette::PlaceholderText, theme.text3);
    same(QPalette::Mid, theme.divider);
    same(QPalette::Midlight, theme.divider);
    same(QPalette::Light, theme.hover);
    same(QPalette::Dark, theme.outline);
    same(QPalette::Shadow, theme.outline);
    set(QPalette::Highlight, theme.accent, theme.groove);
    same(QPalette::HighlightedText, theme.on_accent);
    same(QPalette::Link, theme.accent);
    same(QPalette::LinkVisited, theme.accent);
    return result;
}

QColor with_alpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

QColor mixed(const QColor& one, const QColor& other, double share)
{
    const auto mix = [share](int from, int to) { return static_cast<int>(std::lround(from + share * (to - from))); };
    return {mix(one.red(), other.red()), mix(one.green(), other.green()), mix(one.blue(), other.blue())};
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

void draw_marker(QPainter& painter, Marker marker, QPointF centre, const QColor& colour, double half)
{
    painter.setPen(QPen(colour, 1.3));
    painter.setBrush(colour);
    const double inner = half - 1;
    switch (marker) {
    case Marker::Diamond:
        painter.drawPolygon(QPolygonF({centre + QPointF(0, -half - 1), centre + QPointF(half + 1, 0),
                                       centre + QPointF(0, half + 1), centre + QPointF(-half - 1, 0)}));
        return;
    case Marker::Square:
        painter.drawRect(QRectF(centre - QPointF(inner, inner), QSizeF(2 * inner, 2 * inner)));
        return;
    case Marker::Triangle:
        painter.drawPolygon(
            QPolygonF({centre + QPointF(0, -half), centre + QPointF(half, inner), centre + QPointF(-half, inner)}));
        return;
    case Marker::TriangleDown:
        painter.drawPolygon(
            QPolygonF({centre + QPointF(0, half), centre + QPointF(half, -inner), centre + QPointF(-half, -inner)}));
        return;
    case Marker::Cross:
        painter.drawLine(QLineF(centre - QPointF(inner, inner), centre + QPointF(inner, inner)));
        painter.drawLine(QLineF(centre - QPointF(inner, -inner), centre + QPointF(inner, -inner)));
        return;
    case Marker::Plus:
        painter.drawLine(QLineF(centre - QPointF(half, 0), centre + QPointF(half, 0)));
        painter.drawLine(QLineF(centre - QPointF(0, half), centre + QPointF(0, half)));
        return;
    case Marker::Ring:
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, half, half);
        return;
    case Marker::Disc:
        painter.drawEllipse(centre, half - 0.5, half - 0.5);
        return;
    case Marker::None:
        return;
    }
}

void draw_line_sample(QPainter& painter, const QLineF& line, const SeriesStyle& look, const QColor& colour)
{
    QPen pen(colour, look.width, Qt::SolidLine, Qt::FlatCap);
    if (!look.dash.isEmpty())
        pen.setDashPattern(look.dash);
    painter.setPen(pen);
    painter.drawLine(line);
    draw_marker(painter, look.marker, line.center(), colour);
}

void draw_focus_frame(QPainter& painter, const QRectF& box, const QColor& accent)
{
    painter.setPen(QPen(accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(1, 1, -1, -1));
}

} // namespace plateau::ui
