// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/model/timeline.h"
#include "core/teaching/mechanisms/mechanisms.h"

namespace plateau::mechanisms {

namespace {

constexpr std::size_t most_intervals = 1200;
constexpr double least_letters = 0.38;
constexpr double rows_left = 2.3, rows_right = 15.7, rows_top = 1.25, rows_bottom = 7.75, legend_middle = 8.45;

class PipelinePicture {
public:
    PipelinePicture(const Timeline& timeline, const Estimate& estimate) : timeline_(timeline), estimate_(estimate) { }

    Mechanism make()
    {
        const Parts& parts = estimate_.parts;
        const Quantity idle{parts.bubble_fraction(), units::Unit::Fraction, 2};
        mechanism_ = {.name = "pipeline",
                      .title = {PLATEAU_TEXT("A pipeline fills and drains"), {}},
                      .caption = {PLATEAU_TEXT("A stage waits until the stage before has handed a micro-batch on: %1 "
                                               "of the step are idle. More micro-batches would make that less."),
                                  {idle}},
                      .seconds = timeline_.seconds,
                      .play_seconds = 12,
                      .rests_at_end = true};
        add(said_at(rows_left, 0.6,
                    {PLATEAU_TEXT("%1 stages, %2 micro-batches"),
                     {Verbatim{std::to_string(parts.plan.pp)}, Quantity{parts.micro_batches, units::Unit::Count}}},
                    {.letters = 0.5, .strong = true}));
        rows();
        add(moving(Shape::Box, Role::Text, {key(0, now(0)), key(timeline_.seconds, now(timeline_.seconds))}, "now"));
        legend();
        stills();
        mechanism_.facts
            = {{"step", {PLATEAU_TEXT("One step"), {}}, timeline_.seconds},
               {"idle", {PLATEAU_TEXT("Idle in it"), {}}, parts[Part::Bubble]},
               {"idle_share", {PLATEAU_TEXT("Idle share"), {}}, parts.bubble_fraction(), units::Unit::Fraction}};
        return std::move(mechanism_);
    }

private:
    Actor& add(Actor actor) { return mechanism_.actors.emplace_back(std::move(actor)); }
    double x(double seconds) const { return rows_left + seconds / timeline_.seconds * (rows_right - rows_left); }
    double row() const
    {
        return std::min(1.5, (rows_bottom - rows_top) / static_cast<double>(timeline_.stages.size()));
    }
    Place now(double seconds) const
    {
        const double end = rows_top + row() * static_cast<double>(timeline_.stages.size());
        return {x(seconds) - 0.02, rows_top - 0.15, 0.04, end - rows_top + 0.15};
    }

    static Role role_of(const Interval& interval)
    {
        if (interval.part == Part::Bubble)
            return Role::Idle;
        if (interval.part == Part::Count)
            return interval.backward ? Role::Backward : Role::Computing;
        return kind(interval.part) == PartKind::Communication ? Role::Exposed : Role::States;
    }

    void rows()
    {
        const double high = 0.82 * row();
        for (std::size_t stage = 0; stage < timeline_.stages.size(); ++stage) {
            const double y = rows_top + static_cast<double>(stage) * row();
            add(said_at(rows_left - 0.2, y + high / 2,
                        {PLATEAU_TEXT("Stage %1"), {Verbatim{std::to_string(stage + 1)}}},
                        {.letters = std::min(0.42, high), .align = Actor::Align::Right}));
            add(still(Shape::Box, Role::Track, {rows_left, y, rows_right - rows_left, high}));
            for (const Interval& one : timeline_.stages[stage]) {
                const double from = x(one.begin), wide = x(one.end) - from;
                Actor& box = add(moving(Shape::Box, role_of(one), growing(one.begin, one.end, {from, y, wide, high}),
                                        "stage" + std::to_string(stage)));
                box.letters = std::min(0.42, 0.6 * high);
                if (one.part == Part::Count && box.letters >= least_letters)
                    box.words = {"%1", {Verbatim{std::to_string(one.micro_batch + 1)}}};
            }
        }
    }

    void legend()
    {
        struct Sample {
            Role role;
            const char* words;
        };
        constexpr double side = 0.34;
        const std::array samples{
            Sample{Role::Computing, PLATEAU_TEXT("forward")}, Sample{Role::Backward, PLATEAU_TEXT("backward")},
            Sample{Role::Idle, PLATEAU_TEXT("idle")}, Sample{Role::Exposed, PLATEAU_TEXT("traffic")},
            Sample{Role::States, PLATEAU_TEXT("optimizer, host")}};
        double at = rows_left;
        for (const Sample& one : samples) {
            add(still(Shape::Box, one.role, {at, legend_middle - side / 2, side, side}));
            add(said_at(at + side + 0.15, legend_middle, {one.words, {}}, {.letters = 0.38, .role = Role::Muted}));
            at += (rows_right - rows_left) / static_cast<double>(samples.size());
        }
    }

    /// The pipeline has filled when the last stage begins, and drains from when the first has no forward pass left.
    void stills()
    {
        double filled = 0, drains = 0;
        for (const Interval& one : timeline_.stages.back())
            if (one.part == Part::Count) {
                filled = one.begin;
                break;
            }
        for (const Interval& one : timeline_.stages.front())
            if (one.part == Part::Count && !one.backward)
                drains = std::max(drains, one.end);
        if (filled <= 0 || filled >= drains)
            filled = drains / 2;
        mechanism_.stills = {{filled, {PLATEAU_TEXT("it has just filled"), {}}},
                             {(filled + drains) / 2, {PLATEAU_TEXT("it is full"), {}}},
                             {drains, {PLATEAU_TEXT("the last micro-batch has started"), {}}},
                             {timeline_.seconds, {PLATEAU_TEXT("the step ends"), {}}}};
    }

    const Timeline& timeline_;
    const Estimate& estimate_;
    Mechanism mechanism_;
};

} // namespace

Expected<Mechanism> pipeline(const Prepared& prepared, const Estimate& estimate)
{
    if (estimate.parts.plan.pp < 2)
        return failure({PLATEAU_TEXT("This plan has no pipeline. A pipeline degree of 2 or more makes one."), {}});
    const Timeline timeline = plateau::timeline(prepared, estimate.parts.plan, 0);
    std::size_t intervals = 0;
    for (const auto& stage : timeline.stages)
        intervals += stage.size();
    if (intervals > most_intervals)
        return failure({PLATEAU_TEXT("A step of this pipeline has %1 passes: too many to draw."),
                        {Quantity{static_cast<double>(intervals), units::Unit::Count}}});
    return PipelinePicture(timeline, estimate).make();
}

} // namespace plateau::mechanisms
