// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/sweep.h"

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr int milliseconds_per_stop = 700;

} // namespace

Sweep::Sweep(QObject* parent) : QObject(parent)
{
    clock_.setInterval(milliseconds_per_stop);
    connect(&clock_, &QTimer::timeout, this, &Sweep::advance);
}

void Sweep::set(QuestionDocument* document, const std::string& key, std::vector<double> stops)
{
    pause();
    document_ = key.empty() ? nullptr : document;
    key_ = key;
    stops_ = std::move(stops);
}

double Sweep::stop_index() const
{
    const Value value = document_->value(key_);
    const double* number = std::get_if<double>(&value);
    if (!number)
        return -1;
    const auto above = std::lower_bound(stops_.begin(), stops_.end(), *number * (1 - 1e-12));
    const double index = static_cast<double>(above - stops_.begin());
    return above != stops_.end() && std::abs(*above - *number) <= 1e-12 * std::abs(*number) ? index : index - 0.5;
}

void Sweep::go_to(int index) { document_->edit_value(key_, Value(stops_[static_cast<std::size_t>(index)]), gesture_); }

void Sweep::play()
{
    if (!can_play() || is_playing())
        return;
    gesture_ = document_->begin_gesture();
    if (stop_index() >= static_cast<double>(stops_.size()) - 1)
        go_to(0);
    else
        step(1);
    if (reduces_motion())
        return;
    clock_.start();
    emit changed();
}

void Sweep::pause()
{
    if (!is_playing())
        return;
    clock_.stop();
    gesture_ = 0;
    emit changed();
}

void Sweep::step(int count)
{
    if (!can_play())
        return;
    const double from = stop_index();
    const double wanted = (count > 0 ? std::floor(from) : std::ceil(from)) + count;
    go_to(static_cast<int>(std::clamp(wanted, 0.0, static_cast<double>(stops_.size()) - 1)));
}

void Sweep::advance()
{
    step(1);
    if (stop_index() >= static_cast<double>(stops_.size()) - 1)
        pause();
}

} // namespace plateau::ui
