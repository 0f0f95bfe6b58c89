// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include "core/teaching/mechanisms/mechanisms.h"

namespace plateau::mechanisms {

namespace {

using collectives::Operation;

constexpr int most_rows = 4;
constexpr double row_step = 0.56, row_height = 0.42, chunk_side = 0.24, lane_height = 0.48;
constexpr double input_x = 1.9, weights_x = 6.2, result_x = 10.5, block_width = 3.5;
constexpr double lane_left = 1.9, lane_right = 14.0;

/// Two products with the exchanges around them, in seconds of the model.
struct TensorWay {
    const char* id;
    const char* title;
    bool sequence = false; ///< tokens are divided too, where nothing needs them whole
    double gather = 0;
    double products = 0;
    double after = 0; ///< all-reduce or reduce-scatter

    double end() const { return gather + products + after; }
};

std::optional<CollectiveUse> exchange(const std::vector<CollectiveUse>& uses, Operation operation)
{
    const auto found = std::find_if(uses.begin(), uses.end(), [&](const CollectiveUse& use) {
        return use.among == Among::TensorRanks && use.operation == operation;
    });
    return found == uses.end() ? std::nullopt : std::optional(*found);
}

/// Seconds of the products of the feed-forward block; of attention where that block has experts alone.
double products_seconds(const Estimate& estimate)
{
    const double feed_forward = quantity(estimate, "t_up") + quantity(estimate, "t_down");
    return feed_forward > 0 ? feed_forward : quantity(estimate, "t_qkv") + quantity(estimate, "t_out");
}

class TensorPicture {
public:
    TensorPicture(const TensorWay& plain, const TensorWay& sequence, double bytes, int ranks)
        : plain_(plain), sequence_(sequence), bytes_(bytes), ranks_(ranks), rows_(std::min(most_rows, ranks)),
          seconds_(1.03 * std::max(plain.end(), sequence.end()))
    {
    }

    Mechanism make()
    {
        mechanism_
            = {.name = "tensor",
               .title = {PLATEAU_TEXT("One block of a layer on %1 GPUs"), {Verbatim{std::to_string(ranks_)}}},
               .caption = {PLATEAU_TEXT("Each GPU multiplies with its piece of the weights and gets a part of the sum. "
                                        "Nobody can go on before %1 have been exchanged."),
                           {bytes_words(bytes_)}},
               .seconds = seconds_,
               .play_seconds = 12};
        lane(plain_, 0.05);
        lane(sequence_, 4.6);
        const double gathered = std::max(sequence_.gather, 0.1 * seconds_);
        mechanism_.stills
            = {{gathered, {PLATEAU_TEXT("tokens are gathered"), {}}},
               {plain_.products, {PLATEAU_TEXT("each GPU has a part of the sum"), {}}},
               {plain_.products + 0.5 * plain_.after, {PLATEAU_TEXT("parts are exchanged and summed"), {}}},
               {seconds_, {PLATEAU_TEXT("the sums are there"), {}}}};
        mechanism_.facts = {{"products", {PLATEAU_TEXT("Products"), {}}, plain_.products},
                            {"all_reduce", {PLATEAU_TEXT("All-reduce"), {}}, plain_.after},
                            {"gather", {PLATEAU_TEXT("All-gather"), {}}, sequence_.gather},
                            {"scatter", {PLATEAU_TEXT("Reduce-scatter"), {}}, sequence_.after},
                            {"bytes", {PLATEAU_TEXT("Bytes of one exchange"), {}}, bytes_, units::Unit::Bytes}};
        return std::move(mechanism_);
    }

private:
    Actor& add(Actor actor) { return mechanism_.actors.emplace_back(std::move(actor)); }
    double x(double seconds) const { return lane_left + seconds / seconds_ * (lane_right - lane_left); }

    Place block(double left, double y, int row) const { return {left, y + row * row_step, block_width, row_height}; }
    /// The piece of a block that belongs to a GPU.
    Place piece(const Place& whole, int row) const
    {
        const double wide = whole.width / rows_;
        return {whole.x + row * wide, whole.y, wide, whole.height};
    }

    void heading(double left, double y, const char* words)
    {
        add(said_at(left, y, {words, {}}, {.letters = 0.38, .role = Role::Muted}));
    }

