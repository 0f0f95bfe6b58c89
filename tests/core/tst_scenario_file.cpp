// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "core/catalog/model_sizes.h"
#include "core/files/text_file.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "scenario_fixture.h"
#include "tests/core/shipped_catalog.h"

namespace tst_scenario_file {

using namespace plateau;
using test::shipped;

namespace {

const catalog::Catalog& shelf()
{
    static const catalog::Catalog catalog = small_catalog();
    return catalog;
}

void save(const std::filesystem::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

const char* everything = R"(kind: training
title: "A title: with a colon"
notes: |-
  First line, with commas.

    indented: text # not a comment
presets: 0123456789abcdef
hardware: a100_sxm_80
gpus: 1000
nvlink_domain: 72
scale_out_bandwidth: unlimited
scale_out_latency: 7 us
model: llama3_8b
sequence: 2048
layers: 40
precision: fp16
batch_mode: total
global_batch: 512
micro_batch: auto
dp_mode: hsdp
shard_group: domain
tp: 4
sequence_parallel: true
dp: follows
recompute: auto
fit_to_batch: false
stack: megatron_core_2024
kernel_efficiency: 0.75
usd_per_gpu_hour: 1.89
locked: [shard_group, tp]
view:
  metric: per_gpu
  page: "plans, all"
)";

} // namespace

class TestScenarioFile : public QObject {
    Q_OBJECT

private slots:
    void writes_what_it_read()
    {
        const auto scenario = read_scenario_text(shelf(), everything, "everything.yaml");
        QVERIFY2(scenario, scenario ? "" : english(scenario.error()).c_str());
        QCOMPARE(QString::fromStdString(write_scenario(*scenario)), QString(everything));
        QCOMPARE(scenario->title, std::string("A title: with a colon"));
        QCOMPARE(scenario->locked, (std::set<std::string>{"shard_group", "tp"}));
        QCOMPARE(scenario->open, (std::set<std::string>{"micro_batch", "recompute"}));
        QCOMPARE(scenario->view.at("page"), std::string("plans, all"));
        QCOMPARE(scenario->plan.dp_mode, DataParallelMode::Hsdp);
        QCOMPARE(scenario->workload.shape.layers, 40);
    }

    void reads_values_as_people_type_them()
    {
        const auto scenario
            = read_scenario_text(shelf(),
                                 "kind: training\ngpus: 2Ki\nscale_out_bandwidth: 400Gb/s\n"
                                 "dp_mode: FSDP, hybrid\nsequence_parallel: yes\nhardware: GB200 NVL72\n",
                                 "typed.yaml");
        QVERIFY2(scenario, scenario ? "" : english(scenario.error()).c_str());
        QCOMPARE(scenario->cluster.gpus, 2048.0);
        QCOMPARE(scenario->cluster.tiers[1].bandwidth_bytes_per_s, 50e9);
        QCOMPARE(write_scenario(*scenario),
                 std::string("kind: training\nhardware: gb200_nvl72\ngpus: 2048\n"
                             "scale_out_bandwidth: 400 Gb/s\ndp_mode: hsdp\nsequence_parallel: true\n"));
    }

    void every_value_survives_a_file()
    {
        for (const TrainingParameter& row : training_parameters().rows()) {
            std::vector<Value> values;
            for (const double stop : stops(row))
                values.emplace_back(stop);
            for (const Option& option : row.options)
                values.emplace_back(option.value);
            if (row.may_be_auto)
                values.emplace_back(std::string("auto"));
            if (row.kind == ParameterKind::Number)
                values.emplace_back(row.minimum + (row.maximum - row.minimum) / 7); // many digits
            for (const Value& value : values) {
                Scenario choices;
                choices.overrides[row.key] = value;
                const auto scenario = resolve(shelf(), choices);
                if (const catalog::ShapeSize* size = catalog::shape_size(row.key);
                    !scenario && size && size->may_be_none)
                    continue; // a shape has some sizes together only
                QVERIFY2(scenario, row.key.c_str());
                const std::string text = write_scenario(*scenario);
                const auto again = read_scenario_text(shelf(), text, "again.yaml");
                QVERIFY2(again, again ? "" : (text + english(again.error())).c_str());
                QVERIFY2(again->same_choices(*scenario), text.c_str());
                QCOMPARE(write_scenario(*again), text);
            }
        }
    }

