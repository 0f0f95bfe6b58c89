// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QTest>

#include "core/catalog/model_sizes.h"
#include "core/question/scenario/parameter_table.h"
#include "scenario_fixture.h"

namespace tst_scenario {

using namespace plateau;

namespace {

const catalog::Catalog& shelf()
{
    static const catalog::Catalog catalog = small_catalog();
    return catalog;
}

/// The default scenario with keys set in order.
Scenario scenario(std::initializer_list<std::pair<const char*, const char*>> settings)
{
    Scenario result = default_scenario(shelf()).value();
    for (const auto& [key, text] : settings)
        result = with(shelf(), result, key, text).value();
    return result;
}

std::string value(const Scenario& s, const char* key)
{
    const TrainingParameter& row = *training_parameters().find(key);
    return exact_value(row, row.get(s));
}

} // namespace

class TestScenario : public QObject {
    Q_OBJECT

private slots:
    void defaults_follow_from_names()
    {
        const Scenario h100 = scenario({});
        QCOMPARE(h100.cluster.accelerator.id, std::string("h100_sxm"));
        QCOMPARE(h100.cluster.gpus, 128.0);
        QCOMPARE(h100.workload.shape.id, std::string("llama2_7b"));
        QCOMPARE(h100.workload.sequence, 4096.0);
        QCOMPARE(h100.workload.precision, Precision::Bf16);
        QCOMPARE(h100.plan.dp_mode, DataParallelMode::Fsdp);
        QCOMPARE(h100.assumptions.attention, AttentionKernel::Flash2);
        QCOMPARE(h100.assumptions.usd_per_gpu_hour, 1.0);
        QVERIFY(h100.overrides.empty());

        const Scenario rack
            = scenario({{"hardware", "gb200_nvl72"}, {"model", "llama3_8b"}, {"stack", "megatron_core_2024"}});
        QCOMPARE(value(rack, "nvlink_domain"), std::string("72"));
        QCOMPARE(value(rack, "scale_up_bandwidth"), std::string("500 GB/s"));
        QCOMPARE(rack.assumptions.usd_per_gpu_hour, 9.0);
        QCOMPARE(rack.workload.sequence, 8192.0);
        QCOMPARE(rack.plan.dp_mode, DataParallelMode::Zero1);
        QCOMPARE(rack.plan.recompute, Recompute::Selective);
        QVERIFY(rack.plan.sequence_parallel);
        QCOMPARE(rack.assumptions.stack.constants.kernel_efficiency, 0.8);

        const Scenario volta = scenario({{"hardware", "v100_sxm2_32"}});
        QCOMPARE(volta.workload.precision, Precision::Fp16);
        QCOMPARE(volta.assumptions.attention, AttentionKernel::FusedSoftmax);
        const Scenario ampere = scenario({{"hardware", "a100_sxm_80"}, {"stack", "megatron_core_2024"}});
        QCOMPARE(ampere.assumptions.attention, AttentionKernel::Flash2);
    }

    void hardware_change_keeps_overrides()
    {
        const Scenario s
            = scenario({{"scale_out_bandwidth", "800Gb/s"}, {"gpus", "2048"}, {"hardware", "a100_sxm_80"}});
        QCOMPARE(value(s, "scale_out_bandwidth"), std::string("800 Gb/s"));
        QCOMPARE(s.cluster.gpus, 2048.0);
        QCOMPARE(value(s, "scale_up_bandwidth"), std::string("250 GB/s")); // the A100's own
        const Scenario back = scenario({{"hardware", "a100_sxm_80"}});
        QCOMPARE(value(back, "scale_out_bandwidth"), std::string("200 Gb/s"));
    }

    void model_change_keeps_overrides()
    {
        const Scenario s = scenario({{"layers", "40"}, {"sequence", "2048"}, {"model", "llama3_8b"}});
        QCOMPARE(s.workload.shape.layers, 40);
        QCOMPARE(s.workload.shape.kv_heads, 8);
        QCOMPARE(s.workload.sequence, 2048.0);
        QCOMPARE(without(shelf(), s, "sequence")->workload.sequence, 8192.0);
    }

    void an_override_equal_to_the_default_stays()
    {
        const Scenario s = scenario({{"nvlink_domain", "8"}, {"hardware", "gb200_nvl72"}});
        QCOMPARE(value(s, "nvlink_domain"), std::string("8"));
        QVERIFY(s.overrides.count("nvlink_domain"));
    }

    void without_returns_to_the_default()
    {
        for (const TrainingParameter& row : training_parameters().rows()) {
            const Scenario plain = scenario({});
            const Value usual = row.get(plain);
            QVERIFY2(default_value(shelf(), plain, row.key) == usual, row.key.c_str());
            if (row.kind == ParameterKind::Name)
                continue;
            const auto choices = stops(row);
            const Value other = row.options.empty() ? Value(choices[choices.size() / 2]) : Value(row.options[0].value);
            const auto changed = with_value(shelf(), plain, row.key, other);
            if (const catalog::ShapeSize* size = catalog::shape_size(row.key); !changed && size && size->may_be_none)
                continue; // a shape has some sizes together only
            QVERIFY2(changed, row.key.c_str());
            QVERIFY2(default_value(shelf(), *changed, row.key) == usual, row.key.c_str());
            const auto again = without(shelf(), *changed, row.key);
            QVERIFY(again && again->same_choices(plain));
            QVERIFY2(row.get(*again) == usual, row.key.c_str());
        }
    }

