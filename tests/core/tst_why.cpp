// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <numeric>

#include "core/answers/question.h"
#include "core/answers/returns.h"
#include "core/answers/suggestions.h"
#include "core/model/estimate.h"
#include "core/model/stage.h"
#include "core/views/scaling_view.h"
#include "core/views/why.h"
#include "expression_reader.h"
#include "tests/core/shipped_answers.h"

namespace tst_why {

using namespace plateau;

namespace {

Scenario preset(const char* name) { return *find_scenario(test::shipped(), name); }

double read(const narrate::Explained& said)
{
    std::map<std::string, double> values;
    for (const Ingredient& each : said.ingredients)
        values[each.symbol] = each.value;
    return test::ExpressionReader(values).read(said.expression);
}

} // namespace

/// Where numbers come from, why a step takes its time and what would help.
class WhyTest : public QObject {
    Q_OBJECT

private slots:
    void every_number_of_the_read_out_has_its_formula()
    {
        const Scenario scenario = test::changed(test::weak_scaling("2048"), {{"pp", "2"}, {"sequences_per_gpu", "4"}});
        const Estimate answer = estimate(scenario);
        QVERIFY(answer.parts.possible());
        for (const Metric* metric : metrics_at(on_readout)) {
            const narrate::Explained said = narrate::explained(answer, metric->key);
            QVERIFY2(!said.symbol.empty(), metric->key);
            const double value = metric->value(answer.parts);
            QVERIFY2(std::abs(read(said) / value - 1) < 1e-9,
                     (std::string(metric->key) + ": " + said.expression + " is " + std::to_string(read(said)) + ", not "
                      + std::to_string(value))
                         .c_str());
            for (const Ingredient& each : said.ingredients) {
                const std::string words = english(narrate::quantity_words(each.value, each.unit));
                const bool counts = units::parse(words, each.unit) && !words.ends_with("h") && !words.ends_with("days")
                    && !words.ends_with("min"); // "5.02 days / 86400" would not compute
                QVERIFY2(counts == (said.filled.find(words) != std::string::npos), said.filled.c_str());
            }
        }
    }

    void every_quantity_leads_on_to_rows_and_sources()
    {
        const Scenario scenario = test::weak_scaling("2048");
        const Estimate answer = estimate(scenario);
        int keys = 0;
        for (const Ingredient& quantity : answer.quantities) {
            const narrate::Explained said = narrate::explained(answer, quantity.symbol);
            QVERIFY2(!said.symbol.empty(), quantity.symbol.c_str());
            for (const Ingredient& each : said.ingredients) {
                QVERIFY2(!each.expression.empty() || !each.source.empty() || !each.key.empty(), each.symbol.c_str());
                keys += !each.key.empty();
                if (!each.key.empty())
                    QVERIFY2(training_parameters().find(each.key), each.key.c_str());
            }
        }
        QVERIFY(keys > 20);
    }

    void the_reason_names_cause_collective_and_latency()
    {
        const Estimate answer = estimate(test::weak_scaling("2048"));
        std::string all;
        for (const Message& sentence : narrate::why_sentences(answer))
            all += english(sentence) + "\n";
        const Parts& parts = answer.parts;
        const double share
            = (parts[Part::AllGather] + parts[Part::ReduceScatter] + parts[Part::AllReduce]) / parts.step_seconds;
        QVERIFY2(all.find(units::format(share, units::Unit::Fraction, 2)
                          + " of each step waits for parameter and gradient traffic.")
                     != std::string::npos,
                 all.c_str());
        QVERIFY2(all.find("among 2,048 shards") != std::string::npos, all.c_str());
        QVERIFY2(all.find("2,047 × ") != std::string::npos, all.c_str());
        const auto impossible = narrate::why_sentences(estimate(test::changed(test::weak_scaling("8"), "tp", "64")));
        QCOMPARE(impossible.size(), std::size_t(1));
    }

    void whole_hosts_come_before_all_else()
    {
        search::PlanSearch search;
        const auto found = answers::suggestions(test::shipped(), test::weak_scaling("777"), {}, search);
        QVERIFY(!found.empty());
        QCOMPARE(english(narrate::suggestion_words(found.front())), std::string("Whole hosts: 776\u00a0GPUs"));
        QVERIFY(found.front().gain > 0.1);
        for (const auto& each : answers::suggestions(test::shipped(), test::weak_scaling("776"), {}, search))
            QVERIFY(each.key != "gpus");
    }