    void awkward_texts_survive_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("lines") << "one\ntwo\n\nfour";
        QTest::newRow("ends with a line break") << "one\ntwo\n";
        QTest::newRow("begins with one") << "\none";
        QTest::newRow("indented") << "  one\ntwo";
        QTest::newRow("tab") << "one\ttwo\nthree";
        QTest::newRow("quotes") << "\"one\" \\ 'two'";
        QTest::newRow("null") << "null";
        QTest::newRow("tilde") << "~";
        QTest::newRow("number") << "7";
        QTest::newRow("flow") << "[a, b]: {c}";
        QTest::newRow("comment") << "a # b";
        QTest::newRow("anchors") << "&a *b !c %d @e";
        QTest::newRow("dashes") << "--- \n...";
        QTest::newRow("umlauts") << QString::fromUtf8("gr\u00fc\u00dfe \u2212 \u00d7\nx");
        QTest::newRow("carriage return") << "one\r\ntwo";
        QTest::newRow("trailing blanks") << "one  \ntwo ";
    }

    void awkward_texts_survive()
    {
        QFETCH(QString, text);
        Scenario scenario = default_scenario(shelf()).value();
        scenario.title = scenario.notes = scenario.view["key"] = text.toStdString();
        const std::string file = write_scenario(scenario);
        const auto again = read_scenario_text(shelf(), file, "again.yaml");
        QVERIFY2(again, again ? "" : (file + english(again.error())).c_str());
        QCOMPARE(again->title, scenario.title);
        QCOMPARE(again->notes, scenario.notes);
        QCOMPARE(again->view, scenario.view);
        QCOMPARE(write_scenario(*again), file);
    }

