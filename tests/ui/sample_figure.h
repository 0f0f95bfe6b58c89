// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>

#include "core/charts/figure.h"

/// A figure with everything a figure can have; its curves are made up.
inline plateau::figures::Figure sample_figure(double slope = 1)
{
    using namespace plateau;
    figures::Figure figure;
    figure.id = "sample";
    figure.title = {"Adding GPUs: where does more stop paying off?", {}};
    figure.sentence = {"From %1 to %2 GPUs a made-up curve rises.", {"128", "2,048"}};
    figure.plot().x = {{"GPUs, log scale", {}}, units::Unit::Gpus, true, 8, 16384, {"beyond 4,096: extrapolated", {}}};
    figure.plot().marker = 2048;
    figure.scenario = "kind: training\ntitle: \"<Sample> & more\"\n";

    figures::Panel throughput{
        "throughput", {"Throughput", {}}, {"tokens/s, all GPUs", {}}, {}, 42, {}, {}, {}, {}, {}, {}};
    throughput.y = {{}, units::Unit::None, true, 0, 0, {}};
    figures::Panel mfu{"mfu", {"MFU", {}}, {"% of 989 TFLOP/s, dense bf16", {}}, {}, 29, {}, {}, {}, {}, {}, {}};
    mfu.y.unit = units::Unit::Fraction;
    figures::Panel communication{
        "communication", {"Communication", {}}, {"% of step time", {}}, {}, 29, {}, {}, {}, {}, {}, {}};
    communication.y = {{}, units::Unit::Fraction, false, 0, 1, {}};

    figures::Series total{{"Current", {}}, figures::SeriesRole::Current, {}, {}, {}, 4096, true, true};
    figures::Series share = total, exposed = total, all = total, band = total, hidden = total, ideal = total;
    exposed.name = {"exposed", {}};
    ideal = {{"ideal, linear", {}}, figures::SeriesRole::Reference, {}, {}, {}, 0, false, true};
    all = {{"all communication", {}}, figures::SeriesRole::Thin, {}, {}, {}, 0, false, false};
    band = {{"band", {}}, figures::SeriesRole::Band, {}, {}, {}, 0, false, false};
    hidden = {{"hidden", {}}, figures::SeriesRole::HiddenBand, {}, {}, {}, 0, false, false};
    for (double power = 3; power <= 14; power += 0.125) {
        const double n = std::exp2(power), lost = slope / (1 + std::pow(2000 / n, 1.4));
        const double busy = std::min(0.98, 0.1 + 1.1 * lost);
        for (figures::Series* series : {&total, &share, &exposed, &ideal, &all, &band, &hidden})
            series->x.push_back(n);
        total.y.push_back(n < 32 ? std::numeric_limits<double>::quiet_NaN() : 9000 * n * (1 - 0.9 * lost));
        ideal.y.push_back(9000 * n);
        share.y.push_back(0.42 * (1 - 0.9 * lost));
        band.y.push_back(0.42 * (1 - 0.8 * lost));
        band.y_low.push_back(0.42 * (1 - 0.98 * lost));
        exposed.y.push_back(0.8 * lost);
        all.y.push_back(busy);
        hidden.y.push_back(busy);
        hidden.y_low.push_back(0.8 * lost);
    }
    throughput.series = {ideal, total};
    mfu.series = {band, share};
    communication.series = {hidden, all, exposed};
    communication.labels = {{150, 0.5, {"all communication", {}}, figures::SeriesRole::Thin, false}};
    throughput.notes
        = {{1024, 9000 * 1024 * 0.72, {"Knee at 1,024 GPUs", {}}, {"the next doubling returns 1.42 ×", {}}, false}};
    mfu.brackets
        = {{128, 0.41, 2048, 0.41, 0.41 * 0.628, {"Published ×0.628", {}}, {"Fernandez et al., second-hand", {}}}};
    for (figures::Panel* panel : {&throughput, &mfu, &communication})
        panel->regions = {{4096, 16384, false, {}}};
    throughput.regions.push_back({8, 32, true, {"does not fit", {}}});
    figure.plot().panels = {throughput, mfu, communication};
    return figure;
}

