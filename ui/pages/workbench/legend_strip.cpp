// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/legend_strip.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"
#include "ui/controls/marker.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int side = 4;
constexpr int most_words = 112; ///< longer ones are cut, the whole name is in the tool tip

} // namespace

LegendChip::LegendChip(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(24);
    setCursor(Qt::PointingHandCursor);
    setFont(interface_font(12));
}

void LegendChip::show_curve(const QString& words, figures::SeriesRole role, bool shown, bool stale)
{
    if (words == words_ && role == role_ && shown == isChecked() && stale == stale_)
        return;
    words_ = words;
    role_ = role;
    stale_ = stale;
    setChecked(shown);
    const QString cut = QFontMetrics(interface_font(12)).elidedText(words, Qt::ElideRight, most_words);
    if (text() != cut) {
        setText(cut);
        updateGeometry();
    }
    setAccessibleName(tr("%1, %2").arg(words, shown ? tr("drawn") : tr("hidden")));
    const QString whole = cut == words ? QString() : words + QLatin1Char('\n');
    setToolTip(whole
               + (shown ? tr("Click to hide this curve, double-click to show it alone")
                        : tr("Click to draw this curve, double-click to show it alone")));
    update();
}

QSize LegendChip::sizeHint() const
{
    return {2 * side + sample_width + after_sample
                + static_cast<int>(std::lround(width_of(text(), interface_font(12)))),
            24};
}

void LegendChip::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? QBrush(theme.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
    const SeriesStyle look = theme.series(role_);
    const QColor hue = stale_ ? theme.stale : look.line;
    const QPointF left(side, height() / 2.0), right(side + sample_width, height() / 2.0);
    const QPointF middle = (left + right) / 2;
    if (isChecked()) {
        QPen line(hue, look.width, Qt::SolidLine, Qt::FlatCap);
        if (!look.dash.isEmpty())
            line.setDashPattern(look.dash);
        painter.setPen(line);
        painter.drawLine(QLineF(left, right));
        draw_marker(painter, look.marker, middle, hue);
    } else {
        painter.setPen(QPen(theme.outline, 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(middle, 3.2, 3.2);
    }
    painter.setFont(interface_font(12));
    painter.setPen(isChecked() ? theme.text : theme.text3);
    painter.drawText(rect().adjusted(side + sample_width + after_sample, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     text());
}

void LegendChip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit isolated();
    else
        QAbstractButton::keyPressEvent(event);
}

void LegendChip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit isolated();
}

namespace {

constexpr int between_keys = 8;
constexpr int key_side = 4;
constexpr int line_height = 24;

} // namespace

LegendKey::LegendKey(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFixedHeight(line_height);
    setFont(interface_font(12));
}

void LegendKey::show_entry(const Entry& entry)
{
    if (entry_ == entry && isChecked() == entry.shown)
        return;
    entry_ = entry;
    setText(entry.words);
    setEnabled(entry.extra.has_value());
    setChecked(entry.shown);
    setFocusPolicy(entry.extra ? Qt::TabFocus : Qt::NoFocus);
    setCursor(entry.extra ? Qt::PointingHandCursor : Qt::ArrowCursor);
    const QString whole = entry.whole.isEmpty() ? entry.words : entry.whole;
    setAccessibleName(entry.extra ? tr("%1, %2").arg(whole, entry.shown ? tr("drawn") : tr("hidden")) : whole);
    const QString click = !entry.extra ? QString() : entry.shown ? tr("Click to hide it") : tr("Click to draw it");
    setToolTip(entry.whole.isEmpty() ? click : entry.whole + QLatin1Char('\n') + click);
    update();
}

QSize LegendKey::sizeHint() const
{
    return {key_side + sample_width + after_sample + static_cast<int>(std::lround(width_of(text(), interface_font(12))))
                + key_side,
            line_height};
}

void LegendKey::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (entry_.extra && (underMouse() || hasFocus())) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? QBrush(theme.hover) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
    const QColor hue = entry_.stale ? theme.stale : theme.series(figures::SeriesRole::Current).line;
    const double y = height() / 2.0, x = key_side;
    painter.setBrush(Qt::NoBrush);
    if (!entry_.shown) {
        painter.setPen(QPen(theme.outline, 1.2));
        painter.drawEllipse(QPointF(x + sample_width / 2.0, y), 3.2, 3.2);
    } else
        switch (entry_.sample) {
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
    painter.setFont(interface_font(12));
    painter.setPen(entry_.shown ? theme.text2 : theme.text3);
    painter.drawText(rect().adjusted(key_side + sample_width + after_sample, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     text());
}

namespace {

/// What stands in a figure besides its curves.
std::vector<LegendKey::Entry> keys_of(const figures::Figure& figure, const std::set<figures::Extra>& hidden)
{
    using Sample = LegendKey::Sample;
    using figures::Extra;
    bool beyond = false, bracket = false, ring = false, line = false;
    const bool stale = figure.earlier.has(figures::SeriesRole::Current);
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
    std::vector<LegendKey::Entry> entries;
    const auto add
        = [&](bool there, Sample sample, const QString& words, std::optional<Extra> extra, const QString& whole = {}) {
              if (there)
                  entries.push_back({sample, words, whole, extra, !extra || !hidden.count(*extra), stale});
          };
    add(ring, Sample::Ring, LegendKey::tr("Measured"), Extra::Measured);
    add(bracket, Sample::Bracket, LegendKey::tr("Published"), Extra::Published);
    add(beyond, Sample::Dotted, LegendKey::tr("Extrapolated"), {});
    add(!band.isEmpty(), Sample::Band, LegendKey::tr("Range"), Extra::Band, band.left(1).toUpper() + band.mid(1));
    add(line, Sample::Line, LegendKey::tr("Ideal"), Extra::Reference,
        LegendKey::tr("Ideal scaling and the ceiling of the kernels"));
    return entries;
}

} // namespace

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent)
{
    QSizePolicy as_high_as_its_lines(QSizePolicy::Expanding, QSizePolicy::Minimum);
    as_high_as_its_lines.setHeightForWidth(true);
    setSizePolicy(as_high_as_its_lines);
}

void LegendStrip::show_figure(const figures::Figure& figure, const std::vector<LegendCurve>& curves,
                              const std::set<figures::Extra>& hidden)
{
    const int before = heightForWidth(width());
    QStringList words = show_curves(curves);
    words << show_keys(keys_of(figure, hidden));
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    if (heightForWidth(width()) != before)
        updateGeometry();
    arrange();
}

QStringList LegendStrip::show_curves(const std::vector<LegendCurve>& curves)
{
    QStringList words;
    for (std::size_t i = chips_.size(); i < curves.size(); ++i) {
        auto* chip = new LegendChip(this);
        const int index = static_cast<int>(i);
        connect(chip, &LegendChip::clicked, this, [this, index](bool shown) { emit toggled(index, shown); });
        connect(chip, &LegendChip::isolated, this, [this, index] { emit isolated(index); });
        chips_.push_back(chip);
    }
    used_chips_ = curves.size();
    for (std::size_t i = 0; i < curves.size(); ++i) {
        chips_[i]->show_curve(curves[i].words, curves[i].role, curves[i].shown, curves[i].stale);
        words << curves[i].words;
    }
    return words;
}

QStringList LegendStrip::show_keys(const std::vector<LegendKey::Entry>& entries)
{
    QStringList words;
    for (std::size_t i = keys_.size(); i < entries.size(); ++i) {
        auto* key = new LegendKey(this);
        connect(key, &LegendKey::clicked, this, [this, key](bool shown) {
            if (key->entry().extra)
                emit extra_toggled(*key->entry().extra, shown);
        });
        keys_.push_back(key);
    }
    used_keys_ = entries.size();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        keys_[i]->show_entry(entries[i]);
        words << entries[i].words;
    }
    return words;
}