    /// Another release of the program, called by its title, and an attention kernel are changes too.
    void software_is_among_what_would_help()
    {
        search::PlanSearch search;
        const auto found = answers::suggestions(test::shipped(), test::weak_scaling("128"), {}, search);
        const auto release = std::ranges::find(found, std::string("stack"), &answers::Suggestion::key);
        QVERIFY(release != found.end() && release->gain > 0.01);
        QCOMPARE(english(narrate::suggestion_words(*release)), std::string("Stack: PyTorch FSDP, compiled"));
        QVERIFY(std::ranges::count(found, std::string("attention"), &answers::Suggestion::key) == 1);
    }

    /// 1F1B in place of the interleaved schedule, and one virtual stage, come to the same step.
    void what_comes_to_the_same_is_suggested_once()
    {
        search::PlanSearch search;
        Scenario chunks = test::weak_scaling("64");
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, const char*>>{{"stack", "megatron_core_2024"},
                                                                        {"dp_mode", "zero1"},
                                                                        {"pp", "8"},
                                                                        {"virtual_stages", "4"},
                                                                        {"sequences_per_gpu", "16"},
                                                                        {"scale_out_bandwidth", "10Gb/s"}})
            chunks = test::changed(chunks, key, value);
        const auto found = answers::suggestions(test::shipped(), chunks, {}, search, {}, 100);
        QVERIFY(found.size() > 3);
        for (const auto& one : found)
            QCOMPARE(
                std::ranges::count_if(found, [&](const auto& other) { return other.parts.value == one.parts.value; }),
                1);
    }

