// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <limits>

#include "core/catalog/known_runs.h"
#include "core/evidence/claims.h"
#include "core/plan/plan_dimensions.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/search/objective.h"
#include "core/text/units/quantity.h"
#include "core/views/curve_words.h"
#include "core/views/limits_view.h"
#include "core/views/measured_runs.h"
#include "core/views/words.h"
#include "tests/core/fact_lines.h"
#include "tests/core/sample_parts.h"
#include "tests/core/sample_scenarios.h"

namespace tst_facts {

using namespace plateau;
using narrate::Fact;
using narrate::Status;
using test::answer;
using test::line;
using test::lines;
using test::named;
using test::plain;
using test::run_called;
using test::shipped_evidence;

namespace {

constexpr const char* dash = "\u2013";
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

} // namespace

/// What read-outs, tables and status lines say of answers.
class FactsTest : public QObject {
    Q_OBJECT
private slots:
    void numbers_keep_their_digits()
    {
        const std::pair<double, const char*> three[]
            = {{0.13, "0.130"},          {25, "25.0"},     {5358, "5,358"},   {0, "0.00"},
               {-0.084, "\u22120.0840"}, {9.999, "10.00"}, {999.96, "1,000"}, {2.5e7, "2.50e07"},
               {-1e8, "\u22121.00e08"},  {unknown, dash}};
        for (const auto& [value, words] : three)
            QCOMPARE(units::steady(value).c_str(), words);
        QCOMPARE(units::steady(0.83984, 4).c_str(), "0.8398");
        QCOMPARE(units::fixed(2032.26, 1).c_str(), "2032.3");
        QCOMPARE(units::fixed(-0.25, 2).c_str(), "\u22120.25");
        QCOMPARE(units::fixed(unknown, 1).c_str(), dash);
        QCOMPARE(units::signed_percent(0.031).c_str(), "+3.1");
        QCOMPARE(units::signed_percent(-0.0042).c_str(), "\u22120.4");
        QCOMPARE(units::signed_percent(0.0001).c_str(), "0.0");
        QCOMPARE(units::signed_percent(12.5).c_str(), "+1,250");
    }

    void metrics_are_short_where_there_is_little_room()
    {
        const Parts parts = answer(64, 1.26e6);
        const auto heading = [](const char* key) { return english(metric_heading(metric(key))); };
        QCOMPARE(heading("tokens_per_s_per_gpu_available").c_str(), "Tok/s/GPU");
        QCOMPARE(heading("mfu").c_str(), "MFU, %");
        QCOMPARE(heading("bubble_fraction").c_str(), "Bubble, %");
        QCOMPARE(heading("memory_bytes_per_gpu").c_str(), "Memory, GB");
        const Metric& rate = metric("tokens_per_s");
        const MetricScale scale = metric_scale(rate, parts.tokens_per_s);
        QCOMPARE(english(metric_number(rate, parts.tokens_per_s, scale)).c_str(), "1.26");
        QCOMPARE(english(metric_unit(rate, parts, false, scale)).c_str(), "M tokens/s");
        QCOMPARE(english(metric_unit(rate, parts, true, scale)).c_str(), "M tok/s");
        QCOMPARE(metric_scale(rate, 99999).prefix, "");
        QCOMPARE(metric_scale(rate, 1e5).prefix, "k");
        QCOMPARE(metric_scale(rate, 1e6).prefix, "M");
        QCOMPARE(metric_scale(metric("mfu"), 1e6).divisor, 1.0);
        QCOMPARE(english(metric_unit(metric("communication_fraction"), parts)).c_str(), "% of step");
        QCOMPARE(english(metric_unit(metric("communication_fraction"), parts, true)).c_str(), "%");
        QCOMPARE(english(metric_unit(metric("memory_bytes_per_gpu"), parts)).c_str(), "GB of 80");
        QCOMPARE(english(metric_number(metric("mfu"), 0.4536)).c_str(), "45.4");
        for (const Metric& row : metrics())
            QVERIFY2(std::strlen(row.shown_in.words.narrow) <= std::strlen(row.shown_in.words.usual), row.key);
    }

