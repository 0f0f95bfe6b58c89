// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/step_panel.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/figures/bars_painter.h"
#include "ui/figures/picture_view.h"
#include "ui/figures/plot_accessibility.h"
#include "ui/figures/summary_words.h"

namespace plateau::ui {

StepPanel::StepPanel(QWidget* parent) : QWidget(parent)
{
    tell_plots();
    setProperty(plot_property, true);
    setProperty("dock", true);
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    QSizePolicy as_high_as_its_words(QSizePolicy::Preferred, QSizePolicy::Minimum);
    as_high_as_its_words.setHeightForWidth(true);
    setSizePolicy(as_high_as_its_words);
}

RenderStyle StepPanel::look() const
{
    RenderStyle style;
    style.theme = theme_of(this);
    style.theme.canvas = style.theme.window;
    return style;
}

QRectF StepPanel::area() const { return QRectF(rect()).adjusted(panel_margin, 6, -panel_margin, -6); }

int StepPanel::part_under(QPointF point) const { return part_at(area(), figure_, look(), point); }

bool StepPanel::event(QEvent* event)
{
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        heights_.clear();
    return show_part_tip(*this, event, area(), figure_, look()) || QWidget::event(event);
}

void StepPanel::mouseMoveEvent(QMouseEvent* event)
{
    if (part_under(event->position()) >= 0)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void StepPanel::mousePressEvent(QMouseEvent* event)
{
    ask_about(event->button() == Qt::LeftButton ? part_under(event->position()) : -1);
}

void StepPanel::ask_about(int part)
{
    if (part >= 0 && part < part_count(figure_))
        emit segment_clicked(bar_of_part(bars(), part).role, bar_segment(bars(), part).terms);
}

/// The arrows go from part to part, Enter asks about one.
void StepPanel::keyPressEvent(QKeyEvent* event)
{
    const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if ((on || back) && part_count(figure_) > 0)
        choose(std::clamp(chosen_ + (on ? 1 : -1), 0, part_count(figure_) - 1));
    else if (enter && chosen_ >= 0)
        ask_about(chosen_);
    else
        QWidget::keyPressEvent(event);
}

void StepPanel::choose(int part)
{
    chosen_ = part;
    const bool one = part >= 0 && part < part_count(figure_);
    setAccessibleDescription(one ? part_words(figure_, part) : summary_words(figure_));
    const auto& terms = one ? bar_segment(bars(), part).terms : std::vector<std::string>();
    set_subject(this, terms.empty() ? QString() : text(terms.front()));
    update();
}

void StepPanel::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        choose(std::clamp(chosen_, 0, std::max(0, part_count(figure_) - 1)));
}

void StepPanel::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    choose(-1);
}

void StepPanel::show_figure(const figures::Figure& figure)
{
    figure_ = figure;
    heights_.clear();
    setAccessibleName(text(figure.title));
    setAccessibleDescription(summary_words(figure));
    updateGeometry();
    update();
}

int StepPanel::heightForWidth(int width) const
{
    const auto [height, is_new] = heights_.try_emplace(width);
    if (is_new) {
        const QSizeF around = QSizeF(rect().size()) - area().size();
        height->second
            = static_cast<int>(std::ceil(bars_height(bars(), look(), width - around.width()) + around.height()));
    }
    return height->second;
}

bool StepPanel::is_whole() const { return bars_fit(area().size(), bars(), look()); }

void StepPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    draw_picture(painter, area(), figure_, look());
    if (!hasFocus() || chosen_ < 0 || chosen_ >= part_count(figure_))
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_of(this).accent, 2));
    painter.drawRect(rect_of(chosen_).adjusted(1, 1, -1, -1));
}

} // namespace plateau::ui
