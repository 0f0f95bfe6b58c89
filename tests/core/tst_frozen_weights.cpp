// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/model/estimate.h"
#include "core/model/training_run.h"
#include "sample_scenarios.h"

namespace tst_frozen_weights {

using namespace plateau;
using plateau::test::changed;
using plateau::test::Changes;
using plateau::test::scenario;

namespace {

Scenario llama(const Changes& more)
{
    Changes changes{
        {"hardware", "h100_sxm"}, {"model", "llama2_70b"},     {"gpus", "64"},       {"batch_mode", "total"},
        {"global_batch", "64"},   {"stack", "nemo_bf16"},      {"dp_mode", "ddp"},   {"tp", "8"},
        {"precision", "bf16"},    {"sequence_parallel", "on"}, {"recompute", "none"}};
    changes.insert(changes.end(), more.begin(), more.end());
    return scenario(changes);
}

Parts at(const Scenario& question) { return estimate(question).parts; }

double part(const Scenario& question, Part wanted) { return at(question).value[std::size_t(wanted)]; }

constexpr double llama_70b = 80 * 855654400.0 + 2 * 32000.0 * 8192;

/// Of Llama 2 70B's attention: queries, keys and values share one input.
double attention_adapters(double rank) { return 80 * rank * ((8192 + 8192 + 2 * 1024) + (8192 + 8192)); }

} // namespace

/// Adapters beside frozen weights: what is not trained costs no weight gradient, no gradient traffic, no states.
class FrozenWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void weights_alone_are_held_of_what_is_frozen()
    {
        const Scenario lora = llama({{"fine_tune", "lora"}, {"lora_rank", "16"}});
        const double adapters = attention_adapters(16) / 8;
        QVERIFY(std::abs(part(lora, Part::Weights) / (2 * (llama_70b / 8 + adapters)) - 1) < 1e-3);
        QVERIFY(std::abs(part(lora, Part::Gradients) / (lora.assumptions.stack.constants.gradient_bytes * adapters) - 1)
                < 1e-9);
        QVERIFY(std::abs(part(lora, Part::OptimizerStates) / (12 * adapters) - 1) < 1e-9);
        QCOMPARE(part(changed(lora, "lora_rank", "32"), Part::OptimizerStates), 2 * part(lora, Part::OptimizerStates));
    }

    void frozen_products_run_once_backward()
    {
        const Scenario whole = llama({{"micro_batch", "1"}});
        const Scenario thin = changed(whole, Changes{{"fine_tune", "lora"}, {"lora_rank", "1"}});
        const double share = part(thin, Part::MatrixMultiply) / part(whole, Part::MatrixMultiply);
        QVERIFY2(share > 2. / 3 && share < 0.72, qPrintable(QString::number(share)));
        const double head = part(thin, Part::Head) / part(whole, Part::Head);
        QVERIFY2(head > 2. / 3 && head < 0.8, qPrintable(QString::number(head)));
        QCOMPARE(part(thin, Part::Attention), part(whole, Part::Attention));
        QVERIFY(part(thin, Part::Optimizer) < 0.01 * part(whole, Part::Optimizer));
        QVERIFY(part(thin, Part::Accumulation) < 0.01 * part(whole, Part::Accumulation));
        const Scenario all = changed(thin, "lora_modules", "all");
        QVERIFY(part(all, Part::MatrixMultiply) > part(thin, Part::MatrixMultiply));
        QVERIFY(part(changed(thin, "lora_rank", "512"), Part::MatrixMultiply) > part(thin, Part::MatrixMultiply));
    }

    void adapters_beside_experts_count_with_them()
    {
        const Scenario mixture = scenario({{"hardware", "h100_sxm"},
                                           {"model", "mixtral_8x7b"},
                                           {"gpus", "8"},
                                           {"dp_mode", "ddp"},
                                           {"ep", "8"},
                                           {"stack", "nemo_bf16"},
                                           {"fine_tune", "lora"},
                                           {"lora_rank", "8"},
                                           {"lora_modules", "all"}});
        const double attention = 8.0 * ((4096 + 4096 + 2 * 1024) + (4096 + 4096));
        const double expert = 8.0 * ((4096 + 2 * 14336) + (14336 + 4096)); // one of eight on each rank
        QVERIFY(std::abs(part(mixture, Part::OptimizerStates) / (12 * 32 * (attention + expert)) - 1) < 1e-9);
    }

    void sharded_weights_are_gathered_and_adapters_scattered()
    {
        const Scenario whole = llama({{"dp_mode", "fsdp"}, {"tp", "1"}, {"recompute", "full"}});
        const Scenario lora = changed(whole, "fine_tune", "lora");
        const auto busy = [](const Scenario& question, Part wanted) { return at(question).busy[std::size_t(wanted)]; };
        QVERIFY(busy(lora, Part::AllGather) >= busy(whole, Part::AllGather));
        QVERIFY(busy(lora, Part::ReduceScatter) < 0.2 * busy(whole, Part::ReduceScatter));
        const Scenario zero = llama({{"dp_mode", "zero1"}});
        QVERIFY(busy(changed(zero, "fine_tune", "lora"), Part::AllGather) < 0.1 * busy(zero, Part::AllGather));
    }

    void inputs_of_frozen_products_are_not_kept()
    {
        const Scenario whole = llama({});
        const Scenario lora = changed(whole, "fine_tune", "lora");
        QVERIFY(part(lora, Part::Activations) < 0.95 * part(whole, Part::Activations));
        QCOMPARE(part(changed(lora, "lora_modules", "all"), Part::Activations), part(whole, Part::Activations));
    }

    void model_flop_leave_weight_gradients_out()
    {
        const Scenario whole = llama({});
        const Parts all = at(whole);
        const Parts lora = at(changed(whole, "fine_tune", "lora"));
        QCOMPARE(lora.six_n_per_token, all.six_n_per_token * 2 / 3);
        const double attention = all.model_flop_per_token - all.six_n_per_token;
        QVERIFY(std::abs(lora.model_flop_per_token - lora.six_n_per_token - attention) < 1e-9 * attention);
        const Parts again = at(changed(whole, Changes{{"fine_tune", "lora"}, {"recompute", "full"}}));
        const Parts all_again = at(changed(whole, "recompute", "full"));
        const double repeated = all_again.executed_flop_per_token - all_again.model_flop_per_token;
        QVERIFY(std::abs(again.executed_flop_per_token - again.model_flop_per_token - repeated) < 1e-9 * repeated);
    }

    void checkpoints_hold_adapters()
    {
        const auto bytes
            = [](const Scenario& question) { return training_run(*prepare(question), at(question)).checkpoint_bytes; };
        const Scenario whole = llama({});
        QVERIFY(std::abs(bytes(changed(whole, "fine_tune", "lora")) / (14 * attention_adapters(16)) - 1) < 1e-9);
    }
};

PLATEAU_TEST(FrozenWeightsTest)

} // namespace tst_frozen_weights

#include "tst_frozen_weights.moc"
