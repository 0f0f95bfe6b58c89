// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "core/charts/plot_view.h"

namespace plateau::ui {

/// What was looked at before and, after a step back, since. Beside undo: looking changes no question.
class ViewHistory {
public:
    const figures::PlotView& now() const { return now_; }
    /// Takes over what was chosen elsewhere; no step.
    void set(figures::PlotView view) { now_ = std::move(view); }
    /// A step; one that `joins` continues the last. False: nothing is other than before.
    bool look(figures::PlotView view, bool joins)
    {
        if (view == now_)
            return false;
        if (!joins || before_.empty()) {
            if (before_.size() == most)
                before_.erase(before_.begin());
            before_.push_back(now_);
        }
        after_.clear();
        now_ = std::move(view);
        return true;
    }
    bool can_go_back() const { return !before_.empty(); }
    bool can_go_forward() const { return !after_.empty(); }
    void back() { step(before_, after_); }
    void forward() { step(after_, before_); }
    void forget()
    {
        before_.clear();
        after_.clear();
    }

private:
    static constexpr std::size_t most = 100;
    using Views = std::vector<figures::PlotView>;

    void step(Views& from, Views& to)
    {
        if (from.empty())
            return;
        to.push_back(std::exchange(now_, from.back()));
        from.pop_back();
    }

    figures::PlotView now_;
    Views before_;
    Views after_;
};

} // namespace plateau::ui
