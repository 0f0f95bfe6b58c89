// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/legend_strip.h"

#include <QMouseEvent>
#include <QPainter>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr int between_entries = 8;
constexpr int edge_of_entry = 4, sample_width = 24, after_sample = 8;
constexpr int line_height = 24;
constexpr int most_words = 112; ///< longer names of curves are cut; the tool tip has them whole

/// What stands in a figure besides its curves.
std::vector<LegendItem::Content> extras_of(const figures::Figure& figure, const std::set<figures::Extra>& hidden)
{
    using Sample = LegendItem::Sample;
    using figures::Extra;
    bool beyond = false, bracket = false, ring = false, line = false;
    const auto standing = answers::current_or_earlier(!figure.earlier.has(figures::SeriesRole::Current));
    QString band;
    for (const figures::Panel& panel : figure.plot().panels) {
        bracket = bracket || !panel.brackets.empty();
        for (const figures::Series& series : panel.series) {
            beyond = beyond || (series.extrapolated_from > 0 && series.extrapolated_from < figure.plot().x.maximum);
            if (series.role == figures::SeriesRole::Band)
                band = text(series.name);
            ring = ring || (series.role == figures::SeriesRole::Published && !series.x.empty());
            line = line || series.role == figures::SeriesRole::Reference;
        }
    }
    std::vector<LegendItem::Content> entries;
    const auto add
        = [&](bool there, Sample sample, const QString& words, std::optional<Extra> extra, const QString& whole = {}) {
              const bool shown = !extra || !hidden.count(*extra);
              if (there)
                  entries.push_back({words, figures::SeriesRole::Current, shown, standing, sample, whole, extra});
          };
    add(ring, Sample::Ring, LegendItem::tr("Measured"), Extra::Measured);
    add(bracket, Sample::Bracket, LegendItem::tr("Published"), Extra::Published);
    add(beyond, Sample::Dotted, LegendItem::tr("Extrapolated"), {});
    add(!band.isEmpty(), Sample::Band, LegendItem::tr("Range"), Extra::Band, band.left(1).toUpper() + band.mid(1));
    add(line, Sample::Line, LegendItem::tr("Ideal"), Extra::Reference,
        LegendItem::tr("Ideal scaling and the ceiling of the kernels"));
    return entries;
}

} // namespace

LegendItem::LegendItem(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFixedHeight(line_height);
    setFont(interface_font(12));
}

void LegendItem::show_content(const Content& content)
{
    if (content_ == content && isChecked() == content.shown)
        return;
    content_ = content;
    const bool turns = is_curve() || content.extra.has_value();
    setEnabled(turns);
    setChecked(content.shown);
    setFocusPolicy(turns ? Qt::TabFocus : Qt::NoFocus);
    setCursor(turns ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const QString cut = is_curve()
        ? QFontMetrics(interface_font(12)).elidedText(content.words, Qt::ElideRight, most_words)
        : content.words;
    setText(cut);
    const QString whole = !content.whole.isEmpty() ? content.whole : cut == content.words ? QString() : content.words;
    const QString name = whole.isEmpty() ? content.words : whole;
    setAccessibleName(turns ? tr("%1, %2").arg(name, content.shown ? tr("drawn") : tr("hidden")) : name);
    const QString click = !turns ? QString()
        : !is_curve()            ? (content.shown ? tr("Click to hide it") : tr("Click to draw it"))
        : content.shown          ? tr("Click to hide this curve, double-click to show it alone")
                                 : tr("Click to draw this curve, double-click to show it alone");
    setToolTip(whole.isEmpty() ? click : whole + QLatin1Char('\n') + click);
    updateGeometry();
    update();
}

QSize LegendItem::sizeHint() const
{
    return {2 * edge_of_entry + sample_width + after_sample
                + static_cast<int>(std::lround(width_of(text(), interface_font(12)))),
            line_height};
}

void LegendItem::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isEnabled() && (underMouse() || hasFocus())) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? QBrush(theme.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
    painter.setBrush(Qt::NoBrush);
    const QPointF left(edge_of_entry, height() / 2.0);
    if (isChecked())
        draw_sample(painter, left);
    else {
        painter.setPen(QPen(theme.outline, 1.2));
        painter.drawEllipse(left + QPointF(sample_width / 2.0, 0), 3.2, 3.2);
    }
    painter.setFont(interface_font(12));
    painter.setPen(!isChecked() ? theme.text3 : is_curve() ? theme.text : theme.text2);
    painter.drawText(rect().adjusted(edge_of_entry + sample_width + after_sample, 0, 0, 0),
                     Qt::AlignVCenter | Qt::AlignLeft, text());
}

