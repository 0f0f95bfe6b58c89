// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>

#include "core/answers/question.h"
#include "core/answers/returns.h"
#include "core/answers/scaling_curve.h"
#include "core/charts/plot.h"
#include "core/paper/figure_page.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/measured_runs.h"
#include "core/views/plans_view.h"
#include "core/views/scaling_view.h"
#include "core/views/why.h"
#include "tests/core/shipped_answers.h"

namespace tst_figure_models {

using namespace plateau;
using namespace plateau::figures;

namespace {

bool near(double value, double expected) { return std::abs(value - expected) <= 1e-9 * std::abs(expected); }

/// Eight GPUs that make 1,000 tokens a second, of 16 that there are.
Parts half_used()
{
    Parts parts;
    parts.verdict = Verdict::Fits;
    parts.gpus = 16;
    parts.gpus_used = 8;
    parts.global_batch = 4;
    parts.step_seconds = 16.384;
    parts.tokens_per_s = 1000;
    parts.facility_watts = 20000;
    parts.usd_per_million_tokens = 4;
    return parts;
}

answers::Sensitivity changes(answers::Resource resource, double halved, double doubled)
{
    answers::Sensitivity row;
    row.resource = resource;
    row.halved.verdict = row.doubled.verdict = Verdict::Fits;
    row.halved_change = halved;
    row.doubled_change = doubled;
    return row;
}

answers::ScalingCurve up_to_256(const Scenario& scenario)
{
    return *test::shipped_answers()->get<answers::Curve>({answers::TrainingQuestion(scenario), {8, 256}});
}

/// What a curve draws between the powers of two, but for its own count.
std::vector<Parts> between_powers(const answers::ScalingCurve& curve)
{
    std::vector<Parts> between;
    for (const answers::CurvePoint& point : curve.points)
        if (std::exp2(std::round(std::log2(point.gpus))) != point.gpus && point.gpus != curve.here().gpus)
            between.push_back(point.parts);
    return between;
}

} // namespace

/// What pictures are made of, before anything is drawn.
class FigureModels : public QObject {
    Q_OBJECT

private slots:
    void a_step_goes_whole_into_its_pieces()
    {
        int seen = 0;
        for (const auto& file : catalog::preset_files(test::shipped().folders, "scenarios"))
            if (*scenario_kind(file) == "training")
                for (const auto& point : test::usual_curve(*read_scenario(test::shipped(), file)).points) {
                    if (!point.parts.fits())
                        continue;
                    double sum = 0, computing = 0;
                    for (const StepPiece& piece : step_pieces(point.parts)) {
                        QVERIFY2(piece.share >= 0, piece.name);
                        sum += piece.share;
                        computing += is_waiting(piece.kind) ? 0 : piece.share;
                    }
                    QVERIFY(near(sum, 1));
                    QVERIFY(near(computing, computing_share(point.parts)));
                    ++seen;
                }
        QVERIFY(seen > 50);
    }

    /// Every loss leads from one total to the next, and has a formula.
    void an_account_of_mfu_adds_up()
    {
        int seen = 0;
        for (const auto& file : catalog::preset_files(test::shipped().folders, "scenarios")) {
            if (*scenario_kind(file) != "training")
                continue;
            const answers::ScalingCurve curve = test::usual_curve(*read_scenario(test::shipped(), file));
            const Parts& here = curve.here();
            if (!here.fits())
                continue;
            const Figure figure = mfu_account({.current = &curve});
            const Waterfall& chart = *figure.as<Waterfall>();
            QCOMPARE(chart.steps.front().own.value, 1.0);
            double at = 0;
            std::vector<double> totals;
            for (const WaterfallStep& step : chart.steps) {
                QVERIFY(!step.subjects.empty());
                for (const std::string& subject : step.subjects)
                    QVERIFY2(!narrate::explained(curve.estimate, subject).symbol.empty(), subject.c_str());
                if (std::isnan(step.own.value))
                    continue;
                if (step.total)
                    totals.push_back(step.own.value);
                QVERIFY(!step.total || at == 0 || std::abs(at - step.own.value) < 0.02); // rows too small are left out
                at = step.total ? step.own.value : at + step.own.value;
            }
            QCOMPARE(totals.size(), std::size_t(3));
            QVERIFY(near(totals[1], here.mfu()));
            QVERIFY(near(totals[2], here.mfu() * here.gpus_used / here.gpus * here.goodput));
            ++seen;
        }
        QVERIFY(seen >= 8);
    }

