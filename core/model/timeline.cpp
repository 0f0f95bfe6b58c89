// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/timeline.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/model/evaluate.h"
#include "core/plan/schedule/timeline.h"

namespace plateau {

namespace {

struct Piece {
    Part part;
    double seconds;
};

double exposed(const TermRow<double>& row, bool backward)
{
    return backward ? row.backward.exposed : row.forward.exposed;
}

/// What of a pass one part waits for, of a layer: in it, of the traffic beside it, and once it has ended.
template<class Term>
double layer_seconds(const Step& step, bool backward)
{
    double seconds = 0;
    if constexpr (LayerTerms::has<Term>)
        seconds += exposed(step.layer.of<Term>(), backward);
    if constexpr (ShardTerms::has<Term>) {
        const Rows<double, ShardTerms>& rows = step.traffic.layer;
        const double together = backward ? rows.backward_busy() : rows.forward_busy();
        const double busy = backward ? rows.of<Term>().backward.busy : rows.of<Term>().forward.busy;
        const Overlapped& pass = backward ? step.backward : step.forward;
        seconds += together > 0 ? pass.exposed * busy / together : 0;
    }
    if constexpr (std::is_same_v<Term, OffloadTraffic>)
        seconds += exposed(step.offload, backward);
    return seconds;
}

/// Seconds of one term in a stage: in its layers, its head, its ends and its parameters.
template<class Term>
double piece_seconds(const Step& step, const StageWork& stage, bool backward)
{
    double seconds = stage.layers * layer_seconds<Term>(step, backward);
    if constexpr (std::is_same_v<Term, PipelineTransfer>)
        seconds += exposed(step.transfer_of(stage), backward);
    if constexpr (std::is_same_v<Term, Head>)
        seconds += stage.head * exposed(step.head, backward);
    if constexpr (ShardTerms::has<Term>)
        seconds += stage.ends() * exposed(step.traffic.ends.of<Term>(), backward);
    if constexpr (std::is_same_v<Term, Accumulation>)
        seconds += met_parameters(step.parameters.trained(), stage).total() * exposed(step.accumulation, backward);
    return seconds;
}

/// Pieces of the time terms that have a place, in its order: place(Term), seconds(Term).
template<class Place, class Seconds>
std::vector<Piece> in_order(Place place, Seconds seconds)
{
    std::vector<std::pair<int, Piece>> placed;
    TimeTerms::for_each([&]<class Term>(std::type_identity<Term> term) {
        if (place(Term::info) > 0)
            placed.push_back({place(Term::info), {Term::info.part, seconds(term)}});
    });
    std::sort(placed.begin(), placed.end(),
              [](const auto& left, const auto& right) { return left.first < right.first; });
    std::vector<Piece> result;
    result.reserve(placed.size());
    for (const auto& [at, piece] : placed)
        result.push_back(piece);
    return result;
}

int forward_place(const TermInfo& info) { return info.forward_place; }
int backward_place(const TermInfo& info) { return info.backward_place; }
int closing_place(const TermInfo& info) { return info.closing_place; }

/// A pass by what it waits for.
std::vector<Piece> pieces(const Step& step, const StageWork& stage, bool backward)
{
    return in_order(backward ? backward_place : forward_place,
                    [&]<class Term>(std::type_identity<Term>) { return piece_seconds<Term>(step, stage, backward); });
}

/// The gradients of the weights: what of a backward pass can be kept back.
std::vector<Piece> weight_pieces(const Step& step, const StageWork& stage)
{
    return in_order(backward_place, [&]<class Term>(std::type_identity<Term>) {
        double seconds = 0;
        if constexpr (LayerTerms::has<Term>)
            seconds += stage.layers * step.layer.of<Term>().weight;
        if constexpr (std::is_same_v<Term, Head>)
            seconds += stage.head * step.head.weight;
        if constexpr (std::is_same_v<Term, Accumulation>)
            seconds += met_parameters(step.parameters.trained(), stage).total() * step.accumulation.weight;
        return seconds;
    });
}

std::vector<Piece> without(std::vector<Piece> pieces, const std::vector<Piece>& others)
{
    for (Piece& piece : pieces) {
        for (const Piece& other : others)
            piece.seconds -= other.part == piece.part ? other.seconds : 0;
    }
    return pieces;
}

/// The passes of one rank by what they are made of.
struct RankPieces {
    std::vector<Piece> forward;
    std::vector<Piece> backward;
    std::vector<Piece> weight; ///< empty where backward holds it
    const std::vector<Piece>& of(const schedule::Pass& pass) const
    {
        return pass.weight ? weight : pass.backward ? backward : forward;
    }
};

RankPieces rank_pieces(const Step& step, const StageWork& stage)
{
    RankPieces result{pieces(step, stage, false), pieces(step, stage, true), {}};
    if (schedule::keeps_weight_gradients_back(pipeline_kind(step.degrees.plan))) {
        result.weight = weight_pieces(step, stage);
        result.backward = without(std::move(result.backward), result.weight);
    }
    return result;
}

/// What the step waits for once, after its passes: the rest of each part that no pass holds.
std::vector<Piece> closing_pieces(const Parts& parts, const Step& step)
{
    return in_order(closing_place, [&]<class Term>(std::type_identity<Term>) {
        const double inside
            = piece_seconds<Term>(step, step.busiest_rank, false) + piece_seconds<Term>(step, step.busiest_rank, true);
        return parts[Term::info.part] - step.micro_batches * inside;
    });
}

class Lane {
public:
    explicit Lane(double begin) : now_(begin) { }

