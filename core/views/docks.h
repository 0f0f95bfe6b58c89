// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace plateau::views {

/// A panel that stands beside pages of the window: a tab at the left, or a part of the column at the right. A step of a
/// tour brings it to the front by its name.
struct Dock {
    std::string name; ///< "readout"
    const char* pages; ///< that have it: "workbench,plans"
    const char* title; ///< "Where the step goes"
    const char* short_title; ///< of a tab: "Compare"
    enum class Side { Left, Right };
    Side side = Side::Right;
    /// As somebody sees it first. A folded one is a title alone; a closed one stands in the menu of panels.
    enum class Start { Open, FoldedUnlessWide, Folded, Closed };
    Start start = Start::Open;
    bool is_list = false; ///< takes the height that is left and scrolls
    bool has_rows = false; ///< of parameters: its side is as wide as their sliders need
};

/// The panels beside a page, left ones and right ones, each from the top; last the views that have a dock of their own.
std::vector<Dock> docks_beside(const std::string& page);

} // namespace plateau::views
