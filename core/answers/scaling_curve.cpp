// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/scaling_curve.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <optional>
#include <span>

#include "core/answers/returns.h"
#include "core/answers/step.h"
#include "core/model/prepared.h"
#include "core/search/search.h"

namespace plateau::answers {

namespace {

constexpr double usual_from = every_count.from;
constexpr double usual_to = 16384;
constexpr double few_gpus = 256; ///< a plan that fits from so many on leaves most of the usual axis to its curve
constexpr double doublings_before = 4, doublings_beyond = 32; ///< as factors: two and five
constexpr int most_points = 280;
constexpr int finest = 16;

bool is_power_of_two(double gpus) { return std::exp2(std::round(std::log2(gpus))) == gpus; }

/// Between the powers of two only counts that fill their scale-up domains and that the plan divides evenly are drawn:
/// elsewhere GPUs idle, groups straddle or ranks have unequal shares, and the curve would show the remainders instead
/// of the trend. The current count always stays.
bool is_drawn(const CurvePoint& point, double current)
{
    if (is_power_of_two(point.gpus) || point.gpus == current)
        return true;
    const Parts& parts = point.parts;
    const double sequences_per_step = static_cast<double>(parts.plan.dp) * parts.plan.micro_batch;
    const bool fills_domains = std::fmod(parts.gpus, std::min(parts.gpus, parts.domain_used)) == 0;
    return parts.fits() && parts.gpus_used == parts.gpus && fills_domains
        && std::fmod(parts.global_batch, sequences_per_step) == 0;
}

} // namespace

bool ScalingCurve::fits_anywhere() const
{
    return std::any_of(points.begin(), points.end(), [](const auto& point) { return point.parts.fits(); });
}

namespace {

const evidence::Nearest* known_at(const ScalingCurve& curve, double gpus)
{
    const auto found = std::find_if(curve.known.begin(), curve.known.end(),
                                    [gpus](const KnownPoint& point) { return point.gpus == gpus; });
    return found == curve.known.end() ? nullptr : &found->nearest;
}

} // namespace

const evidence::Nearest* ScalingCurve::known_here() const { return known_at(*this, scenario.cluster.gpus); }

double evidence_end(const ScalingCurve& curve)
{
    if (curve.known.empty())
        return curve.covered_gpus;
    double end = 0;
    for (const KnownPoint& point : curve.known) {
        if (point.nearest.known <= evidence::Known::Interpolated)
            end = point.gpus;
        else if (end > 0)
            break;
    }
    return end;
}

GpuRange feasible_counts(const Scenario& scenario, Workspace& workspace)
{
    GpuRange found;
    const auto prepared = prepare(scenario);
    for (double gpus = every_count.from; gpus <= every_count.to; gpus *= 2)
        if (evaluate(*at_gpus(*prepared, gpus), plan(*prepared), workspace).fits()) {
            found.from = found.from > 0 ? found.from : gpus;
            found.to = gpus;
        }
    return found;
}

GpuRange usual_range(const Scenario& scenario, GpuRange feasible)
{
    const double gpus = scenario.cluster.gpus;
    const double below = std::exp2(std::floor(std::log2(gpus))), above = std::exp2(std::ceil(std::log2(gpus)));
    GpuRange range{std::min(usual_from, below), std::max(usual_to, above)};
    if (feasible.from <= few_gpus)
        return range;
    range.from = std::min(feasible.from / doublings_before, below);
    range.to = std::max(range.to, std::min(feasible.from * doublings_beyond, std::max(feasible.to, usual_to)));
    return range;
}

bool same_but_for_count(const Scenario& one, const Scenario& other)
{
    if (one.locked != other.locked || one.open != other.open || !same_names(one, other))
        return false;
    auto left = one.overrides, right = other.overrides;
    left.erase("gpus");
    right.erase("gpus");
    return left == right;
}

namespace {

ScalingCurve started(const TrainingQuestion& question, const evidence::Claims& claims, GpuRange range)
{
    const Scenario& scenario = *question.scenario;
    ScalingCurve curve;
    curve.scenario = scenario;
    curve.choice = question.choice;
    curve.objective = question.objective;
    curve.from = range.from;
    curve.to = range.to;
    curve.covered_gpus = evidence::covered_gpus(claims, scenario);
    const auto claim = std::find_if(claims.claims.begin(), claims.claims.end(),
                                    [&](const auto& candidate) { return evidence::holds_for(candidate, scenario); });
    if (claim != claims.claims.end())
        curve.claim = *claim;
    return curve;
}

/// ... and in nothing else that a curve holds.
bool reusable(const ScalingCurve& before, const ScalingCurve& curve, const evidence::KnownSteps* steps)
{
    return before.choice == curve.choice && before.objective == curve.objective && before.searched == curve.searched
        && before.runs == (steps ? steps->shared_evidence() : nullptr)
        && same_but_for_count(before.scenario, curve.scenario);
}

bool same_range(const ScalingCurve& one, const ScalingCurve& other)
{
    return one.from == other.from && one.to == other.to;
}

/// The point at a GPU count in a list sorted by count; null where there is none.
template<class Point>
const Point* at_count(const std::vector<Point>& points, double gpus)
{
    const auto found = std::lower_bound(points.begin(), points.end(), gpus,
                                        [](const Point& point, double count) { return point.gpus < count; });
    return found != points.end() && found->gpus == gpus ? &*found : nullptr;
}

/// The point of a curve at a GPU count; null where it has none, or where it does not fit at the curve's own count:
/// there the point may hold another plan than other curves would.
const CurvePoint* point_at(const ScalingCurve& curve, double gpus)
{
    const CurvePoint* point = at_count(curve.points, gpus);
    return point && (gpus != curve.scenario.cluster.gpus || point->parts.fits()) ? point : nullptr;
}

/// The points of `before` at these counts, and `find` of the others, in order.
template<class Find>
std::vector<CurvePoint> points_at(const std::vector<double>& counts, const ScalingCurve* before, Find find)
{
    std::vector<double> missing;
    for (const double count : counts)
        if (!before || !point_at(*before, count))
            missing.push_back(count);
    std::vector<CurvePoint> points = find(missing);
    if (points.size() < counts.size())
        for (const double count : counts)
            if (const CurvePoint* known = point_at(*before, count))
                points.push_back(*known);
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.gpus < b.gpus; });
    return points;
}