void LegendItem::draw_sample(QPainter& painter, QPointF left) const
{
    const Theme& theme = theme_of(this);
    const SeriesStyle look = theme.series(content_.role);
    const QColor hue = content_.standing == answers::Standing::Earlier ? theme.stale : look.line;
    const double x = left.x(), y = left.y();
    switch (content_.sample) {
    case Sample::Curve:
        draw_line_sample(painter, {left, left + QPointF(sample_width, 0)}, look, hue);
        break;
    case Sample::Dotted: {
        QPen dots(hue, 2.25, Qt::SolidLine, Qt::RoundCap);
        dots.setDashPattern({0.67, 1.8});
        painter.setPen(dots);
        painter.drawLine(QLineF(x + 1, y, x + sample_width, y));
        break;
    }
    case Sample::Bracket:
        painter.setPen(QPen(theme.text, 1.5, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QLineF(x + 8, y - 6, x + 15, y - 6));
        painter.drawLine(QLineF(x + 11.5, y - 6, x + 11.5, y));
        painter.drawEllipse(QPointF(x + 11.5, y + 3.5), 3.5, 3.5);
        break;
    case Sample::Ring:
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawEllipse(QPointF(x + sample_width / 2.0, y), 6, 6);
        break;
    case Sample::Band:
        painter.fillRect(QRectF(x, y - 5, sample_width, 10), theme.series(figures::SeriesRole::Band).line);
        break;
    case Sample::Line:
        painter.setPen(QPen(theme.series(figures::SeriesRole::Reference).line, 1.2));
        painter.drawLine(QLineF(x, y, x + sample_width, y));
        break;
    }
}

void LegendItem::keyPressEvent(QKeyEvent* event)
{
    if (is_curve() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit isolated();
    else
        QAbstractButton::keyPressEvent(event);
}

void LegendItem::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!is_curve())
        QAbstractButton::mouseDoubleClickEvent(event);
    else if (event->button() == Qt::LeftButton)
        emit isolated();
}

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent)
{
    QSizePolicy as_high_as_its_lines(QSizePolicy::Expanding, QSizePolicy::Minimum);
    as_high_as_its_lines.setHeightForWidth(true);
    setSizePolicy(as_high_as_its_lines);
}

void LegendStrip::show_figure(const figures::Figure& figure, const std::vector<LegendItem::Content>& curves,
                              const std::set<figures::Extra>& hidden)
{
    const int before = heightForWidth(width());
    std::vector<LegendItem::Content> contents = curves;
    for (LegendItem::Content& extra : extras_of(figure, hidden))
        contents.push_back(std::move(extra));
    curves_ = static_cast<std::ptrdiff_t>(curves.size());
    used_ = static_cast<std::ptrdiff_t>(contents.size());
    for (std::size_t i = entries_.size(); i < contents.size(); ++i) {
        auto* entry = new LegendItem(this);
        const int index = static_cast<int>(i);
        connect(entry, &LegendItem::clicked, this, [this, entry, index](bool shown) {
            if (entry->content().extra)
                emit extra_toggled(*entry->content().extra, shown);
            else
                emit toggled(index, shown);
        });
        connect(entry, &LegendItem::isolated, this, [this, index] { emit isolated(index); });
        entries_.push_back(entry);
    }
    QStringList words;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        entries_[i]->show_content(contents[i]);
        words << contents[i].words;
    }
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    if (heightForWidth(width()) != before)
        updateGeometry();
    arrange();
}

int LegendStrip::place(int width, const std::function<void(LegendItem&, const QRect&)>& put) const
{
    int x = 0, y = 0;
    for (LegendItem* entry : entries()) {
        const int wanted = entry->sizeHint().width();
        if (x > 0 && x + wanted > width) {
            x = 0;
            y += line_height;
        }
        if (put)
            put(*entry, {x, y, wanted, line_height});
        x += wanted + between_entries;
    }
    return y + line_height;
}

void LegendStrip::arrange()
{
    for (auto entry = entries_.begin() + used_; entry != entries_.end(); ++entry)
        (*entry)->hide();
    place(width(), [](LegendItem& entry, const QRect& place) {
        entry.setGeometry(place);
        entry.show();
    });
}

QSize LegendStrip::sizeHint() const
{
    int width = 0;
    for (const LegendItem* entry : entries())
        width += entry->sizeHint().width() + between_entries;
    return {std::max(0, width - between_entries), line_height};
}

void LegendStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace plateau::ui
