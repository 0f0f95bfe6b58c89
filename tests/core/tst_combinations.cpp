// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/model/stage.h"
#include "core/model/timeline.h"
#include "core/question/scenario/parameter_table.h"
#include "sample_parts.h"
#include "sample_scenarios.h"
#include "tests/samples.h"

namespace tst_combinations {

using namespace plateau;
using plateau::test::Changes;
using plateau::test::parts_of;
using plateau::test::shipped;

/// Everything with everything: all shipped models, accelerators, stacks and schedules, with every mechanism switched on
/// at random. What must hold whatever is combined.
class CombinationsTest : public QObject {
    Q_OBJECT

private slots:
    void whatever_is_combined_has_a_sane_answer_data();
    void whatever_is_combined_has_a_sane_answer();
    void more_held_never_takes_less_memory();
    void every_model_trains_on_every_accelerator_data();
    void every_model_trains_on_every_accelerator();
};

namespace {

class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) { }
    std::string pick(std::initializer_list<const char*> choices) { return choices.begin()[random_() % choices.size()]; }
    template<class Entries>
    std::string id(const Entries& entries)
    {
        auto entry = entries.begin();
        std::advance(entry, random_() % entries.size());
        return entry->id;
    }

private:
    std::mt19937 random_;
};

using Settings = std::vector<std::pair<std::string, Value>>;

/// What the hardware does not allow (a precision, a kernel) is left out: halves of what is refused are tried apart.
Scenario with_allowed(const Scenario& base, const Settings& settings)
{
    if (settings.empty())
        return base;
    if (const Expected<Scenario> all = with_all(shipped(), base, settings))
        return *all;
    const auto middle = settings.begin() + static_cast<std::ptrdiff_t>(settings.size() / 2);
    if (middle == settings.begin())
        return base;
    return with_allowed(with_allowed(base, {settings.begin(), middle}), {middle, settings.end()});
}

Scenario with_possible(const Scenario& base, const Changes& changes)
{
    Settings settings;
    for (const auto& [key, text] : changes)
        settings.emplace_back(key, *parse_value(*training_parameters().find(key), text));
    return with_allowed(base, settings);
}

Scenario anything(Dice& dice)
{
    const std::string tensor = dice.pick({"1", "1", "2", "4", "8", "16"});
    const Scenario base = test::scenario({{"hardware", dice.id(shipped().accelerators)},
                                          {"model", dice.id(shipped().models)},
                                          {"stack", dice.id(shipped().stacks)}});
    return with_possible(
        base,
        {{"gpus", dice.pick({"8", "16", "64", "96", "256", "512", "2048", "2000", "16384"})},
         {"sequence", dice.pick({"2048", "4096", "4096", "32768", "131072"})},
         {"batch_mode", dice.pick({"per_gpu", "total"})},
         {"sequences_per_gpu", dice.pick({"1", "2", "4"})},
         {"global_batch", dice.pick({"64", "512", "1000", "2048", "8192"})},
         {"micro_batch", dice.pick({"1", "1", "2", "4"})},
         {"precision", dice.pick({"bf16", "bf16", "fp16", "fp8", "mxfp8", "nvfp4"})},
         {"fp8_scaling", dice.pick({"tensor", "block"})},
         {"tp", tensor},
         {"sequence_parallel", dice.pick({"on", "off"})},
         {"async_tensor", dice.pick({"on", "off"})},
         {"pp", dice.pick({"1", "2", "3", "4", "8", "16"})},
         {"virtual_stages", dice.pick({"1", "1", "2"})},
         {"schedule", dice.pick({"gpipe", "1f1b", "interleaved", "zb_h1", "zb_h2", "zb_v", "dualpipe", "dualpipe_v"})},
         {"cp", dice.pick({"1", "1", "2", "8"})},
         {"cp_method", dice.pick({"ring", "all_gather"})},
         {"cp_balance", dice.pick({"zigzag", "contiguous"})},
         {"ep", dice.pick({"1", "2", "8", "32", "64"})},
         {"etp", dice.pick({"follows", "1", "2"})},
         {"capacity_factor", dice.pick({"0", "1", "1.5"})},
         {"expert_imbalance", dice.pick({"1", "1.3"})},
         {"dp_mode", dice.pick({"ddp", "zero1", "zero2", "fsdp", "hsdp"})},
         {"recompute", dice.pick({"none", "selective", "full"})},
         {"prefetch", dice.pick({"0", "1", "2"})},
         {"layers_per_unit", dice.pick({"1", "2"})},
         {"weight_wire_bytes", dice.pick({"2", "1"})},
         {"moment_bytes", dice.pick({"8", "4"})},
         {"offload_optimizer", dice.pick({"0", "0", "1"})},
         {"offload_parameters", dice.pick({"0", "0", "0.5"})},
         {"offload_activations", dice.pick({"0", "0", "0.5"})},
         {"local_steps", dice.pick({"1", "1", "100"})},
         {"pod_gpus", dice.pick({"all", "256"})},
         {"rails", dice.pick({"on", "off"})},
         {"site_gpus", dice.pick({"all", "1024"})},
         {"network_reduction", dice.pick({"on", "off"})},
         {"gather_algorithm", dice.pick({"ring", "pat", "doubling"})},
         {"spare_nodes", dice.pick({"0", "2"})},
         {"pricing", dice.pick({"rented", "owned"})}});
}

QString described(const Scenario& question)
{
    QString text;
    for (const auto& [key, value] : question.overrides) {
        const auto* name = std::get_if<std::string>(&value);
        text += QString("%1=%2 ")
                    .arg(key.c_str())
                    .arg(name ? name->c_str() : qPrintable(QString::number(std::get<double>(value))));
    }
    return text;
}