/// Whether the curve holds another plan here than curves of other counts would: what does not fit is the leanest plan
/// at a curve's own count, elsewhere the given one.
bool differs_here(const ScalingCurve& curve, double gpus)
{
    return gpus == curve.scenario.cluster.gpus && !curve.here().fits();
}

/// The band of `before`, where that is of the same plan; null: none.
const ThroughputBand* kept_band(const ScalingCurve& curve, const ScalingCurve* before, double gpus)
{
    const bool same_plan = before && !differs_here(*before, gpus) && !differs_here(curve, gpus);
    return same_plan ? at_count(before->band, gpus) : nullptr;
}

/// How the curve's numbers are known, part by part, so that threads can share the work.
class Knowing {
public:
    Knowing(ScalingCurve& curve, const evidence::KnownSteps* steps, const ScalingCurve* before);

    /// Finds one of `parts` parts of about the same length.
    void find(std::size_t part, std::size_t parts, Workspace& workspace);
    /// Once all are found: what is left open widens the band of a shipped stack; one calibrated on own runs has a
    /// distance of its own (estimate/reach.h).
    void widen_band();

private:
    ScalingCurve& curve_;
    const evidence::KnownSteps* steps_;
    const ScalingCurve* before_;
    std::vector<Parts> numbers_;
    std::vector<std::size_t> missing_; ///< whose places in the curve's list these are
};

Knowing::Knowing(ScalingCurve& curve, const evidence::KnownSteps* steps, const ScalingCurve* before)
    : curve_(curve), steps_(steps), before_(before)
{
    if (!steps)
        return;
    curve.runs = steps->shared_evidence();
    curve.published = steps->published(curve.scenario.cluster.accelerator.id);
    const double gpus = curve.scenario.cluster.gpus;
    for (const CurvePoint& point : curve.points) {
        if (point.gpus != gpus && (!is_power_of_two(point.gpus) || !point.parts.fits()))
            continue;
        curve.known.push_back({point.gpus, {}});
        const bool is_before = before && before->scenario.cluster.gpus != point.gpus && point.gpus != gpus;
        if (const evidence::Nearest* known = is_before ? known_at(*before, point.gpus) : nullptr) {
            curve.known.back().nearest = *known;
            continue;
        }
        missing_.push_back(curve.known.size() - 1);
        numbers_.push_back(point.gpus == gpus ? curve.here() : point.parts);
    }
}

