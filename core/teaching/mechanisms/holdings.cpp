// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/model/prepared.h"
#include "core/plan/plan.h"
#include "core/teaching/mechanisms/mechanisms.h"

namespace plateau::mechanisms {

namespace {

constexpr int most_gpus = 8;
constexpr double grid_left = 3.6, grid_right = 15.6, grid_top = 1.5, grid_bottom = 7.1, column_gap = 0.16;
constexpr double hold = 0.6; ///< of the time of a way, that it stands still

struct Kind {
    Part part;
    Role role;
    const char* id;
    const char* words;
};
constexpr std::array<Kind, 3> kinds{{{Part::Weights, Role::Weights, "weights", PLATEAU_TEXT("Weights")},
                                     {Part::Gradients, Role::Gradients, "gradients", PLATEAU_TEXT("Gradients")},
                                     {Part::OptimizerStates, Role::States, "states", PLATEAU_TEXT("Optimizer")}}};

struct Way {
    DataParallelMode mode;
    Parts parts;
    double total() const
    {
        double sum = 0;
        for (const Kind& kind : kinds)
            sum += parts[kind.part];
        return sum;
    }
};

std::vector<Way> ways_of(const Prepared& prepared, const Plan& plan)
{
    const WorkspacePointer workspace = make_workspace();
    std::vector<Way> ways;
    for (const auto& [name, mode] : named_values<DataParallelMode>()) {
        Plan other = plan;
        other.dp_mode = mode;
        if (const Parts parts = evaluate(prepared, other, *workspace); parts.possible())
            ways.push_back({mode, parts});
    }
    return ways;
}

/// Ranks that share one copy of the states under hybrid sharding; one where the plan's groups do not divide them.
int hybrid_group(const Prepared& prepared, const Plan& plan)
{
    Degrees degrees;
    degrees.plan = plan;
    degrees.plan.dp_mode = DataParallelMode::Hsdp;
    return share_states(prepared, degrees) == Obstacle::None ? degrees.shard : 1;
}

class HoldingsPicture {
public:
    /// `group`: ranks that share one copy under hybrid sharding.
    HoldingsPicture(std::vector<Way> ways, int ranks, int group)
        : ways_(std::move(ways)), drawn_(std::min(most_gpus, ranks)), group_(group)
    {
        if (drawn_ > 2 && drawn_ % 2 == 1)
            --drawn_;
        for (std::size_t k = 0; k < kinds.size(); ++k)
            for (const Way& way : ways_)
                most_[k] = std::max(most_[k], way.parts[kinds[k].part]);
        double sum = 0;
        for (const double bytes : most_)
            sum += bytes;
        per_byte_ = (grid_bottom - grid_top - 2 * column_gap) / sum;
    }

    Mechanism make(int ranks)
    {
        mechanism_ = {.name = "holdings",
                      .title = {PLATEAU_TEXT("Who holds what"), {}},
                      .caption
                      = {PLATEAU_TEXT("Each column is one of %1 GPUs. What all of them hold is held %1 times; what is "
                                      "shared is held once and gathered when it is needed."),
                         {Verbatim{std::to_string(ranks)}}},
                      .seconds = static_cast<double>(ways_.size()),
                      .has_clock = false,
                      .play_seconds = 2.6 * static_cast<double>(ways_.size())};
        double y = grid_top;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            const double high = most_[k] * per_byte_;
            kind_row(k, y, high);
            y += high + column_gap;
        }
        for (int g = 0; g < drawn_; ++g)
            add(said_at(column(g) + column_width() / 2, grid_bottom + 0.3,
                        {PLATEAU_TEXT("GPU %1"), {Verbatim{std::to_string(g + 1)}}},
                        {.letters = 0.38, .align = Actor::Align::Middle, .role = Role::Muted}));
        words();
        return std::move(mechanism_);
    }

private:
    Actor& add(Actor actor) { return mechanism_.actors.emplace_back(std::move(actor)); }
    double column_step() const { return (grid_right - grid_left) / drawn_; }
    double column_width() const { return 0.8 * column_step(); }
    double column(int gpu) const { return grid_left + gpu * column_step(); }

    /// Which of the pieces a GPU holds: hybrid sharding repeats them in each group.
    double offset(const Way& way, int gpu, double whole, double piece) const
    {
        const int group = way.mode == DataParallelMode::Hsdp ? drawn_of_group() : drawn_;
        return group < 2 ? 0 : (whole - piece) * (gpu % group) / (group - 1);
    }

