// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/physics.h"

#include "core/catalog/entry_file.h"
#include "core/files/text_file.h"

namespace plateau::catalog {

namespace {

using units::Unit;
using V = PhysicsValues;

constexpr PhysicsConstant physics_table[] = {
    {"long_kernel_seconds", PLATEAU_TEXT("Long kernel"),
     PLATEAU_TEXT("Length of a matrix product at which half of the loss on long kernels has set in"), Unit::Seconds,
     &V::long_kernel_seconds, 1e-6, 1},
    {"product_tile", PLATEAU_TEXT("Tile of a product"),
     PLATEAU_TEXT("Rows, columns and terms that a matrix product works on at a time: what is left of a last tile costs "
                  "as much as a whole one"),
     Unit::Count, &V::product_tile, 1, 1024},
    {"narrow_product_tile", PLATEAU_TEXT("Tile of a narrow product"),
     PLATEAU_TEXT("The same of products in fp8 and fp4"), Unit::Count, &V::narrow_product_tile, 1, 1024},
    {"batched_efficiency", PLATEAU_TEXT("Batched products"),
     PLATEAU_TEXT("Share of the peak that the two batched products of unfused attention reach"), Unit::Fraction,
     &V::batched_efficiency, 0.01, 1},
    {"full_rate_head_size", PLATEAU_TEXT("Full-rate head"),
     PLATEAU_TEXT("Head size from which attention runs at its full rate; a smaller one loses its root (unfused) or "
                  "fourth root (fused)"),
     Unit::Count, &V::full_rate_head_size, 1, 1024},
    {"first_flash_efficiency", PLATEAU_TEXT("FlashAttention 1"),
     PLATEAU_TEXT("Speed of FlashAttention 1 relative to FlashAttention 2"), Unit::Fraction, &V::first_flash_efficiency,
     0.01, 1},
    {"triton_flash_efficiency", PLATEAU_TEXT("FlashAttention in Triton"),
     PLATEAU_TEXT("Speed of FlashAttention written in Triton relative to FlashAttention 2"), Unit::Fraction,
     &V::triton_flash_efficiency, 0.01, 1},
    {"flash_backward", PLATEAU_TEXT("Fused attention, backward"),
     PLATEAU_TEXT("Time of the backward pass of FlashAttention in forward passes: it makes the scores again"),
     Unit::None, &V::flash_backward, 1, 5},
    {"residual_traffic_bytes", PLATEAU_TEXT("Norms and residuals"),
     PLATEAU_TEXT("Memory traffic of norms, residuals and dropout per token and hidden element, forward"), Unit::None,
     &V::residual_traffic_bytes, 0, 100},
    {"projection_traffic_bytes", PLATEAU_TEXT("Queries, keys and values"),
     PLATEAU_TEXT("Memory traffic of splitting and joining heads per token and hidden element, forward"), Unit::None,
     &V::projection_traffic_bytes, 0, 100},
    {"rotary_traffic_bytes", PLATEAU_TEXT("Rotary embedding"),
     PLATEAU_TEXT("Memory traffic of rotary embedding per token and hidden element, forward"), Unit::None,
     &V::rotary_traffic_bytes, 0, 100},
    {"gated_traffic_bytes", PLATEAU_TEXT("Gated activation"),
     PLATEAU_TEXT("Memory traffic of a gated activation function per token and inner element, forward"), Unit::None,
     &V::gated_traffic_bytes, 0, 100},
    {"plain_traffic_bytes", PLATEAU_TEXT("Plain activation"),
     PLATEAU_TEXT("Memory traffic of an activation function per token and inner element, forward"), Unit::None,
     &V::plain_traffic_bytes, 0, 100},
    {"adapter_sum_bytes", PLATEAU_TEXT("Adapter's sum"),
     PLATEAU_TEXT("Memory traffic per output of a product that an adapter's output is added to"), Unit::None,
     &V::adapter_sum_bytes, 0, 100},
    {"compiled_passes", PLATEAU_TEXT("Compiled element-wise traffic"),
     PLATEAU_TEXT(
         "Memory traffic of norms, activations and residuals that a compiler fuses, in that of the software's own "
         "kernels"),
     Unit::Fraction, &V::compiled_passes, 0.1, 1},
    {"loss_chunks", PLATEAU_TEXT("Chunks of a loss"),
     PLATEAU_TEXT("Pieces that software with a loss in chunks cuts the tokens of a micro-batch into"), Unit::Count,
     &V::loss_chunks, 1, 1024},
    {"fused_loss_bytes", PLATEAU_TEXT("Traffic of a fused loss"),
     PLATEAU_TEXT("Memory traffic per logit where loss and head are one kernel, in bytes, beside the products"),
     Unit::None, &V::fused_loss_bytes, 0, 80},
    {"row_scaled_products", PLATEAU_TEXT("Products scaled by row"),
     PLATEAU_TEXT("Rate of fp8 products with a scale for each row, relative to one scale for each tensor"),
     Unit::Multiplier, &V::row_scaled_products, 0.2, 1},
    {"routed_copy_bytes", PLATEAU_TEXT("Routed copy"),
     PLATEAU_TEXT("Memory traffic per hidden element of a copy of a token: written for its expert, read and summed on "
                  "the way back"),
     Unit::None, &V::routed_copy_bytes, 0, 100},
    {"expert_bias_bytes", PLATEAU_TEXT("Biases of experts"),
     PLATEAU_TEXT("Memory traffic per hidden element of a copy of a token where experts have biases: each expert's is "
                  "spread over its tokens, added, and summed over them again for its gradient"),
     Unit::None, &V::expert_bias_bytes, 0, 200},
    {"clamp_traffic_bytes", PLATEAU_TEXT("Traffic of clamps"),
     PLATEAU_TEXT("Memory traffic per element, beside a gated activation's own, where each step of a clamped one is a "
                  "kernel"),
     Unit::None, &V::clamp_traffic_bytes, 0, 200},
    {"clamp_kept_bytes", PLATEAU_TEXT("Kept by clamps"),
     PLATEAU_TEXT("Bytes per element that those kernels keep for the backward pass, beside a gated activation's own"),
     Unit::None, &V::clamp_kept_bytes, 0, 20},
    {"expert_product_seconds", PLATEAU_TEXT("Product of one expert"),
     PLATEAU_TEXT("Least time of one expert's product among those that a rank does one after another"), Unit::Seconds,
     &V::expert_product_seconds, 0, 1e-3},
    {"piece_overlap_penalty", PLATEAU_TEXT("Penalty of pieces"),
     PLATEAU_TEXT(
         "rho in max(compute, traffic) + rho min(compute, traffic) where a product and its traffic are cut into "
         "pieces"),
     Unit::Fraction, &V::piece_overlap_penalty, 0, 1},
    {"other_backward", PLATEAU_TEXT("Memory-bound kernels, backward"),
     PLATEAU_TEXT("Time of norms, activations and residuals in the backward pass, in forward passes"), Unit::None,
     &V::other_backward, 1, 4},
    {"score_traffic_backward", PLATEAU_TEXT("Score traffic, backward"),
     PLATEAU_TEXT("Traffic of a stored score matrix in the backward pass, in forward passes"), Unit::None,
     &V::score_traffic_backward, 1, 4},
    {"separate_softmax_passes", PLATEAU_TEXT("Separate softmax"),
     PLATEAU_TEXT("Passes over the score matrix that scale, mask, softmax and casts add as kernels of their own"),
     Unit::None, &V::separate_softmax_passes, 0, 20},
    {"softmax_block_pairs", PLATEAU_TEXT("Fused softmax block"),
     PLATEAU_TEXT("Pairs of a sequence and a head that one block of the fused scale-mask-softmax kernel takes; counts "
                  "that it does not divide fall back to separate kernels"),
     Unit::Count, &V::softmax_block_pairs, 1, 64},
    {"unfused_launch", PLATEAU_TEXT("Unfused attention, launch"),
     PLATEAU_TEXT("Host time that attention of separate kernels adds, in launches of a layer with fused attention"),
     Unit::Fraction, &V::unfused_launch, 0, 2},
    {"separate_softmax_launch", PLATEAU_TEXT("Separate softmax, launch"),
     PLATEAU_TEXT("Host time that a separate softmax adds, in launches of a whole layer"), Unit::Fraction,
     &V::separate_softmax_launch, 0, 2},
    {"tensor_launch", PLATEAU_TEXT("Tensor-parallel collectives, launch"),
     PLATEAU_TEXT("Host time that a layer's tensor-parallel collectives add, in launches of a whole layer"),
     Unit::Fraction, &V::tensor_launch, 0, 2},
    {"attention_launch", PLATEAU_TEXT("Attention, launch"), PLATEAU_TEXT("Of a dense layer's launches"), Unit::Fraction,
     &V::attention_launch, 0, 1},
    {"router_launch", PLATEAU_TEXT("Router, launch"), PLATEAU_TEXT("Host time, in launches of a dense layer"),
     Unit::Fraction, &V::router_launch, 0, 10},
    {"exchange_launch", PLATEAU_TEXT("All-to-all, launch"), PLATEAU_TEXT("The same of counts, orders and exchange"),
     Unit::Fraction, &V::exchange_launch, 0, 10},
    {"forwarding_launch", PLATEAU_TEXT("Dispatcher, launch"), PLATEAU_TEXT("The same with DeepEP or HybridEP"),
     Unit::Fraction, &V::forwarding_launch, 0, 10},
    {"each_expert_launch", PLATEAU_TEXT("Each expert, launch"),
     PLATEAU_TEXT("Launches of its products, relative to a dense layer"), Unit::Fraction, &V::each_expert_launch, 0, 1},
    {"narrow_expert_launch", PLATEAU_TEXT("Each expert, casts"),
     PLATEAU_TEXT("Launches of its casts and scales likewise"), Unit::Fraction, &V::narrow_expert_launch, 0, 1},
    {"read_back", PLATEAU_TEXT("Reading counts back"), PLATEAU_TEXT("Wait of a layer with experts for its host"),
     Unit::Seconds, &V::read_back_seconds, 0, 1e-2},
    {"experts_launched", PLATEAU_TEXT("Experts launched apart"), PLATEAU_TEXT("At most, of a rank"), Unit::Count,
     &V::experts_launched, 1, 1024},
    {"looped_expert_launch", PLATEAU_TEXT("Each expert in a loop, launch"),
     PLATEAU_TEXT("Launches of each expert where the program calls one after another, relative to those of a layer"),
     Unit::Fraction, &V::looped_expert_launch, 0, 2},
    {"routing_spread", PLATEAU_TEXT("Spread of routing"),
     PLATEAU_TEXT("Standard deviation of an expert's tokens over their mean in published runs that do not force "
                  "balanced routing"),
     Unit::Fraction, &V::routing_spread, 0, 8},
    {"strange_routing_spread", PLATEAU_TEXT("Spread of routing, other data"),
     PLATEAU_TEXT("The same where a trained router gets data unlike those that it was trained on"), Unit::Fraction,
     &V::strange_routing_spread, 0, 8},
    {"new_routing_spread", PLATEAU_TEXT("Spread of routing, new"), PLATEAU_TEXT("The same of a new router"),
     Unit::Fraction, &V::new_routing_spread, 0, 8},
    {"settled_routing_spread", PLATEAU_TEXT("Spread of routing, settled"), PLATEAU_TEXT("The same in the end"),
     Unit::Fraction, &V::settled_routing_spread, 0, 8},
    {"routing_steps", PLATEAU_TEXT("Steps that settle routing"), PLATEAU_TEXT("Half of the way is gone after as many"),
     Unit::Count, &V::routing_steps, 1, 1e6},
    {"launch_backward", PLATEAU_TEXT("Launching, backward"),
     PLATEAU_TEXT("Host time to launch a layer's backward kernels, in forward passes"), Unit::None, &V::launch_backward,
     1, 4},
    {"graph_launch_share", PLATEAU_TEXT("Launching a graph"),
     PLATEAU_TEXT("Host time to launch a layer's kernels from a captured graph, relative to one by one"),
     Unit::Fraction, &V::graph_launch_share, 0, 1},
    {"loss_floor", PLATEAU_TEXT("Least loss"),
     PLATEAU_TEXT("Loss of text, in nats a token, that no model and no number of tokens takes away"), Unit::None,
     &V::loss_floor, 0, 10},
    {"loss_of_parameters", PLATEAU_TEXT("Loss of a small model"),
     PLATEAU_TEXT("What a dense model of N parameters loses above that is this over N to an exponent"), Unit::None,
     &V::loss_of_parameters, 1, 1e5},
    {"loss_parameter_exponent", PLATEAU_TEXT("Exponent of parameters"),
     PLATEAU_TEXT("How fast that falls as the model grows"), Unit::None, &V::loss_parameter_exponent, 0.05, 1},
    {"loss_of_tokens", PLATEAU_TEXT("Loss of few tokens"),
     PLATEAU_TEXT("What training on D tokens loses above that is this over D to an exponent"), Unit::None,
     &V::loss_of_tokens, 1, 1e5},
    {"loss_token_exponent", PLATEAU_TEXT("Exponent of tokens"), PLATEAU_TEXT("How fast that falls with more tokens"),
     Unit::None, &V::loss_token_exponent, 0.05, 1},
    {"gradient_norm_passes", PLATEAU_TEXT("Gradient clipping"),
     PLATEAU_TEXT("Times the gradients pass through memory for their norm and for the scaling by it"), Unit::None,
     &V::gradient_norm_passes, 1, 6},
    {"orthogonal_iterations", PLATEAU_TEXT("Orthogonal updates"),
     PLATEAU_TEXT("Newton-Schulz iterations with which Muon makes an update orthogonal"), Unit::Count,
     &V::orthogonal_iterations, 1, 20},
    {"weight_bytes", PLATEAU_TEXT("Weight"), PLATEAU_TEXT("Bytes of one weight that the passes read"),
     Unit::BytesPerParameter, &V::weight_bytes, 1, 4},
    {"activation_bytes", PLATEAU_TEXT("Activation"), PLATEAU_TEXT("Bytes of one element of an activation in memory"),
     Unit::None, &V::activation_bytes, 1, 4},
    {"four_bit_bytes", PLATEAU_TEXT("Weight in four bits"),
     PLATEAU_TEXT("Bytes of a frozen weight, its scales included, where a run holds weights in four bits"),
     Unit::BytesPerParameter, &V::four_bit_bytes, 0.5, 1},
    {"outer_state_bytes", PLATEAU_TEXT("Outer optimizer"),
     PLATEAU_TEXT("Bytes per parameter that local steps hold beside the optimizer: the parameters of the last "
                  "exchange and a momentum"),
     Unit::BytesPerParameter, &V::outer_state_bytes, 0, 16},
    {"layers_in_transit", PLATEAU_TEXT("Layers in transit"),
     PLATEAU_TEXT("Layers whose offloaded tensors are on the device at a time"), Unit::Count, &V::layers_in_transit, 1,
     16},
    {"graph_pool", PLATEAU_TEXT("Pool of whole graphs"),
     PLATEAU_TEXT("With experts, relative to a micro-batch's bytes"), Unit::Fraction, &V::graph_pool, 0, 2},
    {"partial_graph_pool", PLATEAU_TEXT("Pool of graphs of parts"), PLATEAU_TEXT("Likewise of any model"),
     Unit::Fraction, &V::partial_graph_pool, 0, 1},
    {"clock_power_exponent", PLATEAU_TEXT("Power of the clock"),
     PLATEAU_TEXT("Board power above idle goes with the clock to this power: what a power limit does to the clock"),
     Unit::None, &V::clock_power_exponent, 1, 4},
    {"same_size_share", PLATEAU_TEXT("Same model"),
     PLATEAU_TEXT(
         "How far the stated parameters of a published run may be from those of the catalog's model of the same sizes"),
     Unit::Fraction, &V::same_size_share, 0, 1},
    {"other_kind_factor", PLATEAU_TEXT("Another kind of model"),
     PLATEAU_TEXT("Stated parameters over those of the sizes from which a model counts as a mixture of experts, or as "
                  "none of the kinds tried"),
     Unit::Multiplier, &V::other_kind_factor, 1, 4},
    {"clearly_nearer", PLATEAU_TEXT("Clearly nearer"),
     PLATEAU_TEXT("How much nearer to the stated parameters, as a logarithm, another kind of feed-forward block or "
                  "embedding must come to be preferred"),
     Unit::None, &V::clearly_nearer, 0, 0.5},
    {"largest_micro_batch", PLATEAU_TEXT("Micro-batches tried"),
     PLATEAU_TEXT("Largest micro-batch a published run is tried at when it does not say; half of it for large models, "
                  "a quarter for huge ones"),
     Unit::Sequences, &V::largest_micro_batch, 1, 1024},
    {"run_memory_margin", PLATEAU_TEXT("Memory margin of runs"),
     PLATEAU_TEXT("Share of the memory by which a published run may seem not to fit before it is taken to recompute"),
     Unit::Fraction, &V::run_memory_margin, 0, 1},
    {"offload_link", PLATEAU_TEXT("Link that invites offload"),
     PLATEAU_TEXT("Where the link to host memory is at least as fast, a run that does not say may keep activations "
                  "there rather than recompute them"),
     Unit::BytesPerSecond, &V::offload_link_bytes_per_s, 0, 1e13},
    {"overlapped_experts", PLATEAU_TEXT("Overlapped experts"),
     PLATEAU_TEXT("Share of the experts' traffic that a published run hides where it says that it overlaps it"),
     Unit::Fraction, &V::overlapped_experts, 0, 1},
    {"contradiction_per_year", PLATEAU_TEXT("Contradiction per year"),
     PLATEAU_TEXT("What each year outside a software's own counts against it, where its attention or its overlap being "
                  "another counts one"),
     Unit::None, &V::contradiction_per_year, 0, 10},
    {"most_for_years", PLATEAU_TEXT("Most for years"), PLATEAU_TEXT("Most that years count against a software"),
     Unit::None, &V::most_for_years, 0, 100},
    {"large_model_parameters", PLATEAU_TEXT("Large model"),
     PLATEAU_TEXT("Active parameters above which the largest micro-batch tried is halved"), Unit::Count,
     &V::large_model_parameters, 1e9, 1e12},
    {"huge_model_parameters", PLATEAU_TEXT("Huge model"),
     PLATEAU_TEXT("Active parameters above which it is halved again"), Unit::Count, &V::huge_model_parameters, 1e9,
     1e13},
    {"same_batch_share", PLATEAU_TEXT("Same batch"),
     PLATEAU_TEXT("How far apart the batches of two runs may be that count as alike"), Unit::Fraction,
     &V::same_batch_share, 0, 1},
    {"fit_soft_error", PLATEAU_TEXT("Soft error"),
     PLATEAU_TEXT("Error of ln step time or memory beyond which it counts linearly in fits: outliers do not rule"),
     Unit::None, &V::fit_soft_error, 0.001, 1},
    {"fit_prior", PLATEAU_TEXT("Pull to the start"),
     PLATEAU_TEXT("Weight, in sources, with which a fit pulls a constant towards where it started, per range squared"),
     Unit::None, &V::fit_prior, 0, 10},
    {"pooled_far_error", PLATEAU_TEXT("Error that says nothing"),
     PLATEAU_TEXT("A fit of all software hardly follows runs that are missed by far more: something else is amiss"),
     Unit::Fraction, &V::pooled_far_error, 0.01, 1},
    {"shared_prior", PLATEAU_TEXT("Pull of shared constants"),
     PLATEAU_TEXT("How strongly a fit of all software holds the constants they share, in sources"), Unit::Multiplier,
     &V::shared_prior, 0, 10},
    {"own_prior", PLATEAU_TEXT("Pull of a stack's own constants"),
     PLATEAU_TEXT("How strongly the constants all software shares hold those of one stack, in sources"),
     Unit::Multiplier, &V::own_prior, 0, 10},
    {"verdict_margin", PLATEAU_TEXT("Margin of verdicts"),
     PLATEAU_TEXT("ln(memory / limit) at which a verdict on fitting counts as safely right"), Unit::None,
     &V::verdict_margin, 0, 0.5},
    {"site_spread", PLATEAU_TEXT("Between sites"),
     PLATEAU_TEXT("Spread of ln kernel efficiency between sites that run software of one name"), Unit::None,
     &V::site_spread, 0.001, 1},
    {"kernel_known", PLATEAU_TEXT("Kernel efficiency known"),
     PLATEAU_TEXT("Standard error of its logarithm from which runs of one's own determine kernel efficiency"),
     Unit::None, &V::kernel_known, 0.001, 1},
    {"network_known", PLATEAU_TEXT("Network share known"),
     PLATEAU_TEXT("Standard error of its logarithm from which runs of one's own determine the network's share"),
     Unit::None, &V::network_known, 0.001, 1},
    {"shipped_scatter_runs", PLATEAU_TEXT("Weight of the shipped scatter"),
     PLATEAU_TEXT("Runs of one's own that the scatter of the shipped evidence counts for"), Unit::Count,
     &V::shipped_scatter_runs, 0, 1000},
    {"memory_known_bytes", PLATEAU_TEXT("Fixed memory known"),
     PLATEAU_TEXT("Least half width of the range of a fitted fixed memory"), Unit::Bytes, &V::memory_known_bytes, 0,
     1e11},
    {"range_deviations", PLATEAU_TEXT("Width of measured ranges"),
     PLATEAU_TEXT("Standard errors to each side of a value measured on one's own cluster that its range reaches"),
     Unit::None, &V::range_deviations, 0.5, 5},
    {"left_by_cause", PLATEAU_TEXT("Left by a cause"),
     PLATEAU_TEXT("Share of the gap between a run and its prediction, as a logarithm, that a cause may leave"),
     Unit::Fraction, &V::left_by_cause, 0, 1},
    {"as_predicted", PLATEAU_TEXT("As predicted"),
     PLATEAU_TEXT(
         "When a choice is tried as a cause, a step time counts as predicted up to this error of its logarithm"),
     Unit::Fraction, &V::as_predicted, 0, 1},
    {"nothing_to_explain", PLATEAU_TEXT("Nothing to explain"),
     PLATEAU_TEXT("No cause is looked for where the error of ln step time is below this"), Unit::Fraction,
     &V::nothing_to_explain, 0, 1},
};

} // namespace

std::span<const PhysicsConstant> physics_constants() { return physics_table; }

Physics::Physics()
{
    for (const PhysicsConstant& constant : physics_table)
        notes.push_back({constant.key, constant.low, constant.high, KnownBy::Estimated});
}

const PhysicsValues& values_of(const std::shared_ptr<const Physics>& physics)
{
    static const PhysicsValues none;
    return physics ? physics->values : none;
}

const std::string& Physics::check(std::string_view key, std::string_view vendor) const
{
    static const std::string none;
    const std::string* of_all = &none;
    for (const CauseCheck& check : checks) {
        if (check.key != key)
            continue;
        if (check.vendor == vendor)
            return check.words;
        if (check.vendor.empty())
            of_all = &check.words;
    }
    return *of_all;
}

namespace {

/// In the place of the row that is about the same, else behind all.
template<class Row, class Same>
void take_over(std::vector<Row>& rows, const std::vector<Row>& with, Same same)
{
    for (const Row& row : with) {
        const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return same(one, row); });
        if (found == rows.end())
            rows.push_back(row);
        else
            *found = row;
    }
}

} // namespace

