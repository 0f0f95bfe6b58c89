// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/teaching/tours/exercise_sheet.h"

namespace plateau::ui {

/// What a class gets on paper, as bytes of a file. The terminal makes them, too, and the window does not know how.
struct ClassPapers {
    /// A PDF of one step of a tour, or, -1, of all of them.
    std::function<Expected<std::string>(const std::string& tour, int step)> handouts = {};
    std::function<Expected<std::string>(const std::shared_ptr<answers::Answers>& answers, const tours::Tour& tour,
                                        const tours::PaperClaims& claims, const tours::SheetChoice& choice)>
        exercises = {};
};

} // namespace plateau::ui
