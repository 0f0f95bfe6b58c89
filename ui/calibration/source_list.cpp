// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibration/source_list.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <cmath>

#include "core/text/units/quantity.h"
#include "ui/controls/appearance.h"
#include "ui/controls/check_box.h"
#include "ui/controls/controls.h"
#include "ui/controls/marker.h"
#include "ui/controls/tab_stops.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int row_height = 24;
constexpr int usual_rows = 17; ///< the shipped sources, their heading and their sum
constexpr int least_rows = 5;
constexpr int width_for_runs = 320;
constexpr double wide_error = 0.10; ///< beyond it the figure is marked

QPixmap mark_of(const Theme& theme, figures::SeriesRole role, qreal ratio)
{
    const SeriesStyle style = theme.series(role);
    QPixmap picture(QSize(14, 14) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    draw_marker(painter, style.marker == Marker::None ? Marker::Disc : style.marker, {7, 7}, style.line,
                style.marker_size * 0.75);
    return picture;
}

} // namespace

SourceList::SourceList(QWidget* parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("dock"));
    body->setAttribute(Qt::WA_StyledBackground);
    grid_ = new QGridLayout(body);
    boxes_ = new OneTabStop(*body);
    grid_->setContentsMargins(panel_margin, 2, panel_margin, 8);
    grid_->setHorizontalSpacing(6);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(2, 1);
    grid_->setRowMinimumHeight(0, row_height);
    const QString words[] = {tr("Source"), tr("Runs"), tr("Error, %"), tr("Left out")};
    for (int column = 0; column < 4; ++column) {
        auto* head = new QLabel(words[column], body);
        head->setFont(interface_font(12));
        head->setAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        grid_->addWidget(head, 0, column + 2);
        heads_.push_back(head);
    }
    heads_[2]->setToolTip(tip(tr("Mean error of the shown runs, with the constants Plateau ships.")));
    heads_[3]->setToolTip(
        tip(tr("Mean error in per cent over all runs of the source, with constants fitted on all other "
               "sources: what to expect of software nobody tuned on.")));
    setWidget(body);
    setMinimumHeight(least_rows * row_height);
}

QSize SourceList::sizeHint() const { return {300, usual_rows * row_height + 12}; }

void SourceList::add_row()
{
    Row row{new CheckBox, new QLabel, new ElidedLabel, new QLabel, new QLabel, new QLabel};
    const int line = static_cast<int>(rows_.size()) + 1;
    const std::size_t index = rows_.size();
    row.mark->setFixedWidth(16);
    row.mark->setAlignment(Qt::AlignCenter);
    row.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (QLabel* label : {row.runs, row.error, row.left_out})
        label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid_->addWidget(row.box, line, 0);
    boxes_->add(*row.box);
    grid_->addWidget(row.mark, line, 1);
    grid_->addWidget(row.name, line, 2);
    grid_->addWidget(row.runs, line, 3);
    grid_->addWidget(row.error, line, 4);
    grid_->addWidget(row.left_out, line, 5);
    grid_->setRowMinimumHeight(line, row_height);
    grid_->setRowStretch(line, 0);
    grid_->setRowStretch(line + 1, 1);
    connect(row.box, &CheckBox::clicked, this, [this, index](bool on) {
        if (index < lines_.size())
            emit toggled(text(lines_[index].source.source), on);
    });
    rows_.push_back(row);
}

void SourceList::show_lines(const std::vector<Line>& lines, const Line& all, const std::set<std::string>& off)
{
    lines_ = lines;
    lines_.push_back(all);
    off_ = off;
    while (rows_.size() < lines_.size())
        add_row();
    fill();
}

void SourceList::fill()
{
    const Theme& theme = theme_of(widget()); // a scroll area's own palette is transparent
    for (QLabel* head : heads_)
        restyle(head, QStringLiteral("color: %1").arg(theme.text2.name()));
    heads_[1]->setVisible(!narrow_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        Row& row = rows_[i];
        const bool shown = i < lines_.size();
        const bool sum = i + 1 == lines_.size();
        for (QLabel* label : std::initializer_list<QLabel*>{row.name, row.runs, row.error, row.left_out})
            label->setVisible(shown);
        row.runs->setVisible(shown && !narrow_);
        row.box->setVisible(shown && !sum);
        row.mark->setVisible(shown && !sum);
        if (!shown)
            continue;
        const Line& line = lines_[i];
        const bool on = sum || !off_.count(line.source.source);
        const bool strong = sum || line.source.role != figures::SeriesRole::GroupRest;
        const QString name = text(line.source.label);
        row.box->setChecked(on);
        row.box->setAccessibleName(name);
        row.mark->setPixmap(mark_of(theme, line.source.role, devicePixelRatioF()));
        row.name->set_full_text(name);
        const QString runs = text(Quantity{double(line.runs), units::Unit::Count, 3, Quantity::Style::Number});
        row.name->setToolTip(tip(tr("%1: %2 runs").arg(text(line.source.source), runs)));
        row.runs->setText(runs);
        const auto percent = [](double error) {
            return text(Quantity{100 * error, units::Unit::None, 2, Quantity::Style::Steady});
        };
        row.error->setText(line.runs > 0 ? percent(line.error) : QStringLiteral("–"));
        row.left_out->setText(line.left_out ? percent(*line.left_out) : QStringLiteral("–"));
        const auto style = [&](QLabel* label, const QColor& colour, bool bold) {
            restyle(label, QStringLiteral("color: %1; font-weight: %2").arg(colour.name()).arg(bold ? 600 : 400));
        };
        style(row.name, on ? theme.text : theme.text3, strong);
        style(row.runs, on ? theme.text : theme.text3, sum);
        const auto style_error = [&](QLabel* label, double error) {
            const bool wide = on && !sum && error > wide_error;
            style(label, wide ? theme.warning : on ? theme.text : theme.text3, sum || wide);
        };
        style_error(row.error, line.error);
        style_error(row.left_out, line.left_out.value_or(0));
    }
}

CheckBox* SourceList::box(const std::string& source) const
{
    for (std::size_t i = 0; i < lines_.size(); ++i)
        if (lines_[i].source.source == source)
            return rows_[i].box;
    return nullptr;
}

void SourceList::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (const bool narrow = width() < width_for_runs; narrow != narrow_) {
        narrow_ = narrow;
        fill();
    }
}

void SourceList::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

} // namespace plateau::ui
