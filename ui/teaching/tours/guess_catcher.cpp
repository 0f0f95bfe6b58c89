// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/guess_catcher.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

#include "ui/figures/figure_view.h"

namespace plateau::ui {

GuessCatcher::GuessCatcher(FigureView& plot, QObject* parent) : QObject(parent), plot_(plot)
{
    plot_.installEventFilter(this);
}

void GuessCatcher::catch_for(const tours::Prediction& prediction)
{
    if (!prediction_)
        drawing_ = false;
    prediction_ = prediction;
}

bool GuessCatcher::eventFilter(QObject* watched, QEvent* event)
{
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    if (!prediction_ || watched != &plot_ || !mouse)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        if (mouse->button() != Qt::LeftButton)
            return false;
        if (mark(mouse->position()))
            return true;
        drawing_ = true;
        drawn_.clear();
        draw_to(mouse->position());
        return true;
    case QEvent::MouseMove:
        plot_.setCursor(Qt::CrossCursor);
        if (drawing_)
            draw_to(mouse->position());
        return true;
    case QEvent::MouseButtonRelease:
        if (!drawing_)
            return false;
        finish();
        return true;
    default:
        return false;
    }
}

/// Null when the figure has no such panel.
const QCPAxisRect* GuessCatcher::asked_plot() const
{
    const auto& panels = plot_.figure().plot().panels;
    for (int i = 0; i < std::min(plot_.axisRectCount(), static_cast<int>(panels.size())); ++i)
        if (panels[static_cast<std::size_t>(i)].id == prediction_->panel)
            return plot_.axisRect(i);
    return nullptr;
}

/// Right of the axes' end every click is a mark of its own: a class calls out its numbers.
bool GuessCatcher::mark(QPointF position)
{
    constexpr int edge = 8;
    const QCPAxisRect* rect = asked_plot();
    if (!rect || position.x() < rect->right() + edge || position.y() < rect->top() || position.y() > rect->bottom())
        return false;
    emit marked(std::max(0.0, rect->axis(QCPAxis::atLeft)->pixelToCoord(position.y())));
    return true;
}

/// Draws within the asked panel, right of what is seen; a line goes on to the right only.
void GuessCatcher::draw_to(QPointF position)
{
    const QCPAxisRect* rect = asked_plot();
    if (!rect || !rect->rect().adjusted(0, -4, 60, 4).contains(position.toPoint()))
        return;
    const double x = plot_.renderer().x_at(std::min<double>(position.x(), rect->right()));
    const double y = rect->axis(QCPAxis::atLeft)->pixelToCoord(position.y());
    if (x <= prediction_->from || (!drawn_.empty() && x <= drawn_.back().first))
        return;
    drawn_.emplace_back(x, std::max(y, 0.0));
    emit guessed(drawn_);
}

/// The guess has a value where it is scored: a click near there is one for it, a line that ends before goes on level,
/// and one that begins beyond leads there from what is seen.
void GuessCatcher::finish()
{
    drawing_ = false;
    if (drawn_.empty())
        return;
    const double at = prediction_->at;
    constexpr double near = 0.5; // of an octave
    if (std::abs(std::log2(drawn_.back().first / at)) < near && drawn_.back().first != at) {
        const double y = drawn_.back().second;
        while (!drawn_.empty() && drawn_.back().first >= at / std::exp2(near))
            drawn_.pop_back();
        drawn_.emplace_back(at, y);
    } else if (drawn_.back().first < at) {
        drawn_.emplace_back(at, drawn_.back().second);
    } else if (const auto [x, y] = drawn_.front(); x > at) {
        const double start = tours::last_seen(*prediction_, plot_.figure()).value_or(y);
        const double share = std::log(at / prediction_->from) / std::log(x / prediction_->from);
        drawn_.insert(drawn_.begin(), {at, start + share * (y - start)});
    }
    emit guessed(drawn_);
}

} // namespace plateau::ui
