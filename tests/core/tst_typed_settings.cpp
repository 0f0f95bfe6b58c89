// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/question/scenario/typed_settings.h"
#include "tests/core/sample_scenarios.h"

namespace tst_typed_settings {

using namespace plateau;

/// What a typed line sets, and what everyday words find.
class TypedSettingsTest : public QObject {
    Q_OBJECT
private slots:
    void lines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sets");
        const auto row = [](const char* line, const char* sets) {
            QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(sets);
        };
        row("gpus 2k", "GPU count 2,048 GPUs|GPU count 2,000 GPUs");
        row("2k gpus", "GPU count 2,048 GPUs|GPU count 2,000 GPUs");
        row("h200", "Hardware H200");
        row("GPUs 512, h200", "GPU count 512 GPUs; Hardware H200");
        row("70b 32k", "Shape Llama 2 70B; Sequence 32,768 tokens"); // the scenario's own is a Llama
        row("context 32k", "Sequence 32,768 tokens");
        row("llama 3 8b", "Shape Llama 3 8B");
        row("tp 8", "Tensor 8");
        row("fp8 context length 128k", "Precision fp8; Sequence 131,072 tokens");
        row("network 800Gb/s", "Scale-out link 800 Gb/s");
        row("recompute full", "Recompute");
    }

    void lines()
    {
        QFETCH(QString, line);
        QFETCH(QString, sets);
        const Scenario scenario = test::weak_scaling("128");
        const auto read = typed_settings(test::shipped(), scenario, line.toStdString());
        QVERIFY(!read.empty());
        const QString words = QString::fromStdString(settings_words(test::shipped(), scenario, read.front()))
                                  .replace(QChar(0xA0), QLatin1Char(' '));
        const QStringList either = sets.split(QLatin1Char('|'));
        QVERIFY2(std::any_of(either.begin(), either.end(), [&](const QString& each) { return words.contains(each); }),
                 qPrintable(words));
        for (const TypedSettings& settings : read) // whatever is offered can be set
            for (const auto& [key, value] : settings)
                QVERIFY(with_value(test::shipped(), scenario, key, value));
    }

    void lines_of_limits_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sets");
        const auto row = [](const char* line, const char* sets) {
            QTest::newRow(line) << QString::fromUtf8(line) << QString::fromUtf8(sets);
        };
        row("1e29", "Training compute 1e29 FLOP");
        row("compute 1e29", "Training compute 1e29 FLOP");
        row("1e29 FLOP, h200", "Training compute 1e29 FLOP; Hardware H200 SXM 141GB");
        row("6 months", "Duration 182.6 days");
        row("deadline 90 days", "Duration 90 days");
        row("b200 1e28 3 months", "Hardware B200 SXM 180GB; Training compute 1e28 FLOP; Duration");
        row("network 800Gb/s", "Scale-out link 800 Gb/s");
        row("fp8", "Precision FP8");
    }

    void lines_of_limits()
    {
        QFETCH(QString, line);
        QFETCH(QString, sets);
        const LimitsScenario scenario = *default_limits_scenario(test::shipped());
        const auto read = typed_settings(test::shipped(), scenario, line.toStdString());
        QVERIFY(!read.empty());
        const QString words = QString::fromStdString(settings_words(test::shipped(), scenario, read.front()))
                                  .replace(QChar(0xA0), QLatin1Char(' '));
        QVERIFY2(words.startsWith(sets), qPrintable(words));
        for (const TypedSettings& settings : read)
            for (const auto& [key, value] : settings)
                QVERIFY(with_value(test::shipped(), scenario, key, value));
    }

    void what_says_nothing_sets_nothing()
    {
        const Scenario scenario = test::weak_scaling("128");
        for (const char* line : {"", "oversub", "gpus", "2048", "no such thing", "gpus many", "h200 banana"})
            QVERIFY2(typed_settings(test::shipped(), scenario, line).empty(), line);
        const LimitsScenario limits = *default_limits_scenario(test::shipped());
        for (const char* line : {"", "2048", "5", "compute", "1e29 banana", "70b"})
            QVERIFY2(typed_settings(test::shipped(), limits, line).empty(), line);
    }

    void everyday_words_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("key");
        const auto row = [](const char* words, const char* key) {
            QTest::newRow(words) << QString::fromUtf8(words) << QString::fromUtf8(key);
        };
        row("context length", "sequence");
        row("network", "scale_out_bandwidth");
        row("MoE", "ep");
        row("budget", "usd_per_gpu_hour");
        row("batch size", "global_batch");
        row("dataset", "tokens");
        row("framework", "stack");
    }

    void everyday_words()
    {
        QFETCH(QString, words);
        QFETCH(QString, key);
        QVERIFY(is_called(*training_parameters().find(key.toStdString()), words.toStdString(), false));
    }
};

PLATEAU_TEST(TypedSettingsTest)

} // namespace tst_typed_settings

#include "tst_typed_settings.moc"
