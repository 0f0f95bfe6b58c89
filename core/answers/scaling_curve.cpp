// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/scaling_curve.h"

#include <numeric>

#include "core/answers/returns.h"
#include "core/answers/step.h"
#include "core/model/prepared.h"

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
    return is_filled(point) && std::fmod(parts.global_batch, sequences_per_step) == 0;
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

namespace {

/// What both have but the count.
bool same_but_for_count(const Scenario& one, const Scenario& other)
{
    if (one.locked != other.locked || one.open != other.open || !same_names(one, other))
        return false;
    auto left = one.overrides, right = other.overrides;
    left.erase("gpus");
    right.erase("gpus");
    return left == right;
}

/// Of a plan or a scale-up domain that is no power of two: counts that both fill, which powers of two do not.
void add_filled(std::vector<double>& counts, const Scenario& scenario, GpuRange range)
{
    const Plan& plan = scenario.plan;
    const double domain = scenario.cluster.tiers.empty() ? 1 : scenario.cluster.tiers.front().domain_size;
    const auto replica = static_cast<std::int64_t>(plan.tp) * plan.pp * plan.cp;
    const bool bounded = domain >= 1 && domain <= range.to;
    const auto unit = static_cast<double>(std::lcm(replica, bounded ? static_cast<std::int64_t>(domain) : 1));
    if (is_power_of_two(unit))
        return;
    for (double count = unit; count <= range.to; count *= 2)
        if (count >= range.from)
            counts.push_back(count);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
}

/// Everything known of a question at one GPU count, whatever its own count is.
struct PointAt {
    std::optional<Parts> parts; ///< of the plan as it stands, or of the one a search finds
    std::optional<ThroughputBand> band; ///< of the stack's constants alone
    std::optional<evidence::Nearest> nearest;
    std::optional<std::optional<WaitBound>> bound; ///< holds nothing where a step waits little
};

/// What is known of a question.
struct PointsOf {
    TrainingQuestion question;
    bool searched = false;
    /// Kept while only the count changes, and with it what searches remember of layers.
    std::shared_ptr<const Prepared> prepared;
    std::map<double, PointAt> at; ///< by GPU count
    std::shared_ptr<const evidence::Evidence> runs; ///< that the nearest were found among
    std::map<double, std::shared_ptr<const Estimate>> explained; ///< what the last curve shows of
};

/// The points of the latest questions: another GPU count leaves most of a curve as it was, that of the question and
/// those of the pins beside it.
class PointsMemo {
public:
    PointsOf& of(const TrainingQuestion& question, bool searched);
    /// The best plans at the counts of this question or else of the one before it, where a search begins to look.
    std::vector<CurvePoint> hints(const PointsOf& known) const;

    WorkspacePointer workspace = make_workspace();

private:
    static constexpr std::size_t most_questions = 6, most_points = 512;
    std::list<PointsOf> latest_; ///< the latest first
};

PointsOf& PointsMemo::of(const TrainingQuestion& question, bool searched)
{
    const auto found = std::find_if(latest_.begin(), latest_.end(), [&](const PointsOf& known) {
        return known.searched == searched && same_but_for_count(known.question, question);
    });
    if (found == latest_.end())
        latest_.push_front({question, searched, prepare(*question.scenario), {}, {}, {}});
    else
        latest_.splice(latest_.begin(), latest_, found);
    if (latest_.size() > most_questions)
        latest_.pop_back();
    PointsOf& known = latest_.front();
    if (known.at.size() > most_points)
        known.at.clear();
    return known;
}

std::vector<CurvePoint> PointsMemo::hints(const PointsOf& known) const
{
    std::vector<CurvePoint> plans;
    for (const PointsOf& one : latest_) {
        if (one.searched && one.question.choice == known.question.choice)
            for (const auto& [gpus, point] : one.at)
                if (point.parts && point.parts->fits())
                    plans.push_back({gpus, *point.parts});
        if (!plans.empty())
            break;
    }
    return plans;
}

/// Searches for every core, for what a question leaves open and for its best plan.
struct CurveSearches {
    threads::Pool pool;
    BestPlanCurve given{pool}, best{pool};
    std::vector<WorkspacePointer> workspaces = std::vector<WorkspacePointer>(std::size_t(pool.size()));

