// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>
#include <random>

#include "core/answers/step.h"
#include "core/diagnostics/tuning.h"
#include "core/evidence/own_stack.h"
#include "core/files/text_file.h"
#include "core/model/prepared.h"
#include "tests/core/shipped_answers.h"

namespace tst_tuning {

using namespace plateau;
using namespace plateau::answers;

namespace {

Scenario cluster()
{
    return test::scenario({{"hardware", "h100_sxm"},
                           {"model", "llama2_7b"},
                           {"gpus", "64"},
                           {"sequence", "4096"},
                           {"sequences_per_gpu", "2"},
                           {"dp_mode", "fsdp"},
                           {"stack", "pytorch_fsdp_2024"}});
}

/// Times that the model gives such a collective, each up to 5 % off where a generator is given.
programs::CollectiveTable table_of(const Scenario& scenario, int ranks, std::mt19937* random = nullptr)
{
    programs::CollectiveTable table;
    table.library = "nccl-tests";
    table.operation = "all_gather";
    table.ranks = ranks;
    for (double bytes = 1024; bytes < 8e9; bytes *= 4)
        table.rows.push_back({bytes, 0, 0});
    std::normal_distribution<double> noise(0, 0.05);
    const auto modelled = answers::modelled_rows(scenario, table);
    for (std::size_t i = 0; i < modelled.size(); ++i)
        table.rows[i].seconds = modelled[i].front().seconds * (random ? std::exp(noise(*random)) : 1);
    return table;
}

/// The library's own numbers, as nothing of a step changes them.
Scenario alone()
{
    return test::changed(cluster(), {{"fabric_fraction", "1"}, {"network_fraction", "1"}, {"latency_factor", "1"}});
}

/// A cluster whose collectives alone are that much slower.
Scenario other_network()
{
    return test::changed(cluster(),
                         {{"fabric_fraction", "0.7"}, {"network_fraction", "0.5"}, {"latency_factor", "1.5"}});
}

/// The same in a step of the stack.
Scenario other_cluster()
{
    Scenario scenario = cluster();
    for (const auto& [key, share] :
         {std::pair("fabric_fraction", 0.7), std::pair("network_fraction", 0.5), std::pair("latency_factor", 1.5)}) {
        const double shipped = scenario.assumptions.stack.constants.*catalog::find_stack_constant(key)->value;
        scenario = *with_value(test::shipped(), scenario, key, shipped * share);
    }
    return scenario;
}

const answers::TunedParameter* find(const std::vector<answers::TunedParameter>& all, const std::string& key)
{
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.key == key; });
    return found == all.end() ? nullptr : &*found;
}

bool near(double value, double truth, double tolerance) { return std::abs(value / truth - 1) <= tolerance; }

programs::Reading reading_of(const std::string& name, std::vector<programs::CollectiveTable> tables)
{
    programs::Reading reading;
    reading.kind = programs::FileKind::Collectives;
    reading.file = name;
    reading.measured = std::move(tables);
    return reading;
}

std::shared_ptr<const Tuning::Value> tuning_of(const Scenario& scenario, std::vector<programs::Reading> files)
{
    return test::shipped_answers()->get<Tuning>(
        {TrainingQuestion(scenario), std::make_shared<const std::vector<programs::Reading>>(std::move(files))});
}

/// A table of products, each as slow as the model says of that scenario.
programs::ProductTable products_of(const Scenario& scenario, const std::vector<double>& sizes)
{
    programs::ProductTable table;
    for (const double size : sizes)
        table.rows.push_back({size, size, size, product_time(*prepare(scenario), size, size, size).seconds, "bf16"});
    return table;
}

} // namespace

/// A cluster tuned to its microbenchmarks and traces: constants that made them are found again, the stack that keeps
/// them predicts what the tuned question does.
class TuningTest : public QObject {
    Q_OBJECT
private slots:
    void tables_of_both_kinds_tell_both_rates()
    {
        const programs::CollectiveTable tables[] = {table_of(other_network(), 8), table_of(other_network(), 64)};
        const auto tuned = answers::tuned_network(alone(), tables);
        QCOMPARE(tuned.size(), std::size_t(3));
        QVERIFY(near(find(tuned, "fabric_fraction")->value.value, 0.7, 0.01));
        QVERIFY(near(find(tuned, "network_fraction")->value.value, 0.5, 0.01));
        QVERIFY(near(find(tuned, "latency_factor")->value.value, 1.5, 0.01));
        const auto one = answers::tuned_network(alone(), {tables, 1}); // one host tells nothing of the network
        QVERIFY(find(one, "fabric_fraction") && !find(one, "network_fraction"));
    }

