// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/curve.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "core/answers/explore/returns.h"
#include "core/answers/step.h"

namespace plateau::answers {

namespace {

/// Work kept between the curves of one drag.
struct CurveTools {
    WorkspacePointer workspace = make_workspace();
    threads::Pool pool;
    CurveSearch given{pool}, best{pool};
};

/// Work kept between curves of given plans: another GPU count leaves most of a curve as it was, that of the question
/// and those of the pins beside it.
struct GivenTools {
    static constexpr std::size_t most = 6;
    WorkspacePointer workspace = make_workspace();
    std::deque<ScalingCurve> last; ///< the latest first
};

} // namespace

bool FeasibleCounts::Key::operator==(const Key& other) const
{
    return same_but_for_count(*question.scenario, *other.question.scenario);
}

GpuRange FeasibleCounts::compute(const Key& key, Work& work)
{
    return feasible_counts(*key.question.scenario, *work.tool<GivenTools>().workspace);
}

bool EndOfReturns::Key::operator==(const Key& other) const
{
    return question.choice == other.question.choice && question.objective == other.question.objective
        && same_but_for_count(*question.scenario, *other.question.scenario);
}

double EndOfReturns::compute(const Key& key, Work& work)
{
    const TrainingQuestion& question = key.question;
    const auto prepared = prepare(*question.scenario);
    const auto counts = explore::gpu_counts(every_count.from, every_count.to, 1);
    if (!question.is_searched()) {
        Workspace& workspace = *work.tool<GivenTools>().workspace;
        return explore::end_of_returns(explore::given_plan_curve(*prepared, counts, workspace), *question.scenario);
    }
    auto& tools = work.tool<CurveTools>();
    explore::BestPlanCurve search(tools.pool);
    return explore::end_of_returns(
        search.compute(*prepared, question.open_keys(), counts, question.objective, work.stop()), *question.scenario);
}

ScalingCurve Curve::compute(const Key& key, Work& work)
{
    const TrainingQuestion& question = key.question;
    const auto runs = key.known ? work.data().runs(work.stop()) : nullptr;
    if (!key.is_searched()) {
        auto& tools = work.tool<GivenTools>();
        const auto alike = std::find_if(tools.last.begin(), tools.last.end(), [&](const ScalingCurve& curve) {
            return curve.choice == question.choice && curve.objective == question.objective
                && same_but_for_count(curve.scenario, *question.scenario);
        });
        const bool found = alike != tools.last.end();
        ScalingCurve curve = scaling_curve(question, work.data().claims(), *tools.workspace, key.range, runs.get(),
                                           found ? &*alike : nullptr);
        if (found)
            tools.last.erase(alike);
        else if (tools.last.size() == GivenTools::most)
            tools.last.pop_back();
        tools.last.push_front(curve);
        return curve;
    }
    auto& tools = work.tool<CurveTools>();
    CurveSearch& search = question.choice == search::PlanChoice::Best ? tools.best : tools.given;
    return search.curve(question, key.range, runs.get(), work);
}

std::size_t Curve::bytes(const Value& value)
{
    return sizeof value + value.points.size() * sizeof(explore::CurvePoint) + value.known.size() * sizeof(KnownPoint)
        + value.band.size() * sizeof(explore::ThroughputBand)
        + (1 + value.bound.size()) * StepEstimate::bytes(value.estimate);
}

GpuRange usual_range(Answers& answers, const std::vector<TrainingQuestion>& questions)
{
    std::optional<GpuRange> all;
    for (const TrainingQuestion& question : questions) {
        GpuRange own = usual_range(*question.scenario, *answers.get<FeasibleCounts>({question}));
        own.to = std::max(own.to, *answers.get<EndOfReturns>({question}));
        all = all ? GpuRange{std::min(all->from, own.from), std::max(all->to, own.to)} : own;
    }
    return all.value_or(GpuRange());
}

} // namespace plateau::answers
