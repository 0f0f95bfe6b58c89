// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/legend_strip.h"

#include <QHBoxLayout>
#include <QPainter>

#include "ui/base/appearance.h"
#include "ui/base/text.h"
#include "ui/workbench/legend_chip.h"

namespace plateau::ui {

namespace {

constexpr double between = 18;

} // namespace

LegendKeys::LegendKeys(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(24);
}

void LegendKeys::show_figure(const figures::Figure& figure)
{
    entries_.clear();
    stale_ = false;
    bool beyond = false, bracket = false, ring = false;
    QString band;
    for (const figures::Panel& panel : figure.panels) {
        bracket = bracket || !panel.brackets.empty();
        for (const figures::Series& series : panel.series) {
            beyond = beyond || (series.extrapolated_from > 0 && series.extrapolated_from < figure.x.maximum);
            if (series.role == figures::SeriesRole::Band)
                band = text(series.name);
            ring = ring || (series.role == figures::SeriesRole::Published && !series.x.empty());
            stale_ = stale_ || (series.stale && series.role == figures::SeriesRole::Current);
        }
    }
    if (ring)
        entries_.push_back({Sample::Ring, tr("Measured")});
    if (bracket)
        entries_.push_back({Sample::Bracket, tr("Published")});
    if (beyond)
        entries_.push_back({Sample::Dotted, tr("Extrapolated")});
    if (!band.isEmpty())
        entries_.push_back({Sample::Band, band.left(1).toUpper() + band.mid(1)});
    update();
}

QString LegendKeys::words() const
{
    QStringList words;
    for (const Entry& entry : entries_)
        words << entry.words;
    return words.join(QStringLiteral(", "));
}

void LegendKeys::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(interface_font(12));
    const QColor hue = stale_ ? theme.stale : theme.series(figures::SeriesRole::Current).line;
    const double y = height() / 2.0;
    double x = 0;
    for (const Entry& entry : entries_) {
        const double words = painter.fontMetrics().horizontalAdvance(entry.words);
        if (x + sample_width + after_sample + words > width())
            break;
        painter.setBrush(Qt::NoBrush);
        switch (entry.sample) {
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
        }
        x += sample_width + after_sample;
        painter.setPen(theme.text2);
        painter.drawText(QRectF(x, 0, words + 4, height()), Qt::AlignVCenter | Qt::AlignLeft, entry.words);
        x += words + between;
    }
}

LegendStrip::LegendStrip(QWidget* parent) : QWidget(parent), keys_(new LegendKeys(this))
{
    setFixedHeight(24);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(10);
    line->addWidget(keys_, 1);
}

void LegendStrip::show_figure(const figures::Figure& figure, const std::vector<LegendCurve>& curves)
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
    keys_->show_figure(figure);
    if (!keys_->words().isEmpty())
        words << keys_->words();
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
}

} // namespace plateau::ui