inline plateau::figures::Figure sample_bars()
{
    using namespace plateau;
    figures::Figure figure;
    figure.id = "step";
    figure.title = {"Where the step goes", {}};
    figure.scenario = "kind: training\n";
    figure.chart = figures::Bars{.bars = {{{"Current", {}},
                                           figures::SeriesRole::Current,
                                           {{{"Matrix multiply", {}}, figures::SegmentKind::MatrixMultiply, 0.668},
                                            {{"Attention", {}}, figures::SegmentKind::Attention, 0.142},
                                            {{"Other kernels", {}}, figures::SegmentKind::OtherKernels, 0.099},
                                            {{"Optimizer", {}}, figures::SegmentKind::Optimizer, 0.012},
                                            {{"All-gather", {}}, figures::SegmentKind::AllGather, 0.405},
                                            {{"Reduce-scatter", {}}, figures::SegmentKind::ReduceScatter, 0.203},
                                            {{"Tensor traffic", {}}, figures::SegmentKind::OtherTraffic, 0.05},
                                            {{"Pipeline idle", {}}, figures::SegmentKind::Idle, 0.1}}}}};
    return figure;
}

/// Points with names, a reference band, categories with ranges, and bars.
inline plateau::figures::Figure sample_points()
{
    using namespace plateau;
    figures::Figure figure;
    figure.id = "points";
    figure.title = {"How close?", {}};
    figure.plot().x = {{"measured", {}}, units::Unit::None, false, -20, 20, {}, {}, true};
    figure.scenario = "kind: training\n";
    figures::Series equal{{"equal", {}}, figures::SeriesRole::Reference, {-20, 20}, {-18, 22}, {-22, 18}, 0, false,
                          false};
    figures::Series runs{{"runs", {}}, figures::SeriesRole::GroupA, {-5, 10, 3}, {-4, 12, 2}, {}, 0, true, false};
    runs.form = figures::SeriesForm::Points;
    runs.names = {"first", "second", ""};
    figures::Panel scatter;
    scatter.title = {"Step time", {}};
    scatter.series = {equal, runs};
    scatter.y = {{}, units::Unit::None, false, -20, 20, {}};
    figures::Series ranges{{"ranges", {}}, figures::SeriesRole::GroupRest, {5, 8}, {0, 1}, {}, 0, true, false};
    ranges.form = figures::SeriesForm::Points;
    ranges.x_low = {-3, 2};
    ranges.x_high = {9, 11};
    figures::Panel sources;
    sources.title = {"Error by source", {}};
    sources.y.categories = {{"One", {}}, {"A rather long name", {}}};
    sources.series = {ranges};
    figures::Panel histogram;
    histogram.title = {"Error by source", {}};
    figures::Series counts{{"counts", {}}, figures::SeriesRole::GroupRest, {0, 2}, {4, 7}, {}, 0, true, false};
    counts.form = figures::SeriesForm::Bars;
    counts.bar_width = 2;
    histogram.series = {counts};
    figure.plot().panels = {scatter, sources, histogram};
    return figure;
}

/// Cells with and without a value, a best and a current one, a pin.
inline plateau::figures::Figure sample_map()
{
    using namespace plateau;
    figures::Figure figure;
    figure.id = "map";
    figure.title = {"Which plan?", {}};
    figure.scenario = "kind: training\n";
    figures::HeatMap map;
    map.title = {"Tokens/s per GPU", {}};
    map.note = {"best of the other parameters", {}};
    map.column_title = {"Tensor", {}};
    map.row_title = {"Pipeline", {}};
    map.columns = {{"1", {}}, {"2", {}}, {"4", {}}};
    map.rows = {{"1", {}}, {"2", {}}};
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (const double value : {9300.5, 8700.25, 4100., 9100., none, none}) {
        map.cells.emplace_back();
        map.cells.back().value = value;
        if (std::isnan(value))
            map.cells.back().reason = {"memory", {}};
    }
    map.best = 0;
    map.current = 3;
    map.pins = {{1, "A", figures::SeriesRole::PinA}};
    figure.chart = map;
    return figure;
}