    void an_account_of_mfu_stands_beside_the_pins()
    {
        const Scenario scenario = *find_scenario(test::shipped(), "llama3-70b-h100");
        const answers::ScalingCurve curve = test::usual_curve(scenario);
        const answers::ScalingCurve pinned = test::usual_curve(test::changed(scenario, "pp", "8"));
        const Figure figure
            = mfu_account({.current = &curve, .pins = {{&pinned, "A", {"PP 8", {}}, SeriesRole::PinA}}});
        const Waterfall& chart = *figure.as<Waterfall>();
        QVERIFY(chart.has_pinned());
        const auto idle = std::find_if(chart.steps.begin(), chart.steps.end(),
                                       [](const WaterfallStep& step) { return step.kind == SegmentKind::Idle; });
        QVERIFY(idle != chart.steps.end());
        QVERIFY(idle->pinned.value < idle->own.value); // more stages idle longer
    }

    /// Beyond 1,024 GPUs this batch leaves the stages idle; the share of communication stays where it was.
    void the_main_figure_shows_the_bubble_that_bends_the_curve()
    {
        const Scenario scenario
            = test::changed(*find_scenario(test::shipped(), "mixtral-8x22b-256-h100"), "gpus", "4096");
        const Figure figure = scaling_figure(test::usual_curve(scenario));
        const Panel& step = figure.plot().panels.back();
        QCOMPARE(step.id, std::string("step"));
        const auto idle = std::find_if(step.series.begin(), step.series.end(),
                                       [](const Series& series) { return series.area == SegmentKind::Idle; });
        QVERIFY(idle != step.series.end());
        const auto at = [&](double gpus) {
            const auto place = std::find(idle->x.begin(), idle->x.end(), gpus) - idle->x.begin();
            return idle->y.at(std::size_t(place)) - idle->y_low.at(std::size_t(place));
        };
        QVERIFY(at(4096) > 0.5);
        QVERIFY(at(256) < at(4096));
        const auto& regions = figure.plot().panels[1].regions;
        QVERIFY(std::any_of(regions.begin(), regions.end(), [](const Region& region) {
            return region.waits && english(region.reason) == "bubble-bound" && region.to >= 4096;
        }));
    }

    void the_share_of_communication_is_a_choice()
    {
        const answers::ScalingCurve curve = test::usual_curve(test::weak_scaling("128"));
        const auto ids = [](const Figure& figure) {
            std::vector<std::string> found;
            for (const Panel& panel : figure.panels())
                found.push_back(panel.id);
            return found;
        };
        using Ids = std::vector<std::string>;
        QCOMPARE(ids(scaling_figure({.current = &curve})), (Ids{"throughput", "mfu", "step"}));
        QCOMPARE(ids(scaling_figure({.current = &curve, .time = TimePlot::Communication})),
                 (Ids{"throughput", "mfu", "communication"}));
        QCOMPARE(ids(scaling_figure({.current = &curve, .all_plots = true})),
                 (Ids{"throughput", "mfu", "step", "communication", "power"}));
        Figure figure = scaling_figure({.current = &curve, .all_plots = true});
        QVERIFY(keep_panels(figure, {"power", "mfu"})); // in the order asked for
        QCOMPARE(ids(figure), (Ids{"power", "mfu"}));
        figure = scaling_figure({.current = &curve});
        keep_main_panel(figure);
        QCOMPARE(ids(figure), Ids{"throughput"});
    }

