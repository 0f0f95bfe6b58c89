// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>

#include <QTest>

#include "core/question/scenario/parameter_table.h"
#include "scenario_fixture.h"

namespace tst_parameter_table {

using namespace plateau;

namespace {

const TrainingParameter& row(const QString& key) { return *training_parameters().find(key.toStdString()); }

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

class TestParameterTable : public QObject {
    Q_OBJECT

private slots:
    void has_every_key_of_the_command_line_data()
    {
        QTest::addColumn<bool>("searched");
        for (const char* key : {"gpus",
                                "hardware",
                                "nvlink_domain",
                                "scale_up_bandwidth",
                                "scale_out_bandwidth",
                                "scale_out_latency",
                                "model",
                                "sequence",
                                "batch_mode",
                                "sequences_per_gpu",
                                "global_batch",
                                "precision",
                                "attention",
                                "stack",
                                "tokens",
                                "usd_per_gpu_hour",
                                "pue",
                                "fit_to_batch",
                                "layers",
                                "hidden",
                                "heads",
                                "kv_heads",
                                "ffn",
                                "vocab",
                                "kernel_efficiency",
                                "fsdp_overlap_penalty",
                                "latency_factor",
                                "jitter_per_doubling",
                                "data_overlap",
                                "tensor_overlap",
                                "network_fraction"})
            QTest::newRow(key) << false;
        for (const char* key : {"micro_batch", "dp", "tp", "pp", "cp", "ep", "dp_mode", "shard_group",
                                "sequence_parallel", "virtual_stages", "schedule", "recompute", "cp_method", "etp"})
            QTest::newRow(key) << true;
    }

    void has_every_key_of_the_command_line()
    {
        QFETCH(bool, searched);
        const TrainingParameter* found = training_parameters().find(QTest::currentDataTag());
        QVERIFY(found);
        QCOMPARE(found->may_be_auto, searched);
        QCOMPARE(is_plan_key(found->key), searched);
    }

    void rows_are_complete()
    {
        std::set<std::string> keys;
        const std::set<std::string> groups{"cluster", "model", "batch", "plan", "assumptions", "returns"};
        for (const TrainingParameter& r : training_parameters().rows()) {
            QVERIFY2(keys.insert(r.key).second, r.key.c_str());
            QVERIFY2(groups.count(r.group), r.key.c_str());
            QVERIFY2(!r.label.empty() && !r.help.empty() && !r.provenance.empty(), r.key.c_str());
            QVERIFY2(r.get && r.set && r.applies, r.key.c_str());
            QVERIFY2(r.kind != ParameterKind::Choice || r.options.size() >= 2, r.key.c_str());
            QVERIFY2(r.scale != ParameterScale::Ladder || r.ladder.size() >= 2, r.key.c_str());
            QVERIFY2(r.minimum < r.maximum, r.key.c_str());
            QVERIFY2(r.advanced || r.label.size() <= 20, r.key.c_str());
        }
    }

    void every_value_is_read_back()
    {
        const auto scenario = default_scenario(small_catalog());
        QVERIFY(scenario);
        for (const TrainingParameter& r : training_parameters().rows()) {
            std::vector<Value> values;
            for (const double stop : stops(r))
                values.emplace_back(stop);
            for (const Option& option : r.options)
                values.emplace_back(option.value);
            if (r.kind == ParameterKind::Name)
                values.emplace_back(std::string("some_name"));
            QVERIFY2(values.size() >= 1, r.key.c_str());
            for (const Value& value : values) {
                Scenario changed = *scenario;
                r.set(changed, value);
                QVERIFY2(r.get(changed) == value, r.key.c_str());
                for (const TrainingParameter& other : training_parameters().rows()) {
                    const bool follows = r.key == "nvlink_domain" || r.key == "gpus_per_node" || other.key == r.key;
                    QVERIFY2(follows || other.get(changed) == other.get(*scenario),
                             (r.key + " changes " + other.key).c_str());
                }
            }
        }
    }

    void every_stop_is_legal_and_exact()
    {
        for (const TrainingParameter& r : training_parameters().rows()) {
            double last = -infinity;
            for (const double stop : stops(r)) {
                QVERIFY2(stop > last, r.key.c_str());
                last = stop;
                const auto legal = check_value(r, stop);
                QVERIFY2(legal, r.key.c_str());
                const auto again = parse_value(r, exact_value(r, stop));
                QVERIFY2(again && *again == Value(stop), (r.key + " " + exact_value(r, stop)).c_str());
                const auto digits_of = [](const std::string& number) {
                    std::string digits;
                    for (const char c : number)
                        if (std::isdigit(static_cast<unsigned char>(c)) && !(digits.empty() && c == '0'))
                            digits += c;
                    return digits.find_last_not_of('0') + 1;
                };
                const bool power_of_two = stop > 0 && std::exp2(std::round(std::log2(stop))) == stop;
                const auto digits
                    = std::min(digits_of(units::format(stop, r.unit, 12)), digits_of(exact_value(r, stop)));
                QVERIFY2(power_of_two || digits <= 4, (r.key + " " + exact_value(r, stop)).c_str());
            }
            for (const Option& option : r.options) {
                QVERIFY(parse_value(r, option.value) == Value(option.value));
                QVERIFY(parse_value(r, option.label) == Value(option.value));
                QCOMPARE(format_value(r, option.value), option.label);
            }
        }
    }