    void wait_until(double when)
    {
        if (when > now_ + 1e-12)
            intervals_.push_back({.begin = now_, .end = when, .part = Part::Bubble});
        now_ = std::max(now_, when);
    }

    void add(const schedule::Pass& pass, const std::vector<Piece>& pieces, double share, bool divided)
    {
        wait_until(pass.begin);
        if (!divided) {
            intervals_.push_back(
                {pass.begin, pass.end, Part::Count, pass.micro_batch, pass.chunk, pass.backward, pass.weight});
        } else {
            double at = pass.begin;
            for (const Piece& piece : pieces) {
                const double end = std::min(pass.end, at + piece.seconds * share);
                if (end > at)
                    intervals_.push_back(
                        {at, end, piece.part, pass.micro_batch, pass.chunk, pass.backward, pass.weight});
                at = end;
            }
        }
        now_ = pass.end;
    }

    /// What the step waits for once.
    void close(const std::vector<Piece>& pieces)
    {
        for (const Piece& piece : pieces) {
            if (piece.seconds <= 1e-12)
                continue;
            intervals_.push_back({.begin = now_, .end = now_ + piece.seconds, .part = piece.part});
            now_ += piece.seconds;
        }
    }
    std::vector<Interval> take() { return std::move(intervals_); }

private:
    std::vector<Interval> intervals_;
    double now_ = 0;
};

double sum(const std::vector<Piece>& pieces)
{
    double seconds = 0;
    for (const Piece& piece : pieces)
        seconds += std::max(0.0, piece.seconds);
    return seconds;
}

/// As one step follows another: what goes on beyond its end is the end of the step before, at its beginning.
std::vector<Interval> within(const std::vector<Interval>& intervals, double seconds)
{
    std::vector<Interval> before;
    std::vector<Interval> now;
    for (const Interval& interval : intervals) {
        Interval late = interval;
        late.begin = std::max(0.0, interval.begin - seconds);
        late.end = interval.end - seconds;
        if (late.end > 1e-12)
            before.push_back(late);
        Interval early = interval;
        early.end = std::min(interval.end, seconds);
        if (early.end > early.begin + 1e-12)
            now.push_back(early);
    }
    before.insert(before.end(), now.begin(), now.end());
    return before;
}

/// Steps follow one another: the second time around, what the step before left behind is there.
Peak peak_of(const std::vector<Interval>& stage)
{
    const bool weights_late
        = std::any_of(stage.begin(), stage.end(), [](const Interval& interval) { return interval.weight; });
    Peak peak;
    std::size_t most = 0;
    std::set<std::pair<int, int>> held;
    for (int round = 0; round < 2; ++round)
        for (const Interval& interval : stage) {
            if (interval.micro_batch < 0)
                continue;
            const std::pair<int, int> pass{interval.chunk, interval.micro_batch};
            if (!interval.backward && !interval.weight)
                held.insert(pass);
            else if (round == 1 && held.size() > most) {
                most = held.size();
                peak = {interval.begin, interval.micro_batch};
            }
            if (weights_late ? interval.weight : interval.backward)
                held.erase(pass);
        }
    return peak;
}

} // namespace

std::vector<Peak> peaks(const Timeline& timeline)
{
    std::vector<Peak> result;
    for (const std::vector<Interval>& stage : timeline.stages)
        result.push_back(peak_of(stage));
    return result;
}

Timeline timeline(const Prepared& prepared, const Plan& plan, int divided_passes)
{
    const WorkspacePointer workspace = make_workspace();
    const Degrees degrees = complete(prepared, plan);
    Timeline result;
    if (degrees.obstacle != Obstacle::None)
        return result;
    Step step(prepared, degrees, *workspace, workspace->layer(prepared, degrees));
    const Parts parts = parts_of(step);
    result.seconds = parts.step_seconds;
    const Plan& full = step.degrees.plan;
    const PipelineSchedule kind = pipeline_kind(full);
    const bool own_start = schedule::keeps_weight_gradients_back(kind);
    const Stages& stages = step.stages;
    std::vector<std::vector<schedule::Pass>> passes = schedule::passes(pipeline_of(stages, full, step.micro_batches));
    const double share = kind == PipelineSchedule::Interleaved ? 1. / full.virtual_stages
        : schedule::fold(kind) == schedule::Fold::V            ? 0.5
                                                               : 1;
    const std::vector<Piece> closing = closing_pieces(parts, step);
    const double closed = sum(closing);
    const double played = schedule::makespan(kind, passes);
    result.played_seconds = played + closed;
    const double scale = (parts.step_seconds - closed) / played;
    const double last = scale * played;
    for (auto& rank : passes)
        for (schedule::Pass& pass : rank) {
            pass.begin *= scale;
            pass.end *= scale;
        }
    const bool divided = (own_start ? 3 : 2) * step.degrees.micro_batches / share * full.pp <= divided_passes;
    for (std::size_t rank = 0; rank < passes.size(); ++rank) {
        const RankPieces pieces = rank_pieces(step, work_of(stages, int(rank), full));
        const double begin = own_start && !passes[rank].empty() ? passes[rank].front().begin : 0;
        Lane lane(begin);
        for (const schedule::Pass& pass : passes[rank])
            lane.add(pass, pieces.of(pass), scale * share, divided);
        lane.wait_until(begin + last);
        lane.close(closing);
        result.stages.push_back(within(lane.take(), parts.step_seconds));
    }
    return result;
}

std::vector<Waiting> waits(const Parts& parts)
{
    std::vector<Waiting> all;
    for (int index = 0; index < time_part_count; ++index) {
        const Part part = Part(index);
        if ((kind(part) != PartKind::Communication && kind(part) != PartKind::Idle) || parts[part] <= 0)
            continue;
        const Cause why = cause(part);
        auto known = std::find_if(all.begin(), all.end(), [why](const Waiting& each) { return each.cause == why; });
        if (known == all.end())
            known = all.insert(all.end(), {why, 0, {}});
        known->seconds += parts[part];
        known->parts.push_back(part);
    }
    std::stable_sort(all.begin(), all.end(), [](const Waiting& a, const Waiting& b) { return a.seconds > b.seconds; });
    return all;
}

const CollectiveUse* longest(std::span<const CollectiveUse> collectives, const Waiting& waiting)
{
    const bool parameters = std::any_of(waiting.parts.begin(), waiting.parts.end(), [](Part part) {
        return part == Part::AllGather || part == Part::ReduceScatter || part == Part::AllReduce;
    });
    const auto concerns = [&](const CollectiveUse& use) {
        const auto has = [&](Part part) {
            return std::find(waiting.parts.begin(), waiting.parts.end(), part) != waiting.parts.end();
        };
        switch (use.among) {
        case Among::TensorRanks:
        case Among::ExpertTensorRanks:
            return has(Part::TensorTraffic);
        case Among::ContextRanks:
            return has(Part::ContextTraffic);
        case Among::ExpertRanks:
            return has(Part::ExpertTraffic);
        case Among::Shards:
        case Among::ExpertShards:
        case Among::Replicas:
        case Among::GradientOwners:
            break;
        }
        return parameters;
    };
    const CollectiveUse* found = nullptr;
    for (const CollectiveUse& use : collectives)
        if (concerns(use) && (!found || use.seconds * (use.bytes > 0) > found->seconds))
            found = &use;
    return found;
}

std::optional<Waiting> longest_traffic(const Parts& parts, std::span<const CollectiveUse> collectives)
{
    for (const Waiting& waiting : waits(parts)) {
        const bool traffic = kind(waiting.parts.front()) == PartKind::Communication;
        const CollectiveUse* use = traffic ? longest(collectives, waiting) : nullptr;
        if (use && use->seconds > 0)
            return waiting;
    }
    return std::nullopt;
}

bool is_latency(const CollectiveUse& use) { return use.latency_seconds > 0.5 * use.seconds; }

std::optional<WaitBound> wait_bound(const Parts& parts, std::span<const CollectiveUse> collectives, double least)
{
    if (!parts.fits())
        return std::nullopt;
    if (parts.bubble_fraction() >= std::max(least, parts.communication_fraction()))
        return WaitBound::Bubble;
    if (parts.communication_fraction() < least)
        return std::nullopt;
    const auto waiting = longest_traffic(parts, collectives);
    if (!waiting)
        return std::nullopt;
    const CollectiveUse& use = *longest(collectives, *waiting);
    const bool rate_given_away = use.protocol == catalog::Protocol::LL; // for the latency of its hops
    return is_latency(use) || rate_given_away ? WaitBound::Latency : WaitBound::Bandwidth;
}

namespace {

using Json = nlohmann::ordered_json;

/// Whole nanoseconds, so that what meets in seconds meets in the file.
double microseconds(double seconds) { return std::round(seconds * 1e9) / 1e3; }

Json slice(const std::string& name, const char* category, double begin, double end, std::size_t stage)
{
    const double from = microseconds(begin);
    return {{"name", name}, {"cat", category}, {"ph", "X"}, {"ts", from}, {"dur", microseconds(end) - from},
            {"pid", 0},     {"tid", stage}};
}

const char* category(Part part)
{
    switch (kind(part)) {
    case PartKind::Compute:
        return "compute";
    case PartKind::Communication:
        return "communication";
    case PartKind::Idle:
        return "idle";
    default:
        return "overhead";
    }
}

std::string pass_name(const Interval& interval)
{
    const char* kind = interval.weight ? "Weight gradients" : interval.backward ? "Backward" : "Forward";
    return fmt::format("{} {}", kind, interval.micro_batch + 1);
}

bool same_pass(const Interval& left, const Interval& right)
{
    return left.micro_batch == right.micro_batch && left.chunk == right.chunk && left.backward == right.backward
        && left.weight == right.weight;
}

void add_stage(Json& events, const std::vector<Interval>& intervals, std::size_t stage)
{
    events.push_back({{"name", "thread_name"},
                      {"ph", "M"},
                      {"pid", 0},
                      {"tid", stage},
                      {"args", {{"name", fmt::format("Stage {}", stage + 1)}}}});
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const Interval& interval = intervals[i];
        const bool starts_pass = interval.micro_batch >= 0 && (i == 0 || !same_pass(interval, intervals[i - 1]));
        if (starts_pass) {
            std::size_t end = i;
            while (end + 1 < intervals.size() && same_pass(intervals[end + 1], interval))
                ++end;
            Json pass = slice(pass_name(interval), interval.backward ? "backward" : "forward", interval.begin,
                              intervals[end].end, stage);
            pass["args"] = {{"micro_batch", interval.micro_batch + 1}, {"chunk", interval.chunk + 1}};
            events.push_back(std::move(pass));
        }
        if (interval.part != Part::Count)
            events.push_back(slice(label(interval.part), category(interval.part), interval.begin, interval.end, stage));
    }
}

} // namespace

bool is_chrome_trace(const std::string& text) { return text.starts_with(R"({"displayTimeUnit":"ms","otherData":)"); }

std::string chrome_trace(const Timeline& timeline, const std::string& title,
                         const std::vector<CollectiveUse>& collectives)
{
    Json document;
    document["displayTimeUnit"] = "ms";
    document["otherData"]
        = {{"title", title}, {"step_seconds", timeline.seconds}, {"played_seconds", timeline.played_seconds}};
    for (const CollectiveUse& use : collectives)
        document["otherData"]["collectives"].push_back(collective_words(use));
    Json& events = document["traceEvents"] = Json::array();
    events.push_back(
        {{"name", "process_name"}, {"ph", "M"}, {"pid", 0}, {"args", {{"name", title.empty() ? "Step" : title}}}});
    for (std::size_t stage = 0; stage < timeline.stages.size(); ++stage)
        add_stage(events, timeline.stages[stage], stage);
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace plateau
