// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "core/teaching/tours/tour.h"

/// Exercises for paper, made of a tour's questions with values drawn by a seed: the same seed gives the same sheet, so
/// that each class can have its own. Every drawn case is possible, and the model has an answer to it.
namespace plateau::tours {

struct SheetTask {
    std::string title; ///< of the step
    std::string given; ///< what was drawn: "GPU count: 512 GPUs; Latency factor: 1.8 ×"; may be empty
    std::vector<std::string> ask; ///< paragraphs
    std::vector<std::string> items; ///< to be put in order
    std::vector<figures::Figure> blank; ///< what is to be drawn into
    std::vector<std::string> answer; ///< paragraphs of the key
    std::vector<figures::Figure> told; ///< of the key
};

/// Which sheet, and as what.
struct SheetChoice {
    unsigned seed = 1;
    bool with_key = false; ///< the answers at its end
    bool html = false; ///< a web page in place of a PDF
    std::string language = {}; ///< code of the words that it is in; empty: English
};

/// What a sheet says beside its tasks.
struct SheetWords {
    std::string exercises, answers, sheet, name;
};
SheetWords sheet_words();

/// Makes one task for each step that asks.
std::vector<SheetTask> exercise_sheet(const std::shared_ptr<answers::Answers>& answers, const Tour& tour,
                                      const PaperClaims& claims, unsigned seed);

} // namespace plateau::tours