    void every_suggestion_keeps_its_promise_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"fernandez-weak-scaling", "fernandez-strong-scaling", "llama3-8b-fsdp"})
            QTest::newRow(name) << name;
    }
    void every_suggestion_keeps_its_promise()
    {
        QFETCH(QString, name);
        Scenario scenario = preset(name.toUtf8().constData());
        scenario.open.clear();
        scenario = *resolve(test::shipped(), scenario);
        search::PlanSearch search;
        const Parts now = estimate(scenario).parts;
        QVERIFY(now.fits());
        const auto found = answers::suggestions(test::shipped(), scenario, {}, search);
        for (const answers::Suggestion& each : found) {
            const auto applied = answers::with_suggestion(test::shipped(), scenario, each);
            QVERIFY(applied.has_value());
            const Parts parts = estimate(*applied).parts;
            QVERIFY(parts.fits());
            QVERIFY(each.gain >= 0.01);
            QVERIFY(std::abs((parts.tokens_per_s / now.tokens_per_s - 1) / each.gain - 1) < 0.01);
        }
        for (std::size_t i = 1; i < found.size(); ++i)
            QVERIFY(found[i].gain <= found[i - 1].gain);
    }

    /// 70B on 2,048 H100: no single change comes near what the best plan brings; and where nothing fits it is there
    /// too.
    void the_best_plan_is_the_first_suggestion()
    {
        const Scenario scenario = test::changed(preset("llama3-70b-h100"), "gpus", "2048");
        QVERIFY(!search::open_keys(scenario, search::PlanChoice::Given).any());
        search::PlanSearch search;
        const auto found = answers::suggestions(test::shipped(), scenario, {}, search);
        QVERIFY(found.size() > 1);
        QCOMPARE(found.front().key, std::string(answers::best_plan_key));
        QVERIFY(found.front().gain > found[1].gain);
        const auto remedies
            = answers::suggestions(test::shipped(), test::changed(scenario, "sequence", "65536"), {}, search);
        QVERIFY(!remedies.empty());
        QCOMPARE(remedies.front().key, std::string(answers::best_plan_key));
    }

    void what_does_not_fit_has_remedies_with_which_it_does()
    {
        const Scenario scenario
            = test::changed(test::weak_scaling("128"), {{"sequences_per_gpu", "8"}, {"micro_batch", "8"}});
        QVERIFY(!estimate(scenario).parts.fits());
        search::PlanSearch search;
        const auto found = answers::suggestions(test::shipped(), scenario, {}, search);
        QVERIFY(found.size() >= 2);
        for (const answers::Suggestion& each : found) {
            QVERIFY(std::isnan(each.gain));
            QVERIFY(estimate(*answers::with_suggestion(test::shipped(), scenario, each)).parts.fits());
        }
    }

    /// 70B at 32k on 256 H100: the best plan first, then single changes by what they give, context among them.
    void a_plan_too_large_is_offered_the_best_plan_then_context()
    {
        const Scenario scenario = test::changed(preset("llama3-70b-h100"), {{"gpus", "256"}, {"sequence", "32768"}});
        QVERIFY(!estimate(scenario).parts.fits());
        search::PlanSearch search;
        const auto found = answers::suggestions(test::shipped(), scenario, {}, search);
        QVERIFY(found.size() > 1);
        QCOMPARE(found.front().key, std::string(answers::best_plan_key));
        const auto of = [&](const char* key) {
            return std::find_if(found.begin(), found.end(), [&](const auto& each) { return each.key == key; });
        };
        QVERIFY(of("cp") != found.end());
        for (std::size_t i = 2; i < found.size(); ++i)
            QVERIFY(found[i].parts.tokens_per_s <= found[i - 1].parts.tokens_per_s);
        QVERIFY(of("recompute") == found.end() || of("cp") < of("recompute"));
    }

    void stages_hold_what_the_estimate_says()
    {
        const Scenario scenario = test::changed(
            test::weak_scaling("128"), {{"pp", "8"}, {"tp", "2"}, {"sequences_per_gpu", "8"}, {"micro_batch", "1"}});
        const auto prepared = prepare(scenario);
        const Parts parts = estimate(scenario).parts;
        QVERIFY(parts.possible());
        const auto stages = stage_memory(*prepared, scenario.plan);
        QCOMPARE(stages.size(), std::size_t(8));
        double most = 0;
        for (const StageMemory& stage : stages)
            most = std::max(most, std::accumulate(stage.begin(), stage.end(), 0.0));
        QVERIFY(std::abs(most / parts.memory_bytes - 1) < 1e-9);
        const std::vector<Stage> each = plateau::stages(*prepared, scenario.plan);
        QCOMPARE(fullest(each), std::size_t(0)); // it keeps most micro-batches
        QCOMPARE(each[0].bytes(), most);
        QVERIFY(each[0].micro_batches_in_flight == 8 && each[7].micro_batches_in_flight == 1);
        QVERIFY(each[0].embedding == 1 && each[0].head == 0 && each[7].head == 1);
        QCOMPARE(std::accumulate(each.begin(), each.end(), 0.0,
                                 [](double sum, const Stage& stage) { return sum + stage.layers; }),
                 double(scenario.workload.shape.layers));
        QVERIFY(each[7].seconds > each[3].seconds && each[7].seconds < parts.step_seconds);
        // The first stage holds the embedding, the last the head, those between only layers.
        const auto weights = [&](std::size_t stage) { return stages[stage].front(); };
        QCOMPARE(weights(7), weights(0));
        QCOMPARE(weights(6), weights(1));
        QVERIFY(weights(1) < 0.95 * weights(0));
    }

    /// Where every stage holds something else, a few bars tell it, and the fullest is among them.
    void many_different_stages_share_a_few_bars()
    {
        const Scenario scenario
            = test::changed(test::weak_scaling("128"),
                            {{"layers", "64"}, {"pp", "32"}, {"sequences_per_gpu", "8"}, {"micro_batch", "1"}});
        const answers::ScalingCurve curve = test::usual_curve(scenario);
        QVERIFY(curve.here().possible());
        figures::ScalingPicture picture;
        picture.current = &curve;
        const figures::Figure figure = figures::memory_figure(picture);
        const std::vector<figures::Bar>& bars = figure.as<figures::Bars>()->bars;
        QVERIFY(bars.size() > 3 && bars.size() <= 6);
        const auto bytes = [](const figures::Bar& bar) {
            return std::accumulate(bar.segments.begin(), bar.segments.end(), 0.0,
                                   [](double sum, const auto& segment) { return sum + segment.value; });
        };
        double most = 0;
        for (std::size_t i = 1; i < bars.size(); ++i)
            most = std::max(most, bytes(bars[i]));
        QVERIFY(std::abs(most / bytes(bars.front()) - 1) < 1e-9);
        QVERIFY(english(bars.back().name).ends_with("to 32"));
    }

    void every_shipped_scenario_opens_on_a_curve()
    {
        int seen = 0;
        for (const auto& file : catalog::preset_files(test::shipped().folders, "scenarios")) {
            if (*scenario_kind(file) != "training")
                continue;
            const Scenario scenario = *read_scenario(test::shipped(), file);
            const bool searched = answers::plan_choice(scenario) == search::PlanChoice::Best
                || open_keys(scenario, search::PlanChoice::Given).any();
            const answers::GpuRange range
                = answers::usual_range(*test::shipped_answers(), {answers::TrainingQuestion(scenario)});
            QVERIFY2(range.from <= scenario.cluster.gpus && range.to >= scenario.cluster.gpus, file.c_str());
            if (searched)
                continue;
            int fits = 0;
            const auto curve = test::usual_curve(scenario);
            for (const auto& point : answers::doublings(curve.points))
                fits += point.parts.fits();
            ++seen;
            QVERIFY2(fits >= 4, (file.string() + ": " + std::to_string(fits)).c_str());
        }
        QVERIFY(seen > 3);
    }
};

PLATEAU_TEST(WhyTest)

} // namespace tst_why

#include "tst_why.moc"
