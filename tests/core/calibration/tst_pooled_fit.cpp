// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <filesystem>

#include "core/calibration/pooled_fit.h"
#include "tests/core/shipped_catalog.h"
#include "tests/studies/intervals.h"

namespace tst_pooled_fit {

using namespace plateau;
using test::shipped;
using namespace plateau::evidence;

namespace {

/// A dense run of `framework` with fused attention and everything said; `size` tells runs of one source apart.
Row run(const std::string& source, const std::string& framework, int size)
{
    Row row;
    row.id = source;
    row.source = source;
    row.framework = framework;
    row.gpu = "A100-SXM-80GB";
    row.gpus = 8;
    row.gpus_per_node = 8;
    row.layers = 24 + 4 * size;
    row.hidden = 2048 + 512 * size;
    row.heads = 32;
    row.kv_heads = 32;
    row.ffn = 4 * *row.hidden;
    row.vocab = 32000;
    row.sequence = 2048;
    row.global_batch = 64;
    row.cell<&Plan::micro_batch>() = size % 2 == 0 ? "2" : "4";
    row.cell<&Plan::tp>() = "1";
    row.cell<&Plan::pp>() = "1";
    row.cell<&Plan::recompute>() = "none";
    row.year = 2024;
    row.attention = "flash2";
    row.precision = "bf16";
    return row;
}

/// As measured: what the model says with that kernel efficiency.
void measure(Sample& sample, std::size_t from, double kernel_efficiency)
{
    const WorkspacePointer workspace = make_workspace();
    for (std::size_t i = from; i < sample.rows.size(); ++i) {
        Case with = sample.cases[i];
        with.posed.scenario.assumptions.stack.constants.kernel_efficiency = kernel_efficiency;
        sample.rows[i].step_seconds = predict(with, sample.rows[i], *workspace).step_seconds;
    }
}

Sample runs(const std::string& source, const std::string& framework, int count, double kernel_efficiency)
{
    std::vector<Row> rows;
    for (int size = 0; size < count; ++size)
        rows.push_back(run(source, framework, size));
    Sample sample = make_sample(shipped(), std::move(rows));
    measure(sample, 0, kernel_efficiency);
    return sample;
}

void append(Sample& sample, const Sample& more)
{
    sample.rows.insert(sample.rows.end(), more.rows.begin(), more.rows.end());
    sample.cases.insert(sample.cases.end(), more.cases.begin(), more.cases.end());
}

double constant_of(const PooledFit& fitted, const char* stack, const char* key)
{
    for (const PooledConstant& one : constants_of(fitted, *shipped().stack(stack)))
        if (one.key == key)
            return one.value;
    return 0;
}

double efficiency_of(const PooledFit& fitted, const char* stack)
{
    return constant_of(fitted, stack, "kernel_efficiency");
}

catalog::Stack& stack_of(catalog::Catalog& catalog, const char* id)
{
    return *std::ranges::find(catalog.stacks, id, &catalog::Stack::id);
}

} // namespace

class PooledFitTest : public QObject {
    Q_OBJECT
private slots:
    void every_stack_gets_each_key_once()
    {
        Sample sample = runs("a", "InternEvo", 3, 0.9);
        const PooledFit fitted = fit_pooled(shipped(), sample, all_rows(sample.rows));
        for (const catalog::Stack& stack : shipped().stacks) {
            std::vector<std::string> keys;
            for (const PooledConstant& one : constants_of(fitted, stack)) {
                keys.push_back(one.key);
                QCOMPARE(one.runs > 0, stack.id == "internevo" && std::ranges::count(own_keys(), one.key) > 0);
            }
            QCOMPARE(keys, shared_keys(stack));
        }
    }

