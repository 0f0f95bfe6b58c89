// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>

#include <zlib.h>

#include "core/diagnostics/programs/reading.h"
#include "core/files/budget.h"
#include "core/files/text_file.h"
#include "tests/core/sample_scenarios.h"

namespace tst_logs {

using namespace plateau;
using namespace plateau::programs;

namespace {

Reading read(const QByteArray& text)
{
    auto reading = read_text(test::shipped(), text.toStdString(), "run.log");
    if (!reading)
        qWarning("%s", english(reading.error()).c_str());
    return reading ? std::move(*reading) : Reading();
}

double step_seconds(const QByteArray& text)
{
    const Reading reading = read(text);
    const auto* run = std::get_if<LoggedRun>(&reading.measured);
    return run ? run->step_seconds.value_or(0) : -1;
}

/// Lines of a step that only the time of day tells.
QByteArray stamped(int step, const char* clock, const char* rest = "")
{
    return QByteArray(clock) + rest + " global_step=" + QByteArray::number(step) + ", CurrSamplesPerSec=64.5\n";
}

constexpr const char* degrees = "data parallel size: 4, pipeline parallel size: 3, tensor parallel size: 2\n";

QByteArray consumed_lines()
{
    QByteArray text = degrees;
    for (int step = 0; step < 6; ++step)
        text += "INFO step=" + QByteArray::number(step)
            + " tgs (tokens/gpu/second)=2048.0 num_consumed_tokens=" + QByteArray::number((step + 1) * 196608) + "\n";
    return text;
}

/// Rows of nccl-tests without the lines before them: 2 x 15 / 16 of each size at a rate.
QByteArray rows(double bytes_per_second)
{
    QByteArray text = "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
                      "algbw   busbw #wrong\n";
    for (double size = 1 << 20; size <= double(1 << 30); size *= 4) {
        const double seconds = 50e-6 + size * 2 * 15 / 16 / bytes_per_second, rate = size / seconds / 1e9;
        const QString row = QString("%1 %2 float sum -1 %3 %4 %5 0 %3 %4 %5 0\n");
        text += row.arg(size, 0, 'f', 0)
                    .arg(size / 4, 0, 'f', 0)
                    .arg(seconds * 1e6, 0, 'f', 3)
                    .arg(rate, 0, 'f', 3)
                    .arg(rate * 2 * 15 / 16, 0, 'f', 3)
                    .toLatin1();
    }
    return text;
}

} // namespace

/// What follows from lines of a log that no single number of them says.
class LogsTest : public QObject {
    Q_OBJECT
private slots:
    void values_stand_under_their_steps()
    {
        const QByteArray text = R"json({"0": {"lm loss": 12.5, "elapsed time per iteration (ms)": 40000.0},
 "1": {"elapsed time per iteration (ms)": 509.0}, "2": {"elapsed time per iteration (ms)": 509.0},
 "3": {"elapsed time per iteration (ms)": 509.0}})json";
        QCOMPARE(step_seconds(text), 0.509);
    }

    void times_of_day_are_a_step_time()
    {
        QByteArray text;
        for (int step = 5; step <= 40; step += 5)
            text += stamped(
                step, QString("[2026-01-01 23:59:%1,%2]").arg(20 + step / 2).arg(step % 2 ? "500" : "000").toLatin1());
        QCOMPARE(step_seconds(text), 0.5);
        QByteArray over_midnight = stamped(10, "[2026-01-01 23:59:40,100]") + stamped(20, "[2026-01-01 23:59:58,100]")
            + stamped(30, "[2026-01-02 00:00:16,100]");
        QVERIFY(std::abs(step_seconds(over_midnight) - 1.8) < 1e-9);
    }

    void whole_seconds_need_many_steps()
    {
        QByteArray text;
        for (int step = 1; step <= 60; ++step)
            text += stamped(step, "12:00:" + QByteArray::number(step * 2 / 5 + 10));
        QVERIFY(std::abs(step_seconds(text) - 24. / 59) < 0.02);
        QCOMPARE(step_seconds(stamped(1, "12:00:01") + stamped(2, "12:00:02") + stamped(3, "12:00:02")), 0.0);
    }

    void tokens_rate_and_ranks_make_a_step() { QCOMPARE(step_seconds(consumed_lines()), 4.0); }

    void degrees_are_a_layout()
    {
        const Reading reading = read(consumed_lines());
        const std::pair<const char*, const char*> expected[] = {{"gpus", "24"}, {"dp", "4"}, {"pp", "3"}, {"tp", "2"}};
        for (const auto& [key, value] : expected)
            QCOMPARE(reading.scenario.at(key), std::string(value));
    }

    void what_was_cut_is_no_default()
    {
        const Reading reading = read(
            "------ arguments ------\n  num_layers ... 24\n  hidden_size ... 2048\n  num_attention_heads ... 16\n"
            "  seq_length ... 2048\n  micro_batch_size ... 1\n iteration 9/ 500 | consumed samples: 1 | elapsed "
            "time per iteration (ms): 700 | global batch size: 64 |\n");
        QVERIFY(!reading.scenario.contains("dp_mode") && !reading.scenario.contains("precision"));
        const auto is_precision = [](const Line& line) { return line.parameter == "precision"; };
        QVERIFY(std::any_of(reading.missing.begin(), reading.missing.end(), is_precision));
    }

    void a_log_of_any_length_is_read_as_it_comes_data()
    {
        QTest::addColumn<bool>("packed");
        QTest::addColumn<bool>("cut");
        QTest::newRow("plain") << false << false;
        QTest::newRow("packed") << true << false;
        QTest::newRow("packed, and cut off") << true << true;
    }
    /// 18 MB: a line longer than any, one of each step, and the numbers of its end as those of its beginning.
    void a_log_of_any_length_is_read_as_it_comes()
    {
        QFETCH(bool, packed);
        QFETCH(bool, cut);
        const QTemporaryDir folder;
        const std::filesystem::path path(folder.filePath("long.log").toStdString());
        constexpr int steps = 120'000;
        const gzFile file = gzopen(path.c_str(), packed ? "wb1" : "wbT");
        for (int step = 1; step <= steps; ++step)
            gzputs(file,
                   (" iteration " + std::to_string(step)
                    + "/ 500000 | consumed samples: 64 | elapsed time per iteration"
                    + " (ms): " + (step > steps - 3 ? "9000" : "700.0") + " | global batch size: 64 | lm loss: 2.5 |\n"
                    + (step == 5 ? std::string(2 << 20, '.') : ""))
                       .c_str());
        gzclose(file);
        if (cut)
            std::filesystem::resize_file(path, std::filesystem::file_size(path) - 40);
        const auto reading = read_file(test::shipped(), path);
        QVERIFY2(reading, reading ? "" : english(reading.error()).c_str());
        const auto& run = std::get<LoggedRun>(reading->measured);
        QCOMPARE(*run.step_seconds, 0.7);
        QCOMPARE(run.global_batch, std::optional(64.));
        QVERIFY(run.steps.size() < 50'000 && run.steps.back().number > steps - 1000);
        QVERIFY(english(run.remarks.back()).find("of 4 in a row one counts") != std::string::npos);
        QCOMPARE(!reading->contradictions.empty(), cut);
    }

    void what_is_too_large_and_no_log_is_told_what_to_do()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path(folder.filePath("large").toStdString());
        std::ofstream(path) << std::string(64, ' ');
        std::filesystem::resize_file(path, files::budget::document + 1);
        const auto reading = read_file(test::shipped(), path);
        QVERIFY(!reading && english(reading.error()).find("tail -c 10M") != std::string::npos);
    }

    void a_head_begins_another_table()
    {
        QByteArray text = "# nThread 1 nGpus 1\n# Using devices\n";
        for (int rank = 0; rank < 16; ++rank)
            text += QString("#  Rank %1 Group 0 Pid 1 on host%2 device %3 [0x0] NVIDIA\n")
                        .arg(rank)
                        .arg(rank / 8)
                        .arg(rank % 8)
                        .toLatin1();
        const Reading reading = read(text + rows(440e9) + "The old cluster:\n" + rows(78e9));
        const auto* tables = std::get_if<std::vector<CollectiveTable>>(&reading.measured);
        QVERIFY(tables && tables->size() == 2);
        const double rates[] = {440e9, 78e9};
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY((*tables)[i].fit && std::abs((*tables)[i].fit->rate.value / rates[i] - 1) < 0.02);
    }
};

PLATEAU_TEST(LogsTest)

} // namespace tst_logs

#include "tst_logs.moc"