    /// A group as it is, where two of them have room; else as many of two groups.
    int drawn_of_group() const { return drawn_ > 2 ? std::min(group_, drawn_ / 2) : drawn_; }

    Message group_words() const
    {
        if (group_ < 2)
            return {PLATEAU_TEXT("Each GPU keeps a whole copy."), {}};
        if (drawn_of_group() == group_)
            return {PLATEAU_TEXT("Groups of %1 share one copy."), {Verbatim{std::to_string(group_)}}};
        return {PLATEAU_TEXT("Groups of %1 share one copy; %2 of each are drawn."),
                {Verbatim{std::to_string(group_)}, Verbatim{std::to_string(drawn_of_group())}}};
    }

    void kind_row(std::size_t k, double y, double high)
    {
        const Kind& kind = kinds[k];
        add(said_at(grid_left - 0.3, y + high / 2, {kind.words, {}}, {.align = Actor::Align::Right}));
        for (int g = 0; g < drawn_; ++g) {
            add(still(Shape::Box, Role::Track, {column(g), y, column_width(), high}));
            std::vector<Key> keys;
            for (std::size_t w = 0; w < ways_.size(); ++w) {
                const double piece = ways_[w].parts[kind.part] * per_byte_;
                const Place place{column(g), y + offset(ways_[w], g, high, piece), column_width(), piece};
                const double begin = static_cast<double>(w);
                keys.push_back(key(begin, place));
                keys.push_back(key(begin + (w + 1 < ways_.size() ? hold : 1), place));
            }
            add(moving(Shape::Box, kind.role, std::move(keys), "gpu" + std::to_string(g + 1) + "." + kind.id));
        }
    }

    void words()
    {
        for (std::size_t w = 0; w < ways_.size(); ++w) {
            const Way& way = ways_[w];
            const char* name = option(way.mode).words;
            const double begin = static_cast<double>(w), end = begin + 1;
            const auto shown = [&](double x, double y, Message words, const Said& how) {
                Actor actor = said_at(x, y, std::move(words), how);
                const Place at{x, y, 0, 0};
                actor.keys = w == 0 ? std::vector<Key>{key(0, at)}
                                    : std::vector<Key>{key(0, at, 0), key(begin, at, 0), key(begin, at)};
                if (w + 1 < ways_.size()) {
                    actor.keys.push_back(key(end, at));
                    actor.keys.push_back(key(end, at, 0));
                }
                add(std::move(actor));
            };
            const bool fits = way.parts.fits();
            const Quantity held = bytes_words(way.total()), limit = bytes_words(way.parts.memory_limit_bytes);
            shown(grid_left, 0.75, {"%1", {name}}, {.letters = 0.66, .strong = true});
            shown(column(drawn_ - 1) + column_width(), 0.75, {PLATEAU_TEXT("%1 on each GPU"), {held}},
                  {.letters = 0.5, .align = Actor::Align::Right, .strong = true});
            shown(grid_left, 8.5,
                  {fits ? PLATEAU_TEXT("With activations %1 of %2: it fits")
                        : PLATEAU_TEXT("With activations %1 of %2: it does not fit"),
                   {bytes_words(way.parts.memory_bytes), limit}},
                  {.role = fits ? Role::Muted : Role::Limit});
            if (way.mode == DataParallelMode::Hsdp)
                shown(grid_left, 7.92, group_words(), {.role = Role::Muted});
            mechanism_.stills.push_back({begin + hold / 2, {"%1", {name}}});
            mechanism_.facts.push_back({option(way.mode).name, {"%1", {name}}, way.total(), units::Unit::Bytes});
        }
        mechanism_.stills.back().time = mechanism_.seconds;
    }

    std::vector<Way> ways_;
    int drawn_;
    int group_;
    std::array<double, kinds.size()> most_{};
    double per_byte_ = 0;
    Mechanism mechanism_;
};

} // namespace

Expected<Mechanism> holdings(const Prepared& prepared, const Estimate& estimate)
{
    const Plan& plan = estimate.parts.plan;
    if (plan.dp < 2)
        return failure({PLATEAU_TEXT("This plan has one replica: there is nobody to share with."), {}});
    return HoldingsPicture(ways_of(prepared, plan), plan.dp, hybrid_group(prepared, plan)).make(plan.dp);
}

} // namespace plateau::mechanisms