    void reads_what_people_type_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("thousands") << "sequence"
                                   << "2k" << 2000.0;
        QTest::newRow("binary thousands") << "sequence"
                                          << "2Ki" << 2048.0;
        QTest::newRow("bare") << "gpus"
                              << "4096" << 4096.0;
        QTest::newRow("any count") << "gpus"
                                   << "1000" << 1000.0;
        QTest::newRow("bits") << "scale_out_bandwidth"
                              << "400Gb/s" << 50e9;
        QTest::newRow("bits, bare") << "scale_out_bandwidth"
                                    << "800" << 100e9;
        QTest::newRow("bytes") << "scale_out_bandwidth"
                               << "50 GB/s" << 50e9;
        QTest::newRow("unlimited") << "scale_out_bandwidth"
                                   << "unlimited" << infinity;
        QTest::newRow("unlimited inside") << "scale_up_bandwidth"
                                          << "unlimited" << infinity;
        QTest::newRow("microseconds") << "scale_out_latency"
                                      << "7 us" << 7e-6;
        QTest::newRow("rack") << "nvlink_domain"
                              << "72" << 72.0;
        QTest::newRow("follows") << "dp"
                                 << "follows" << 0.0;
        QTest::newRow("domain") << "shard_group"
                                << "one NVLink domain" << 0.0;
        QTest::newRow("switch") << "sequence_parallel"
                                << "yes" << 1.0;
        QTest::newRow("switch off") << "fit_to_batch"
                                    << "Off" << 0.0;
        QTest::newRow("half a sequence") << "sequences_per_gpu"
                                         << "0.5" << 0.5;
        QTest::newRow("price") << "usd_per_gpu_hour"
                               << "2.99" << 2.99;
    }

    void reads_what_people_type()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(double, value);
        const auto read = parse_value(row(key), text.toStdString());
        QVERIFY2(read, read ? "" : english(read.error()).c_str());
        QCOMPARE(std::get<double>(*read), value);
    }

