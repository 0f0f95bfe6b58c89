// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/gap.h"

#include "core/answers/plans.h"
#include "core/answers/step.h"
#include "core/diagnostics/gap_causes.h"

namespace plateau::answers {

namespace {

constexpr const char* metrics_of_a_gap[]
    = {"step_time_s", "tokens_per_s", "tokens_per_s_per_gpu", "mfu", "mfu_causal", "mfu_6n", "hfu", memory_metric};
constexpr std::size_t first_share = 3, shares = 4; // among them

/// Counts what share of the other runs of its kind took less of their predicted time.
void place_among_runs(Gap::Value& gap, const evidence::KnownSteps& known, const Scenario& scenario, double ratio)
{
    const bool experts = scenario.workload.shape.experts > 0;
    const bool adapters = scenario.workload.fine_tune != FineTune::None;
    const evidence::Evidence& all = known.evidence();
    int quicker = 0;
    const auto count = [&](bool same_accelerator) {
        gap.runs = quicker = 0;
        for (std::size_t i = 0; i < all.predictions.size(); ++i) {
            const evidence::Prediction& prediction = all.predictions[i];
            const evidence::Row& row = all.sample.rows[i];
            if (!prediction.predicted() || !row.measured_step_seconds())
                continue;
            const Scenario& posed = all.sample.cases[i].posed.scenario;
            if ((posed.workload.shape.experts > 0) != experts
                || (posed.workload.fine_tune != FineTune::None) != adapters
                || (same_accelerator && posed.cluster.accelerator.id != scenario.cluster.accelerator.id))
                continue;
            ++gap.runs;
            quicker += *row.measured_step_seconds() / prediction.step_seconds < ratio;
        }
    };
    constexpr int enough = 10;
    count(true);
    if (gap.runs < enough)
        count(false);
    gap.percentile = gap.runs > 0 ? double(quicker) / gap.runs : 0;
}

/// What is predicted for a measured run, with eight in ten.
RunBeside beside(Work& work, const TrainingQuestion& question, const Measured& measured, const Parts& parts)
{
    const Metric& metric = plateau::metric(measured.metric);
    RunBeside run{metric.value(parts), 0, 0, measured.value};
    run.peak = parts.peak_flops;
    constexpr double with_sparsity = 2;
    if (measured.peak > 0)
        run.measured *= measured.peak / run.peak;
    if (measured.sparse)
        run.measured *= with_sparsity;
    const auto nearest = work.get<NearestRun>(question);
    if (measured.metric == memory_metric) {
        const ReachBand band = band_of(nearest->nearest.doubt.memory * nearest->nearest.doubt.memory);
        run.low = run.predicted * band.low;
        run.high = run.predicted * band.high;
        return run;
    }
    const bool lower = metric.better == Better::Lower;
    run.least_share = parts.mfu_causal() * (lower ? run.predicted / run.measured : run.measured / run.predicted);
    const auto scenario = answers::with_plan(work.catalog(), *question.scenario, parts.plan);
    if (!scenario)
        return run;
    const ReachBand band = evidence::step_band(nearest->nearest, *scenario, parts);
    run.low = lower ? run.predicted * band.low : run.predicted / band.high;
    run.high = lower ? run.predicted * band.high : run.predicted / band.low;
    return run;
}

/// The run whose causes are told: one that cannot be, else the one that is furthest off.
std::size_t furthest(const std::vector<RunBeside>& beside, const std::vector<Judged>& runs)
{
    std::size_t found = 0;
    for (std::size_t i = 1; i < runs.size(); ++i)
        if (beside[i].can_be() == beside[found].can_be() ? runs[i].gap() > runs[found].gap() : !beside[i].can_be())
            found = i;
    return found;
}

/// A run of the same question as `of` that was measured otherwise.
std::size_t contradicting(Work& work, const std::vector<MeasuredRun>& asked, const std::vector<Judged>& runs,
                          std::size_t of)
{
    const double scatter = catalog::values_of(work.catalog().physics).as_predicted;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (asked[i].question == asked[of].question && runs[i].of_memory() == runs[of].of_memory()
            && std::abs(std::log(runs[i].ratio() / runs[of].ratio())) > scatter)
            return i;
    return Gap::Value::no_run;
}

/// Finds what may explain the run whose causes are told, and sets aside what another run speaks against.
void find_causes(Gap::Value& gap, Work& work, const std::vector<Judged>& runs)
{
    const Judged& run = runs[gap.furthest];
    const bool can_be = gap.runs_beside[gap.furthest].can_be();
    std::vector<GapCause> found = mistakes(work, run, can_be);
    const auto add = [&](std::vector<GapCause> more) {
        found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    const bool contradicted = gap.contradicting != Gap::Value::no_run; // then a number is wrong, not the run
    if (!gap.hardware_said && !contradicted)
        add(other_hardware(work, run));
    if (can_be && !contradicted && !(run.of_memory() && gap.runs_beside[gap.furthest].inside()))
        add(causes(work, run));
    for (GapCause& cause : found) {
        const auto against = runs.size() > 1 ? objection(work, cause, runs, gap.furthest) : std::optional<Objection>();
        if (against)
            gap.ruled_out.push_back({std::move(cause), against->run, against->predicted});
        else
            gap.causes.push_back(std::move(cause));
    }
}

} // namespace

std::span<const char* const> gap_metrics() { return metrics_of_a_gap; }

std::span<const char* const> share_metrics() { return gap_metrics().subspan(first_share, shares); }

bool is_share(const std::string& metric)
{
    return std::ranges::any_of(share_metrics(), [&](const char* key) { return metric == key; });
}

Gap::Value Gap::compute(const Key& key, Work& work)
{
    Value gap;
    std::vector<Judged> judged;
    std::vector<MeasuredRun> runs = {{key.question, key.measured}};
    runs.insert(runs.end(), key.others.begin(), key.others.end());
    for (const MeasuredRun& run : runs) {
        const auto parts = work.get<StepParts>(run.question);
        if (&run == &runs.front())
            gap.parts = *parts;
        auto scenario = parts->possible() ? answers::with_plan(work.catalog(), *run.question.scenario, parts->plan)
                                          : tl::unexpected(Error());
        if (!scenario) {
            gap.impossible = std::size_t(&run - runs.data());
            return gap;
        }
        gap.runs_beside.push_back(beside(work, run.question, run.measured, *parts));
        judged.push_back({std::move(*scenario), plateau::metric(run.measured.metric), *parts,
                          gap.runs_beside.back().predicted, gap.runs_beside.back().measured});
    }
    gap.furthest = furthest(gap.runs_beside, judged);
    gap.contradicting = contradicting(work, runs, judged, gap.furthest);
    gap.hardware_said = !find_unsaid(unsaid(*runs[gap.furthest].question.scenario), "hardware");
    if (key.measured.metric != memory_metric)
        if (const auto published = work.get<Runs>({}); *published)
            place_among_runs(gap, **published, judged.front().scenario, judged.front().ratio());
    find_causes(gap, work, judged);
    std::ranges::stable_sort(gap.causes, {}, &GapCause::strangeness);
    std::ranges::stable_sort(gap.ruled_out, {}, [](const RuledOut& one) { return one.cause.strangeness; });
    return gap;
}

} // namespace plateau::answers