    CurveSearches() { std::generate(workspaces.begin(), workspaces.end(), make_workspace); }
    BestPlanCurve& of(const TrainingQuestion& question)
    {
        return question.choice == search::PlanChoice::Best ? best : given;
    }
};

/// Fills in the parts at these counts. Returns how many were not known.
int find_parts(PointsOf& known, const std::vector<double>& counts, Work& work)
{
    std::vector<double> missing;
    std::copy_if(counts.begin(), counts.end(), std::back_inserter(missing),
                 [&](double count) { return !known.at[count].parts; });
    auto& memo = work.tool<PointsMemo>();
    const TrainingQuestion& question = known.question;
    const auto found = known.searched
        ? work.tool<CurveSearches>().of(question).compute(*known.prepared, question.open_keys(), missing,
                                                          question.objective, memo.hints(known), work.stop(),
                                                          [&work](int done, int of) {
                                                              work.report({done, of});
                                                          })
        : given_plan_curve(*known.prepared, missing, *memo.workspace);
    if (!work.stop().stop_requested())
        for (const CurvePoint& point : found)
            known.at[point.gpus].parts = point.parts;
    return static_cast<int>(missing.size());
}

/// From here on a step is bound by traffic or by the bubble: the share of it that is waited for either.
constexpr double bound_share = 1.0 / 3;

/// Whether latency or bandwidth is to blame takes the collectives of a step.
std::optional<WaitBound> bound_at(const Prepared& prepared, double gpus, const Parts& parts)
{
    if (std::max(parts.communication_fraction(), parts.bubble_fraction()) < bound_share)
        return std::nullopt;
    return wait_bound(parts, collectives_of(*at_gpus(prepared, gpus), parts.plan), bound_share);
}

/// A curve on its way: what is known at each of its counts, found part by part, so that threads can share the work.
class CurveInMaking {
public:
    CurveInMaking(const Curve::Key& key, const evidence::KnownSteps* steps, Work& work);

    ScalingCurve take();

private:
    bool is_own(const CurvePoint& point) const { return point.gpus == own_gpus_; }
    PointAt& at(double gpus) { return leanest_ && gpus == own_gpus_ ? *leanest_ : known_.at[gpus]; }
    /// Of parts of the curve, which follow from the plan that is asked about.
    std::shared_ptr<const Estimate> explained(double gpus, const Parts& parts, const Plan& asked) const;
    void find_points();
    void find_nearest(std::size_t part, std::size_t parts, Workspace& workspace);
    void find_band(Workspace& workspace);
    void find_bound();

