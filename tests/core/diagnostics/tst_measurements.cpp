// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <random>

#include <zlib.h>

#include "core/diagnostics/programs/reading.h"
#include "core/diagnostics/tuning.h"
#include "tests/core/sample_scenarios.h"

namespace tst_measurements {

using namespace plateau;
using namespace plateau::programs;

namespace {

const catalog::Catalog& shipped() { return test::shipped(); }

Reading read(const QByteArray& text, const char* file = "run.log")
{
    auto reading = read_text(shipped(), text.toStdString(), file);
    if (!reading)
        qWarning("%s", english(reading.error()).c_str());
    return reading ? std::move(*reading) : Reading();
}

LoggedRun run_of(const QByteArray& text)
{
    const Reading reading = read(text);
    const auto* run = std::get_if<LoggedRun>(&reading.measured);
    return run ? *run : LoggedRun();
}

bool near(std::optional<double> value, double expected, double share = 1e-9)
{
    return value && std::abs(*value / expected - 1) <= share;
}

QByteArray megatron_line(int step, double milliseconds, int batch = 64)
{
    return QString(" iteration %1/ 500 | consumed samples: 1 | elapsed time per iteration (ms): %2 | global batch "
                   "size: %3 |\n")
        .arg(step)
        .arg(milliseconds)
        .arg(batch)
        .toLatin1();
}

/// Rows as nccl-tests prints them, t = latency + factor S / rate, with relative noise.
QByteArray nccl_rows(const char* redop, int ranks, double latency, double rate, double noise = 0, bool shards = false)
{
    std::mt19937 random(7);
    std::normal_distribution<double> wobble(1, noise);
    const double factor = std::string(redop) == "sum" && !shards ? 2. * (ranks - 1) / ranks : double(ranks - 1) / ranks;
    QByteArray text = "# nThread 1 nGpus 1\n# Using devices\n";
    for (int rank = 0; rank < ranks; ++rank)
        text += QString("#  Rank %1 Group 0 Pid %2 on host-%3 device %4 [0x0f] NVIDIA H100 80GB HBM3\n")
                    .arg(rank)
                    .arg(100 + rank)
                    .arg(rank / 8)
                    .arg(rank % 8)
                    .toLatin1();
    text += "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
            "busbw #wrong\n";
    for (double size = 1024; size <= 8.6e9; size *= 2) {
        const double seconds = (latency + factor * size / rate) * (noise > 0 ? wobble(random) : 1);
        const double count = size / 4 / (shards ? ranks : 1);
        text += QString("%1 %2 float %3 -1 %4 %5 %6 0 %4 %5 %6 0\n")
                    .arg(size, 0, 'f', 0)
                    .arg(count, 0, 'f', 0)
                    .arg(redop)
                    .arg(seconds * 1e6, 0, 'f', 4)
                    .arg(size / seconds / 1e9, 0, 'f', 4)
                    .arg(factor * size / seconds / 1e9, 0, 'f', 4)
                    .toLatin1();
    }
    return text;
}

double deviations() { return catalog::values_of(test::shipped().physics).range_deviations; }

std::vector<CollectiveTable> tables_of(const QByteArray& text)
{
    auto tables = read_collectives(text.toStdString(), "table.txt", deviations());
    return tables ? std::move(*tables) : std::vector<CollectiveTable>();
}

QByteArray traced(const char* category, const QByteArray& name, double start, double duration,
                  const QByteArray& more = "")
{
    return "{\"ph\": \"X\", \"cat\": \"" + QByteArray(category) + "\", \"name\": \"" + name
        + "\", \"ts\": " + QByteArray::number(start) + ", \"dur\": " + QByteArray::number(duration) + more + "}";
}

/// A step of 1,000 us: a product of 400, attention of 100, a gather of 300 of which 200 lie beside the product.
QByteArray small_trace()
{
    return "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H100 80GB HBM3\"}], "
           "\"distributedInfo\": {\"rank\": 3, \"world_size\": 64}, \"traceEvents\": ["
        + traced("user_annotation", "ProfilerStep#1", 0, 1000) + ", "
        + traced("gpu_user_annotation", "ProfilerStep#1", 0, 990) + ", "
        + traced("user_annotation", "ProfilerStep#2", 1000, 5) + ", " + traced("kernel", "nvjet_tst_192x192", 100, 400)
        + ", " + traced("kernel", "flash_fwd_kernel", 500, 100) + ", "
        + traced(
               "kernel", "ncclDevKernel_AllGather_RING_LL", 300, 300,
               ", \"args\": {\"Collective name\": \"_allgather_base\", \"In msg nelems\": 10, \"Out msg nelems\": 640, "
               "\"dtype\": \"BFloat16\"}")
        + ", " + traced("kernel", "multi_tensor_apply_kernel", 700, 50) + ", "
        + traced("kernel", "ncclDevKernel_ReduceScatter", 800, 100) + ", " + traced("cpu_op", "aten::mm", 0, 900)
        + "]}";
}

QString saved(const QTemporaryDir& folder, const QByteArray& text, bool packed)
{
    const QString path = folder.filePath(packed ? "trace.json.gz" : "trace.json");
    if (packed) {
        gzFile file = gzopen(path.toLocal8Bit().constData(), "wb");
        gzwrite(file, text.constData(), unsigned(text.size()));
        gzclose(file);
        return path;
    }
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return path;
}

} // namespace

/// Logs, tables of collectives, traces and matrix products, as programs write them.
class MeasurementsTest : public QObject {
    Q_OBJECT
private slots:
    void a_log_tells_its_step_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("program");
        QTest::addColumn<double>("seconds"); // 0: it tells none
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("memory"); // bytes
        QTest::newRow("Megatron-LM, from the middle")
            << QByteArray(megatron_line(25, 870)
                          + "[Rank 3] (after 25 iterations) memory (MB) | allocated: 10 | max allocated: 200.5 |\n"
                          + megatron_line(26, 880) + megatron_line(27, 875))
            << "Megatron-LM" << 0.875 << 0.0 << 200.5 * 1048576;
        QTest::newRow("Megatron of 2021, in seconds") << QByteArray(
            " iteration 8/ 9 | elapsed time per iteration (s): 12.5 | global batch size: 8 | TFLOPs: 30 |\n")
                                                      << "Megatron-LM" << 12.5 << 0.0 << 0.0;
        QTest::newRow("NeMo") << QByteArray(
            "Training epoch 1, iteration 10/99 | global_batch_size: 512 | global_step: 29 | "
            "train_step_timing in s: 46.84 | consumed_samples: 1\n")
                              << "NeMo" << 46.84 << 0.0 << 0.0;
        QTest::newRow("torchtitan, with colours") << QByteArray(
            "[rank0]:[titan] 2026-01-01 09:00:10,0 - root - INFO - \x1b[31mstep: 500  \x1b[32mloss:  8.6  "
            "\x1b[36mmemory: 61.50GiB(64.53%)  \x1b[34mtps: 7,558  [36mtflops: 456.12  [35mmfu: 46.12%\x1b[39m\n")
                                                  << "torchtitan" << 0.0 << 7558.0 << 61.5 * 1073741824;
        QTest::newRow("MaxText, one pasted line") << QByteArray(
            "completed step: 11, seconds: 2.0, TFLOP/s/device: 500.1, Tokens/s/device: 4096, total_weights: "
            "65536, loss: 12.3\n") << "MaxText" << 2.0
                                                  << 4096.0 << 0.0;
        QTest::newRow("nanotron, with suffixes")
            << QByteArray("iteration: 7 / 50 | elapsed_time_per_iteration_ms: 11.4K | tokens_per_sec: 184K | "
                          "tokens_per_sec_per_gpu: 2.87K | global_batch_size: 512 | cuda_max_memory_reserved: 61.7G\n")
            << "nanotron" << 11.4 << 2870.0 << 61.7e9;
        QTest::newRow("llm-foundry, in blocks, whose time/batch is a counter")
            << QByteArray("[batch=12/48]:\n\t Train time/batch: 11\n\t Train time/train: 0.03\n\t Train "
                          "memory/peak_reserved_mem: 66.17\n\t Train throughput/device/tokens_per_sec: 3725.5\n")
            << "llm-foundry" << 0.0 << 3725.5 << 66.17e9;
        QTest::newRow("InternEvo") << QByteArray(
            "INFO - tflops=180.5,step=9,loss=7.2,tgs (tokens/gpu/second)=4180.25,lr=1e-4\n")
                                   << "InternEvo" << 0.0 << 4180.25 << 0.0;
        QTest::newRow("NeMo Automodel, whose tokens vary")
            << QByteArray("{\"step\": 40, \"loss\": 2.1, \"mem\": 2.0, \"tps\": 32000.0, \"tps_per_gpu\": 4000.0, "
                          "\"num_tokens_per_step\": 64000}\n")
            << "NeMo Automodel" << 2.0 << 4000.0 << 2.0 * 1073741824;
        QTest::newRow("Hugging Face's Trainer, by its bar") << QByteArray(
            "{'loss': 1.8, 'tokens_per_second_per_gpu': 5300.5}\n  5%|# | 20/400 [01:02<20:00,  3.10s/it]\r"
            "  6%|# | 24/400 [01:14<20:00,  3.10s/it]\n{'train_runtime': 1271.3, 'train_loss': 1.7}\n")
                                                            << "Hugging Face Trainer" << 3.1 << 5300.5 << 0.0;
        QTest::newRow("trainer_state.json, a mean")
            << QByteArray(R"({"global_step": 200, "log_history": [{"step": 10, "loss": 2.1},
 {"step": 200, "train_runtime": 640.0}], "train_batch_size": 16})")
            << "Hugging Face Trainer" << 3.2 << 0.0 << 0.0;
        QTest::newRow("Megatron's golden values") << QByteArray(
            R"({"lm loss": {"values": {"1": 12.5}}, "mem-max-allocated-bytes": {"values": {"1": 5e9, "2": 6e9}},
 "iteration-time": {"values": {"1": "nan", "2": 5.8, "4": 1.2, "6": 1.1, "8": 1.1, "10": 1.1}}})")
                                                  << "Megatron-LM" << 1.1 << 0.0 << 6e9;
    }

    void a_log_tells_its_step()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, program);
        QFETCH(double, seconds);
        QFETCH(double, tokens);
        QFETCH(double, memory);
        const Reading reading = read(text);
        QCOMPARE(reading.kind, FileKind::Log);
        QCOMPARE(QString::fromStdString(reading.program), program);
        const LoggedRun run = run_of(text);
        QVERIFY(seconds > 0 ? near(run.step_seconds, seconds) : !run.step_seconds);
        QVERIFY(tokens > 0 ? near(run.tokens_per_s_per_gpu, tokens) : !run.tokens_per_s_per_gpu);
        QVERIFY(memory > 0 ? near(run.memory_bytes, memory) : !run.memory_bytes);
    }

    void start_and_outliers_are_set_aside()
    {
        QByteArray text;
        for (int step = 1; step <= 30; ++step)
            text += megatron_line(step, step == 1 ? 60000 : step == 17 ? 4500 : 1000 + step % 3);
        const LoggedRun run = run_of(text);
        QVERIFY(near(run.step_seconds, 1.001));
        QCOMPARE(run.counted(), 28);
        QCOMPARE(run.set_aside(), 2);
        QCOMPARE(run.steps[0].use, LoggedStep::Use::WarmUp);
        QCOMPARE(run.steps[16].use, LoggedStep::Use::Outlier);
        QVERIFY(run.scatter > 0 && run.scatter < 0.002);
    }

    void a_step_that_every_rank_prints_counts_once()
    {
        QByteArray text;
        for (int step = 100; step < 105; ++step)
            for (int rank = 0; rank < 8; ++rank)
                text += QByteArray::number(rank) + ": " + megatron_line(step, 500 + step);
        QCOMPARE(run_of(text).steps.size(), std::size_t(5));
    }

    void of_several_runs_the_longest_counts()
    {
        QByteArray text;
        for (int step = 25; step < 28; ++step)
            text += megatron_line(step, 87, 2);
        for (int step = 1; step <= 9; ++step)
            text += megatron_line(step, 243000, 288);
        const LoggedRun run = run_of(text);
        QVERIFY(near(run.step_seconds, 243));
        QCOMPARE(run.counted(), 8);
        QCOMPARE(run.remarks.size(), std::size_t(1));
    }

    void tokens_of_a_step_are_those_since_the_last()
    {
        QByteArray text;
        for (int step = 1; step <= 40; ++step)
            text += QString(
                        "[batch=%1/48]:\n\t Train time/token: %2\n\t Train throughput/device/tokens_per_sec: 3725.5\n")
                        .arg(step)
                        .arg(step * 4194304)
                        .toLatin1();
        QVERIFY(near(run_of(text).tokens_per_step, 4194304));
    }

    void start_up_alone_is_no_measurement()
    {
        const LoggedRun run = run_of(megatron_line(1, 20289));
        QVERIFY(!run.step_seconds);
        QCOMPARE(run.counted(), 0);
        QVERIFY(!run.remarks.empty());
    }

    void a_log_holds_its_configuration()
    {
        QByteArray text = "using world size: 64, data-parallel size: 32\n------------ arguments ------------\n";
        for (const char* line :
             {"num_layers 32", "hidden_size 4096", "num_attention_heads 32", "seq_length 8192", "micro_batch_size 2",
              "global_batch_size 1024", "tensor_model_parallel_size 2", "pipeline_model_parallel_size 1", "bf16 True",
              "fp8 None", "padded_vocab_size 128256"}) {
            const QList<QByteArray> words = QByteArray(line).split(' ');
            text += "  " + words[0] + " ......................... " + words[1] + "\n";
        }
        text += "------------ end of arguments ------------\n";
        for (int step = 1; step <= 5; ++step)
            text += megatron_line(step, 10000, 1024);
        const Reading reading = read(text);
        for (const auto& [key, value] : {std::pair("gpus", "64"), std::pair("tp", "2"), std::pair("sequence", "8192"),
                                         std::pair("global_batch", "1024"), std::pair("precision", "bf16")})
            QCOMPARE(reading.scenario.at(key), std::string(value));
        const auto* run = std::get_if<LoggedRun>(&reading.measured);
        QVERIFY(run && near(run->tokens_per_s_per_gpu, 1024 * 8192 / 10. / 64));
        QCOMPARE(reading.resolved.plan.tp, 2);
        QVERIFY(std::any_of(reading.understood.begin(), reading.understood.end(),
                            [](const Line& line) { return line.key == "seq_length" && line.line == 6; }));
    }

    void a_table_of_collectives_tells_its_constants_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("operation");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<double>("latency");
        QTest::addColumn<double>("rate");
        QTest::newRow("all-reduce, by its sums")
            << nccl_rows("sum", 16, 31e-6, 365e9) << "all_reduce" << 16 << 31e-6 << 365e9;
        QTest::newRow("reduce-scatter, by its counts")
            << nccl_rows("sum", 64, 95e-6, 360e9, 0, true) << "reduce_scatter" << 64 << 95e-6 << 360e9;
        QTest::newRow("all-gather, without a sum")
            << nccl_rows("none", 32, 70e-6, 180e9, 0, true) << "all_gather" << 32 << 70e-6 << 180e9;
        QTest::newRow("named in front") << QByteArray("# Collective test starting: sendrecv_perf\n")
                + nccl_rows("sum", 16, 19e-6, 23e9 * 2 * 15 / 16)
                                        << "sendrecv" << 16 << 19e-6 << 23e9;
    }

    void a_table_of_collectives_tells_its_constants()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, operation);
        QFETCH(int, ranks);
        QFETCH(double, latency);
        QFETCH(double, rate);
        const auto tables = tables_of(text);
        QCOMPARE(tables.size(), std::size_t(1));
        const CollectiveTable& table = tables.front();
        QCOMPARE(QString::fromStdString(table.operation), operation);
        QCOMPARE(table.ranks, ranks);
        QCOMPARE(table.hosts, ranks / 8);
        QCOMPARE(table.rows.size(), std::size_t(24));
        QVERIFY(table.fit.has_value());
        QVERIFY(near(table.fit->latency.value, latency, 1e-3));
        if (operation == "sendrecv")
            return; // whose factor is not the one that made the rows
        QVERIFY(near(table.fit->rate.value, rate, 1e-3));
        QVERIFY(!table.fit->latency_beyond);
    }

    void constants_are_found_under_noise_data()
    {
        QTest::addColumn<double>("latency");
        QTest::addColumn<double>("rate");
        QTest::newRow("a quick network") << 30e-6 << 365e9;
        QTest::newRow("a slow one") << 180e-6 << 44e9;
        QTest::newRow("one host") << 15e-6 << 470e9;
    }

    /// Noise of 5 %: inside the interval that holds nine in ten, widened by a half for the one draw that is tried.
    void constants_are_found_under_noise()
    {
        QFETCH(double, latency);
        QFETCH(double, rate);
        const auto tables = tables_of(nccl_rows("sum", 16, latency, rate, 0.05));
        const CollectiveTable::Fit& fit = *tables.at(0).fit;
        const auto holds = [](const programs::Interval& interval, double truth) {
            const double more = (interval.high - interval.low) / 4;
            return interval.low - more <= truth && truth <= interval.high + more;
        };
        QVERIFY(holds(fit.latency, latency));
        QVERIFY(holds(fit.rate, rate));
        QVERIFY(fit.rate.high / fit.rate.low < 1.2);
    }

    /// Large times have no point and look like a root.
    void an_old_table_has_no_root()
    {
        QByteArray text = "[1,0]<stdout>:# nThread 1 nGpus 1\n";
        for (int rank = 0; rank < 16; ++rank)
            text += "[1,0]<stdout>:#   Rank " + QByteArray::number(rank)
                + " Pid 25 on host device 0 [0x10] A100-SXM4-40GB\n";
        text += "[1,0]<stdout>:#       size         count    type   redop     time   algbw   busbw  error     time   "
                "algbw "
                "  busbw  error\n";
        for (double size = 1 << 20; size <= 1 << 30; size *= 4) {
            const double us = 200 + 1.875 * size / 40e3;
            text += QString("[1,0]<stdout>: %1 %2 float sum %3 %4 %5 1e-07 %3 %4 %5 1e-07\n")
                        .arg(size, 0, 'f', 0)
                        .arg(size / 4, 0, 'f', 0)
                        .arg(us, 0, 'f', us > 10000 ? 0 : 1)
                        .arg(size / us / 1e3, 0, 'f', 2)
                        .arg(1.875 * size / us / 1e3, 0, 'f', 2)
                        .toLatin1();
            text += "[1,8]<stdout>:worker-1:25:71 [0] NCCL INFO Launch mode Parallel\n";
        }
        const auto tables = tables_of(text);
        QCOMPARE(tables.size(), std::size_t(1));
        QCOMPARE(tables[0].rows.size(), std::size_t(6));
        QVERIFY(near(tables[0].rows.back().seconds, (200 + 1.875 * 1073741824 / 40e3) * 1e-6, 1e-4));
        QVERIFY(near(tables[0].fit->rate.value, 40e9, 1e-2));
    }

    void what_cannot_be_tuned_on_is_refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QByteArray alone;
        for (int i = 0; i < 8; ++i)
            alone += "# nThread 1 nGpus 1\n#  Rank  0 Group  0 Pid 1 on host device 0 [0x07] NVIDIA A100\n";
        alone += "1048576 262144 float sum -1 6.21 168.85 0.00 0 6.2 168.8 0.00 0\n";
        QTest::newRow("eight runs of one rank each") << alone << QByteArray("one rank each");
        QByteArray wrong;
        for (QByteArray line : nccl_rows("sum", 16, 31e-6, 365e9).split('\n'))
            wrong += (line.contains("float") ? line.replace(" 0 ", " 3 ") : line) + '\n';
        QTest::newRow("wrong results") << wrong << QByteArray("wrong");
        QTest::newRow("no rows") << QByteArray("# nThread 1 nGpus 1\n# size count type redop time algbw busbw\n")
                                 << QByteArray("no row");
    }

    void what_cannot_be_tuned_on_is_refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto tables = read_collectives(text.toStdString(), "table.txt", deviations());
        QVERIFY(!tables);
        const std::string error = english(tables.error());
        QVERIFY2(error.find(says.toStdString()) != std::string::npos, error.c_str());
        QVERIFY2(error.find("table.txt:") != std::string::npos, error.c_str());
    }

    /// What the model itself says of a cluster with other constants gives these constants back.
    void a_cluster_is_tuned_to_its_table()
    {
        const test::Changes here{{"hardware", "h100_sxm"}, {"gpus", "64"}, {"stack", "pytorch_fsdp_2024"}};
        const Scenario plain = test::scenario(here);
        const Scenario other = test::changed(test::changed(plain, "network_fraction", "0.6"), "latency_factor", "3");
        CollectiveTable table;
        table.operation = "all_gather";
        table.ranks = 64;
        for (double bytes = 1024; bytes < 8e9; bytes *= 4)
            table.rows.push_back({bytes, 0, 0});
        const auto modelled = answers::modelled_rows(other, table);
        for (std::size_t i = 0; i < modelled.size(); ++i)
            table.rows[i].seconds = modelled[i].front().seconds;
        table.fit = fit_rows(table.rows, table.operation, table.ranks, deviations());
        std::map<std::string, programs::Interval> tuned;
        for (const answers::TunedParameter& each : answers::tuned_network(plain, {&table, 1}))
            tuned[each.key] = each.value;
        QVERIFY(tuned.contains("network_fraction") && tuned.contains("latency_factor"));
        QVERIFY2(near(tuned["network_fraction"].value, 0.6, 0.01),
                 qPrintable(QString::number(tuned["network_fraction"].value)));
        QVERIFY2(near(tuned["latency_factor"].value, 3, 0.01),
                 qPrintable(QString::number(tuned["latency_factor"].value)));
        QVERIFY(!tuned.contains("fabric_fraction")); // which does not bind
        table.operation = "broadcast";
        QVERIFY(answers::tuned_network(plain, {&table, 1}).empty());
    }

    void a_trace_is_told_term_by_term_data()
    {
        QTest::addColumn<bool>("packed");
        QTest::newRow("plain") << false;
        QTest::newRow("packed") << true;
    }

    /// By hand: see small_trace().
    void a_trace_is_told_term_by_term()
    {
        QFETCH(bool, packed);
        QTemporaryDir folder;
        const auto reading = read_file(shipped(), saved(folder, small_trace(), packed).toStdString());
        QVERIFY(reading.has_value());
        QCOMPARE(reading->kind, FileKind::Trace);
        QCOMPARE(reading->scenario.at("hardware"), std::string("h100_sxm"));
        const Trace& trace = std::get<Trace>(reading->measured);
        QCOMPARE(trace.ranks, 64);
        QCOMPARE(trace.rank, 3);
        QCOMPARE(trace.steps.size(), std::size_t(2));
        const TracedStep& step = trace.step;
        QCOMPARE(step.name, std::string("ProfilerStep#1"));
        QCOMPARE(step.kernels, 5);
        QVERIFY(near(step.seconds, 1e-3));
        QVERIFY(near(step.busy, 650e-6));
        QVERIFY(near(step.compute, 550e-6));
        QVERIFY(near(step.collectives, 400e-6));
        QVERIFY(near(step.exposed, 100e-6));
        QVERIFY(near(step.idle, 150e-6));
        const auto of = [&](KernelKind kind) { return step.of_kind[std::size_t(kind)]; };
        QVERIFY(near(of(KernelKind::Products), 400e-6));
        QVERIFY(near(of(KernelKind::Attention), 100e-6));
        QVERIFY(near(of(KernelKind::Optimizer), 50e-6));
        QVERIFY(near(of(KernelKind::AllGather), 300e-6));
        QVERIFY(near(of(KernelKind::ReduceScatter), 100e-6));
        QCOMPARE(step.bytes[std::size_t(KernelKind::AllGather)], 1280.0);
    }

    void a_step_with_most_kernels_is_taken()
    {
        QTemporaryDir folder;
        QByteArray text = "[" + traced("user_annotation", "ProfilerStep#7", 0, 100) + ", "
            + traced("user_annotation", "ProfilerStep#8", 100, 100) + ", " + traced("Kernel", "gemm", 10, 10);
        for (int i = 0; i < 5; ++i)
            text += ", " + traced("Kernel", "gemm", 110 + 10 * i, 5);
        const auto trace = read_trace(saved(folder, text + "]", false).toStdString());
        QVERIFY(trace.has_value());
        QCOMPARE(trace->step.name, std::string("ProfilerStep#8"));
        QCOMPARE(trace->step.kernels, 5);
        const auto none = read_trace(
            saved(folder, "{\"traceEvents\": [" + traced("user_annotation", "ProfilerStep#1", 0, 10) + "]}", false)
                .toStdString());
        QVERIFY(none && !none->has_kernels);
    }

    void a_broken_trace_is_refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no events") << QByteArray("{\"traceEvents\": []}");
        QTest::newRow("no JSON") << QByteArray("{\"traceEvents\": \"ph\" \"ts\" \"dur\"");
        QTest::newRow("nested without end") << QByteArray("{\"traceEvents\": ") + QByteArray(100000, '[');
        QTest::newRow("nothing") << QByteArray();
    }

    void a_broken_trace_is_refused()
    {
        QFETCH(QByteArray, text);
        QTemporaryDir folder;
        const QString path = saved(folder, text, false);
        const auto trace = read_trace(path.toStdString());
        QVERIFY(!trace);
        QVERIFY(english(trace.error()).find("trace.json") != std::string::npos);
    }

    void products_are_read_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("best"); // of 16 bit, FLOP/s
        QTest::newRow("a table of times") << QByteArray("gpu,dtype,m,n,k,time_us\nh100_sxm,bfloat16,1000,1000,1000,4\n"
                                                        "h100_sxm,bfloat16,2000,1000,1000,5\n")
                                          << 2 << 4e9 / 5e-6;
        QTest::newRow("columns of any order, units in brackets") << QByteArray(
            "cublasLt matmul, A bf16 B bf16\n     K      N      M    time(ms)    TFLOP/s   algo\n  4096   4096   "
            "4096     0.1878     731.86     66\n") << 1 << 2 * std::pow(4096., 3) / 0.1878e-3;
        QTest::newRow("hipblaslt-bench, a head before each row")
            << QByteArray("    transA,m,n,k,a_type,b_type,hipblaslt-Gflops,hipblaslt-GB/s,us,gcnArchName\n    "
                          "T,32,32768,2880,bf16_r,bf16_r,182699,5440,33.06,gfx950\n    "
                          "transA,m,n,k,a_type,b_type,hipblaslt-Gflops,hipblaslt-GB/s,us,gcnArchName\n    "
                          "T,32,32768,2880,f8_r,f8_r,282699,5440,22.06,gfx950\n")
            << 2 << 2. * 32 * 32768 * 2880 / 33.06e-6;
        QTest::newRow("mamf-finder, the median") << QByteArray(
            "** Dtype: torch.bfloat16\n     1 |  449.8(mean)  452.0(median)  461.1(max) @ 1024x1024x4096       | "
            "best:  449.8(mean)  452.0(median)  461.1(max) TFLOPS\r TFLOPS @\n")
                                                 << 1 << 452e12;
    }

    void products_are_read()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, rows);
        QFETCH(double, best);
        const Reading reading = read(text, "products.csv");
        QCOMPARE(reading.kind, FileKind::Products);
        const auto& table = std::get<ProductTable>(reading.measured);
        QCOMPARE(int(table.rows.size()), rows);
        QVERIFY(near(table.best("bf16"), best, 1e-6));
    }

    void every_change_is_read_or_refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QByteArray log
            = "using world size: 64\n------------ arguments ------------\n  num_layers ... 32\n  seq_length ... "
              "8192\n------------ end of arguments ------------\n";
        for (int step = 1; step <= 12; ++step)
            log += megatron_line(step, 500 + step, 1024);
        QTest::newRow("a log") << log;
        QTest::newRow("a table of collectives") << nccl_rows("sum", 16, 31e-6, 365e9);
        QTest::newRow("a trace") << small_trace();
        QTest::newRow("products") << QByteArray("gpu,dtype,m,n,k,time_us\nh100_sxm,bfloat16,1000,1000,1000,4\n"
                                                "h100_sxm,bfloat16,2000,1000,1000,5\n");
    }

    /// Cut off anywhere, with characters replaced, with numbers no measurement has.
    void every_change_is_read_or_refused()
    {
        QFETCH(QByteArray, text);
        std::mt19937 random(7);
        const auto below = [&](qsizetype end) { return qsizetype(random() % std::size_t(end)); };
        const QByteArray letters = "\"'$({[)}]:,-\\\n\t #|=%9ae.";
        const QByteArray numbers[] = {"0", "-1", "1e308", "1e999", "99999999999999999999", "nan", "-inf"};
        static const QRegularExpression number(R"(\d+(\.\d+)?)");
        QTemporaryDir folder;
        for (int round = 0; round < 120; ++round) {
            QByteArray changed = text;
            if (round % 3 == 0)
                changed.truncate(1 + below(text.size() - 1));
            else if (round % 3 == 1)
                for (int i = 0; i < 3; ++i)
                    changed[below(changed.size())] = letters[below(letters.size())];
            else
                for (int i = 0; i < 3; ++i) {
                    const auto match = number.match(QString::fromLatin1(changed), below(changed.size()));
                    if (match.hasMatch())
                        changed.replace(match.capturedStart(), match.capturedLength(),
                                        numbers[below(std::size(numbers))]);
                }
            const auto reading = read_file(shipped(), saved(folder, changed, false).toStdString());
            QVERIFY2(reading || !english(reading.error()).empty(), changed.constData());
            if (!reading)
                continue;
            const auto positive
                = [](const std::optional<double>& value) { return !value || (*value > 0 && *value < 1e300); };
            if (const auto* run = std::get_if<LoggedRun>(&reading->measured))
                QVERIFY2(positive(run->step_seconds) && positive(run->tokens_per_s_per_gpu), changed.constData());
            if (const auto* trace = std::get_if<Trace>(&reading->measured))
                QVERIFY2(std::isfinite(trace->step.seconds) && trace->step.seconds >= 0, changed.constData());
        }
    }
};

PLATEAU_TEST(MeasurementsTest)

} // namespace tst_measurements

#include "tst_measurements.moc"