/// What is wrong with an answer; empty when nothing is.
QString complaint(const Parts& parts)
{
    double seconds = 0;
    for (int part = 0; part < int(first_memory_part); ++part) {
        if (!(parts.value[std::size_t(part)] >= -1e-12) || !std::isfinite(parts.value[std::size_t(part)]))
            return QString("%1 is %2").arg(name(Part(part))).arg(parts.value[std::size_t(part)]);
        if (parts.value[std::size_t(part)] > parts.busy[std::size_t(part)] * (1 + 1e-9) + 1e-12)
            return QString("%1 exposes more than it works").arg(name(Part(part)));
        seconds += parts.value[std::size_t(part)];
    }
    if (!(parts.step_seconds > 0) || std::abs(seconds / parts.step_seconds - 1) > 1e-9)
        return "parts do not add up to the step";
    for (int part = int(first_memory_part); part < part_count; ++part) {
        if (!(parts.value[std::size_t(part)] >= 0) || !std::isfinite(parts.value[std::size_t(part)]))
            return QString("%1 is %2").arg(name(Part(part))).arg(parts.value[std::size_t(part)]);
    }
    // Attention that is counted whole and computed half can come out above the peak, with what is computed again more
    // so: then no utilization is told.
    const auto above_peak = [&](double flop) { return parts.tokens_per_s * flop > parts.gpus_used * parts.peak_flops; };
    if (above_peak(parts.model_flop_per_token) != std::isnan(parts.mfu())
        || above_peak(parts.executed_flop_per_token) != std::isnan(parts.hfu()))
        return "a utilization is told above the peak, or missing below it";
    for (const double number :
         {parts.tokens_per_s, parts.mfu_causal(), parts.memory_bytes, parts.power_watts, parts.facility_watts,
          parts.goodput, parts.run_seconds, parts.run_joules, parts.run_kg_co2e})
        if (!std::isfinite(number) || number < 0)
            return "a number is not finite";
    if (parts.mfu_six_n() > 1 || parts.hfu() > 1 || parts.goodput > 1)
        return QString("6 N utilization %1, HFU %2").arg(parts.mfu_six_n()).arg(parts.hfu());
    return {};
}

} // namespace

void CombinationsTest::whatever_is_combined_has_a_sane_answer_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 20261121; seed < 20261125; seed += test::row_stride)
        QTest::addRow("seed %d", seed) << seed;
}

void CombinationsTest::whatever_is_combined_has_a_sane_answer()
{
    QFETCH(int, seed);
    Dice dice{unsigned(seed)};
    int possible = 0;
    int laid_out = 0;
    for (int i = 0; i < 1100; ++i) {
        const Scenario question = anything(dice);
        const Parts parts = parts_of(question);
        if (!parts.possible())
            continue;
        ++possible;
        const QString wrong = complaint(parts);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong + ": " + described(question)));
        if (i % 5 != 0 || parts.micro_batches > 500)
            continue;
        ++laid_out;
        const auto prepared = prepare(question);
        const double ratio = timeline(*prepared, plan(*prepared)).played_seconds / parts.step_seconds;
        QVERIFY2(ratio > 0.75 && ratio < 1.2,
                 qPrintable(QString("timeline / step = %1: ").arg(ratio) + described(question)));
    }
    qInfo("%d possible, %d laid out", possible, laid_out);
    QVERIFY(possible > 150 && laid_out > 12);
}

void CombinationsTest::more_held_never_takes_less_memory()
{
    Dice dice(7);
    int compared = 0;
    for (int i = 0; i < test::samples(1500); ++i) {
        const Scenario question = anything(dice);
        const Parts parts = parts_of(question);
        if (!parts.possible())
            continue;
        const auto more = [&](const char* key, const char* value) {
            const Expected<Scenario> other
                = with_all(shipped(), question, {{key, value}, {"loss", plateau::name(question.assumptions.loss)}});
            const Parts changed = other ? parts_of(*other) : Parts{};
            return changed.possible() && changed.micro_batches == parts.micro_batches ? changed.memory_bytes : INFINITY;
        };
        const auto less = [&](const char* key, const char* value) {
            const double bytes = more(key, value);
            return std::isfinite(bytes) ? bytes : 0;
        };
        const std::string longer = std::to_string(int(2 * question.workload.sequence));
        QVERIFY2(more("sequence", longer.c_str()) >= parts.memory_bytes,
                 qPrintable("sequence: " + described(question)));
        QVERIFY2(more("moment_bytes", "16") >= parts.memory_bytes, qPrintable("moments: " + described(question)));
        QVERIFY2(less("offload_optimizer", "1") <= parts.memory_bytes, qPrintable("offload: " + described(question)));
        ++compared;
    }
    QVERIFY(compared > test::samples(200));
}

void CombinationsTest::every_model_trains_on_every_accelerator_data()
{
    QTest::addColumn<QString>("model");
    for (const auto& model : shipped().models)
        QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
}

/// With its states spread over 512 of them, every model runs on every accelerator that has the precision.
void CombinationsTest::every_model_trains_on_every_accelerator()
{
    QFETCH(QString, model);
    for (const auto& accelerator : shipped().accelerators) {
        const Scenario question
            = test::scenario({{"hardware", accelerator.id}, {"model", model.toStdString()}, {"gpus", "512"}});
        const Parts parts = parts_of(question);
        if (!parts.possible() && parts.obstacle == Obstacle::PrecisionMissing)
            continue;
        QVERIFY2(parts.possible(), accelerator.id.c_str());
        const QString wrong = complaint(parts);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong + ": " + accelerator.id.c_str()));
        QVERIFY2(parts.mfu() < 1, accelerator.id.c_str());
    }
}

PLATEAU_TEST(CombinationsTest)

} // namespace tst_combinations

#include "tst_combinations.moc"