    const Curve::Key& key_;
    const evidence::KnownSteps* steps_;
    Work& work_;
    PointsOf& known_;
    const double own_gpus_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    ScalingCurve curve_;
    std::optional<PointAt> leanest_; ///< at its own count, where nothing that is searched fits
    std::vector<CurvePoint> unknown_; ///< whose nearest run is to be found
    std::shared_ptr<const Estimate> own_;
};

CurveInMaking::CurveInMaking(const Curve::Key& key, const evidence::KnownSteps* steps, Work& work)
    : key_(key), steps_(steps), work_(work), known_(work.tool<PointsMemo>().of(key.question, key.is_searched())),
      own_gpus_(key.question.scenario->cluster.gpus)
{
    const TrainingQuestion& question = key.question;
    curve_.scenario = *question.scenario;
    curve_.choice = question.choice;
    curve_.objective = question.objective;
    curve_.searched = key.is_searched();
    curve_.from = key.range.from;
    curve_.to = key.range.to;
    const evidence::Claims& claims = work.data().claims();
    curve_.covered_gpus = evidence::covered_gpus(claims, curve_.scenario);
    const auto claim = std::find_if(claims.claims.begin(), claims.claims.end(), [&](const auto& candidate) {
        return evidence::holds_for(candidate, curve_.scenario);
    });
    if (claim != claims.claims.end())
        curve_.claim = *claim;
    if (!steps)
        return;
    curve_.runs = steps->shared_evidence();
    curve_.published = steps->published(curve_.scenario.cluster.accelerator.id);
    if (std::exchange(known_.runs, curve_.runs) != curve_.runs)
        for (auto& [gpus, point] : known_.at)
            point.nearest.reset();
}

std::shared_ptr<const Estimate> CurveInMaking::explained(double gpus, const Parts& parts, const Plan& asked) const
{
    const auto found = known_.explained.find(gpus);
    if (found != known_.explained.end() && found->second->parts.plan == parts.plan)
        return found->second;
    return std::make_shared<const Estimate>(explain(*at_gpus(*known_.prepared, gpus), asked));
}

void CurveInMaking::find_points()
{
    const double doublings = std::log2(curve_.to / curve_.from);
    const int per_doubling = curve_.searched ? 1 : std::clamp(static_cast<int>(most_points / doublings), 1, finest);
    auto counts = gpu_counts(curve_.from, curve_.to, per_doubling, own_gpus_);
    if (!curve_.searched)
        add_filled(counts, curve_.scenario, key_.range);
    curve_.estimates = find_parts(known_, counts, work_);
    if (work_.stop().stop_requested())
        return;
    if (curve_.searched && !known_.at[own_gpus_].parts->fits()) {
        const auto here = at_gpus(*known_.prepared, own_gpus_);
        const auto leanest
            = work_.tool<CurveSearches>().of(key_.question).leanest(*here, key_.question.open_keys(), work_.stop());
        leanest_ = PointAt{leanest ? leanest : known_.at[own_gpus_].parts, {}, {}, {}};
    }
    for (const double gpus : counts)
        if (const CurvePoint point{gpus, *at(gpus).parts}; curve_.searched || is_drawn(point, own_gpus_))
            curve_.points.push_back(point);
    for (const CurvePoint& point : curve_.points)
        if (steps_ && (is_own(point) || (is_power_of_two(point.gpus) && point.parts.fits()))) {
            curve_.known.push_back({point.gpus, {}});
            if (!at(point.gpus).nearest)
                unknown_.push_back(point);
        }
}

void CurveInMaking::find_nearest(std::size_t part, std::size_t parts, Workspace& workspace)
{
    const std::size_t from = part * unknown_.size() / parts, to = (part + 1) * unknown_.size() / parts;
    std::vector<Parts> numbers;
    for (std::size_t i = from; i < to; ++i)
        numbers.push_back(unknown_[i].parts);
    if (numbers.empty())
        return;
    const auto nearest = steps_->nearest(curve_.scenario, numbers, workspace);
    for (std::size_t i = from; i < to; ++i)
        at(unknown_[i].gpus).nearest = nearest[i - from];
}

void CurveInMaking::find_band(Workspace& workspace)
{
    std::vector<CurvePoint> missing;
    for (const CurvePoint& point : curve_.points)
        if ((curve_.searched || is_power_of_two(point.gpus)) && !at(point.gpus).band)
            missing.push_back(point);
    if (missing.empty())
        return;
    for (const ThroughputBand& band : throughput_band(curve_.scenario, missing, workspace))
        at(band.gpus).band = band;
}

void CurveInMaking::find_bound()
{
    for (const CurvePoint& point : curve_.points) {
        if (!is_power_of_two(point.gpus) || !point.parts.fits())
            continue;
        auto& bound = at(point.gpus).bound;
        if (!bound)
            bound = bound_at(*known_.prepared, point.gpus, point.parts);
        if (!*bound)
            continue;
        const bool goes_on
            = !curve_.bound.empty() && curve_.bound.back().bound == **bound && 2 * curve_.bound.back().to == point.gpus;
        if (!goes_on)
            curve_.bound.push_back({point.gpus, point.gpus, **bound, {}});
        curve_.bound.back().to = point.gpus;
    }
    for (WaitStretch& stretch : curve_.bound) {
        const Parts& parts = *at(stretch.to).parts;
        stretch.there = explained(stretch.to, parts, parts.plan);
    }
}

ScalingCurve CurveInMaking::take()
{
    find_points();
    if (work_.stop().stop_requested())
        return std::move(curve_);
    const auto part = [&](int turn, int parts, Workspace& workspace) { // the longest first
        if (turn < parts)
            find_nearest(static_cast<std::size_t>(turn), static_cast<std::size_t>(parts), workspace);
        else if (turn == parts) {
            const Parts& own = *at(own_gpus_).parts;
            own_ = explained(own_gpus_, own, curve_.searched ? own.plan : known_.prepared->plan);
        } else if (turn == parts + 1)
            find_band(workspace);
        else
            find_bound();
    };
    if (curve_.searched) {
        auto& searches = work_.tool<CurveSearches>();
        const int parts = searches.pool.size();
        searches.pool.for_each(parts + 3, [&](int worker, int turn) {
            part(turn, parts, *searches.workspaces[static_cast<std::size_t>(worker)]);
        });
    } else
        for (int turn = 0; turn < 4; ++turn)
            part(turn, 1, *work_.tool<PointsMemo>().workspace);
    curve_.estimate = *own_;
    curve_.estimates += curve_.searched || known_.explained.contains(own_gpus_) ? 0 : 1;
    known_.explained = {{own_gpus_, own_}};
    for (const WaitStretch& stretch : curve_.bound)
        known_.explained.emplace(stretch.to, stretch.there);
    for (KnownPoint& point : curve_.known)
        point.nearest = *at(point.gpus).nearest;
    // What is left open widens the band of a shipped stack; one calibrated on own runs has a distance of its own.
    const bool widens = steps_ && !curve_.scenario.assumptions.stack.calibrated;
    for (const CurvePoint& point : curve_.points)
        if (const auto& band = at(point.gpus).band) {
            const evidence::Nearest* nearest = widens ? known_at(curve_, point.gpus) : nullptr;
            curve_.band.push_back(nearest ? widened(*band, nearest->variance) : *band);
        }
    curve_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return std::move(curve_);
}

} // namespace

