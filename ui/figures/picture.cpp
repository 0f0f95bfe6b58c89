// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/picture.h"

#include <QAccessibleWidget>
#include <QLocale>

#include "core/answers/card.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"

namespace plateau::ui {

QStringList wrapped(const QString& words, const QFont& font, double width)
{
    QStringList lines;
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
        if (!lines.isEmpty() && width_of(longer, font) <= width)
            lines.back() = longer;
        else
            lines << word;
    }
    return lines;
}

TitleLines::TitleLines(const QString& title_words, const QFont& title_font, const QString& note_words,
                       const QFont& note_font, double gap, double width)
    : title(wrapped(title_words, title_font, width)), note(wrapped(note_words, note_font, width))
{
    beside = width_of(title_words, title_font) + gap + width_of(note_words, note_font) <= width;
    widest = 0;
    for (const QString& line : title)
        widest = std::max(widest, width_of(line, title_font));
    for (const QString& line : note)
        widest = std::max(widest, width_of(line, note_font));
}

void draw_picture(QPainter& painter, const QRectF& area, const figures::Figure& figure, const RenderStyle& style)
{
    figures::of_picture(figure, 0, [&](const auto& chart) {
        draw(painter, area, chart, figure.earlier, style);
        return 0;
    });
}

QSizeF picture_needs(const figures::Figure& figure, const RenderStyle& style, double width)
{
    return figures::of_picture(figure, QSizeF(), [&](const auto& chart) { return needs(chart, style, width); });
}

bool has_own_height(const figures::Figure& figure)
{
    const auto* bars = figure.as<figures::Bars>();
    return bars && !bars->bars.empty();
}

std::vector<std::string> part_subjects(const figures::Figure& figure, int part)
{
    if (const auto* bars = figure.as<figures::Bars>())
        return bar_segment(*bars, part).terms;
    if (const auto* waterfall = figure.as<figures::Waterfall>())
        return waterfall->steps[static_cast<std::size_t>(part / parts_across(*waterfall))].subjects;
    return {};
}

namespace {

TitleLines heading_lines(const RenderStyle& style, double width, const QString& title, const QString& note)
{
    return {title, style.font(13, 600), note, style.font(12), style.text(8), width};
}

} // namespace

double heading_height(const RenderStyle& style, double width, const QString& title, const QString& note)
{
    const int rows = heading_lines(style, width, title, note).rows();
    return style.text(title_row + std::max(0, rows - 1) * extra_title_row);
}

void draw_heading(QPainter& painter, const QRectF& area, const RenderStyle& style, const QString& title,
                  const QString& note)
{
    const TitleLines lines = heading_lines(style, area.width(), title, note);
    const QFont strong = style.font(13, 600), normal = style.font(12);
    QRectF row(area.left(), area.top(), area.width(), style.text(title_row - 8));
    const auto write = [&](const QString& words, const QFont& font, const QColor& ink) {
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, words);
        row.translate(0, style.text(extra_title_row));
    };
    for (const QString& line : lines.title)
        write(line, strong, style.theme.text);
    if (lines.beside)
        row.translate(style.width(title, 13, 600) + style.text(8), -style.text(extra_title_row));
    for (const QString& line : lines.beside ? QStringList{note} : lines.note)
        write(line, normal, style.theme.text2);
}

void PicturePen::write(const QRectF& box, int flags, const QString& words, double size, int weight, const QColor& ink)
{
    const QFont font = style_.font(size, weight);
    painter_.setFont(font);
    painter_.setPen(ink);
    painter_.drawText(box, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                      QFontMetricsF(font).elidedText(words, Qt::ElideRight, std::ceil(box.width()) + 1));
}

void PicturePen::draw_line(const QLineF& line, const QColor& ink, double width)
{
    painter_.setPen(QPen(ink, style_.pen(width)));
    painter_.drawLine(line);
}