    /// Across hosts both rates bind nearly at once: what is quicker in both is found, though neither alone changes a
    /// time.
    void a_table_across_hosts_tells_that_both_are_quicker()
    {
        const Scenario quicker = test::changed(alone(), {{"fabric_fraction", "1.08"}, {"network_fraction", "1.08"}});
        const programs::CollectiveTable tables[] = {table_of(quicker, 64)};
        const auto tuned = answers::tuned_network(alone(), tables);
        Scenario found = alone();
        for (const answers::TunedParameter& each : tuned)
            found = *with_value(test::shipped(), found, each.key, each.value.value);
        for (std::size_t i = 0; i < tables[0].rows.size(); ++i) {
            const double seconds = answers::modelled_rows(found, tables[0])[i].front().seconds;
            QVERIFY2(near(seconds, tables[0].rows[i].seconds, 0.02), qPrintable(QString::number(i)));
        }
    }

    /// Nine in ten should; of 24 constants 19 are asked for.
    void constants_lie_in_their_intervals()
    {
        std::mt19937 random(7);
        int inside = 0, all = 0;
        for (int cluster_number = 0; cluster_number < 8; ++cluster_number) {
            const programs::CollectiveTable tables[]
                = {table_of(other_network(), 8, &random), table_of(other_network(), 64, &random)};
            const auto tuned = answers::tuned_network(alone(), tables);
            for (const auto& [key, truth] : {std::pair("fabric_fraction", 0.7), std::pair("network_fraction", 0.5),
                                             std::pair("latency_factor", 1.5)}) {
                const auto* found = find(tuned, key);
                QVERIFY2(found, key);
                ++all;
                inside += found->value.low <= truth && truth <= found->value.high;
            }
        }
        QCOMPARE(all, 24);
        QVERIFY2(inside >= 19, qPrintable(QString::number(inside)));
    }

    void products_tell_the_kernels()
    {
        const double now = cluster().assumptions.stack.constants.kernel_efficiency;
        const Scenario slower = test::changed(cluster(), "kernel_efficiency", "0.8"); // of products alone
        const auto tuned = answers::tuned_products(cluster(), products_of(slower, {4096, 8192, 12288, 16384}));
        QCOMPARE(tuned.size(), std::size_t(1));
        QCOMPARE(tuned[0].key, std::string("kernel_efficiency"));
        QVERIFY2(near(tuned[0].value.value, 0.8 * now, 0.03), qPrintable(QString::number(tuned[0].value.value)));
        QVERIFY(tuned[0].value.low <= tuned[0].value.value && tuned[0].value.value <= tuned[0].value.high);
    }

    void products_that_traffic_decides_tell_nothing()
    {
        QVERIFY(answers::tuned_products(cluster(), products_of(cluster(), {64, 128, 192, 256, 320})).empty());
        programs::ProductTable narrow = products_of(cluster(), {4096, 8192, 16384});
        for (programs::MeasuredProduct& row : narrow.rows)
            row.format = "fp8"; // of another rate than the question's format
        QVERIFY(answers::tuned_products(cluster(), narrow).empty());
    }

    void a_trace_tells_its_kernels()
    {
        const Scenario truth = test::changed(
            cluster(), {{"kernel_efficiency", "0.75"}, {"attention_factor", "0.8"}, {"memory_passes", "2.5"}});
        const auto parts = test::shipped_answers()->get<StepParts>(TrainingQuestion(truth));
        programs::TracedStep step;
        step.of_kind = answers::predicted_kernels(truth, *parts);
        step.of_kind[std::size_t(programs::KernelKind::Optimizer)] = 100; // longer than any constant makes it
        const auto tuned = answers::tuned_trace(cluster(), parts->plan, step);
        QCOMPARE(tuned.size(), std::size_t(3));
        QVERIFY(near(find(tuned, "kernel_efficiency")->value.value, 0.75, 1e-3));
        QVERIFY(near(find(tuned, "attention_factor")->value.value, 0.8, 1e-3));
        QVERIFY(near(find(tuned, "memory_passes")->value.value, 2.5, 1e-3));
        QVERIFY(!find(tuned, "optimizer_bytes"));
    }

