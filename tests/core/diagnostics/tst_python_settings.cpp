// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>

#include "core/diagnostics/programs/reading.h"
#include "tests/core/diagnostics/readings.h"

namespace tst_python_settings {

using namespace plateau;
using namespace plateau::programs;
using plateau::test::line_of;
using plateau::test::read;

namespace {

/// A function of torchtitan's Python.
QByteArray titan(const QByteArray& arguments, const QByteArray& before = {})
{
    return "from torchtitan.config import ParallelismConfig, TrainingConfig\n"
           "from torchtitan.models.llama3 import model_registry\nfrom torchtitan.trainer import Trainer\n\n"
        + before
        + "\ndef mine() -> Trainer.Config:\n    \"\"\"A run\n    of mine.\"\"\"\n    return Trainer.Config(\n        "
        + arguments + ",\n    )\n";
}

} // namespace

/// Configurations that functions in Python return.
class PythonSettingsTest : public QObject {
    Q_OBJECT
private slots:
    void literals_of_python_are_read()
    {
        const Reading reading = read(
            titan("model_spec=model_registry(\"70B\"),\n        training=TrainingConfig(\n            "
                  "num_tokens_per_microbatch_per_dp_rank=3 * 4096,  # of one\n            max_context_length=4_096),\n"
                  "        parallelism=ParallelismConfig(data_parallel_shard_degree=12, tensor_parallel_degree=4),\n"
                  "        compile=CompileConfig(enable=True),\n        activation_checkpoint=FullAC.Config()"),
            "mine.py");
        const std::pair<const char*, const char*> expected[] = {{"model", "llama3_70b"},
                                                                {"sequence", "4096"},
                                                                {"micro_batch", "3"},
                                                                {"gpus", "48"},
                                                                {"tp", "4"},
                                                                {"dp", "12"},
                                                                {"recompute", "full"},
                                                                {"stack", "torchtitan_2026"}};
        for (const auto& [key, value] : expected)
            QCOMPARE(reading.scenario.at(key), std::string(value));
        const Line* line = line_of(reading.understood, "training.max_context_length");
        QVERIFY(line && line->line == 13);
    }

    void names_and_functions_of_python_stand_for_values()
    {
        const Reading reading
            = read(titan("model_spec=spec, training=TrainingConfig(steps=9)",
                         "def small_debug():\n    return Trainer.Config(model_spec=model_registry(\"8B\"))\n\n"
                         "def base():\n    spec = model_registry(\"8B\")\n    return Trainer.Config(model_spec=spec, "
                         "training=TrainingConfig(max_context_length=1024))\n\n"
                         "def longer():\n    config = base()\n    config.training.max_context_length = 2 * 8192\n"
                         "    config.activation_checkpoint = None\n    return config\n"),
                   "mine.py");
        QCOMPARE(reading.scenario.at("sequence"), std::string("1024"));
        QVERIFY(line_of(reading.contradictions, "configs"));
        const Reading changed = read("import torchtitan\nfrom torchtitan.models.qwen3 import model_registry\n"
                                     "def base():\n    return Trainer.Config(model_spec=model_registry('32B'), "
                                     "training=TrainingConfig(max_context_length=1024))\ncfg = base()\n"
                                     "cfg.training.max_context_length = 2 * 8192\ncfg.activation_checkpoint = None\n",
                                     "mine.py");
        QCOMPARE(changed.scenario.at("model"), std::string("qwen3_32b"));
        QCOMPARE(changed.scenario.at("sequence"), std::string("16384"));
        QCOMPARE(changed.scenario.at("recompute"), std::string("none"));
        QVERIFY(!line_of(changed.contradictions, "configs"));
    }

    void what_python_computes_is_named()
    {
        const Reading reading = read(
            titan(
                "model_spec=model_registry(\"13B\"), parallelism=ParallelismConfig(tensor_parallel_degree=degree(8))"),
            "mine.py");
        QVERIFY(!reading.scenario.contains("model"));
        QVERIFY(line_of(reading.missing, "parallelism.tensor_parallel_degree"));
        QVERIFY(std::any_of(reading.missing.begin(), reading.missing.end(),
                            [](const Line& line) { return line.parameter == "model"; }));
    }

    void python_that_names_itself_ends()
    {
        QByteArray text = "from torchtitan.trainer import Trainer\ndef f():\n    a = [1, 1, 1, 1, 1, 1, 1, 1]\n";
        for (int i = 0; i < 40; ++i)
            text += "    a = [a, a, a, a, a, a, a, a]\n";
        text += "    return Trainer.Config(model_spec=a, training=f())\n";
        read(text, "mine.py");
        read("def f(:\n return Trainer.Config(((((model_spec='''", "mine.py");
    }
};

PLATEAU_TEST(PythonSettingsTest)

} // namespace tst_python_settings

#include "tst_python_settings.moc"