void Knowing::find(std::size_t part, std::size_t parts, Workspace& workspace)
{
    const std::size_t from = part * numbers_.size() / parts, to = (part + 1) * numbers_.size() / parts;
    if (from == to)
        return;
    const auto nearest = steps_->nearest(curve_.scenario, std::span(numbers_).subspan(from, to - from), workspace);
    for (std::size_t i = 0; i < nearest.size(); ++i)
        curve_.known[missing_[from + i]].nearest = nearest[i];
}

void Knowing::widen_band()
{
    if (!steps_ || curve_.scenario.assumptions.stack.calibrated)
        return;
    for (ThroughputBand& band : curve_.band)
        if (const KnownPoint* point = at_count(curve_.known, band.gpus);
            point && !kept_band(curve_, before_, band.gpus)) // else as wide already
            band = widened(band, point->nearest.variance);
}

double count_of(double gpus) { return gpus; }
double count_of(const CurvePoint& point) { return point.gpus; }

/// The band of `before` at these counts, or points of a curve, and `find` of the others, in order.
template<class Place, class Find>
std::vector<ThroughputBand> band_at(const std::vector<Place>& places, const ScalingCurve& curve,
                                    const ScalingCurve* before, Find find)
{
    std::vector<Place> missing;
    std::vector<ThroughputBand> band;
    for (const Place& place : places) {
        const ThroughputBand* known = kept_band(curve, before, count_of(place));
        if (known)
            band.push_back(*known);
        else
            missing.push_back(place);
    }
    const auto found = find(missing);
    band.insert(band.end(), found.begin(), found.end());
    std::sort(band.begin(), band.end(), [](const auto& a, const auto& b) { return a.gpus < b.gpus; });
    return band;
}

/// From here on a step is bound by traffic or by the bubble: the share of it that is waited for either.
constexpr double bound_share = 1.0 / 3;

std::shared_ptr<const Estimate> explained_at(const ScalingCurve& curve, double gpus, const Plan& plan)
{
    for (const WaitStretch& stretch : curve.bound)
        if (stretch.to == gpus && stretch.there->parts.plan == plan)
            return stretch.there;
    return nullptr;
}

/// Asked at the powers of two only: whether latency or bandwidth is to blame takes the collectives of a step.
void find_bound(ScalingCurve& curve, const Prepared& prepared, const ScalingCurve* before)
{
    if (before && same_range(*before, curve)) {
        curve.bound = before->bound;
        return;
    }
    struct Stretch {
        WaitBound bound;
        double from;
        const CurvePoint* to;
    };
    std::vector<Stretch> stretches;
    for (const CurvePoint& point : curve.points) {
        const Parts& parts = point.parts;
        if (!is_power_of_two(point.gpus) || !parts.fits()
            || std::max(parts.communication_fraction(), parts.bubble_fraction()) < bound_share)
            continue;
        const auto uses = collectives_of(*at_gpus(prepared, point.gpus), parts.plan);
        const auto bound = wait_bound(parts, uses, bound_share);
        if (!bound)
            continue;
        const bool goes_on
            = !stretches.empty() && stretches.back().bound == *bound && 2 * stretches.back().to->gpus == point.gpus;
        if (!goes_on)
            stretches.push_back({*bound, point.gpus, &point});
        stretches.back().to = &point;
    }
    for (const Stretch& stretch : stretches) {
        const double gpus = stretch.to->gpus;
        const Plan& plan = stretch.to->parts.plan;
        std::shared_ptr<const Estimate> there = before ? explained_at(*before, gpus, plan) : nullptr;
        if (!there)
            there = std::make_shared<const Estimate>(explain(*at_gpus(prepared, gpus), plan));
        curve.bound.push_back({stretch.from, gpus, stretch.bound, std::move(there)});
    }
}