    void lane(const TensorWay& way, double y)
    {
        const std::string id = way.id;
        add(said_at(0.3, y + 0.3, {way.title, {}}, {.letters = 0.46, .strong = true}));
        if (rows_ < ranks_)
            add(said_at(
                result_x + block_width, y + 0.3,
                {PLATEAU_TEXT("%1 of %2 drawn"), {Verbatim{std::to_string(rows_)}, Verbatim{std::to_string(ranks_)}}},
                {.letters = 0.38, .align = Actor::Align::Right, .role = Role::Muted}));
        const double heads = y + 0.85, first = y + 1.15;
        heading(input_x, heads, PLATEAU_TEXT("tokens"));
        heading(weights_x, heads, PLATEAU_TEXT("its weights"));
        heading(result_x, heads, PLATEAU_TEXT("its result"));
        const double begin = way.gather, computed = begin + way.products, end = way.end();
        for (int row = 0; row < rows_; ++row) {
            const Place input = block(input_x, first, row), weights = block(weights_x, first, row),
                        result = block(result_x, first, row);
            add(said_at(input_x - 0.2, input.y + row_height / 2,
                        {PLATEAU_TEXT("GPU %1"), {Verbatim{std::to_string(row + 1)}}},
                        {.letters = 0.38, .align = Actor::Align::Right, .role = Role::Muted}));
            for (const Place& whole : {input, weights, result})
                add(still(Shape::Box, Role::Track, whole));
            if (way.sequence)
                add(moving(Shape::Box, Role::Activations, {key(0, piece(input, row)), key(begin, input)}));
            else
                add(still(Shape::Box, Role::Activations, input));
            add(still(Shape::Box, Role::Weights, piece(weights, row)));
            std::vector<Key> partial = growing(begin, computed, result);
            for (Key& one : partial)
                one.opacity = 0.4; // a part of the sum
            partial.push_back(key(end, way.sequence ? piece(result, row) : result, 0.4));
            add(moving(Shape::Box, Role::Activations, std::move(partial)));
            add(moving(Shape::Box, Role::Activations, appearing(end, way.sequence ? piece(result, row) : result),
                       id + ".result"));
        }
        if (way.gather > 0)
            exchange_chunks(input_x, first, 0, begin, 1);
        exchange_chunks(result_x, first, computed, end, way.sequence ? 1 : 2);
        bars(way, first + rows_ * row_step + 0.06);
    }

    /// Pieces that go from GPU to GPU, `rounds` times to all others.
    void exchange_chunks(double left, double y, double begin, double end, int rounds)
    {
        const int hops = rounds * (rows_ - 1);
        for (int i = 0; i < rows_; ++i) {
            const double at = left + block_width * (i + 0.5) / rows_;
            const auto place = [&](int row) {
                return Place{at, y + row * row_step + row_height / 2}.around(chunk_side);
            };
            std::vector<Key> keys{key(0, place(i), 0), key(begin, place(i), 0)};
            for (int hop = 0; hop <= hops; ++hop)
                keys.push_back(key(begin + hop * (end - begin) / hops, place((i + hop) % rows_)));
            keys.push_back(key(end, place((i + hops) % rows_), 0));
            add(moving(Shape::Disc, Role::Traffic, std::move(keys), "chunk"));
        }
    }

    void bars(const TensorWay& way, double y)
    {
        const std::string id = way.id;
        const double computed = way.gather + way.products;
        add(still(Shape::Box, Role::Track, {lane_left, y, lane_right - lane_left, lane_height}));
        const auto bar = [&](Role role, double begin, double end, const char* name, const char* words) {
            if (!(end > begin))
                return;
            Actor& box = add(moving(
                Shape::Box, role, growing(begin, end, {x(begin), y, x(end) - x(begin), lane_height}), id + "." + name));
            if (role == Role::Computing) {
                box.words = {words, {}};
                box.letters = 0.38;
                return;
            }
            const bool last = begin > 0; // below its own end of the bar
            add(said_at(last ? x(end) : x(begin), y + lane_height + 0.27, {words, {}},
                        {.letters = 0.38,
                         .align = last ? Actor::Align::Right : Actor::Align::Left,
                         .role = Role::Muted,
                         .from = begin}));
        };
        bar(Role::Exposed, 0, way.gather, "gather", PLATEAU_TEXT("all-gather"));
        bar(Role::Computing, way.gather, computed, "products", PLATEAU_TEXT("products"));
        bar(Role::Exposed, computed, way.end(), "after",
            way.sequence ? PLATEAU_TEXT("reduce-scatter") : PLATEAU_TEXT("all-reduce"));
        add(said_at(lane_right + 0.2, y + lane_height / 2, {"%1", {seconds_words(way.end())}}, {.from = way.end()}));
    }

    TensorWay plain_, sequence_;
    double bytes_;
    int ranks_, rows_;
    double seconds_;
    Mechanism mechanism_;
};

} // namespace

Expected<Mechanism> tensor(const Prepared& prepared, const Estimate& estimate)
{
    Plan plan = estimate.parts.plan;
    if (plan.tp < 2)
        return failure({PLATEAU_TEXT("This plan divides no product. A tensor degree of 2 or more does."), {}});
    plan.sequence_parallel = false;
    const auto reduce = exchange(collectives_of(prepared, plan), Operation::AllReduce);
    plan.sequence_parallel = true;
    const std::vector<CollectiveUse> uses = collectives_of(prepared, plan);
    const auto gather = exchange(uses, Operation::AllGather), scatter = exchange(uses, Operation::ReduceScatter);
    if (!reduce || !gather || !scatter)
        return failure({PLATEAU_TEXT("This plan cannot be drawn with and without sequence parallelism."), {}});
    const double products = products_seconds(estimate);
    if (!(products > 0))
        return failure({PLATEAU_TEXT("This model's layers have no products of their own to divide."), {}});
    const TensorWay plain{"plain", PLATEAU_TEXT("Tensor parallelism"), false, 0, products, reduce->seconds};
    const TensorWay sequence{
        "sequence", PLATEAU_TEXT("With sequence parallelism"), true, gather->seconds, products, scatter->seconds};
    return TensorPicture(plain, sequence, reduce->bytes, plan.tp).make();
}

} // namespace plateau::mechanisms