    void every_card_has_one_clock_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& file : catalog::preset_files({PRESETS}, "scenarios"))
            if (scenario_kind(file).value_or("") != "limits")
                QTest::newRow(file.stem().c_str()) << QString::fromStdString(file.string());
    }

    /// The time in the answer is the one that the read-out has there; nothing is promised beyond where the curve ends;
    /// the ideal starts where GPUs are all in use; no range exceeds what kernels allow.
    void every_card_has_one_clock()
    {
        QFETCH(QString, file);
        const answers::ScalingCurve curve = test::usual_curve(*read_scenario(test::shipped(), file.toStdString()));
        const auto doublings = answers::doublings(curve.points);
        const std::string said = english(end_sentence({.current = &curve}));
        double last = 0;
        for (const answers::CurvePoint& point : curve.points) {
            last = point.parts.fits() ? point.gpus : last;
            if (const auto soonest = answers::soonest_finish(doublings, curve.scenario);
                soonest && soonest->gpus == point.gpus) {
                QVERIFY(near(soonest->seconds, point.parts.run_seconds));
                QVERIFY2(said.find(english(Quantity{point.parts.run_seconds, units::Unit::Seconds})) != said.npos,
                         said.c_str());
            }
        }
        for (const answers::CurvePoint& point : doublings)
            if (point.gpus > last)
                QVERIFY2(said.find(english(Quantity{point.gpus, units::Unit::Gpus})) == said.npos, said.c_str());
        const bool any = std::any_of(curve.points.begin(), curve.points.end(), answers::is_filled);
        QVERIFY(!any || answers::is_filled(*answers::base_point(curve.points, 0)));
        const Series band = scaling_band(curve, [](const Parts& parts) { return parts.mfu(); });
        for (std::size_t i = 0; i < band.y.size(); ++i)
            QVERIFY(!(band.y[i] > kernel_ceiling(curve.points[i].parts) * (1 + 1e-9)));
    }

    void a_slide_is_one_thought()
    {
        const Scenario scenario = test::weak_scaling("128");
        FigurePage page = described_page(scaling_figure(test::usual_curve(scenario)), std::vector{scenario}, "", {});
        as_slide(page);
        QCOMPARE(page.tiles.front().figure.panels().size(), std::size_t(1));
        QVERIFY(english(page.title).starts_with("Knee at "));
        QVERIFY(english(page.asked).find("128 H100 SXM 80GB") != std::string::npos);
        QVERIFY(!page.corner.empty());
    }

    void a_note_ends_without_its_colon()
    {
        const Figure figure = scaling_figure(test::usual_curve(test::weak_scaling("128")), scaling_axis("to_loss"));
        QVERIFY(!figure.panels().front().notes.empty());
        for (const Panel& panel : figure.panels())
            for (const Note& note : panel.notes)
                QVERIFY2(!english(note.head).ends_with(':'), english(note.head).c_str()); // the page adds it
    }

    /// A published ratio is a ring at its place; another panel alone has none, for its words are not there.
    void a_ring_has_its_words()
    {
        const answers::ScalingCurve curve = test::usual_curve(test::weak_scaling("128"));
        Figure figure = scaling_figure(curve, scaling_axis("per_gpu"));
        const auto rings = [&] {
            std::size_t count = 0;
            for (const Panel& panel : figure.panels())
                count += panel.brackets.size();
            return count;
        };
        QVERIFY(rings() > 1);
        QVERIFY(!figure.sources.empty() && figure.sources.front().find("2411.13055") != std::string::npos);
        QVERIFY(keep_panels(figure, {"mfu"}));
        QCOMPARE(rings(), std::size_t(0));
    }

    void lines_of_one_curve_say_whose_they_are()
    {
        const answers::ScalingCurve given = test::usual_curve(test::changed(test::weak_scaling("128"), "tp", "32"));
        const answers::ScalingCurve best = test::usual_curve(test::weak_scaling("128"));
        const auto words = [](const Figure& figure) {
            std::string all;
            for (const Panel& panel : figure.panels()) {
                for (const Series& series : panel.series)
                    if (series.role == SeriesRole::Reference)
                        all += english(series.name) + '\n';
                for (const Region& region : panel.regions)
                    if (region.hatched)
                        all += english(region.reason) + '\n';
            }
            return all;
        };
        QCOMPARE(words(scaling_figure({.current = &given})),
                 std::string("ideal, linear\ntoo few GPUs\nkernel ceiling\n\n\n"));
        QCOMPARE(words(scaling_figure({.current = &given, .other = &best})),
                 std::string("ideal of Given, linear\nGiven: too few GPUs\nkernel ceiling of Given\n\n\n"));
    }

    void values_between_points_follow_the_axes()
    {
        Series series;
        series.x = {1, 100, 200};
        series.y = {10, 1000, std::nan("")};
        QCOMPARE(value_at(series, 1, true, true), 10.);
        QVERIFY(near(value_at(series, 10, true, true), 100));
        QVERIFY(near(value_at(series, 10, true, false), 505));
        QVERIFY(near(value_at(series, 50.5, false, false), 505));
        QVERIFY(std::isnan(value_at(series, 0.5, true, true)));
        QVERIFY(std::isnan(value_at(series, 150, true, true)));
        QVERIFY(std::isnan(value_at(series, 300, true, true)));
    }

    void each_view_divides_by_its_own()
    {
        Scenario scenario = test::changed(test::weak_scaling("16"), "tokens", "1G");
        scenario = test::changed(scenario, "critical_batch", "8192");
        const Parts parts = half_used();
        const auto value = [&](const char* name) { return throughput_axis(scaling_axis(name), scenario).value(parts); };
        QCOMPARE(value("total"), 1000.);
        QCOMPARE(value("per_gpu"), 125.); // of the GPUs used
        QCOMPARE(value("goodput"), 125. * parts.goodput);
        QVERIFY(near(value("per_usd"), 250000));
        QVERIFY(near(value("per_watt"), 0.05));
        // A batch of 16,384 tokens is twice the critical one: three times the tokens.
        QVERIFY(near(value("to_loss"), 3 * 1e9 / 1000 / 86400));
        QVERIFY(throughput_axis(scaling_axis("to_loss"), scenario).falls);
        QVERIFY(!throughput_axis(scaling_axis("total"), scenario).falls);
    }

    void an_axis_reaches_as_far_as_the_question()
    {
        const auto range = [](const char* gpus) {
            return answers::usual_range(*test::shipped_answers(),
                                        {answers::TrainingQuestion(test::weak_scaling(gpus))});
        };
        QCOMPARE(range("128").from, 8.);
        QCOMPARE(range("128").to, 16384.);
        QCOMPARE(range("3").from, 2.);
        QCOMPARE(range("100000").to, 131072.);
        // A plan that fits from 1,024 GPUs on has little of the usual axis; one that fits from 256 on has most.
        const auto begins = [](double from) {
            return answers::usual_range(test::weak_scaling("2048"), answers::GpuRange{from, 1048576}).from;
        };
        QCOMPARE(begins(256), 8.);
        QCOMPARE(begins(1024), 256.);
    }

    /// GPT-3 with a fixed batch has its knee at 32,768 GPUs, beyond the usual axis.
    void an_axis_goes_on_to_where_more_stops_paying()
    {
        const Scenario question = *find_scenario(test::shipped(), "gpt3-175b-4096-a100");
        const answers::ScalingCurve curve = test::usual_curve(question);
        QCOMPARE(curve.to, 65536.);
        QCOMPARE(answers::knee(answers::doublings(curve.points))->gpus, 32768.);
        const std::string words = english(scaling_figure(curve).sentence);
        QVERIFY2(words.find("Knee at 32,768") == 0, words.c_str());
        const Scenario pickier = test::changed(question, "knee_factor", "1.9"); // has its knee on the usual axis
        QCOMPARE(test::usual_curve(pickier).to, 16384.);
        QCOMPARE(answers::end_of_returns({}, question), 0.);
    }

    void counts_that_leave_a_remainder_are_not_drawn()
    {
        const Scenario scenario
            = test::changed(test::weak_scaling("96"), {{"tp", "4"}, {"batch_mode", "total"}, {"global_batch", "192"}});
        const answers::ScalingCurve curve = up_to_256(scenario);
        const auto between = between_powers(curve);
        QVERIFY(between.size() >= 1);
        for (const Parts& parts : between) {
            QCOMPARE(parts.gpus_used, parts.gpus);
            QCOMPARE(std::fmod(parts.gpus, 8), 0.); // whole hosts
            QCOMPARE(std::fmod(parts.global_batch, parts.plan.dp * parts.plan.micro_batch), 0.);
        }
        QVERIFY(curve.points.size() >= 7);
        QCOMPARE(curve.here().gpus, 96.);
    }

    /// Groups of 24 GPUs in hosts of 8: on five hosts two of them would idle.
    void counts_that_leave_gpus_idle_are_not_drawn()
    {
        const auto between = between_powers(
            up_to_256(test::changed(test::weak_scaling("96"), {{"tp", "8"}, {"cp", "3"}, {"sequence", "6144"}})));
        QVERIFY(between.size() >= 1);
        for (const Parts& parts : between)
            QCOMPARE(parts.gpus_used, parts.gpus);
    }

    /// Less latency helps, as more of anything else does.
    void what_would_help_is_on_the_right()
    {
        answers::PlanPair context;
        context.scenario = test::weak_scaling("128");
        const Figure figure = what_would_help_figure(
            {changes(answers::Resource::Gpus, -0.5, 0.9), changes(answers::Resource::Latency, 0.2, -0.3),
             changes(answers::Resource::Compute, -0.3, 0.4), changes(answers::Resource::Batch, -0.1, 0.1)},
            context, search::PlanChoice::Best);
        const auto& rows = figure.as<Waterfall>()->steps;
        QCOMPARE(rows[1].own.value, 0.2);
        QCOMPARE(rows[1].pinned.value, -0.3);
        QCOMPARE(rows[2].own.value, 0.4);
        QCOMPARE(rows[3].subjects.front(), std::string("sequences_per_gpu"));
        QCOMPARE(rows[2].subjects.front(), std::string("hardware"));
        const QString said = QString::fromStdString(english(figure.sentence));
        QVERIFY2(said.contains("Compute") && said.contains("40"), qPrintable(said));
        QCOMPARE(resource_key(answers::Resource::Batch, test::changed(context.scenario, "batch_mode", "total")),
                 std::string("global_batch"));
        QCOMPARE(resource_key(answers::Resource::Latency, context.scenario), std::string("scale_out_latency"));
    }

    void a_map_names_its_rows_and_marks_the_best()
    {
        Figure figure;
        HeatMap map;
        map.title = {"Speed", {}};
        map.column_title = {"column", {}};
        map.row_title = {"row", {}};
        map.columns = {{"a", {}}, {"b", {}}, {"c", {}}};
        map.rows = {{"x", {}}, {"y", {}}};
        for (int i = 0; i < 6; ++i)
            map.cells.push_back({double(i), {}, {}});
        map.best = 5;
        map.current = 1;
        figure.chart = map;
        const QString csv = QString::fromStdString(page_csv(page_of(figure)));
        QVERIFY2(csv.contains("\na,x,0,,\n"), qPrintable(csv));
        QVERIFY2(csv.contains("\nb,x,1,,current\n"), qPrintable(csv));
        QVERIFY2(csv.contains("\na,y,3,,\n"), qPrintable(csv));
        QVERIFY2(csv.contains("\nc,y,5,,best\n"), qPrintable(csv));
    }

    void a_view_is_remembered_only_where_it_is_not_usual()
    {
        const Scenario scenario = test::weak_scaling("8");
        const Scenario best = answers::seen_as(scenario, search::PlanChoice::Best, search::Objective::Cost);
        QCOMPARE(answers::plan_choice(best), search::PlanChoice::Best);
        QCOMPARE(answers::objective(best), search::Objective::Cost);
        const Scenario usual = answers::seen_as(best, search::PlanChoice::Given, search::Objective::Throughput);
        QVERIFY(usual.view.empty());
        QCOMPARE(answers::plan_choice(usual), search::PlanChoice::Given);
    }
};

PLATEAU_TEST(FigureModels)

} // namespace tst_figure_models

#include "tst_figure_models.moc"
