// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/figure_jobs.h"

#include "core/paper/caption.h"

namespace plateau::views {

namespace {

template<class S>
FigureJob job(const SharedAnswers& answers, const View& view, const std::vector<S>& scenarios, const std::string& name)
{
    return {name, view.title, [answers, &view, scenarios]() -> JobAnswer {
                Drawing figure = draw(view, {*answers, scenarios});
                if (!figure.no_answer.empty())
                    return {{}, figure.no_answer};
                return {figures::described_page(std::move(figure.figure), scenarios, view.name, figure.known), {}};
            }};
}

} // namespace

template<class S>
std::vector<FigureJob> figure_jobs(const SharedAnswers& answers, const std::vector<S>& scenarios,
                                   const std::string& prefix)
{
    std::vector<FigureJob> jobs;
    for (const View& view : all()) {
        if (!view.takes<S>())
            continue;
        if (view.overlays || scenarios.size() == 1) {
            jobs.push_back(job(answers, view, scenarios, prefix + view.name));
            continue;
        }
        for (std::size_t i = 0; i < scenarios.size(); ++i)
            jobs.push_back(
                job(answers, view, std::vector<S>{scenarios[i]}, prefix + view.name + "-" + std::to_string(i + 1)));
    }
    return jobs;
}

template<class S>
std::vector<FigureJob> figure_job(const SharedAnswers& answers, const std::vector<S>& scenarios,
                                  const std::string& view, const std::string& name)
{
    const View* found = find(view);
    if (!found || !found->takes<S>())
        return {};
    return {job(answers, *found, found->overlays ? scenarios : std::vector<S>{scenarios.front()}, name)};
}

template std::vector<FigureJob> figure_jobs(const SharedAnswers&, const std::vector<Scenario>&, const std::string&);
template std::vector<FigureJob> figure_jobs(const SharedAnswers&, const std::vector<LimitsScenario>&,
                                            const std::string&);
template std::vector<FigureJob> figure_job(const SharedAnswers&, const std::vector<Scenario>&, const std::string&,
                                           const std::string&);
template std::vector<FigureJob> figure_job(const SharedAnswers&, const std::vector<LimitsScenario>&, const std::string&,
                                           const std::string&);

} // namespace plateau::views