/// Bars to both sides of zero, one that is not possible, one with a range.
inline plateau::figures::Figure sample_swings()
{
    using namespace plateau;
    figures::Figure figure;
    figure.id = "swings";
    figure.title = {"What would help?", {}};
    figure.scenario = "kind: training\n";
    figures::Waterfall chart;
    chart.title = {"What would help", {}};
    chart.note = {"for twice and half of each", {}};
    chart.unit = units::Unit::Fraction;
    chart.own_name = {"× 2", {}};
    chart.pinned_name = {"÷ 2", {}};
    const double none = std::numeric_limits<double>::quiet_NaN();
    chart.steps = {{{"Memory", {}}, {0.042, {}, {}}, {none, {"does not fit", {}}, {}}, true, {}},
                   {{"Scale-out bandwidth", {}}, {0.17, {}, {0.1, 0.2}}, {-0.31, {}, {}}, true, {}},
                   {{"Latency", {}}, {-0.035, {}, {}}, {0.02, {}, {}}, true, {}}};
    figure.chart = chart;
    return figure;
}

/// From a peak down to what is reached, with a pinned question beside it, a step up and one that is not there.
inline plateau::figures::Figure sample_waterfall(bool pinned = true)
{
    using namespace plateau;
    using figures::SegmentKind;
    figures::Figure figure;
    figure.id = "waterfall";
    figure.title = {"Where does the peak go?", {}};
    figure.scenario = "kind: training\n";
    figures::Waterfall chart;
    chart.title = {"From the peak to what is reached", {}};
    chart.note = {"share of the dense peak", {}};
    chart.unit = units::Unit::Fraction;
    chart.own_name = {"Current", {}};
    if (pinned)
        chart.pinned_name = {"A before", {}};
    const double none = std::numeric_limits<double>::quiet_NaN();
    chart.steps = {
        {{"Dense peak", {}}, {1, {}, {}}, {1, {}, {}}, true, {}},
        {{"Matrix shapes and clocks", {}}, {-0.31, {}, {}}, {-0.29, {}, {}}, false, SegmentKind::MatrixMultiply},
        {{"Attention", {}}, {-0.06, {}, {}}, {-0.06, {}, {}}, false, SegmentKind::Attention},
        {{"Kernels that only move bytes", {}}, {-0.045, {}, {}}, {-0.05, {}, {}}, false, SegmentKind::OtherKernels},
        {{"Exposed all-gather of the parameters", {}}, {-0.11, {}, {}}, {-0.2, {}, {}}, false, SegmentKind::AllGather},
        {{"Pipeline idle", {}}, {-0.04, {}, {}}, {none, {"no pipeline", {}}, {}}, false, SegmentKind::Idle},
        {{"Recomputation saved", {}}, {0.02, {}, {}}, {0.001, {}, {}}, false, SegmentKind::Recompute},
        {{"MFU", {}}, {0.455, {}, {}}, {0.401, {}, {}}, true, {}}};
    figure.chart = chart;
    return figure;
}

/// A box that grows beside a word, in three stills.
inline plateau::figures::Figure sample_mechanism()
{
    using namespace plateau;
    using mechanisms::Role;
    using mechanisms::Shape;
    figures::Figure figure;
    figure.id = "mechanism";
    figure.title = {"What grows?", {}};
    figure.scenario = "kind: training\n";
    figures::Mechanism chart;
    chart.name = "growth";
    chart.title = {"A box grows", {}};
    chart.caption = {"It takes a second and is wide then.", {}};
    chart.seconds = 1;
    chart.actors
        = {{.id = "box", .role = Role::Computing, .keys = {{0, 2, 3, 0, 2}, {1, 2, 3, 10, 2}}},
           {.id = "word", .shape = Shape::Words, .role = Role::Text, .keys = {{0, 2, 7}}, .words = {"grown", {}}}};
    chart.stills = {{0, {"none", {}}}, {0.5, {"half", {}}}, {1, {"all", {}}}};
    chart.facts = {{"length", {"It takes", {}}, 1}};
    figure.chart = chart;
    return figure;
}

/// One of each kind and more.
inline std::vector<plateau::figures::Figure> sample_figures()
{
    return {sample_figure(), sample_points(),    sample_bars(),     sample_map(),
            sample_swings(), sample_waterfall(), sample_mechanism()};
}