void PicturePen::fill_segment(const QRectF& box, const SegmentStyle& look)
{
    painter_.fillRect(box, look.fill);
    painter_.setPen(QPen(look.edge, style_.pen(1)));
    if (look.hatched)
        painter_.drawLines(hatch_lines(box, 6));
    if (look.edge.isValid()) {
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

int part_count(const figures::Figure& figure)
{
    return figures::of_picture(figure, 0, [](const auto& chart) { return part_count(chart); });
}

int parts_across(const figures::Figure& figure)
{
    return figures::of_picture(figure, 1, [](const auto& chart) { return parts_across(chart); });
}

QRectF part_rect(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, int part)
{
    if (part < 0 || part >= part_count(figure))
        return {};
    return figures::of_picture(figure, QRectF(),
                               [&](const auto& chart) { return part_rect(area, chart, style, part); });
}

int part_at(const QRectF& area, const figures::Figure& figure, const RenderStyle& style, QPointF point)
{
    for (int part = 0; part < part_count(figure); ++part)
        if (part_rect(area, figure, style, part).contains(point))
            return part;
    return -1;
}

QString part_words(const figures::Figure& figure, int part)
{
    if (part < 0 || part >= part_count(figure))
        return {};
    return figures::of_picture(figure, QString(), [&](const auto& chart) { return part_words(chart, part); });
}

QColor ink_on(const QColor& fill)
{
    const QColor black(0x0E, 0x11, 0x13), white(Qt::white);
    return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

QVector<QLineF> hatch_lines(const QRectF& box, double step)
{
    QVector<QLineF> lines;
    for (double x = box.left() - box.height(); x < box.right(); x += step) {
        const double from = std::max(0.0, box.left() - x), to = std::min(box.height(), box.right() - x);
        if (to > from)
            lines.append(QLineF(x + from, box.bottom() - from, x + to, box.bottom() - to));
    }
    return lines;
}

void hatch(QPainter& painter, const QRectF& box, const QColor& colour, double pen)
{
    painter.setPen(QPen(colour, pen));
    painter.drawLines(hatch_lines(box, 7 * std::max(1.0, pen)));
}

QString short_number(double value, units::Unit unit)
{
    if (!std::isfinite(value))
        return QString(QChar(0x2013));
    const double shown = unit == units::Unit::Fraction ? 100 * value : unit == units::Unit::Bytes ? value / 1e9 : value;
    const double size = std::abs(shown);
    if (size >= 1e6)
        return quantity(shown, units::Unit::None).remove(QChar(0x00A0));
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    const QString words = QLocale(QLocale::English, QLocale::UnitedStates).toString(size, 'f', decimals);
    return shown < 0 ? QChar(0x2212) + written_here(words) : written_here(words);
}

constexpr double upper_edge = 0.8; ///< utilization

void draw_card_curve(QPainter& painter, const QRectF& box, const std::vector<answers::CardPoint>& curve,
                     const Theme& theme, const answers::CardPoint* own)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.outline, 1));
    painter.drawLine(box.bottomLeft(), box.bottomRight());
    if (!curve.empty()) {
        const double from = std::log2(curve.front().size), to = std::max(from + 1, std::log2(curve.back().size));
        const auto at = [&](const answers::CardPoint& point) {
            const double share = std::clamp((std::log2(point.size) - from) / (to - from), 0.0, 1.0);
            return QPointF(box.left() + share * box.width(),
                           box.bottom() - std::min(1.0, point.utilization / upper_edge) * box.height());
        };
        QPolygonF line;
        for (const answers::CardPoint& point : curve)
            line << at(point);
        QPolygonF area = line;
        area << QPointF(line.back().x(), box.bottom()) << QPointF(line.front().x(), box.bottom());
        painter.setPen(Qt::NoPen);
        painter.setBrush(with_alpha(theme.accent, 0.12));
        painter.drawPolygon(area);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, box.height() > 40 ? 2 : 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(line);
        if (own) {
            painter.setBrush(theme.accent);
            painter.drawEllipse(at(*own), 2, 2);
        }
    }
    painter.restore();
}

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
