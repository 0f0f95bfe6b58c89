// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "core/answers/step.h"
#include "core/charts/figure.h"
#include "core/views/solve_sentence.h"
#include "core/views/view.h"
#include "core/views/words.h"

namespace plateau::narrate {

namespace {

using answers::EqualCounts;
using answers::EqualGpus;
using answers::Lever;
using units::Unit;

Quantity more(double gpus, const EqualCounts::Value& answer) { return {gpus - answer.now.gpus, Unit::Gpus}; }

Argument gain_of(double ratio) { return change_words(100 * (ratio - 1)); }

Message range_of(const EqualCounts::Value& answer, const EqualGpus& equal)
{
    if (!equal.fewest || equal.fewest == equal.most)
        return {};
    return {PLATEAU_TEXT("Explanations that fit what was measured alike say %1."), {equal_gpus_words(answer, equal)}};
}

} // namespace

Message lever_words(const EqualGpus& equal)
{
    constexpr std::array words{PLATEAU_TEXT("Network × 2"), PLATEAU_TEXT("Latency ÷ 2"), PLATEAU_TEXT("Domain of 72"),
                               PLATEAU_TEXT("Quick restart"), PLATEAU_TEXT("Best plan")};
    const auto lever = std::size_t(equal.lever.value_or(Lever::Generation));
    return lever < words.size() ? plain(words[lever]) : plain(Verbatim{equal.scenario->cluster.accelerator.title});
}

Message equal_gpus_words(const EqualCounts::Value& answer, const EqualGpus& equal)
{
    if (!equal.parts.fits())
        return {PLATEAU_TEXT("does not fit"), {}};
    if (!equal.gains())
        return {PLATEAU_TEXT("brings nothing"), {}};
    if (!equal.fewest)
        return {PLATEAU_TEXT("no number"), {}};
    if (!equal.most)
        return {PLATEAU_TEXT("%1 or more"), {count(*equal.fewest - answer.now.gpus)}};
    if (equal.fewest == equal.most)
        return {PLATEAU_TEXT("%1 more"), {count(*equal.most - answer.now.gpus)}};
    return {PLATEAU_TEXT("+%1–%2"), {count(*equal.fewest - answer.now.gpus), count(*equal.most - answer.now.gpus)}};
}

Message equal_gpus_sentence(const EqualCounts::Value& answer, const EqualGpus& equal, const Message& name)
{
    if (!equal.parts.fits())
        return {PLATEAU_TEXT("%1 does not fit into memory: no number of GPUs equals it."), {name}};
    if (!equal.gains())
        return {PLATEAU_TEXT("%1 brings no more tokens a day: no more GPUs are needed to equal it."), {name}};
    const Message range = range_of(answer, equal);
    const Message said = equal.gpus
        ? Message{PLATEAU_TEXT("%1 brings %2 tokens kept a day, as %3 more would: %4 in place of %5."),
                  {name, gain_of(equal.gain.ratio), more(*equal.gpus, answer), count(*equal.gpus),
                   count(answer.now.gpus)}}
        : Message{PLATEAU_TEXT("%1 brings %2 tokens kept a day, and no number of GPUs does: more of them bring %3 at "
                               "most, with %4."),
                  {name, gain_of(equal.gain.ratio), gain_of(answer.best_ratio), count(answer.best_gpus)}};
    return range.empty() ? said : Message{"%1 %2", {said, range}};
}

const EqualGpus* most_telling(const EqualCounts::Value& answer)
{
    const auto rank = [](const EqualGpus& each) {
        return std::tuple(each.gains(), !each.gpus, each.lever != Lever::Generation, each.gain.ratio);
    };
    const auto found = std::max_element(answer.all.begin(), answer.all.end(),
                                        [&](const auto& left, const auto& right) { return rank(left) < rank(right); });
    return found == answer.all.end() || !found->gains() ? nullptr : &*found;
}

} // namespace plateau::narrate

namespace plateau::views {

namespace {

figures::WaterfallStep row_of(const answers::EqualCounts::Value& answer, const answers::EqualGpus& equal)
{
    figures::WaterfallStep row{.name = narrate::lever_words(equal), .own = {}, .total = true};
    if (equal.gains()) {
        row.name = {"%1, %2", {row.name, narrate::gain_of(equal.gain.ratio)}};
        row.own.value = equal.gpus ? *equal.gpus - answer.now.gpus : std::numeric_limits<double>::quiet_NaN();
        if (equal.fewest && equal.most)
            row.own.range = {*equal.fewest - answer.now.gpus, *equal.most - answer.now.gpus};
    }
    row.own.words = narrate::equal_gpus_words(answer, equal);
    return row;
}

Drawing equal_gpus(const ViewRequest<Scenario>& request)
{
    const answers::TrainingQuestion question(request.first());
    const auto answer = request.get<answers::EqualCounts>({question});
    if (answer->all.empty())
        return {{}, {PLATEAU_TEXT("Nothing to equal: no plan fits here."), {}}};
    figures::Waterfall chart{.title = {PLATEAU_TEXT("What equals it"), {}},
                             .note = {PLATEAU_TEXT("GPUs for as many tokens kept a day"), {}},
                             .steps = {},
                             .unit = units::Unit::Gpus,
                             .own_name = {PLATEAU_TEXT("Current"), {}}};
    for (const answers::EqualGpus& equal : answer->all)
        chart.steps.push_back(row_of(*answer, equal));
    figures::Figure figure{.id = "what-equals-it",
                           .title = {PLATEAU_TEXT("How many more GPUs would do the same?"), {}},
                           .sentence = {PLATEAU_TEXT("None of these changes brings more tokens a day."), {}}};
    if (const answers::EqualGpus* told = narrate::most_telling(*answer))
        figure.sentence = narrate::equal_gpus_sentence(*answer, *told, narrate::lever_words(*told));
    figure.chart = std::move(chart);
    return {std::move(figure)};
}

constexpr View equal_gpus_views[]
    = {{.name = "what-equals-it",
        .title = PLATEAU_TEXT("What more GPUs of the same kind would have to be bought in place of each change"),
        .make = equal_gpus,
        .page = "workbench",
        .look = "equals",
        .dock = PLATEAU_TEXT("What equals it")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(equal_gpus_view, 26, equal_gpus_views)
