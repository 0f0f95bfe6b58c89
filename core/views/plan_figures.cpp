// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/plan_figures.h"

#include <algorithm>
#include <cmath>

#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/plan_reasons.h"
#include "core/views/plan_words.h"

namespace plateau::figures {

namespace {

using explore::PlanCell;
using units::Unit;

/// Says in a cell why it has no plan.
Message short_reason(const Parts& parts)
{
    if (parts.possible())
        return {"%1", {Quantity{parts.memory_bytes, Unit::Bytes}}};
    return {obstacle_word(parts.obstacle), {}};
}

HeatCell heat_cell(const PlanCell& cell, const Metric& shown)
{
    const Parts& parts = cell.parts;
    if (cell.refused)
        return {std::numeric_limits<double>::quiet_NaN(), {PLATEAU_TEXT("not legal"), {}}, cell.reason};
    if (!parts.fits())
        return {std::numeric_limits<double>::quiet_NaN(), short_reason(parts), cell.reason};
    return {shown.value(parts),
            {},
            {"%1 %2 %3\n%4, %5",
             {metric_text(shown, shown.value(parts)), "·", shown.label, narrate::plan_words(parts.plan),
              narrate::plan_details(parts.plan)}}};
}

std::vector<Message> labels(const explore::MapSide& side)
{
    std::vector<Message> result;
    for (const Argument& words : side.words)
        result.push_back({"%1", {words}});
    return result;
}

bool is_degree(const explore::MapSide& side) { return side.of_plan && side.key.size() == 2; }

Message axis_title(const explore::MapSide& side)
{
    if (is_degree(side))
        return {PLATEAU_TEXT("%1 parallel degree"), {Word{side.title}}};
    return side.unit.empty() ? Message{side.title, {}} : Message{"%1, %2", {Word{side.title}, side.unit}};
}

} // namespace

const Metric& usual_map_metric() { return search::told_metric(search::Objective::Throughput); }

Figure plan_map_figure(const explore::PlanMap& map, const Metric& shown, const answers::PlanPair& context)
{
    Figure figure{.id = "plans-heatmap",
                  .title = {PLATEAU_TEXT("Which plan is best?"), {}},
                  .sentence = narrate::best_plan_sentence(context.best, context.current, context.objective),
                  .scenario = write_scenario(context.scenario)};
    HeatMap& heat = figure.chart.emplace<HeatMap>();
    heat.title = metric_title(shown, shown.label);
    heat.note = map.columns.of_plan || map.rows.of_plan
        ? Message{PLATEAU_TEXT("best of the other parameters; framed: the best"), {}}
        : Message{PLATEAU_TEXT("best plan in every cell; framed: the best"), {}};
    heat.unit = shown.shown_in.unit;
    heat.column_title = axis_title(map.columns);
    heat.row_title = axis_title(map.rows);
    heat.columns = labels(map.columns);
    heat.rows = labels(map.rows);
    for (const PlanCell& cell : map.cells)
        heat.cells.push_back(heat_cell(cell, shown));
    heat.best = map.best(context.objective);
    heat.current = context.current.possible() ? map.cell_of(context.current.plan) : -1;
    if (context.current.fits())
        heat.current_value = shown.value(context.current);
    return figure;
}

void mark_pins(Figure& figure, const explore::PlanMap& map, const std::vector<PinnedRun>& pins)
{
    for (const PinnedRun& pin : pins) {
        std::vector<explore::Setting> settings;
        for (const explore::MapSide* side : {&map.columns, &map.rows})
            if (const auto* row = side->of_plan || !pin.scenario ? nullptr : training_parameters().find(side->key))
                settings.emplace_back(side->key, row->get(*pin.scenario));
        const int cell = pin.parts.possible() ? map.cell_of(pin.parts.plan, settings) : -1;
        if (cell >= 0)
            figure.as<HeatMap>()->pins.push_back({cell, pin.letter, pin.role});
    }
}

std::string resource_key(explore::Resource resource, const Scenario& scenario)
{
    switch (resource) {
    case explore::Resource::Latency:
        return "scale_out_latency";
    case explore::Resource::Batch:
        return scenario.workload.batch_mode == BatchMode::PerGpu ? "sequences_per_gpu" : "global_batch";
    default:
        break;
    }
    const std::string key = explore::key(resource);
    return key.empty() ? "hardware" : key;
}

Figure what_would_help_figure(const std::vector<explore::Sensitivity>& rows, const answers::PlanPair& context,
                              search::PlanChoice choice)
{
    Figure figure{.id = "what-would-help",
                  .title = {PLATEAU_TEXT("What would help?"), {}},
                  .scenario = write_scenario(context.scenario)};
    Swings& chart = figure.chart.emplace<Swings>();
    chart.title = {PLATEAU_TEXT("What would help"), {}};
    chart.note = {PLATEAU_TEXT("change in tokens/s for × 2 and ÷ 2"), {}};
    chart.less_name = {PLATEAU_TEXT("÷ 2"), {}};
    chart.more_name = {PLATEAU_TEXT("× 2"), {}};
    chart.axis_title = {choice == search::PlanChoice::Best ? PLATEAU_TEXT("Change, %, plan searched again each time")
                                                           : PLATEAU_TEXT("Change, %, of the given plan"),
                        {}};
    const explore::Sensitivity* most = nullptr;
    for (const explore::Sensitivity& row : rows) {
        const bool swapped = row.resource == explore::Resource::Latency; // less of it helps
        Swing swing{.name = {swapped ? PLATEAU_TEXT("Latency, ÷ 2 and × 2") : explore::label(row.resource), {}},
                    .less = swapped ? row.doubled_change : row.halved_change,
                    .more = swapped ? row.halved_change : row.doubled_change};
        const Parts& less = swapped ? row.doubled : row.halved;
        const Parts& more = swapped ? row.halved : row.doubled;
        if (!less.fits())
            swing.less_reason = {PLATEAU_TEXT("÷ 2: nothing fits"), {}};
        if (!more.fits())
            swing.more_reason = {PLATEAU_TEXT("× 2: nothing fits"), {}};
        swing.key = resource_key(row.resource, context.scenario);
        if (std::isfinite(swing.more) && (!most || swing.more > most->doubled_change)
            && row.resource != explore::Resource::Gpus && !swapped)
            most = &row;
        chart.swings.push_back(std::move(swing));
    }
    if (most)
        figure.sentence = {PLATEAU_TEXT("Apart from more GPUs, doubling “%1” would help most: %2 more tokens/s."),
                           {explore::label(most->resource), Quantity{most->doubled_change, Unit::Fraction}}};
    return figure;
}

} // namespace plateau::figures