    void order_of_changes_does_not_matter()
    {
        const Scenario plain = scenario({{"hardware", "a100_sxm_80"}});
        const Value fp8 = std::string("fp8");
        const Value h100 = std::string("h100_sxm");
        const auto one = with_all(shelf(), plain, {{"precision", fp8}, {"hardware", h100}});
        const auto two = with_all(shelf(), plain, {{"hardware", h100}, {"precision", fp8}});
        QVERIFY(one && two);
        QVERIFY(one->same_choices(*two));
        QCOMPARE(one->workload.precision, Precision::Fp8);
    }

    void auto_opens_a_plan_key()
    {
        const Scenario s = scenario({{"tp", "4"}, {"tp", "auto"}, {"dp", "auto"}, {"dp_mode", "auto"}});
        QCOMPARE(s.open, (std::set<std::string>{"dp", "dp_mode", "tp"}));
        QVERIFY(s.overrides.empty());
        QCOMPARE(s.plan.tp, 1);
        QCOMPARE(s.plan.dp, 0);
        const Scenario closed = scenario({{"tp", "auto"}, {"tp", "8"}});
        QVERIFY(closed.open.empty());
        QCOMPARE(closed.plan.tp, 8);
        QVERIFY(!with(shelf(), s, "gpus", "auto"));
        Scenario locked = scenario({{"tp", "4"}});
        locked.locked.insert("tp");
        QVERIFY(with(shelf(), locked, "tp", "auto")->locked.empty());
    }

    void names_are_spelled_freely_and_kept_canonical()
    {
        const Scenario s
            = scenario({{"hardware", "GB200 NVL72"}, {"stack", "Megatron-Core, 2024"}, {"model", "GPT3-175B"}});
        QCOMPARE(std::get<std::string>(s.overrides.at("hardware")), std::string("gb200_nvl72"));
        QCOMPARE(std::get<std::string>(s.overrides.at("stack")), std::string("megatron_core_2024"));
        QCOMPARE(s.workload.shape.layers, 96);
        for (const char* name : {"llama-3.1-8b", "meta-llama/Llama-3.1-8B"}) // as it is published
            QCOMPARE(std::get<std::string>(scenario({{"model", name}}).overrides.at("model")),
                     std::string("llama3_8b"));
    }

    /// A shipped title that is no longer true leaves; a person's own stays.
    void a_title_states_what_is_set()
    {
        Scenario named = *with(shelf(), scenario({}), "gpus", "512");
        const auto first_word = [](const std::string& title) { return title.substr(0, title.find(' ')); };
        named.title
            = first_word(named.workload.shape.title) + " on 512 " + first_word(named.cluster.accelerator.title) + "s";
        const auto after = [&](const char* key, const char* value) { return with(shelf(), named, key, value)->title; };
        named.shipped = true;
        QCOMPARE(after("sequence", "512"), named.title);
        for (const auto& [key, value] : {std::pair("gpus", "2048"), std::pair("hardware", "a100_sxm_80")})
            QVERIFY2(after(key, value).empty(), key);
        named.shipped = false;
        QCOMPARE(after("gpus", "2048"), named.title);
    }

    void unknown_names_name_the_nearest_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("nearest");
        QTest::newRow("hardware") << "hardware"
                                  << "h100_sxn"
                                  << "h100_sxm";
        QTest::newRow("model") << "model"
                               << "llama3_8c"
                               << "llama3_8b";
        QTest::newRow("stack") << "stack"
                               << "megatron_coer_2024"
                               << "megatron_core_2024";
        QTest::newRow("key") << "gpu"
                             << "8"
                             << "gpus";
    }