void replace(Physics& physics, const Physics& with)
{
    for (std::size_t i = 0; i < std::size(physics_table); ++i) {
        if (with.notes[i].given == Given::No)
            continue;
        physics.values.*physics_table[i].value = with.values.*physics_table[i].value;
        physics.notes[i] = with.notes[i];
    }
    const auto same_key = [](const auto& a, const auto& b) { return a.key == b.key; };
    take_over(physics.suspects, with.suspects, same_key);
    take_over(physics.host_links, with.host_links, same_key);
    take_over(physics.fabrics, with.fabrics, same_key);
    take_over(physics.choices, with.choices,
              [](const auto& a, const auto& b) { return a.key == b.key && a.of_memory == b.of_memory; });
    take_over(physics.checks, with.checks,
              [](const auto& a, const auto& b) { return a.key == b.key && a.vendor == b.vendor; });
    take_over(physics.peaks, with.peaks, [](const auto& a, const auto& b) { return a.of == b.of; });
}

const HostLink* host_link_of(const std::vector<HostLink>& links, const Accelerator& accelerator)
{
    for (const std::string& name : {accelerator.id, accelerator.generation})
        for (const HostLink& link : links)
            if ((!link.racks || rack_gpus(accelerator) > accelerator.per_host)
                && std::find(link.chips.begin(), link.chips.end(), name) != link.chips.end())
                return &link;
    return nullptr;
}