std::vector<QAbstractButton*> LegendStrip::entries() const
{
    std::vector<QAbstractButton*> all(chips_.begin(), chips_.begin() + static_cast<std::ptrdiff_t>(used_chips_));
    all.insert(all.end(), keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(used_keys_));
    return all;
}

int LegendStrip::place(int width, const std::function<void(QAbstractButton&, const QRect&)>& put) const
{
    int x = 0, y = 0;
    for (QAbstractButton* entry : entries()) {
        const int wanted = entry->sizeHint().width();
        if (x > 0 && x + wanted > width) {
            x = 0;
            y += line_height;
        }
        if (put)
            put(*entry, {x, y, wanted, line_height});
        x += wanted + between_keys;
    }
    return y + line_height;
}

void LegendStrip::arrange()
{
    for (std::size_t i = used_chips_; i < chips_.size(); ++i)
        chips_[i]->hide();
    for (std::size_t i = used_keys_; i < keys_.size(); ++i)
        keys_[i]->hide();
    place(width(), [](QAbstractButton& entry, const QRect& place) {
        entry.setGeometry(place);
        entry.show();
    });
}

QSize LegendStrip::sizeHint() const
{
    int width = 0;
    for (const QAbstractButton* entry : entries())
        width += entry->sizeHint().width() + between_keys;
    return {std::max(0, width - between_keys), line_height};
}

void LegendStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

} // namespace plateau::ui
