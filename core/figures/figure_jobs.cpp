// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/figure_jobs.h"

#include "core/figures/described_page.h"
#include "core/figures/figure_table.h"

namespace plateau::figures {

namespace {

MadeFigure made(const FigureEntry& entry, const catalog::Catalog& catalog, const std::vector<Scenario>& scenarios)
{
    return entry.make(catalog, scenarios);
}

MadeFigure made(const FigureEntry& entry, const catalog::Catalog& catalog, const std::vector<LimitsScenario>& scenarios)
{
    return entry.make_limits(catalog, scenarios);
}

bool takes(const FigureEntry& entry, const Scenario*) { return entry.make != nullptr; }
bool takes(const FigureEntry& entry, const LimitsScenario*) { return entry.make_limits != nullptr; }

template<class S>
FigureJob job(const SharedCatalog& catalog, const FigureEntry& entry, const std::vector<S>& scenarios,
              const std::string& name)
{
    return {name, entry.title, [catalog, &entry, scenarios]() -> JobAnswer {
                MadeFigure figure = made(entry, *catalog, scenarios);
                if (!figure.no_answer.empty())
                    return {{}, figure.no_answer};
                return {described_page(std::move(figure.figure), scenarios, entry.name, figure.known), {}};
            }};
}

template<class S>
std::vector<FigureJob> all_jobs(const SharedCatalog& catalog, const std::vector<S>& scenarios,
                                const std::string& prefix)
{
    std::vector<FigureJob> jobs;
    for (const FigureEntry& entry : figure_table()) {
        if (!takes(entry, static_cast<const S*>(nullptr)))
            continue;
        if (entry.overlays || scenarios.size() == 1) {
            jobs.push_back(job(catalog, entry, scenarios, prefix + entry.name));
            continue;
        }
        for (std::size_t i = 0; i < scenarios.size(); ++i)
            jobs.push_back(
                job(catalog, entry, std::vector<S>{scenarios[i]}, prefix + entry.name + "-" + std::to_string(i + 1)));
    }
    return jobs;
}

template<class S>
std::vector<FigureJob> named_job(const SharedCatalog& catalog, const std::vector<S>& scenarios,
                                 const std::string& figure, const std::string& name)
{
    const FigureEntry* entry = figure_entry(figure);
    if (!entry || !takes(*entry, static_cast<const S*>(nullptr)))
        return {};
    return {job(catalog, *entry, entry->overlays ? scenarios : std::vector<S>{scenarios.front()}, name)};
}

} // namespace

std::vector<FigureJob> figure_jobs(const SharedCatalog& catalog, const std::vector<Scenario>& scenarios,
                                   const std::string& prefix)
{
    return all_jobs(catalog, scenarios, prefix);
}

std::vector<FigureJob> figure_jobs(const SharedCatalog& catalog, const std::vector<LimitsScenario>& scenarios,
                                   const std::string& prefix)
{
    return all_jobs(catalog, scenarios, prefix);
}

std::vector<FigureJob> figure_job(const SharedCatalog& catalog, const std::vector<Scenario>& scenarios,
                                  const std::string& figure, const std::string& name)
{
    return named_job(catalog, scenarios, figure, name);
}

std::vector<FigureJob> figure_job(const SharedCatalog& catalog, const std::vector<LimitsScenario>& scenarios,
                                  const std::string& figure, const std::string& name)
{
    return named_job(catalog, scenarios, figure, name);
}

} // namespace plateau::figures
