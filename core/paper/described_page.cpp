// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/described_page.h"

#include "core/paper/caption.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/looks.h"

namespace plateau::figures {

namespace {

template<class S>
FigurePage described(Figure figure, std::vector<S> scenarios, const std::string& shown, const Message& known)
{
    FigurePage page = page_of(std::move(figure));
    if (!shown.empty())
        scenarios.front().view[shown_figure_key] = shown;
    std::vector<std::string> documents;
    documents.reserve(scenarios.size());
    for (const S& scenario : scenarios)
        documents.push_back(write_scenario(scenario));
    page.provenance.scenario = joined_documents(documents);
    describe(page, scenarios, known);
    return page;
}

} // namespace

FigurePage described_page(Figure figure, std::vector<Scenario> scenarios, const std::string& shown,
                          const Message& known)
{
    return described(std::move(figure), std::move(scenarios), shown, known);
}

FigurePage described_page(Figure figure, std::vector<LimitsScenario> scenarios, const std::string& shown,
                          const Message& known)
{
    return described(std::move(figure), std::move(scenarios), shown, known);
}

} // namespace plateau::figures