    void a_cell_counts_what_is_a_number()
    {
        Plan plan;
        plan.pp = 1;
        plan.virtual_stages = 1;
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::virtual_stages>, plan)).c_str(), "1");
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::schedule>, plan)).c_str(), dash);
        plan.pp = 4;
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::schedule>, plan)).c_str(),
                 option(plan.schedule).words);
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::first_stage_layers>, plan)).c_str(), dash);
        plan.first_stage_layers = 7;
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::first_stage_layers>, plan)).c_str(), "7");
        plan.pp = 1; // it may be stated and have no effect
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::first_stage_layers>, plan)).c_str(), dash);
        plan.dp = 1024;
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::dp>, plan)).c_str(), "1,024");
        plan.dp_mode = DataParallelMode::Fsdp;
        plan.shard_group = 64;
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::dp_mode>, plan)).c_str(), "FSDP");
        plan.dp_mode = DataParallelMode::Hsdp;
        QCOMPARE(english(plan_cell_words(plan_dimension_of<&Plan::dp_mode>, plan)).c_str(), "HSDP 64");
        for (const PlanDimension& dimension : plan_dimensions)
            QVERIFY2(!*dimension.beside || find_plan_dimension(dimension.beside), dimension.key);
    }

    void every_objective_has_what_is_told()
    {
        for (const search::ObjectiveRow& row : search::objectives()) {
            QCOMPARE(search::told_metric(row.objective).key, row.told);
            QCOMPARE(search::told_metric(row.objective).better, search::objective_metric(row.objective).better);
        }
    }

    void a_readout_is_grouped()
    {
        const Scenario scenario = test::weak_scaling("128");
        Estimate estimate;
        estimate.parts = answer(128, 1.249e6);
        const std::vector<Fact> facts = narrate::readout(estimate, scenario, false, {});
        QCOMPARE(line(facts[0]), "Throughput M tokens/s 1.249");
        QCOMPARE(line(facts[1]), "Per GPU in use tokens/s 9,758");
        QCOMPARE(line(*named(facts, "Memory")), "Memory GB of 80 40.0");
        QVERIFY(named(facts, "Memory")->rule_above && !facts[0].rule_above && !facts[1].rule_above);
        QVERIFY(!named(facts, "Memory")->assumed && named(facts, "Cost per M tokens")->assumed);
        QVERIFY(!named(facts, "Bubble")); // one stage
        const Fact* run = named(facts, "Whole run");
        QVERIFY(run && run->rule_above && !named(facts, "Goodput")->rule_above);
        QCOMPARE(plain(run->unit), plain(Quantity{scenario.workload.tokens, units::Unit::Tokens}));
    }

    void a_readout_without_an_answer_keeps_its_rows()
    {
        const Scenario scenario = test::weak_scaling("128");
        Estimate estimate;
        estimate.parts.obstacle = Obstacle::TooFewGpus;
        estimate.reason = {"%1 is too large", {"it"}};
        const std::vector<Fact> facts = narrate::readout(estimate, scenario, false, {});
        QVERIFY(facts.size() > 12);
        for (const Fact& fact : facts)
            if (english(fact.name) != "Whole run")
                QCOMPARE(english(fact.values.at(0)).c_str(), dash);
        QCOMPARE(plain(named(facts, "Memory")->unit), "GB of 85.52"); // what the accelerator offers
        QCOMPARE(plain(narrate::readout_note(estimate, scenario).at(0)), "it is too large");
        estimate.parts = answer(128, 1e6);
        const auto says_idle = [&] {
            const auto note = narrate::readout_note(estimate, scenario);
            return int(std::ranges::count_if(
                note, [](const Message& line) { return plain(line) == "96 of 128 GPUs in use."; }));
        };
        QCOMPARE(says_idle(), 0);
        estimate.parts.gpus_used = 96;
        QCOMPARE(says_idle(), 1);
    }

    void a_readout_says_how_it_is_known()
    {
        const Scenario scenario = test::weak_scaling("128");
        Estimate estimate;
        estimate.parts = answer(128, 1e6);
        const Message measured{"Known by: measured", {}};
        Parts pinned = estimate.parts;
        pinned.step_seconds *= 2;
        for (const Fact& fact : narrate::readout(estimate, scenario, false, measured, &pinned))
            if (fact.metric == "step_time_s") // the current one relative to the pinned one
                QCOMPARE(plain(fact.values.at(2)), "\u221250 %");
        const std::vector<Fact> near = narrate::readout(estimate, scenario, false, measured);
        QVERIFY(named(near, "MFU")->known == measured && !named(near, "MFU")->assumed);
        QCOMPARE(plain(named(near, "Goodput")->known), "Known by: assumption");
        const std::vector<Fact> far = narrate::readout(estimate, scenario, true, measured);
        QVERIFY(named(far, "MFU")->assumed && named(far, "Goodput")->known == measured);
        QVERIFY(!named(far, "Memory")->assumed);
    }

    void verdicts()
    {
        Parts parts = answer(8, 1e5);
        const auto said = [&](Verdict verdict) {
            parts.verdict = verdict;
            return narrate::estimate_status(parts);
        };
        QCOMPARE(plain(said(Verdict::Fits).verdict), "Fits: 40.0 of 80 GB per GPU");
        QCOMPARE(said(Verdict::Fits).tone, Status::Tone::Good);
        QCOMPARE(plain(said(Verdict::Tight).verdict), "Tight: 40.0 of 80 GB per GPU");
        QCOMPARE(said(Verdict::Tight).tone, Status::Tone::Warning);
        QCOMPARE(plain(said(Verdict::DoesNotFit).verdict), "Does not fit: 40.0 of 80 GB per GPU");
        QCOMPARE(said(Verdict::DoesNotFit).tone, Status::Tone::Error);
        QCOMPARE(plain(said(Verdict::Impossible).verdict), "Not possible");
        QCOMPARE(said(Verdict::Impossible).tone, Status::Tone::Error);
        answers::ScalingCurve curve;
        curve.scenario = test::weak_scaling("8");
        curve.estimate.parts = answer(8, 1e5);
        QVERIFY(!figures::curve_status(curve).known.empty());
    }

    void a_question_in_few_words()
    {
        const Scenario scenario = test::weak_scaling("128");
        const QString asked = "Llama 2 7B on 128 H100 SXM 80GB, FSDP, whole world";
        QCOMPARE(plain(narrate::question_words(scenario, 0)), asked);
        QCOMPARE(plain(narrate::question_words(scenario, 1)), asked + "; 1 change");
        QCOMPARE(plain(narrate::question_words(scenario, 2)), asked + "; 2 changes");
        Scenario named = test::changed(scenario, "gpus", "8388608");
        named.title = "Anna's run";
        QCOMPARE(plain(narrate::subject_words(named)),
                 "Anna's run: Llama 2 7B on 8.39 M H100 SXM 80GB, FSDP, whole world");
        QCOMPARE(plain(narrate::batch_words(scenario)), "128 GPUs, 256 sequences of 4,096");
        QCOMPARE(plain(narrate::batch_words(
                     test::changed(test::changed(scenario, "batch_mode", "total"), "global_batch", "64"))),
                 "128 GPUs, 64 sequences of 4,096");
    }

    void a_plan_beside_the_current_one()
    {
        const Parts current = answer(64, 1e6);
        Parts best = answer(64, 1.25e6);
        best.memory_bytes = 30e9;
        const std::vector<Fact> facts = narrate::plan_comparison(&best, current);
        QCOMPARE(facts.size(), narrate::compared_metrics().size());
        QCOMPARE(line(*named(facts, "Throughput")), "Throughput M tok/s 1.25 1.00 +25 %");
        QCOMPARE(line(*named(facts, "Memory")), "Memory GB of 80 30.0 40.0 \u221225 %");
        QCOMPARE(line(*named(facts, "Exposed comm.")), QStringLiteral("Exposed comm. % 0.0 0.0 ") + dash);
        // 50 GFLOP a token on 64 x 1 PFLOP/s: 97.7 and 78.1 %.
        QCOMPARE(line(*named(facts, "MFU")), "MFU % 97.7 78.1 +20 pts");
        const std::vector<Fact> none = narrate::plan_comparison(nullptr, current);
        QCOMPARE(line(*named(none, "Memory")), QStringLiteral("Memory GB of 80 ") + dash + " 40.0");
        QCOMPARE(plain(narrate::change_words(0.04)), "0.0 %");
        QCOMPARE(plain(narrate::change_words(-9.94)), "\u22129.9 %");
        QCOMPARE(english(narrate::change_words(unknown)).c_str(), dash);
    }

    void a_plan_and_what_it_needs()
    {
        const Parts current = answer(64, 1e6);
        Parts plan = current;
        QCOMPARE(plain(narrate::plan_setup(plan, current, {})), "4 micro-batches, micro-batch 1");
        plan.micro_batches = 1;
        QCOMPARE(plain(narrate::plan_setup(plan, current, {})), "1 micro-batch a step, micro-batch 1");
        plan.gpus = 32;
        QCOMPARE(plain(narrate::plan_setup(plan, current, {})), "1 micro-batch a step, micro-batch 1, on 32 GPUs");
        QCOMPARE(plain(narrate::plan_setup(plan, current, {"Scale-out link 800 Gb/s", {}})),
                 "1 micro-batch a step, micro-batch 1; with Scale-out link 800 Gb/s");
    }

    void what_a_search_went_through()
    {
        const answers::PlanCounts counts{1000, 100, 60, 0.0123};
        Status status = narrate::plans_status(counts, true, false);
        QCOMPARE(plain(status.verdict), "1,000 plans considered, 900 pruned, 60 of 100 evaluated fit");
        QCOMPARE(status.tone, Status::Tone::Good);
        status = narrate::plans_status(counts, false, true);
        QCOMPARE(plain(status.verdict), "No plan fits: 1,000 considered");
        QCOMPARE(status.tone, Status::Tone::Error);
        QCOMPARE(plain(status.known), "searching …");
        QCOMPARE(plain(narrate::listed_words(60, counts, false, false)), "the best 60, of 1,000 considered");
        QCOMPARE(plain(narrate::listed_words(0, counts, true, false)), "none passes the filter");
        QCOMPARE(plain(narrate::listed_words(0, counts, false, false)), "none");
        QCOMPARE(plain(narrate::listed_words(60, counts, false, true)), "searching …");
    }

    void a_point_says_which_run_it_is()
    {
        const evidence::Evidence& evidence = shipped_evidence();
        const evidence::Claims claims = evidence::read_claims({PRESETS});
        const std::size_t run = run_called("nvidia_dgxc_0033");
        const auto hint = figures::run_hint(evidence, claims, run, figures::EvidenceQuantity::StepTime);
        QCOMPARE(hint.size(), std::size_t(2));
        QVERIFY2(plain(hint[0]).contains("on 256 H100, NVIDIA DGXC"), qPrintable(plain(hint[0])));
        const auto compared = figures::compared(evidence, run, figures::EvidenceQuantity::StepTime);
        QCOMPARE(plain(hint[1]),
                 QStringLiteral("measured %1 s, predicted %2 s: %3 %")
                     .arg(QString::fromStdString(units::steady(compared->measured, 4)),
                          QString::fromStdString(units::steady(compared->predicted, 4)),
                          QString::fromStdString(units::signed_percent(compared->error()))));
        const auto more = figures::measured_hint(evidence, claims, run);
        QCOMPARE(more.size(), std::size_t(3));
        QVERIFY(plain(more[2]).contains("tokens/s per GPU; "));
        QVERIFY(plain(more[2]).contains("micro-batch"));
    }

    void limits_at_a_marker()
    {
        LimitsScenario scenario;
        scenario.question.usd_per_device_hour = 2.99;
        limits::Point point;
        point.feasible = true;
        point.utilization = 0.553;
        point.devices = 8388608;
        point.layout.tp_model = 16;
        point.layout.tp_ff = 32;
        point.layout.pp = 64;
        point.layout.dp = 256;
        point.run_seconds = 1.66 * limits::month_seconds;
        point.usd = 3.04e10;
        point.model.training_flop = 5e25;
        const catalog::Growth growth{4.5, 2023.9, 5e25, "who"};
        const std::vector<Fact> facts = narrate::limits_readout(scenario, point, growth);
        QCOMPARE(line(facts[0]), "Utilization % of peak 55.3");
        QCOMPARE(line(*named(facts, "TP × PP × DP")), "TP × PP × DP 512 × 64 × 256");
        QCOMPARE(line(*named(facts, "Run")), "Run months 1.66");
        QCOMPARE(line(*named(facts, "Cost")), "Cost G USD 30.4");
        QCOMPARE(line(*named(facts, "Year")), "Year at × 4.5 a year 2023.9");
        QVERIFY(!named(narrate::limits_readout(scenario, point, {}), "Year"));
        scenario.question.usd_per_device_hour = 0;
        QVERIFY(!named(narrate::limits_readout(scenario, point, growth), "Cost"));
    }

    void limits_of_a_cluster_that_never_finishes()
    {
        const std::vector<Fact> facts = narrate::limits_readout({}, {}, {});
        for (const Fact& fact : facts)
            QCOMPARE(english(fact.values.at(0)).c_str(), dash);
        const auto said = narrate::what_binds_here({}, {}, {"Cannot be opened.", {}});
        QCOMPARE(plain(said.front()), "Cannot be opened.");
        LimitsScenario published, changed;
        const auto& rows = limits_parameters().rows();
        const auto quirk
            = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.group == "quirks"; });
        QVERIFY(quirk != rows.end());
        changed.overrides[quirk->key] = 1.0;
        QVERIFY(plain(narrate::limits_status({&published}, 165, false).known).contains("as published"));
        QVERIFY(plain(narrate::limits_status({&published, &changed}, 165, false).known).contains("oddities"));
        QCOMPARE(plain(narrate::limits_status({&published}, 165, false).verdict), "165 points, exact search");
    }

    void closed_forms_in_numbers()
    {
        const auto scenario = resolve(test::shipped(), LimitsScenario{});
        QVERIFY(scenario.has_value());
        const std::vector<Fact> facts = narrate::closed_form_readout(*scenario);
        QCOMPARE(facts.size(), std::size_t(5));
        for (const Fact& fact : facts)
            QVERIFY2(!fact.unit.empty() && english(fact.values.at(0)) != dash, qPrintable(line(fact)));
    }

    void landmarks_of_a_curve()
    {
        const auto scenario = resolve(test::shipped(), LimitsScenario{});
        QVERIFY(scenario.has_value());
        figures::LimitsCurve curve;
        curve.scenario = std::make_shared<const LimitsScenario>(*scenario);
        const auto rows = figures::landmark_rows();
        curve.standing = answers::Standing::Draft;
        std::vector<Message> cells = landmark_cells(curve);
        QCOMPARE(cells.size(), rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row) // nothing is searched yet
            QCOMPARE(english(cells[row]) == "…", !rows[row].closed_form);
        limits::Point point;
        point.feasible = true;
        point.devices = 2048;
        point.model.training_flop = 1e25;
        curve.points = {point};
        curve.standing = answers::Standing::Current;
        cells = landmark_cells(curve);
        QCOMPARE(english(cells[5]).c_str(), "2,048");
        QVERIFY(english(cells[3]).ends_with("1e25"));
        QCOMPARE(english(cells[0]).c_str(), "below"); // no utilization at all
    }

    void returns_around_a_count()
    {
        const Scenario scenario = test::weak_scaling("128");
        std::vector<answers::CurvePoint> points{
            {64, answer(64, 1e6)}, {128, answer(128, 1.8e6)}, {256, answer(256, 2.7e6)}};
        points[2].parts.plan.tp = 2;
        const QStringList said = lines(narrate::returns_facts({scenario, points, points[1].parts, true}));
        QVERIFY2(said.contains("More GPUs bring to here from here"), qPrintable(said.join('\n')));
        QVERIFY2(said.contains("Twice as many 1.8 × 1.5 ×"), qPrintable(said.join('\n')));
        // 0.8 M tokens/s from 64 GPUs, then 0.9 M from 128.
        QVERIFY2(said.contains("Each, tokens/s 12,500 7,031"), qPrintable(said.join('\n')));
        QVERIFY2(said.contains("Scaling efficiency 90 %"), qPrintable(said.join('\n')));
        const auto to_loss = [&](const Parts& here, answers::RunClock clock) {
            return lines(narrate::returns_facts({scenario, points, here, false, clock}))
                .contains("To the same loss as 1 trillion tokens");
        };
        QVERIFY(to_loss(points[1].parts, answers::RunClock::Loss));
        QVERIFY(!to_loss(points[1].parts, answers::RunClock::Tokens));
        QVERIFY(said.contains("Best plan from")); // tensor parallelism, at 256
        QVERIFY(!lines(narrate::returns_facts({scenario, points, points[1].parts, false})).contains("Best plan from"));
        Parts nothing = points[1].parts;
        nothing.verdict = Verdict::DoesNotFit;
        QVERIFY(!to_loss(nothing, answers::RunClock::Loss));
    }

    void a_known_run_says_who_says_so()
    {
        catalog::KnownRun run;
        run.flop = 5e25;
        run.known_by = catalog::KnownBy::Read;
        QCOMPARE(plain(narrate::run_words(run)), "5e25 FLOP, the developer's own figure");
        run.known_by = catalog::KnownBy::Derived;
        QVERIFY(plain(narrate::run_words(run)).endsWith(", derived"));
        run.known_by = catalog::KnownBy::SecondHand;
        QVERIFY(plain(narrate::run_words(run)).endsWith(", another party's estimate"));
        const catalog::KnownRuns known = catalog::read_known_runs({PRESETS});
        const auto paragraphs = narrate::limits_leave_out(known);
        QVERIFY(english(paragraphs.front()).starts_with("Not modelled: "));
        QCOMPARE(paragraphs.size(), std::size_t(3));
        QVERIFY(plain(paragraphs.back()).startsWith("Growth: "));
        QCOMPARE(narrate::limits_leave_out({}).size(), std::size_t(2));
    }
};

PLATEAU_TEST(FactsTest)

} // namespace tst_facts

#include "tst_facts.moc"