    /// What sources agree on, software without a run gets too.
    void slow_software_everywhere_is_slow_software_unknown()
    {
        Sample fast = runs("a", "InternEvo", 4, 1.0);
        append(fast, runs("b", "PaddlePaddle", 4, 1.0));
        Sample slow = runs("a", "InternEvo", 4, 0.8);
        append(slow, runs("b", "PaddlePaddle", 4, 0.8));
        const PooledFit of_fast = fit_pooled(shipped(), fast, all_rows(fast.rows));
        const PooledFit of_slow = fit_pooled(shipped(), slow, all_rows(slow.rows));
        QVERIFY(efficiency_of(of_fast, "unknown_flash") > 1.1 * efficiency_of(of_slow, "unknown_flash"));
        QCOMPARE(efficiency_of(of_fast, "unknown_unfused"), efficiency_of(of_slow, "unknown_unfused"));
    }

    /// Between its own runs and all software: nearer to its own the more sources say so.
    void a_stack_is_pulled_towards_the_others()
    {
        const auto own = [](int sources) {
            Sample sample = runs("a", "PaddlePaddle", 4, 1.0);
            append(sample, runs("b", "DeepSpeed", 4, 1.0));
            for (int s = 0; s < sources; ++s)
                append(sample, runs("own " + std::to_string(s), "InternEvo", 4, 0.8));
            const PooledFit fitted = fit_pooled(shipped(), sample, all_rows(sample.rows));
            const double all = efficiency_of(fitted, "unknown_flash");
            const double one = efficiency_of(fitted, "internevo");
            return std::pair(one, all);
        };
        const auto [once, all] = own(1);
        QVERIFY2(once < all && once > 0.8, qPrintable(QString("%1 %2").arg(once).arg(all)));
        const auto [often, of_more] = own(4);
        QVERIFY2(often < once, qPrintable(QString("%1 %2").arg(often).arg(once)));
    }

    void a_table_takes_with_it_what_was_fitted_to_it()
    {
        const catalog::Catalog rest = without_fits_on(shipped(), {"hagemann2023", "bigscience_bloom"});
        const catalog::StackConstants& before = shipped().stack("megatron_like_2023")->constants;
        const catalog::StackConstants& after = rest.stack("megatron_like_2023")->constants;
        const catalog::StackConstants& unknown = shipped().stack("unknown_flash")->constants;
        QVERIFY(before.activation_gated_bytes != unknown.activation_gated_bytes);
        QCOMPARE(after.activation_gated_bytes, unknown.activation_gated_bytes);
        QCOMPARE(after.network_fraction, unknown.network_fraction);
        QCOMPARE(after.kernel_efficiency, before.kernel_efficiency); // of all software: fitted again
        QCOMPARE(rest.stack("paddle_2023")->constants.activation_hidden_bytes,
                 shipped().stack("paddle_2023")->constants.activation_hidden_bytes); // of another table
    }

    void what_is_documented_stands_in_for_a_fit()
    {
        catalog::Catalog catalog = shipped();
        for (catalog::ConstantNote& note : stack_of(catalog, "paddle_2023").notes.edit())
            if (note.key == "activation_hidden_bytes")
                note.documented = 9;
        const catalog::Catalog rest = without_fits_on(catalog, {"flagperf"});
        QCOMPARE(rest.stack("paddle_2023")->constants.activation_hidden_bytes, 9.);
        QVERIFY(shipped().stack("unknown_flash")->constants.activation_hidden_bytes != 9.);
    }

    /// As many sources as it may have.
    void every_stack_counts_alike()
    {
        const auto shared = [](int sources) {
            Sample sample = runs("a", "PaddlePaddle", 4, 1.0);
            for (int s = 0; s < sources; ++s)
                append(sample, runs("b" + std::to_string(s), "InternEvo", 4, 0.8));
            return efficiency_of(fit_pooled(shipped(), sample, all_rows(sample.rows)), "unknown_flash");
        };
        QCOMPARE_LT(std::abs(shared(5) - shared(1)), 0.002);
    }

