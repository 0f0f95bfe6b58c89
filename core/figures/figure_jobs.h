// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/figures/figure_page.h"
#include "core/limits_scenario/limits_scenario.h"
#include "core/scenario/scenario.h"

/// Many figures in one go: each can be made on its own, in any thread.
namespace plateau::figures {

struct JobAnswer {
    FigurePage page;
    Message no_answer; ///< then there is no page
};

struct FigureJob {
    std::string name; ///< of its file, without a suffix: "scaling-per-gpu"
    std::string title;
    std::function<JobAnswer()> make;
};

using SharedCatalog = std::shared_ptr<const catalog::Catalog>;

/// Every figure of a question; with others beside it those that lay several over each other show all, the rest each
/// one. `prefix` begins the names.
std::vector<FigureJob> figure_jobs(const SharedCatalog& catalog, const std::vector<Scenario>& scenarios,
                                   const std::string& prefix = {});
std::vector<FigureJob> figure_jobs(const SharedCatalog& catalog, const std::vector<LimitsScenario>& scenarios,
                                   const std::string& prefix = {});
/// One of them; no job where there is no figure of that name.
std::vector<FigureJob> figure_job(const SharedCatalog& catalog, const std::vector<Scenario>& scenarios,
                                  const std::string& figure, const std::string& name);
std::vector<FigureJob> figure_job(const SharedCatalog& catalog, const std::vector<LimitsScenario>& scenarios,
                                  const std::string& figure, const std::string& name);

} // namespace plateau::figures