double seconds_since(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

ScalingCurve scaling_curve(const TrainingQuestion& question, const evidence::Claims& claims, Workspace& workspace,
                           GpuRange range, const evidence::KnownSteps* steps, const ScalingCurve* last)
{
    const auto start = std::chrono::steady_clock::now();
    ScalingCurve curve = started(question, claims, range);
    const Scenario& scenario = curve.scenario;
    const double gpus = scenario.cluster.gpus;
    const double doublings = std::log2(curve.to / curve.from);
    const int per_doubling = std::clamp(static_cast<int>(most_points / doublings), 1, finest);

    const auto prepared = prepare(scenario);
    const ScalingCurve* before = last && reusable(*last, curve, steps) ? last : nullptr;
    const bool same_count = before && before->scenario.cluster.gpus == gpus;
    curve.points = points_at(gpu_counts(curve.from, curve.to, per_doubling, gpus), before,
                             [&](const std::vector<double>& missing) {
                                 curve.estimates = static_cast<int>(missing.size()) + (same_count ? 0 : 1);
                                 return given_plan_curve(*prepared, missing, workspace);
                             });
    std::erase_if(curve.points, [gpus](const auto& point) { return !is_drawn(point, gpus); });
    curve.estimate = same_count ? before->estimate : explain(*prepared, plan(*prepared));
    curve.band = band_at(gpu_counts(curve.from, curve.to, 1), curve, before, [&](const std::vector<double>& missing) {
        return throughput_band(scenario, missing, workspace);
    });
    Knowing knowing(curve, steps, before);
    knowing.find(0, 1, workspace);
    knowing.widen_band();
    find_bound(curve, *prepared, before);
    curve.seconds = seconds_since(start);
    return curve;
}

CurveSearch::CurveSearch(threads::Pool& pool) : pool_(pool), curve_(pool)
{
    for (int worker = 0; worker < pool.size(); ++worker)
        workspaces_.push_back(make_workspace());
}

ScalingCurve CurveSearch::curve(const TrainingQuestion& question, GpuRange range, const evidence::KnownSteps* steps,
                                const Work& work)
{
    const auto start = std::chrono::steady_clock::now();
    const std::stop_token& stop = work.stop();
    ScalingCurve curve = started(question, work.data().claims(), range);
    const Scenario& scenario = curve.scenario;
    curve.searched = true;
    const double gpus = scenario.cluster.gpus;
    if (!prepared_ || !same_but_for_count(*prepared_->scenario, scenario))
        prepared_ = prepare(scenario);
    const auto prepared = at_gpus(*prepared_, gpus);
    const search::OpenKeys open = question.open_keys();
    const ScalingCurve* before = before_ && reusable(*before_, curve, steps) ? &*before_ : nullptr;
    curve.points
        = points_at(gpu_counts(curve.from, curve.to, 1, gpus), before, [&](const std::vector<double>& missing) {
              curve.estimates = static_cast<int>(missing.size());
              return curve_.compute(*prepared, open, missing, question.objective, stop, [&work](int done, int of) {
                  work.report({done, of});
              });
          });
    if (stop.stop_requested())
        return curve;
    const auto here = std::find_if(curve.points.begin(), curve.points.end(),
                                   [gpus](const auto& point) { return point.gpus == gpus; });
    if (!here->parts.fits())
        here->parts = curve_.leanest(*prepared, open, stop).value_or(here->parts);
    curve.estimate.parts = here->parts; // which the others need; its explanation comes beside theirs
    Estimate explained;
    Knowing knowing(curve, steps, before);
    const int parts = pool_.size();
    pool_.for_each(parts + 3, [&](int worker, int turn) { // the longest first
        Workspace& workspace = *workspaces_[static_cast<std::size_t>(worker)];
        if (turn < parts)
            knowing.find(static_cast<std::size_t>(turn), static_cast<std::size_t>(parts), workspace);
        else if (turn == parts)
            explained = explain(*prepared, here->parts.plan);
        else if (turn == parts + 1)
            curve.band = band_at(curve.points, curve, before, [&](const std::vector<CurvePoint>& missing) {
                return throughput_band(scenario, missing, workspace);
            });
        else
            find_bound(curve, *prepared, before);
    });
    curve.estimate = std::move(explained);
    knowing.widen_band();
    curve.seconds = seconds_since(start);
    before_ = curve;
    return curve;
}

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
    const auto counts = gpu_counts(every_count.from, every_count.to, 1);
    if (!question.is_searched()) {
        Workspace& workspace = *work.tool<GivenTools>().workspace;
        return end_of_returns(given_plan_curve(*prepared, counts, workspace), *question.scenario);
    }
    auto& tools = work.tool<CurveTools>();
    BestPlanCurve search(tools.pool);
    return end_of_returns(search.compute(*prepared, question.open_keys(), counts, question.objective, work.stop()),
                          *question.scenario);
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
    return sizeof value + value.points.size() * sizeof(CurvePoint) + value.known.size() * sizeof(KnownPoint)
        + value.band.size() * sizeof(ThroughputBand) + (1 + value.bound.size()) * StepEstimate::bytes(value.estimate);
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
