// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/curve.h"

#include <algorithm>
#include <optional>

#include "core/answers/step.h"

namespace plateau::answers {

namespace {

/// What makes the next curve of its kind quick: a drag asks for one after the other.
struct CurveTools {
    WorkspacePointer workspace = make_workspace();
    threads::Pool pool;
    CurveSearch given{pool}, best{pool};
};

/// Of the plan as it stands: what another GPU count leaves as it was need not be found again.
struct GivenTools {
    WorkspacePointer workspace = make_workspace();
    std::optional<ScalingCurve> last;
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

ScalingCurve Curve::compute(const Key& key, Work& work)
{
    const TrainingQuestion& question = key.question;
    const auto runs = key.known ? work.data().runs(work.stop()) : nullptr;
    if (!key.is_searched()) {
        auto& tools = work.tool<GivenTools>();
        tools.last = scaling_curve(question, work.data().claims(), *tools.workspace, key.range, runs.get(),
                                   tools.last ? &*tools.last : nullptr);
        return *tools.last;
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
        const GpuRange own = usual_range(*question.scenario, *answers.get<FeasibleCounts>({question}));
        all = all ? GpuRange{std::min(all->from, own.from), std::max(all->to, own.to)} : own;
    }
    return all.value_or(GpuRange());
}

} // namespace plateau::answers
