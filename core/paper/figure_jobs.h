// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/paper/figure_page.h"
#include "core/views/view.h"

/// Many figures in one go: each can be made on its own, in any thread.
namespace plateau::views {

struct JobAnswer {
    figures::FigurePage page;
    Message no_answer; ///< then there is no page
};

struct FigureJob {
    std::string name; ///< of its file, without a suffix: "scaling-per-gpu"
    std::string title;
    std::function<JobAnswer()> make;
};

using SharedAnswers = std::shared_ptr<answers::Answers>;

/// Every view of a question; with others beside it those that lay several over each other show all, the rest each
/// one. `prefix` begins the names.
template<class S>
std::vector<FigureJob> figure_jobs(const SharedAnswers& answers, const std::vector<S>& scenarios,
                                   const std::string& prefix = {});
/// One of them; no job where there is no such view of the question.
template<class S>
std::vector<FigureJob> figure_job(const SharedAnswers& answers, const std::vector<S>& scenarios,
                                  const std::string& view, const std::string& name);

} // namespace plateau::views