bool same_but_for_count(const TrainingQuestion& one, const TrainingQuestion& other)
{
    return one.choice == other.choice && one.objective == other.objective
        && same_but_for_count(*one.scenario, *other.scenario);
}

std::vector<CurvePoint> points_at(const TrainingQuestion& question, const std::vector<double>& counts, Work& work)
{
    PointsOf& known = work.tool<PointsMemo>().of(question, question.is_searched());
    find_parts(known, counts, work);
    std::vector<CurvePoint> points;
    points.reserve(counts.size());
    for (const double count : counts)
        points.push_back({count, known.at[count].parts.value_or(Parts{})});
    return points;
}

bool FeasibleCounts::Key::operator==(const Key& other) const
{
    return same_but_for_count(*question.scenario, *other.question.scenario);
}

GpuRange FeasibleCounts::compute(const Key& key, Work& work)
{
    return feasible_counts(*key.question.scenario, *work.tool<PointsMemo>().workspace);
}

double EndOfReturns::compute(const Key& key, Work& work)
{
    return end_of_returns(points_at(key.question, gpu_counts(every_count.from, every_count.to, 1), work),
                          *key.question.scenario);
}

ScalingCurve Curve::compute(const Key& key, Work& work)
{
    const auto runs = key.known ? work.data().runs(work.stop()) : nullptr;
    return CurveInMaking(key, runs.get(), work).take();
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
