// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace plateau::views {

/// A panel that stands beside pages of the window. A step of a tour brings it to the front by its name.
struct Dock {
    std::string name; ///< "readout"
    const char* pages; ///< that have it: "workbench,plans"
    const char* title; ///< "Where the step goes"
    const char* short_title; ///< among tabs: "Step"
    enum class Side { Left, Right };
    Side side = Side::Right;
    enum class Join {
        Never, ///< but where the window is small all of a side are tabs
        UnlessWide,
        Always,
    };
    Join with_previous = Join::Never; ///< as a tab of the one before
    bool is_list = false; ///< need not be seen whole: it scrolls, and takes the height that is left
    bool has_rows = false; ///< of parameters: its column is as wide as their sliders need
    bool scrolls_itself = false; ///< where there is no room for it
    bool is_closed = false; ///< until somebody opens it in the View menu
};

/// The panels beside a page, left ones and right ones, each from the top; last the views that have a dock of their own.
std::vector<Dock> docks_beside(const std::string& page);

} // namespace plateau::views