    void unknown_names_name_the_nearest()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QString, nearest);
        const auto result = with(shelf(), scenario({}), key.toStdString(), text.toStdString());
        QVERIFY(!result);
        const QString what = QString::fromStdString(english(result.error().what));
        QVERIFY2(what.contains("nearest is " + nearest), qPrintable(what));
        QVERIFY(!result.error().accepted.empty());
    }

    void precision_and_attention_need_the_hardware()
    {
        const Scenario volta = scenario({{"hardware", "v100_sxm2_32"}});
        const auto refused = with(shelf(), volta, "precision", "bf16");
        QVERIFY(!refused);
        QVERIFY(english(refused.error().accepted).find("fp16") != std::string::npos);
        QVERIFY(!with(shelf(), volta, "attention", "flash2"));
        QVERIFY(with(shelf(), volta, "attention", "unfused"));
        // A change of hardware keeps the override; the estimate reports what is missing.
        const Scenario moved = scenario({{"precision", "fp8"}, {"hardware", "v100_sxm2_32"}});
        QCOMPARE(moved.workload.precision, Precision::Fp8);
    }

    void custom_shape_follows()
    {
        const auto& shape = scenario({{"hidden", "8192"}}).workload.shape;
        QCOMPARE(shape.head_dim, 256);
        QCOMPARE(shape.ffn, 22016);
        QCOMPARE(shape.layers, 32);
        const auto& wider = scenario({{"heads", "64"}, {"hidden", "8192"}, {"ffn", "28672"}}).workload.shape;
        QCOMPARE(wider.head_dim, 128);
        QCOMPARE(wider.kv_heads, 64);
        QCOMPARE(wider.ffn, 28672);
        const auto& grouped = scenario({{"model", "llama3_8b"}, {"heads", "64"}}).workload.shape;
        QCOMPARE(grouped.kv_heads, 8);
        QCOMPARE(scenario({{"model", "llama3_8b"}, {"heads", "12"}}).workload.shape.kv_heads, 12);
        QCOMPARE(scenario({{"hidden", "8192"}, {"head_dim", "128"}}).workload.shape.head_dim, 128);
    }

    void schedule_and_virtual_stages_follow_each_other()
    {
        QCOMPARE(scenario({{"virtual_stages", "4"}}).plan.schedule, PipelineSchedule::Interleaved);
        QCOMPARE(scenario({{"schedule", "interleaved"}}).plan.virtual_stages, 2);
        const Scenario plain = scenario({{"virtual_stages", "4"}, {"schedule", "1f1b"}});
        QCOMPARE(plain.plan.schedule, PipelineSchedule::OneFOneB);
        QCOMPARE(plain.plan.virtual_stages, 1);
    }

    void domain_encloses()
    {
        const Scenario s = scenario({{"nvlink_domain", "16384"}});
        QCOMPARE(s.cluster.tiers[0].domain_size, 16384.0);
        QCOMPARE(s.cluster.tiers[1].domain_size, 16384.0);
        QVERIFY(std::isinf(s.cluster.tiers[2].domain_size));
        QCOMPARE(scenario({{"nvlink_domain", "64"}}).cluster.tiers[1].domain_size, 4096.0);
        QCOMPARE(s.cluster.accelerator.tiers[0].domain_size, 8.0);
    }

    void scale_out_bandwidth_moves_every_outer_tier()
    {
        const Scenario s = scenario({{"scale_out_bandwidth", "800Gb/s"}});
        QCOMPARE(s.cluster.tiers[0].bandwidth_bytes_per_s, 500e9);
        QCOMPARE(s.cluster.tiers[1].bandwidth_bytes_per_s, 100e9);
        QCOMPARE(s.cluster.tiers[2].bandwidth_bytes_per_s, 50e9);
        const Scenario unlimited = scenario({{"scale_out_bandwidth", "unlimited"}});
        QVERIFY(std::isinf(unlimited.cluster.tiers[1].bandwidth_bytes_per_s));
        QVERIFY(std::isinf(unlimited.cluster.tiers[2].bandwidth_bytes_per_s));
        QVERIFY(std::isinf(unlimited.cluster.tiers[2].pair_bytes_per_s));
    }

    void stack_constants_can_be_overridden()
    {
        const Scenario s = scenario({{"fsdp_overlap_penalty", "0.6"}, {"stack", "megatron_core_2024"}});
        QCOMPARE(s.assumptions.stack.constants.fsdp_overlap_penalty, 0.6);
        QCOMPARE(s.assumptions.stack.constants.kernel_efficiency, 0.8);
        for (const catalog::StackConstant& constant : catalog::stack_constants())
            QVERIFY2(training_parameters().find(constant.key), constant.key);
    }

    void resolve_refuses_illegal_choices()
    {
        Scenario s;
        s.overrides["gpus"] = 0.0;
        QVERIFY(!resolve(shelf(), s));
        s = {};
        s.overrides["gpus"] = std::string("many");
        QVERIFY(!resolve(shelf(), s));
        s = {};
        s.locked = {"gpus"};
        QVERIFY(!resolve(shelf(), s));
        s = {};
        s.locked = s.open = {"tp"};
        QVERIFY(!resolve(shelf(), s));
        s = {};
        s.overrides["tp"] = std::string("auto");
        const auto opened = resolve(shelf(), s);
        QVERIFY(opened && opened->open.count("tp") && opened->overrides.empty());
    }

    void enumerations_are_named_both_ways()
    {
        for (const TrainingParameter& row : training_parameters().rows()) {
            if (row.kind != ParameterKind::Choice)
                continue;
            Scenario s = scenario({});
            for (const Option& option : row.options) {
                row.set(s, option.value);
                QVERIFY(row.get(s) == Value(option.value));
            }
        }
        QVERIFY(!from_name<DataParallelMode>("zero4"));
        QCOMPARE(from_name<PipelineSchedule>("1f1b").value(), PipelineSchedule::OneFOneB);
    }
};

PLATEAU_TEST(TestScenario)

} // namespace tst_scenario

#include "tst_scenario.moc"