    void says_where_it_is_wrong_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown key") << "kind: training\ngpu: 8\n"
                                     << "s.yaml:2:1"
                                     << "nearest is gpus; plateau catalog parameters lists all of them";
        QTest::newRow("misspelled title") << "kind: training\ntitel: x\n"
                                          << "s.yaml:2:1"
                                          << "nearest is title";
        QTest::newRow("illegal value") << "kind: training\n\ngpus: 0\n"
                                       << "s.yaml:3:7"
                                       << "GPU count";
        QTest::newRow("unknown hardware") << "kind: training\ngpus: 8\nhardware: h100_sxn\n"
                                          << "s.yaml:3:11"
                                          << "nearest is h100_sxm";
        QTest::newRow("unknown model") << "kind: training\nmodel: llama2_7c\n"
                                       << "s.yaml:2:8"
                                       << "nearest is llama2_7b";
        QTest::newRow("list for a value") << "kind: training\ntp: [1, 2]\n"
                                          << "s.yaml:2:5"
                                          << "single value";
        QTest::newRow("a model in place") << "kind: training\nmodel: {layers: 16}\n"
                                          << "s.yaml:2:8"
                                          << "a line each (model: llama2_7b, layers: 16";
        QTest::newRow("lock of no plan key") << "kind: training\nlocked: [gpus]\n"
                                             << "s.yaml:2:10"
                                             << "cannot be locked";
        QTest::newRow("locked and open") << "kind: training\ntp: auto\nlocked: [tp]\n"
                                         << "s.yaml:3:9"
                                         << "both auto and locked";
        QTest::newRow("no kind") << "gpus: 8\n"
                                 << "s.yaml:1:1"
                                 << "kind";
        QTest::newRow("another kind") << "kind: limits\n"
                                      << "s.yaml:1:7"
                                      << "the kind of this scenario is limits, not training";
        QTest::newRow("a list") << "- a\n- b\n"
                                << "s.yaml"
                                << "not a scenario";
        QTest::newRow("empty") << ""
                               << "s.yaml"
                               << "";
        QTest::newRow("no YAML") << "kind: [training\n"
                                 << "s.yaml:"
                                 << "";
        QTest::newRow("empty value") << "kind: training\ntp:\n"
                                     << "s.yaml:2"
                                     << "Tensor needs a value";
    }

    void says_where_it_is_wrong()
    {
        QFETCH(QString, text);
        QFETCH(QString, where);
        QFETCH(QString, says);
        const auto scenario = read_scenario_text(shelf(), text.toStdString(), "s.yaml");
        QVERIFY(!scenario);
        const QString shown = QString::fromStdString(english(scenario.error()));
        QVERIFY2(shown.startsWith(where) && shown.contains(says), qPrintable(shown));
    }

    void notices_changed_presets()
    {
        QTemporaryDir folder;
        catalog::Catalog catalog = small_catalog();
        const std::string file = folder.filePath("h100_sxm.yaml").toStdString();
        save(file, "first");
        catalog.accelerators[0].file = file;
        Scenario scenario = default_scenario(catalog).value();
        scenario.presets = preset_hash(scenario);
        QCOMPARE(scenario.presets.size(), std::size_t(16));
        const std::string text = write_scenario(scenario);
        QVERIFY(read_scenario_text(catalog, text, "s.yaml")->remarks.empty());
        save(file, "second");
        const auto changed = read_scenario_text(catalog, text, "s.yaml");
        QCOMPARE(changed->remarks.size(), std::size_t(1));
        QCOMPARE(write_scenario(*changed), text);
    }

    void notices_changed_constants_of_all_stacks()
    {
        const QTemporaryDir folder;
        const std::filesystem::path own = folder.path().toStdString();
        std::filesystem::create_directories(own / "stacks");
        save(own / "stacks/common.yaml",
             "title: Ours\nconstants:\n  step_fixed_seconds: {value: 8 ms, source: our loop}\nsources: us\n");
        const catalog::Catalog changed = catalog::read({PRESETS, own});
        QVERIFY(preset_hash(*default_scenario(changed)) != preset_hash(*default_scenario(shipped())));
    }

    void finds_files_and_names()
    {
        QTemporaryDir folder;
        catalog::Catalog catalog = small_catalog();
        catalog.folders = {folder.path().toStdString()};
        std::filesystem::create_directories(catalog.folders[0] / "scenarios");
        save(catalog.folders[0] / "scenarios" / "my-own.yaml", "kind: training\ngpus: 8\n");
        QCOMPARE(find_scenario(catalog, "my-own")->cluster.gpus, 8.0);
        QCOMPARE(find_scenario(catalog, (catalog.folders[0] / "scenarios" / "my-own.yaml").string())->cluster.gpus,
                 8.0);
        const auto unknown = find_scenario(catalog, "my-won");
        QVERIFY(!unknown && english(unknown.error()).find("nearest is my-own") != std::string::npos);
        const auto missing = find_scenario(catalog, "folder/none.yaml");
        QVERIFY(!missing && english(missing.error()).find("no such file") != std::string::npos);
    }

    void finds_a_model_beside_the_file()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        save(path / "config.json", R"({"num_hidden_layers": 6, "hidden_size": 512, "num_attention_heads": 8,
        "intermediate_size": 2048, "vocab_size": 1000, "max_position_embeddings": 1024, "model_type": "llama"})");
        save(path / "own.yaml", "kind: training\nmodel: config.json\n");
        const auto scenario = read_scenario(shelf(), path / "own.yaml");
        QVERIFY2(scenario, scenario ? "" : english(scenario.error()).c_str());
        QCOMPARE(scenario->workload.shape.layers, 6);
        QCOMPARE(scenario->workload.shape.hidden, 512);
    }

    void tells_the_kind()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        save(path / "a.yaml", "kind: training\n");
        save(path / "b.yaml", "kind: limits\n");
        save(path / "c.yaml", "id: h100\n");
        QCOMPARE(scenario_kind(path / "a.yaml").value(), std::string("training"));
        QCOMPARE(scenario_kind(path / "b.yaml").value(), std::string("limits"));
        QVERIFY(!scenario_kind(path / "c.yaml"));
    }

    void shipped_scenarios_are_written_as_they_stand_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& file : catalog::preset_files({PRESETS}, "scenarios")) {
            if (scenario_kind(file).value_or("") != "limits")
                QTest::newRow(file.stem().c_str()) << QString::fromStdString(file.string());
        }
    }

    void shipped_scenarios_are_written_as_they_stand()
    {
        QFETCH(QString, file);
        const auto scenario = read_scenario(shipped(), file.toStdString());
        QVERIFY2(scenario, scenario ? "" : english(scenario.error()).c_str());
        const auto text = files::read_text(file.toStdString());
        QVERIFY(text);
        QCOMPARE(QString::fromStdString(write_scenario(*scenario)), QString::fromStdString(*text));
        QVERIFY(!scenario->title.empty());
        QVERIFY(!scenario->notes.empty());
    }

    void shipped_scenarios_say_what_was_agreed()
    {
        const auto weak = find_scenario(shipped(), "fernandez-weak-scaling");
        QVERIFY(weak);
        QCOMPARE(weak->title, std::string("Weak scaling"));
        QCOMPARE(weak->cluster.gpus, 128.0);
        QCOMPARE(weak->workload.sequences_per_gpu, 2.0);
        QCOMPARE(weak->plan.micro_batch, 2);
        QCOMPARE(weak->plan.dp_mode, DataParallelMode::Fsdp);
        QCOMPARE(weak->workload.shape.layers, 32);

        const auto strong = find_scenario(shipped(), "fernandez-strong-scaling");
        QVERIFY(strong);
        QCOMPARE(strong->workload.batch_mode, BatchMode::Total);
        QCOMPARE(strong->workload.global_batch, 32.0);
        QVERIFY(strong->open.count("tp") && strong->open.count("pp") && !strong->plan.fit_to_batch);

        for (const auto& [name, gpus, batch] :
             {std::tuple{"gpt3-175b-64-a100", 64.0, 64.0}, {"gpt3-175b-4096-a100", 4096.0, 1536.0}}) {
            const auto gpt3 = find_scenario(shipped(), name);
            QVERIFY(gpt3);
            QCOMPARE(gpt3->cluster.gpus, gpus);
            QCOMPARE(gpt3->workload.global_batch, batch);
            QCOMPARE(gpt3->workload.sequence, 2048.0);
            for (const char* key : {"tp", "pp", "dp", "micro_batch", "recompute", "schedule", "dp_mode"})
                QVERIFY2(gpt3->open.count(key), key);
        }

        const auto llama = find_scenario(shipped(), "llama3-405b-16k-h100");
        QVERIFY(llama);
        QCOMPARE(llama->cluster.gpus, 16384.0);
        QCOMPARE(llama->plan.tp, 8);
        QCOMPARE(llama->plan.pp, 16);
        QCOMPARE(llama->workload.global_batch, 2048.0);
        QCOMPARE(llama->workload.shape.layers, 126);
    }

    void every_default_of_the_catalog_is_legal()
    {
        const auto legal = [](const char* key, const std::string& id) {
            Scenario choices;
            choices.overrides[key] = id;
            const auto scenario = resolve(shipped(), choices);
            QVERIFY2(scenario, scenario ? "" : english(scenario.error()).c_str());
            for (const TrainingParameter& row : training_parameters().rows()) {
                const Value value = row.get(*scenario);
                const auto checked = check_value(row, value);
                QVERIFY2(checked, checked ? "" : (id + ": " + row.key + ": " + english(checked.error())).c_str());
                if (row.available)
                    QVERIFY2(row.available(*scenario, std::get<std::string>(value)), (id + ": " + row.key).c_str());
            }
        };
        QVERIFY(!shipped().accelerators.empty() && !shipped().models.empty() && !shipped().stacks.empty());
        for (const auto& entry : shipped().accelerators)
            legal("hardware", entry.id);
        for (const auto& entry : shipped().models)
            legal("model", entry.id);
        for (const auto& entry : shipped().stacks)
            legal("stack", entry.id);
    }
};

PLATEAU_TEST(TestScenarioFile)

} // namespace tst_scenario_file

#include "tst_scenario_file.moc"
