// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/answers/since_saved.h"
#include "core/catalog/catalog.h"
#include "core/files/yaml_writer.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "tests/core/shipped_answers.h"

namespace tst_yaml_patch {

using namespace plateau;

/// Saving puts changes into the text a person wrote, and a file tells later what it said when it was saved.
class TestYamlPatch : public QObject {
    Q_OBJECT
    const catalog::Catalog catalog_ = catalog::read({PRESETS});

    std::string changed(const std::string& yaml, const std::string& key, const std::string& value) const
    {
        const auto then = read_scenario_text(catalog_, yaml, "a.yaml", UnknownKeys::Keep);
        if (!then)
            return english(then.error());
        const auto now = value.empty() ? without(catalog_, *then, key) : with(catalog_, *then, key, value);
        return now ? files::patched_yaml(yaml, write_scenario(*then), write_scenario(*now)) : english(now.error());
    }

private slots:
    void values_are_replaced_in_place_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("patched");
        const QByteArray yaml = "# Mine, see the log\n"
                                "kind: training\n"
                                "gpus:   2k   # as bought\n"
                                "\n"
                                "# the model\n"
                                "model: 'llama2_7b'  # small # enough\n"
                                "tp: 2\n"
                                "team: blue\n"
                                "notes: |-\n"
                                "  # not a comment\n"
                                "  two lines\n"
                                "# the end\n";
        const auto with = [&](const char* from, const char* to) { return QByteArray(yaml).replace(from, to); };
        QTest::newRow("a number") << yaml << QByteArray("gpus") << QByteArray("512")
                                  << with("gpus:   2k   # as bought", "gpus:   512   # as bought");
        QTest::newRow("in quotes") << yaml << QByteArray("model") << QByteArray("llama2_13b")
                                   << with("'llama2_7b'", "llama2_13b");
        QTest::newRow("taken away") << yaml << QByteArray("tp") << QByteArray() << with("tp: 2\n", "");
        QTest::newRow("left to the search")
            << yaml << QByteArray("tp") << QByteArray("auto") << with("tp: 2", "tp: auto");
        QTest::newRow("a new one") << yaml << QByteArray("pp") << QByteArray("4") << with("tp: 2\n", "tp: 2\npp: 4\n");
        QTest::newRow("lines end as they did") << QByteArray("kind: training\r\ngpus: 8 # x\r\n") << QByteArray("gpus")
                                               << QByteArray("16") << QByteArray("kind: training\r\ngpus: 16 # x\r\n");
        QTest::newRow("no line end at the end") << QByteArray("kind: training\ngpus: 8") << QByteArray("gpus")
                                                << QByteArray("16") << QByteArray("kind: training\ngpus: 16\n");
    }