    /// Kernels that no constant reaches make up for those that are quicker: nothing is tuned.
    void a_trace_that_makes_the_step_worse_is_left_out()
    {
        const auto parts = test::shipped_answers()->get<StepParts>(TrainingQuestion(cluster()));
        programs::Trace trace;
        trace.has_kernels = true;
        trace.step.of_kind = answers::predicted_kernels(cluster(), *parts);
        trace.step.compute = parts->computing_seconds();
        trace.step.seconds = parts->step_seconds;
        double& products = trace.step.of_kind[std::size_t(programs::KernelKind::Products)];
        double& other = trace.step.of_kind[std::size_t(programs::KernelKind::Other)];
        const double moved = 0.15 * products;
        products -= moved;
        other += 100 * other;
        programs::Reading reading;
        reading.kind = programs::FileKind::Trace;
        reading.file = "trace.json";
        reading.measured = trace;
        const auto worse = tuning_of(cluster(), {reading});
        QVERIFY(worse->constants.empty());
        QVERIFY2(english(worse->left_out.front()).find("further from") != std::string::npos,
                 english(worse->left_out.front()).c_str());
        trace.step.seconds = parts->step_seconds - moved; // now the step is quicker as its products are
        reading.measured = trace;
        QVERIFY(!tuning_of(cluster(), {reading})->constants.empty());
    }

    /// What a trace counts to its kinds of kernels is all that the step computes.
    void kinds_of_kernels_are_all_of_the_step_data()
    {
        QTest::addColumn<QString>("recompute");
        for (const char* each : {"none", "selective", "full"})
            QTest::newRow(each) << QString(each);
    }

    void kinds_of_kernels_are_all_of_the_step()
    {
        QFETCH(QString, recompute);
        const Scenario scenario = test::changed(cluster(), "recompute", recompute.toStdString());
        const auto parts = test::shipped_answers()->get<StepParts>(TrainingQuestion(scenario));
        QVERIFY(parts->possible());
        const auto kernels = answers::predicted_kernels(scenario, *parts);
        double sum = 0;
        for (const auto kind : {programs::KernelKind::Products, programs::KernelKind::Attention,
                                programs::KernelKind::Optimizer, programs::KernelKind::Other})
            sum += kernels[std::size_t(kind)];
        double all = parts->busy[std::size_t(Part::GradientNorm)];
        for (int part = 0; part < int(first_memory_part); ++part)
            if (kind(Part(part)) == PartKind::Compute)
                all += parts->busy[std::size_t(part)];
        QVERIFY2(near(sum, all, 1e-9), qPrintable(QString::number(sum / all)));
        QVERIFY(kernels[std::size_t(programs::KernelKind::Products)] > parts->busy[std::size_t(Part::MatrixMultiply)]);
    }

    void a_question_is_tuned()
    {
        const auto tuning = tuning_of(cluster(),
                                      {reading_of("/somewhere/inside.txt", {table_of(other_network(), 8)}),
                                       reading_of("across.txt", {table_of(other_network(), 64)})});
        QCOMPARE(tuning->constants.size(), std::size_t(3));
        QVERIFY(tuning->tuned);
        const auto truth = test::shipped_answers()->get<StepParts>(TrainingQuestion(other_cluster()));
        QVERIFY(near(tuning->after.step_seconds, truth->step_seconds, 0.01));
        QVERIFY(tuning->after.step_seconds > tuning->before.step_seconds);
        for (const TunedConstant& each : tuning->constants) {
            QVERIFY(each.has_range());
            QCOMPARE(each.from,
                     (std::vector<std::string>{"inside.txt: all_gather among 8 ranks",
                                               "across.txt: all_gather among 64 ranks"}));
        }
    }

    void what_is_not_determined_is_said()
    {
        const auto tuning = tuning_of(cluster(), {reading_of("inside.txt", {table_of(other_network(), 8)})});
        QVERIFY(!tuning->constants.empty());
        QVERIFY(std::any_of(tuning->left_out.begin(), tuning->left_out.end(), [](const Message& why) {
            return english(why).find("Network share") != std::string::npos;
        }));
        programs::Reading elsewhere = reading_of("inside.txt", {table_of(other_network(), 8)});
        elsewhere.scenario["hardware"] = "a100_sxm_80";
        const auto other = tuning_of(cluster(), {elsewhere});
        QVERIFY(other->constants.empty());
        QVERIFY(english(other->left_out.front()).find("A100") != std::string::npos);
        const auto nothing = tuning_of(cluster(), {reading_of("empty.txt", {})});
        QVERIFY(nothing->constants.empty() && !nothing->tuned);
    }