namespace {

/// Calls `one` with each entry of a map, its name and the reader that finishes the map.
template<class One>
void for_each_entry(files::Reader& parent, const char* name, One one)
{
    parent.within(name, [&](files::Reader& reader) {
        for (const files::Key& key : reader.node().keys)
            one(key.text, reader);
    });
}

/// The same where each entry is a map.
template<class One>
void for_each_row(files::Reader& parent, const char* name, One one)
{
    for_each_entry(parent, name, [&](const std::string& key, files::Reader& rows) {
        rows.within(key, [&](files::Reader& values) { one(key, values); });
    });
}

/// key: {link: 55 GB/s, chips: [...], source: ...}
HostLink read_host_link(const std::string& key, files::Reader& values)
{
    HostLink link;
    link.key = key;
    values.quantity("link", units::Unit::BytesPerSecond, link.bytes_per_s, 1e8, 1e13, files::Need::Required);
    values.texts("chips", link.chips, files::Need::Required);
    values.flag("racks", link.racks);
    values.text("source", link.source, files::Need::Required);
    return link;
}

/// key: {times: [low, high], known_by: ..., source: ...}, or {between: [low, high], ...} in SI units
Suspect read_suspect(const std::string& key, files::Reader& values)
{
    Suspect suspect{.key = key, .as_factor = !values.has("between")};
    const char* const limits = suspect.as_factor ? "times" : "between";
    constexpr double farthest = 1e6;
    double range[2] = {suspect.least, suspect.most};
    if (values.quantities(limits, units::Unit::None, range, files::Need::Required, 0, farthest) && range[0] >= range[1])
        values.refuse(limits, {PLATEAU_TEXT("the limits of %1 must rise"), {Verbatim{key}}});
    suspect.least = range[0];
    suspect.most = range[1];
    values.choice("known_by", suspect.known_by);
    values.text("source", suspect.source, files::Need::Required);
    return suspect;
}

/// step: {key: [values], ...}, memory: {...}; no values are all options
void read_choices(files::Reader& parent, std::vector<OtherChoice>& choices)
{
    parent.within("choices", [&](files::Reader& kinds) {
        for (const bool of_memory : {false, true})
            for_each_entry(kinds, of_memory ? "memory" : "step", [&](const std::string& key, files::Reader& rows) {
                rows.texts(key, choices.emplace_back(OtherChoice{key, of_memory}).values);
            });
    });
}

/// key: {any: words, VENDOR: words}
void read_checks(files::Reader& parent, std::vector<CauseCheck>& checks)
{
    for_each_entry(parent, "checks", [&](const std::string& key, files::Reader& keys) {
        for_each_entry(keys, key.c_str(), [&](const std::string& vendor, files::Reader& vendors) {
            CauseCheck check{key, vendor == "any" ? "" : vendor, {}};
            vendors.text(vendor, check.words, files::Need::Required);
            checks.push_back(std::move(check));
        });
    });
}

void read_peaks(files::Reader& parent, std::vector<UsualPeak>& peaks, std::vector<Error>& errors)
{
    for (const files::Node& node : parent.list("peaks")) {
        files::Reader reader(node, parent.file(), errors);
        UsualPeak peak;
        reader.quantity("flops", units::Unit::FlopPerSecond, peak.flop_per_s, 1e12, 1e18, files::Need::Required);
        reader.text("of", peak.of, files::Need::Required);
        reader.text("source", peak.source, files::Need::Required);
        reader.finish();
        peaks.push_back(std::move(peak));
    }
}

} // namespace

EntryFile<PhysicsFile> parse_physics(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<PhysicsFile> result;
    Physics& physics = result.entry.physics;
    files::Reader reader(document.root, document.file, errors);
    reader.text("title", result.entry.title, files::Need::Required);
    reader.within("constants", [&](files::Reader& constants) {
        for (std::size_t i = 0; i < physics.notes.size(); ++i) {
            const PhysicsConstant& constant = physics_constants()[i];
            read_constant(constants, constant, physics.values.*constant.value, physics.notes[i]);
        }
    });
    for_each_row(reader, "suspects", [&](const std::string& key, files::Reader& values) {
        physics.suspects.push_back(read_suspect(key, values));
    });
    for_each_row(reader, "host_links", [&](const std::string& key, files::Reader& values) {
        physics.host_links.push_back(read_host_link(key, values));
    });
    read_fabrics(reader, physics.fabrics);
    read_choices(reader, physics.choices);
    read_checks(reader, physics.checks);
    read_peaks(reader, physics.peaks, errors);
    reader.texts("sources", result.entry.sources, files::Need::Required);
    reader.finish();
    return result;
}

} // namespace plateau::catalog