    void values_are_replaced_in_place()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, patched);
        QCOMPARE(QByteArray::fromStdString(changed(yaml.toStdString(), key.toStdString(), value.toStdString())),
                 patched);
    }

    void unchanged_text_stays_byte_for_byte()
    {
        for (const auto& file : catalog::preset_files(catalog_.folders, "scenarios")) {
            const auto kind = scenario_kind(file);
            if (!kind || *kind != "training")
                continue;
            QFile source(QString::fromStdString(file.string()));
            QVERIFY(source.open(QIODevice::ReadOnly));
            const std::string yaml = source.readAll().toStdString();
            const auto scenario = read_scenario(catalog_, file);
            QVERIFY(scenario.has_value());
            const std::string written = write_scenario(*scenario);
            QCOMPARE(files::patched_yaml(yaml, written, written), yaml);
            // And a change made in the text reads back as the change itself.
            const auto now = with(catalog_, *scenario, "sequence", "1024");
            QVERIFY(now.has_value());
            const auto back
                = read_scenario_text(catalog_, files::patched_yaml(yaml, written, write_scenario(*now)), file.string());
            QVERIFY2(back.has_value(), back ? "" : english(back.error()).c_str());
            QVERIFY2(back->same_choices(*now) && back->notes == now->notes, file.c_str());
        }
    }

    void what_is_no_key_to_a_line_is_written_anew()
    {
        QCOMPARE(changed("{kind: training, gpus: 8}\n", "gpus", "16"), std::string("kind: training\ngpus: 16\n"));
    }

    void an_unknown_key_is_named_and_kept()
    {
        const std::string yaml = "kind: training\ngpsu: 8\n";
        QVERIFY(!read_scenario_text(catalog_, yaml, "a.yaml"));
        const auto read = read_scenario_text(catalog_, yaml, "a.yaml", UnknownKeys::Keep);
        QVERIFY(read.has_value());
        QCOMPARE(read->remarks.size(), std::size_t(1));
        const std::string said = english(read->remarks.front());
        QVERIFY2(said.find("Line 2: gpsu") == 0 && said.find("nearest is gpus") != std::string::npos, said.c_str());
        QCOMPARE(changed(yaml, "tp", "2"), std::string("kind: training\ntp: 2\ngpsu: 8\n"));
    }

    void a_model_is_told_from_a_scenario()
    {
        const auto read = scenario_kind_of_text(R"({"model_type": "llama", "hidden_size": 4096})", "config.json");
        QVERIFY(!read);
        const std::string said = english(read.error());
        QVERIFY2(said.find("Hugging Face") != std::string::npos
                     && said.find("--set model=config.json") != std::string::npos,
                 said.c_str());
    }

    void a_file_records_what_it_said()
    {
        auto scenario = default_scenario(catalog_);
        const SavedRecord now = answers::record(*test::shipped_answers(), *scenario);
        QVERIFY(now.size() > 4);
        QCOMPARE(now.front(), (std::pair<std::string, std::string>("version", core_version())));
        const std::string yaml = with_saved_record(write_scenario(*scenario), now);
        QCOMPARE(saved_record(yaml), now);
        QVERIFY(read_scenario_text(catalog_, yaml, "a.yaml").has_value()); // no unknown key, in the terminal either
        QVERIFY(answers::since_saved(now, now, true).empty());
        QVERIFY(answers::since_saved({}, now, true).empty());
        SavedRecord then = now;
        then.front().second = "0.0.1";
        for (auto& [key, value] : then)
            if (key == "step_time_s")
                value = std::to_string(std::stod(value) / 1.25);
        const std::string said = english(answers::since_saved(then, now, false));
        QVERIFY2(said.find("version 0.0.1") != std::string::npos && said.find("+25 %") != std::string::npos,
                 said.c_str());
        QVERIFY2(said.find("presets") == std::string::npos, said.c_str());
        QVERIFY(english(answers::since_saved(then, now, true)).find("presets") != std::string::npos);
    }

    void a_limits_file_records_its_marker()
    {
        const auto scenario = default_limits_scenario(catalog_);
        const SavedRecord now = answers::record(*test::shipped_answers(), *scenario);
        QVERIFY(now.size() > 3);
        const std::string yaml = with_saved_record(write_scenario(*scenario), now);
        QCOMPARE(saved_record(yaml), now);
        const auto back = read_limits_scenario_text(catalog_, yaml, "a.yaml");
        QVERIFY(back && answers::opening_remarks(*test::shipped_answers(), *back, yaml).empty());
        SavedRecord then = now;
        for (auto& [key, value] : then)
            if (key == "marker_gpus")
                value = std::to_string(std::stod(value) / 2);
        const auto remarks = answers::opening_remarks(*test::shipped_answers(), *back,
                                                      with_saved_record(write_scenario(*scenario), then));
        QCOMPARE(remarks.size(), std::size_t(1));
        QVERIFY2(english(remarks.front()).find("GPUs +100 %") != std::string::npos, english(remarks.front()).c_str());
    }
};

PLATEAU_TEST(TestYamlPatch)

} // namespace tst_yaml_patch

#include "tst_yaml_patch.moc"