    void launches_are_documented_unless_own_runs_tell()
    {
        Sample sample = runs("a", "InternEvo", 4, 0.7); // hardly waits for its host
        const PooledFit fitted = fit_pooled(shipped(), sample, all_rows(sample.rows));
        const double documented = shipped().stack("unknown_flash")->constants.layer_launch_seconds;
        for (const char* stack : {"unknown_flash", "unknown_unfused", "paddle_2023", "internevo"})
            QCOMPARE_LT(std::abs(constant_of(fitted, stack, "layer_launch_seconds") / documented - 1), 0.01);
    }

    void constants_were_fitted_to_tables_there_are()
    {
        int fitted = 0;
        for (const catalog::Stack& stack : shipped().stacks)
            for (const catalog::ConstantNote& note : stack.notes)
                for (const std::string& table : note.fitted_on) {
                    ++fitted;
                    const std::filesystem::path file = std::filesystem::path(PRESETS) / "evidence" / (table + ".csv");
                    QVERIFY2(std::filesystem::exists(file), (stack.id + ' ' + note.key + ": " + table).c_str());
                }
        QVERIFY(fitted > 0);
    }

    void leaving_out_a_source_bounds_each_constant()
    {
        Sample sample = runs("a", "InternEvo", 3, 0.9);
        append(sample, runs("b", "InternEvo", 3, 0.7));
        const auto without = leave_out_intervals(shipped(), sample);
        const auto [low, high] = without.at("internevo").at("kernel_efficiency");
        QVERIFY(high > low + 0.02);
        const double of_all = efficiency_of(fit_pooled(shipped(), sample, all_rows(sample.rows)), "internevo");
        QVERIFY(low < of_all && of_all < high);
    }

    /// Two sources know one another's program; without the program, or of a later year, neither is of help.
    void a_program_or_a_year_is_left_out_whole()
    {
        Sample sample = runs("a", "InternEvo", 4, 0.75);
        append(sample, runs("b", "InternLM", 4, 0.75));
        append(sample, runs("c", "PaddlePaddle", 4, 0.95));
        for (std::size_t i = 0; i < 4; ++i)
            sample.rows[i].year = 2023;
        const auto by_program = groups_of(sample, LeftOut::Program);
        QCOMPARE(by_program[0], by_program[4]);
        QVERIFY(by_program[0] != by_program[8]);
        QCOMPARE(groups_of(sample, LeftOut::Source)[4], std::string("b"));
        QCOMPARE(groups_of(sample, LeftOut::Year)[0], std::string("2023"));
        const auto error = [&](LeftOut by, std::size_t row) {
            return std::abs(leave_out(shipped(), sample, by)[row].step_seconds / *sample.rows[row].step_seconds - 1);
        };
        QVERIFY(error(LeftOut::Source, 0) < 0.5 * error(LeftOut::Program, 0));
        QVERIFY(error(LeftOut::Year, 4) < 0.5 * error(LeftOut::Year, 0)); // 2024 knows 2023
    }

    /// Their misses are the physics of experts, not the efficiency of the software.
    void mixtures_decide_nothing()
    {
        Sample dense = runs("a", "InternEvo", 4, 1.0);
        Sample with = dense;
        std::vector<Row> rows = {run("b", "PaddlePaddle", 0)};
        rows[0].experts = 8;
        rows[0].experts_per_token = 2;
        rows[0].expert_ffn = 2048;
        Sample mixture = make_sample(shipped(), std::move(rows));
        QVERIFY(mixture.cases[0].missing.empty());
        measure(mixture, 0, 0.7);
        append(with, mixture);
        const PooledFit alone = fit_pooled(shipped(), dense, all_rows(dense.rows));
        const PooledFit beside = fit_pooled(shipped(), with, all_rows(with.rows));
        for (const catalog::Stack& stack : shipped().stacks)
            QCOMPARE(efficiency_of(beside, stack.id.c_str()), efficiency_of(alone, stack.id.c_str()));
    }
};

PLATEAU_TEST(PooledFitTest)

} // namespace tst_pooled_fit

#include "tst_pooled_fit.moc"
