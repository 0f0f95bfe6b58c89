// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teaching/tours/figure_json.h"
#include "core/teaching/tours/lecture_words.h"

namespace plateau::tours {

/// What the steps of a page share.
struct LecturePools {
    figures::JsonPool curves;
    figures::JsonPool pictures;
};

/// One step as the page has it.
LectureJson lecture_step(const std::shared_ptr<answers::Answers>& answers, const Step& step, const PaperClaims& claims,
                         LecturePools& pools);

} // namespace plateau::tours
