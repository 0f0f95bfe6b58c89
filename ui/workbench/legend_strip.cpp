// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/legend_strip.h"

#include <QHBoxLayout>
#include <QPainter>

#include "ui/base/appearance.h"
#include "ui/base/text.h"
#include "ui/workbench/legend_chip.h"

namespace plateau::ui {

namespace {

constexpr int between_keys = 8;
constexpr int key_side = 4;

} // namespace

LegendKey::LegendKey(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFixedHeight(24);
    setFont(interface_font(12));
}

void LegendKey::show_entry(const Entry& entry)
{
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
    return {key_side + sample_width + after_sample + QFontMetrics(interface_font(12)).horizontalAdvance(text())
                + key_side,
            24};
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
            painter.setPen(QPen(theme.text, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
            painter.drawPolyline(QPolygonF({{x + 14, y - 6}, {x + 9, y - 6}, {x + 9, y + 6}, {x + 14, y + 6}}));
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

LegendKeys::LegendKeys(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(24);
}

void LegendKeys::show_figure(const figures::Figure& figure, const std::set<figures::Extra>& hidden)
{
    using Sample = LegendKey::Sample;
    using figures::Extra;
    bool beyond = false, bracket = false, ring = false, stale = false, line = false;
    QString band;
    for (const figures::Panel& panel : figure.panels) {
        bracket = bracket || !panel.brackets.empty();
        for (const figures::Series& series : panel.series) {
            beyond = beyond || (series.extrapolated_from > 0 && series.extrapolated_from < figure.x.maximum);
            if (series.role == figures::SeriesRole::Band)
                band = text(series.name);
            ring = ring || (series.role == figures::SeriesRole::Published && !series.x.empty());
            line = line || series.role == figures::SeriesRole::Reference;
            stale = stale || (series.stale && series.role == figures::SeriesRole::Current);
        }
    }
    std::vector<LegendKey::Entry> entries;
    const auto add
        = [&](bool there, Sample sample, const QString& words, std::optional<Extra> extra, const QString& whole = {}) {
              if (there)
                  entries.push_back({sample, words, whole, extra, !extra || !hidden.count(*extra), stale});
          };
    add(ring, Sample::Ring, tr("Measured"), Extra::Measured);
    add(bracket, Sample::Bracket, tr("Published"), Extra::Published);
    add(beyond, Sample::Dotted, tr("Extrapolated"), {});
    add(!band.isEmpty(), Sample::Band, tr("Range"), Extra::Band, band.left(1).toUpper() + band.mid(1));
    add(line, Sample::Line, tr("Ideal"), Extra::Reference, tr("Ideal scaling and the ceiling of the kernels"));
    while (keys_.size() < entries.size()) {
        auto* key = new LegendKey(this);
        connect(key, &LegendKey::clicked, this, [this, key](bool shown) {
            if (key->entry().extra)
                emit toggled(*key->entry().extra, shown);
        });
        keys_.push_back(key);
    }
    used_ = entries.size();
    for (std::size_t i = 0; i < used_; ++i)
        keys_[i]->show_entry(entries[i]);
    arrange();
}

void LegendKeys::arrange()
{
    int x = 0;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        const QSize size = keys_[i]->sizeHint();
        const bool room = i < used_ && x + size.width() <= width();
        keys_[i]->setVisible(room);
        keys_[i]->setGeometry(QRect(QPoint(x, 0), size));
        x += room ? size.width() + between_keys : 0;
    }
}

void LegendKeys::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

QString LegendKeys::words() const
{
    QStringList words;
    for (std::size_t i = 0; i < used_; ++i)
        words << keys_[i]->text();
    return words.join(QStringLiteral(", "));
}

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent), keys_(new LegendKeys(this))
{
    setFixedHeight(24);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(10);
    line->addWidget(keys_, 1);
    connect(keys_, &LegendKeys::toggled, this, &LegendStrip::extra_toggled);
}

void LegendStrip::show_figure(const figures::Figure& figure, const std::vector<LegendCurve>& curves,
                              const std::set<figures::Extra>& hidden)
{
    while (chips_.size() < curves.size()) {
        auto* chip = new LegendChip(this);
        const int index = static_cast<int>(chips_.size());
        connect(chip, &LegendChip::clicked, this, [this, index](bool shown) { emit toggled(index, shown); });
        connect(chip, &LegendChip::isolated, this, [this, index] { emit isolated(index); });
        static_cast<QHBoxLayout*>(layout())->insertWidget(index, chip);
        chips_.push_back(chip);
    }
    QStringList words;
    for (std::size_t i = 0; i < chips_.size(); ++i) {
        chips_[i]->setVisible(i < curves.size());
        if (i >= curves.size())
            continue;
        const LegendCurve& curve = curves[i];
        chips_[i]->show_curve(curve.words, curve.role, curve.shown, curve.stale);
        words << curve.words;
    }
    keys_->show_figure(figure, hidden);
    if (!keys_->words().isEmpty())
        words << keys_->words();
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
}

} // namespace plateau::ui