    void refuses_and_says_what_is_accepted_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("accepted");
        QTest::newRow("none") << "gpus"
                              << "0"
                              << "8,388,608";
        QTest::newRow("too many") << "gpus"
                                  << "8388609"
                                  << "8,388,608";
        QTest::newRow("broken") << "gpus"
                                << "2.5"
                                << "8,388,608";
        QTest::newRow("no number") << "gpus"
                                   << "many"
                                   << "8,388,608";
        QTest::newRow("unlimited GPUs") << "gpus"
                                        << "unlimited"
                                        << "8,388,608";
        QTest::newRow("big domain") << "nvlink_domain"
                                    << "16385"
                                    << "16,384";
        QTest::newRow("no bandwidth") << "scale_out_bandwidth"
                                      << "0"
                                      << "unlimited";
        QTest::newRow("negative") << "scale_out_latency"
                                  << "-1 us"
                                  << "0";
        QTest::newRow("schedule") << "schedule"
                                  << "zero_bubble"
                                  << "gpipe, 1f1b, interleaved, zb_h1, zb_h2, zb_v, dualpipe, dualpipe_v, auto";
        QTest::newRow("mode") << "batch_mode"
                              << "auto"
                              << "per_gpu, total";
        QTest::newRow("switch") << "sequence_parallel"
                                << "perhaps"
                                << "on, off, auto";
        QTest::newRow("degree") << "tp"
                                << "0"
                                << "auto";
        QTest::newRow("empty") << "tp"
                               << " "
                               << "auto";
        QTest::newRow("not a number") << "tp"
                                      << "nan"
                                      << "auto";
    }

    void refuses_and_says_what_is_accepted()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QString, accepted);
        const auto read = parse_value(row(key), text.toStdString());
        QVERIFY(!read);
        QVERIFY(english(read.error().what).find(row(key).label) != std::string::npos);
        const QString says = QString::fromStdString(english(read.error().accepted));
        QVERIFY2(says.contains(accepted), qPrintable(says));
    }

    void reads_lists_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<double>>("values");
        QTest::newRow("list") << "gpus"
                              << "8,16, 32" << QList<double>{8, 16, 32};
        QTest::newRow("powers of two") << "gpus"
                                       << "8..2048" << QList<double>{8, 16, 32, 64, 128, 256, 512, 1024, 2048};
        QTest::newRow("ends between powers") << "gpus"
                                             << "10..70" << QList<double>{16, 32, 64};
        QTest::newRow("ladder") << "nvlink_domain"
                                << "32..144" << QList<double>{32, 36, 64, 72, 128, 144};
        QTest::newRow("points on a log scale") << "gpus"
                                               << "1..10000/5" << QList<double>{1, 10, 100, 1000, 10000};
        QTest::newRow("points without repeats") << "gpus"
                                                << "1..4/9" << QList<double>{1, 2, 3, 4};
        QTest::newRow("one point") << "gpus"
                                   << "8..64/1" << QList<double>{8};
        QTest::newRow("linear points") << "pue"
                                       << "1..2/5" << QList<double>{1, 1.25, 1.5, 1.75, 2};
        QTest::newRow("units") << "scale_out_bandwidth"
                               << "100Gb/s..400Gb/s" << QList<double>{12.5e9, 25e9, 50e9};
        QTest::newRow("units and points") << "scale_out_bandwidth"
                                          << "100Gb/s..400Gb/s/3" << QList<double>{12.5e9, 25e9, 50e9};
        QTest::newRow("to unlimited") << "scale_out_bandwidth"
                                      << "6400Gb/s..unlimited" << QList<double>{800e9, 1600e9, infinity};
        QTest::newRow("mixed") << "tp"
                               << "1..4,6" << QList<double>{1, 2, 4, 6};
    }

    void reads_lists()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QList<double>, values);
        const auto read = parse_values(row(key), text.toStdString());
        QVERIFY2(read, read ? "" : english(read.error()).c_str());
        QCOMPARE(read->size(), static_cast<std::size_t>(values.size()));
        for (int i = 0; i < values.size(); ++i)
            QCOMPARE(std::get<double>((*read)[static_cast<std::size_t>(i)]), values[i]);
    }

    void refuses_lists_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("backwards") << "gpus"
                                   << "64..8";
        QTest::newRow("no step between") << "gpus"
                                         << "9..15";
        QTest::newRow("no points") << "gpus"
                                   << "8..64/0";
        QTest::newRow("too many points") << "gpus"
                                         << "8..64/99999999999";
        QTest::newRow("points to unlimited") << "scale_out_bandwidth"
                                             << "100..unlimited/4";
        QTest::newRow("hole") << "gpus"
                              << "8,,16";
        QTest::newRow("out of range") << "gpus"
                                      << "8..16777216";
        QTest::newRow("range of names") << "dp_mode"
                                        << "ddp..fsdp";
        QTest::newRow("auto as an end") << "tp"
                                        << "1..auto";
    }

    void refuses_lists()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QVERIFY(!parse_values(row(key), text.toStdString()));
    }

    void shows_values_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("shown");
        QTest::newRow("count") << "gpus"
                               << "2048"
                               << "2,048 GPUs";
        QTest::newRow("link") << "scale_out_bandwidth"
                              << "400"
                              << "400 Gb/s";
        QTest::newRow("broken link") << "scale_out_bandwidth"
                                     << "12.5 Gb/s"
                                     << "12.5 Gb/s";
        QTest::newRow("unlimited") << "scale_out_bandwidth"
                                   << "inf"
                                   << "unlimited";
        QTest::newRow("latency") << "scale_out_latency"
                                 << "7us"
                                 << "7 \u00b5s";
        QTest::newRow("follows") << "dp"
                                 << "follows"
                                 << "follows";
        QTest::newRow("domain") << "shard_group"
                                << "domain"
                                << "one NVLink domain";
        QTest::newRow("degree") << "tp"
                                << "8"
                                << "8";
        QTest::newRow("sharding") << "dp_mode"
                                  << "hsdp"
                                  << "FSDP, hybrid";
        QTest::newRow("auto") << "tp"
                              << "Auto"
                              << "auto";
        QTest::newRow("switch") << "fit_to_batch"
                                << "true"
                                << "on";
    }

    void shows_values()
    {
        QFETCH(QString, key);
        QFETCH(QString, typed);
        QFETCH(QString, shown);
        const auto read = parse_value(row(key), typed.toStdString());
        QVERIFY(read);
        QCOMPARE(QString::fromStdString(format_value(row(key), *read)).replace(QChar(0xa0), ' '), shown);
    }

    void option_lists_hold_names()
    {
        const auto modes = parse_values(row("dp_mode"), "ddp,FSDP hybrid,auto");
        QVERIFY(modes && modes->size() == 3);
        QCOMPARE(std::get<std::string>((*modes)[1]), std::string("hsdp"));
        QVERIFY(is_auto((*modes)[2]));
        const auto hardware = parse_values(row("hardware"), "a100_sxm_80,h100_sxm");
        QVERIFY(hardware && hardware->size() == 2);
    }

    void unknown_key_names_the_nearest()
    {
        const auto found = training_parameters().require("gpu");
        QVERIFY(!found);
        QVERIFY(english(found.error().what).find("gpus") != std::string::npos);
        QVERIFY(english(found.error()).size() < 200); // the whole list is in plateau catalog
    }

    void domain_ladder_has_the_racks()
    {
        const auto sizes = stops(row("nvlink_domain"));
        for (const double size : {1., 8., 36., 72., 144., 288., 576., 16384.})
            QVERIFY(std::find(sizes.begin(), sizes.end(), size) != sizes.end());
        QCOMPARE(sizes.size(), std::size_t(20));
    }
};

PLATEAU_TEST(TestParameterTable)

} // namespace tst_parameter_table

#include "tst_parameter_table.moc"