    void a_stack_keeps_what_was_measured()
    {
        const QTemporaryDir folder;
        const std::filesystem::path own = folder.path().toStdString();
        const catalog::Catalog catalog = catalog::read({PRESETS, own});
        const auto tuning = tuning_of(cluster(),
                                      {reading_of("inside.txt", {table_of(other_network(), 8)}),
                                       reading_of("across.txt", {table_of(other_network(), 64)})});
        const auto file = save_tuned_stack(catalog, cluster(), *tuning, "Our cluster");
        QVERIFY2(file.has_value(), file ? "" : english(file.error()).c_str());
        QCOMPARE(*file, own / "stacks" / "our_cluster.yaml");

        const catalog::Catalog with_it = catalog::read({PRESETS, own});
        QVERIFY2(with_it.problems.empty(), with_it.problems.empty() ? "" : english(with_it.problems[0]).c_str());
        const catalog::Stack* stack = with_it.stack("our_cluster");
        QVERIFY(stack && stack->is_own() && stack->tuned);
        QCOMPARE(stack->version, 1);
        QCOMPARE(stack->tuned->hardware, std::string("h100_sxm"));
        QCOMPARE(stack->tuned->from.size(), std::size_t(2));
        for (const TunedConstant& each : tuning->constants) {
            const auto note = std::find_if(stack->notes.begin(), stack->notes.end(),
                                           [&](const catalog::ConstantNote& other) { return other.key == each.key; });
            QVERIFY(note != stack->notes.end());
            QCOMPARE(note->known_by, catalog::KnownBy::Measured);
            QVERIFY(near(note->low, each.value.low, 1e-9) && near(note->high, each.value.high, 1e-9));
        }
        const auto chosen = with_value(with_it, cluster(), "stack", std::string("our_cluster"));
        QVERIFY(chosen.has_value());
        const WorkspacePointer workspace = make_workspace();
        QVERIFY(near(evaluate(*prepare(*chosen), tuning->after.plan, *workspace).step_seconds,
                     tuning->after.step_seconds, 1e-9));

        const auto again = save_tuned_stack(with_it, *chosen, *tuning, "Our cluster");
        QVERIFY2(again.has_value(), again ? "" : english(again.error()).c_str());
        QCOMPARE(catalog::read({PRESETS, own}).stack("our_cluster")->version, 2);
    }

    /// A cluster quicker than any that is known: what is saved can be read again.
    void a_range_stays_within_what_can_be_typed()
    {
        const Scenario quick = test::changed(cluster(), "fabric_fraction", "1.09");
        std::mt19937 random(3);
        const auto tuning = tuning_of(cluster(), {reading_of("inside.txt", {table_of(quick, 8, &random)})});
        const QTemporaryDir folder;
        const std::filesystem::path own = folder.path().toStdString();
        QVERIFY(std::any_of(tuning->constants.begin(), tuning->constants.end(), [](const TunedConstant& each) {
            return each.value.high > catalog::find_stack_constant(each.key)->high;
        }));
        QVERIFY(save_tuned_stack(catalog::read({PRESETS, own}), cluster(), *tuning, "Quick"));
        const catalog::Catalog catalog = catalog::read({PRESETS, own});
        QVERIFY2(catalog.problems.empty(), catalog.problems.empty() ? "" : english(catalog.problems[0]).c_str());
        QVERIFY(catalog.stack("quick"));
    }

    void a_stack_that_somebody_wrote_is_not_replaced()
    {
        const QTemporaryDir folder;
        const std::filesystem::path own = folder.path().toStdString();
        const auto tuning = tuning_of(cluster(), {reading_of("inside.txt", {table_of(other_network(), 8)})});
        const catalog::Catalog catalog = catalog::read({PRESETS, own});
        QVERIFY(!save_tuned_stack(catalog, cluster(), *tuning, "torchtitan"));
        QVERIFY(!save_tuned_stack(catalog, cluster(), *tuning, "  "));
        std::filesystem::create_directories(own / "stacks");
        std::ofstream(own / "stacks" / "mine.yaml") << "title: Mine\nbased_on: torchtitan\nsources: [me]\n";
        QVERIFY(!save_tuned_stack(catalog::read({PRESETS, own}), cluster(), *tuning, "Mine"));
    }
};

PLATEAU_TEST(TuningTest)

} // namespace tst_tuning

#include "tst_tuning.moc"
