// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/schematic.h"

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/text/units/quantity.h"

namespace plateau::figures {

namespace {

using Tone = Schematic::Tone;
using units::Unit;

constexpr std::array<const char*, 4> names{"one_product", "data_parallelism", "tensor_parallelism",
                                           "pipeline_parallelism"};
constexpr double least_side = 0.5; ///< the least side of a box, so that it can be seen
constexpr int most_copies = 6, most_slices = 32, most_cuts = 16, most_stages = 8, most_micro_batches = 14;

Quantity counted(double value) { return {value, Unit::Count}; }
Quantity time(double seconds) { return {seconds, Unit::Seconds}; }
Quantity share(double part) { return {part, Unit::Fraction, 2}; }

void add_words(Schematic& sheet, double x, double y, Message words, bool strong = false)
{
    sheet.words.push_back({x, y, std::move(words), strong});
}

void add_box(Schematic& sheet, double x, double y, double width, double height, Tone tone, Message words = {})
{
    sheet.boxes.push_back({x, y, width, height, tone, std::move(words)});
}

/// It says which part of a step a schematic is about.
enum class About { Data, Tensor, Pipeline };

struct Piece {
    const char* words; ///< with its number in place of %1
    double seconds = 0;
    Tone tone = Tone::Computing;
    bool spoken_of = false;
};

std::array<Piece, 5> parts_of(const limits::StepTime& step, About about)
{
    return {{{PLATEAU_TEXT("products %1"), step.matmul_seconds, Tone::Computing, false},
             {PLATEAU_TEXT("traffic %1"), step.exposed_traffic_seconds, Tone::Waiting, about == About::Tensor},
             {PLATEAU_TEXT("hops %1"), step.latency_seconds, Tone::Waiting, about == About::Tensor},
             {PLATEAU_TEXT("bubble %1"), step.bubble_seconds, Tone::Idle, about == About::Pipeline},
             {PLATEAU_TEXT("gradients %1"), step.data_seconds, Tone::Waiting, about == About::Data}}};
}

/// Draws one bar with the parts of a step side by side, and says below it what they are.
void add_step(Schematic& sheet, const limits::StepTime& step, About about)
{
    constexpr double top = 46, high = 5, row = 4.5;
    add_words(sheet, 0, top - 3, {PLATEAU_TEXT("One step: %1"), {time(step.step_seconds)}}, true);
    double x = 0, word_x = 0;
    for (const Piece& part : parts_of(step, about)) {
        if (part.seconds <= 0)
            continue;
        const double wide = sheet.width * part.seconds / step.step_seconds;
        add_box(sheet, x, top, std::max(wide, 0.2), high, part.tone);
        x += wide;
        add_words(sheet, word_x, top + high + row, {part.words, {share(part.seconds / step.step_seconds)}},
                  part.spoken_of);
        word_x += sheet.width / 4.4;
    }
}

struct Pace {
    const char* words; ///< with its time in place of %1
    double seconds = 0;
};

Schematic one_product(const limits::Question& question, const limits::Point& point)
{
    const limits::Device& device = question.machine.device;
    const limits::Layout& layout = point.layout;
    const limits::Matmul product{point.model.inner / layout.tp_ff, point.model.width / layout.tp_model,
                                 limits::nanobatch_tokens(point.model, layout)};
    const limits::MatmulTraffic traffic = limits::matmul_traffic(device, product);
    const std::array<Pace, 5> paces{
        {{PLATEAU_TEXT("from memory to cache: %1"), traffic.memory_bytes / device.memory_bytes_per_s},
         {PLATEAU_TEXT("from cache to processors: %1"),
          (traffic.memory_bytes + traffic.cache_bytes) / device.cache_bytes_per_s},
         {PLATEAU_TEXT("inside the processors: %1"),
          (traffic.cache_bytes + traffic.exchange_bytes + traffic.register_bytes) / device.processor_bytes_per_s()},
         {PLATEAU_TEXT("arithmetic: %1"), limits::matmul_arithmetic_seconds(device, product)},
         {PLATEAU_TEXT("starting it: %1"), device.matmul_latency_seconds}}};
    const auto pace = std::max_element(paces.begin(), paces.end() - 1,
                                       [](const Pace& a, const Pace& b) { return a.seconds < b.seconds; });
    const double longest = std::max(pace->seconds, paces.back().seconds);

    Schematic sheet{.title = {PLATEAU_TEXT("One product on one GPU"), {}},
                    .sentence = {PLATEAU_TEXT("A piece of %1 × %2 weights for %3 tokens takes %4."),
                                 {counted(product.d1), counted(product.d2), counted(product.nanobatch),
                                  time(limits::matmul_seconds(device, product))}}};
    const double largest = std::max(point.model.inner, point.model.width), side = 36;
    const double wide = side * point.model.width / largest, high = side * point.model.inner / largest;
    add_words(sheet, 0, 2, {PLATEAU_TEXT("weights of one matrix"), {}}, true);
    add_box(sheet, 0, 6, wide, high, Tone::Pale);
    add_box(sheet, 0, 6, std::max(least_side, wide / layout.tp_model), std::max(least_side, high / layout.tp_ff),
            Tone::Strong);
    add_words(sheet, 0, 6 + high + 3.5, {"%1 × %2", {counted(point.model.inner), counted(point.model.width)}});
    add_words(sheet, 0, 6 + high + 8, {PLATEAU_TEXT("one GPU: %1 × %2"), {counted(product.d1), counted(product.d2)}},
              true);
    constexpr double left = 38, right = 100, row = 10.5;
    double y = 2;
    for (const Pace& one : paces) {
        const bool starts = &one == &paces.back();
        const bool sets = &one == &*pace;
        add_words(sheet, left, y, {one.words, {time(one.seconds)}}, sets);
        add_box(sheet, left, y + 2.5, std::max(least_side, (right - left) * one.seconds / longest), 4,
                starts     ? Tone::Waiting
                    : sets ? Tone::Strong
                           : Tone::Computing);
        y += row;
    }
    return sheet;
}

Schematic data_parallelism(const limits::Question&, const limits::Point& point)
{
    const limits::Layout& layout = point.layout;
    Schematic sheet;
    sheet.title = {PLATEAU_TEXT("Data parallelism"), {}};
    sheet.sentence
        = {PLATEAU_TEXT("%1 copies of the model share a batch of %2 tokens; summing gradients takes %3 of a step."),
           {counted(layout.dp), counted(point.model.batch_tokens),
            share(point.time.data_seconds / point.time.step_seconds)}};
    add_words(sheet, 0, 2, {PLATEAU_TEXT("the batch: %1 tokens"), {counted(point.model.batch_tokens)}}, true);
    const int slices = std::min(most_slices, static_cast<int>(layout.dp));
    for (int i = 0; i < slices; ++i)
        add_box(sheet, i * sheet.width / slices, 5, sheet.width / slices, 4, i == 0 ? Tone::Strong : Tone::Pale);
    const int copies = std::min(most_copies, static_cast<int>(layout.dp));
    const double wide = sheet.width / copies, gap = std::min(3.0, wide / 6);
    for (int i = 0; i < copies; ++i) {
        const double x = i * wide + gap / 2, middle = i * wide + wide / 2;
        const bool rest = i + 1 == copies && layout.dp > copies;
        sheet.arrows.push_back({middle, 9.5, middle, 15, false});
        add_box(sheet, x, 15.5, wide - gap, 13, i == 0 ? Tone::Strong : Tone::Outline,
                rest ? Message{"… %1", {counted(layout.dp)}} : Message{"%1", {Verbatim{std::to_string(i + 1)}}});
        sheet.arrows.push_back({middle, 29, middle, 33, true});
    }
    sheet.arrows.push_back({wide / 2, 33, sheet.width - wide / 2, 33, true});
    add_words(sheet, 0, 37,
              {PLATEAU_TEXT("each copy: %1 GPUs and %2 tokens"),
               {counted(layout.devices() / layout.dp), counted(point.model.batch_tokens / layout.dp)}});
    add_step(sheet, point.time, About::Data);
    return sheet;
}

Schematic tensor_parallelism(const limits::Question&, const limits::Point& point)
{
    const limits::Layout& layout = point.layout;
    const double degree = layout.tp_model * layout.tp_ff;
    const double traffic = point.time.traffic.tensor.seconds, products = point.time.matmul_seconds;
    Schematic sheet;
    sheet.title = {PLATEAU_TEXT("Tensor parallelism"), {}};
    sheet.sentence
        = {PLATEAU_TEXT("%1 GPUs share every matrix, %2 × %3; their traffic lasts %4 beside %5 of products."),
           {counted(degree), counted(layout.tp_ff), counted(layout.tp_model), time(traffic), time(products)}};
    add_words(sheet, 0, 2, {PLATEAU_TEXT("one matrix, cut %1 × %2"), {counted(layout.tp_ff), counted(layout.tp_model)}},
              true);
    const int rows = std::min(most_cuts, static_cast<int>(layout.tp_ff));
    const int columns = std::min(most_cuts, static_cast<int>(layout.tp_model));
    constexpr double side = 32;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            add_box(sheet, column * side / columns, 5 + row * side / rows, side / columns, side / rows,
                    row == 0 && column == 0 ? Tone::Strong : Tone::Pale);
    constexpr double left = 38, right = 100;
    const double longest = std::max(traffic, products);
    const std::array<Piece, 2> lanes{{{PLATEAU_TEXT("products: %1"), products, Tone::Computing, false},
                                      {PLATEAU_TEXT("traffic of all layers: %1"), traffic, Tone::Waiting, true}}};
    double y = 8;
    for (const Piece& lane : lanes) {
        add_words(sheet, left, y, {lane.words, {time(lane.seconds)}}, lane.spoken_of);
        add_box(sheet, left, y + 2.5, std::max(least_side, (right - left) * lane.seconds / longest), 5, lane.tone);
        y += 13;
    }
    add_words(sheet, left, y + 2,
              {traffic <= products ? PLATEAU_TEXT("the traffic hides behind the products")
                                   : PLATEAU_TEXT("the traffic is longer: the GPUs wait"),
               {}});
    add_step(sheet, point.time, About::Tensor);
    return sheet;
}

Schematic pipeline_parallelism(const limits::Question&, const limits::Point& point)
{
    const limits::Layout& layout = point.layout;
    const int stages = std::clamp(static_cast<int>(layout.pp), 1, most_stages);
    const int batches = std::clamp(static_cast<int>(layout.microbatches), 1, most_micro_batches);
    Schematic sheet;
    sheet.title = {PLATEAU_TEXT("Pipeline parallelism"), {}};
    sheet.sentence = {
        layout.zero_bubble ? PLATEAU_TEXT("%1 stages, %2 micro-batches; split backward passes fill the gaps.")
                           : PLATEAU_TEXT("%1 stages, %2 micro-batches; stages are idle for %3 of a step."),
        {counted(layout.pp), counted(layout.microbatches), share(point.time.bubble_seconds / point.time.step_seconds)}};
    add_words(sheet, 0, 2,
              {PLATEAU_TEXT("%1 of %2 stages, %3 of %4 micro-batches, time to the right"),
               {Verbatim{std::to_string(stages)}, counted(layout.pp), Verbatim{std::to_string(batches)},
                counted(layout.microbatches)}},
              true);
    const double forward = sheet.width / (3.0 * (batches + stages - 1)), high = 34.0 / stages;
    for (int stage = 0; stage < stages; ++stage) {
        const double y = 5.5 + stage * high;
        add_box(sheet, 0, y, sheet.width, high * 0.86, layout.zero_bubble ? Tone::Pale : Tone::Idle);
        for (int i = 0; i < batches; ++i) {
            const double there = forward * (i + stage);
            const double back = forward * (batches + stages - 1 + 2 * (i + stages - 1 - stage));
            const Message number{"%1", {Verbatim{std::to_string(i + 1)}}};
            const Tone tone = i == 0 ? Tone::Strong : Tone::Computing;
            add_box(sheet, there, y, forward, high * 0.86, tone, number);
            add_box(sheet, back, y, 2 * forward, high * 0.86, tone, number);
        }
    }
    add_step(sheet, point.time, About::Pipeline);
    return sheet;
}

} // namespace

std::span<const char* const> schematics() { return names; }

std::optional<Schematic> schematic(const std::string& name, const limits::Question& question,
                                   const limits::Point& point)
{
    if (!point.feasible)
        return std::nullopt;
    constexpr std::array draw{one_product, data_parallelism, tensor_parallelism, pipeline_parallelism};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (name == names[i])
            return draw[i](question, point);
    return std::nullopt;
}

} // namespace plateau::figures
