// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/catalog/model_shape.h"
#include "core/physics/kernels/kernels.h"
#include "sample_steps.h"

namespace tst_parallelism {

using namespace plateau;
using plateau::test::long_context;
using plateau::test::mixture;
using plateau::test::parts_of;
using plateau::test::scenario;
using plateau::test::step_of;
using plateau::test::StepSample;

/// Expert, data, tensor and pipeline parallelism as whole plans: what a rank computes, sends and holds, by hand from
/// the shape.
class ParallelismTest : public QObject {
    Q_OBJECT

private slots:
    void expert_ranks_must_divide_data()
    {
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<QString>("tp");
        QTest::addColumn<QString>("etp");
        QTest::addColumn<QString>("ep");
        QTest::addColumn<int>("obstacle");
        QTest::newRow("8 of 24 data ranks") << "24"
                                            << "1"
                                            << "follows"
                                            << "8" << int(Obstacle::None);
        QTest::newRow("16 of 24 data ranks") << "24"
                                             << "1"
                                             << "follows"
                                             << "16" << int(Obstacle::ExpertRanksUneven);
        QTest::newRow("16 of 12 data ranks") << "24"
                                             << "2"
                                             << "follows"
                                             << "16" << int(Obstacle::ExpertRanksUneven);
        QTest::newRow("8 of 24 ranks, experts whole") << "24"
                                                      << "2"
                                                      << "1"
                                                      << "8" << int(Obstacle::None);
        QTest::newRow("3 does not divide 256 experts") << "24"
                                                       << "1"
                                                       << "follows"
                                                       << "3" << int(Obstacle::ExpertsNotDivisible);
        QTest::newRow("4 ranks per expert, 2 per matrix") << "24"
                                                          << "2"
                                                          << "4"
                                                          << "2" << int(Obstacle::ExpertTensorMismatch);
    }

    void expert_ranks_must_divide()
    {
        QFETCH(QString, gpus);
        QFETCH(QString, tp);
        QFETCH(QString, etp);
        QFETCH(QString, ep);
        QFETCH(int, obstacle);
        const Scenario question = mixture({{"gpus", gpus.toStdString()},
                                           {"tp", tp.toStdString()},
                                           {"etp", etp.toStdString()},
                                           {"ep", ep.toStdString()}});
        const Estimate answer = estimate(question);
        QCOMPARE(int(answer.parts.obstacle), obstacle);
        QVERIFY(!answer.reason.empty() || obstacle == int(Obstacle::None));
    }

    /// DeepSeek-V3 on 512 GPUs, ep 64: 58 x 3 x 7168 x 2048 x 256 expert parameters, 1 / 64 of them on a rank, their
    /// optimizer states shared by 512 / 64 = 8 ranks, all others by 512.
    void expert_states_are_shared_by_expert_data_ranks()
    {
        const Scenario question = mixture({{"ep", "64"}});
        const StepSample step = step_of(question);
        QCOMPARE(step.degrees.shard, 512);
        QCOMPARE(step.degrees.expert_shard, 8);
        const double experts = 58. * 3 * 7168 * 2048 * 256;
        const double others = catalog::total_parameters(question.workload.shape) - experts - 7168;
        const double bytes = question.assumptions.stack.constants.optimizer_state_bytes;
        const Parts parts = parts_of(question);
        QVERIFY(std::abs(parts[Part::OptimizerStates] / (bytes * (experts / 64 / 8 + others / 512)) - 1) < 1e-9);
        QVERIFY(std::abs(parts[Part::Weights] / (2 * (experts / 64 + others)) - 1) < 1e-9);
    }

    /// With expert tensor degree 1, expert-parallel ranks take in the tensor ranks: 2 x 256 ranks hold 512 / 64 copies
    /// as before, an expert is whole, and each tensor rank sends its own part of the tokens.
    void expert_tensor_one_leaves_experts_whole()
    {
        const StepSample divided = step_of(mixture({{"tp", "2"}, {"sequence_parallel", "on"}, {"ep", "64"}}));
        const StepSample whole
            = step_of(mixture({{"tp", "2"}, {"sequence_parallel", "on"}, {"ep", "64"}, {"etp", "1"}}));
        QCOMPARE(divided.degrees.expert_shard, 4);
        QCOMPARE(whole.degrees.expert_shard, 8);
        QCOMPARE(whole.parameters.expert, 2 * divided.parameters.expert);
        QVERIFY(whole.layer.of<ExpertTraffic>().forward.busy
                < divided.layer.of<ExpertTraffic>().forward.busy); // no gather within the expert
        QVERIFY(whole.layer.of<MatrixMultiply>().forward.busy
                < divided.layer.of<MatrixMultiply>().forward.busy); // wider products
    }

    /// Mixtral 8x7B computes as its 12.9 billion active parameters say: its matrix products take as long as those of a
    /// dense model with twice the feed-forward width, but for reading all experts' weights.
    void active_parameters_decide_the_work()
    {
        const test::Changes base{
            {"hardware", "h100_sxm"}, {"model", "mixtral_8x7b"}, {"gpus", "64"}, {"micro_batch", "2"}};
        const Scenario experts = scenario(base);
        Scenario dense = experts;
        dense.workload.shape.experts = 0;
        dense.workload.shape.ffn = 2 * 14336;
        const StepSample with = step_of(experts);
        const StepSample without = step_of(dense);
        QVERIFY2(with.layer.of<MatrixMultiply>().forward.busy > without.layer.of<MatrixMultiply>().forward.busy
                     && with.layer.of<MatrixMultiply>().forward.busy
                         < 1.15 * without.layer.of<MatrixMultiply>().forward.busy,
                 qPrintable(QString::number(with.layer.of<MatrixMultiply>().forward.busy
                                            / without.layer.of<MatrixMultiply>().forward.busy)));
        QCOMPARE(catalog::model_flop_per_token(experts.workload.shape, 4096, catalog::FlopConvention::SixN),
                 catalog::model_flop_per_token(dense.workload.shape, 4096, catalog::FlopConvention::SixN)
                     + 6. * 32 * 4096 * 8); // the router
    }

    /// Capacity factor 1.25 computes and sends a quarter more; an imbalance of 1.25 makes the slowest rank do so.
    void capacity_and_imbalance_scale_the_experts()
    {
        const StepSample even = step_of(mixture({{"ep", "64"}}));
        const StepSample capacity = step_of(mixture({{"ep", "64"}, {"capacity_factor", "1.25"}}));
        const StepSample uneven = step_of(mixture({{"ep", "64"}, {"expert_imbalance", "1.25"}}));
        QCOMPARE(capacity.layer.of<MatrixMultiply>().forward.busy, uneven.layer.of<MatrixMultiply>().forward.busy);
        QCOMPARE(capacity.layer.of<ExpertTraffic>().forward.busy, uneven.layer.of<ExpertTraffic>().forward.busy);
        QVERIFY(capacity.layer.of<ExpertTraffic>().forward.busy > 1.2 * even.layer.of<ExpertTraffic>().forward.busy
                && capacity.layer.of<ExpertTraffic>().forward.busy
                    <= 1.25 * even.layer.of<ExpertTraffic>().forward.busy);
        QVERIFY(capacity.layer.of<MatrixMultiply>().forward.busy > even.layer.of<MatrixMultiply>().forward.busy
                && capacity.layer.of<MatrixMultiply>().forward.busy
                    < 1.25 * even.layer.of<MatrixMultiply>().forward.busy);
        const StepSample both
            = step_of(mixture({{"ep", "64"}, {"capacity_factor", "1"}, {"expert_imbalance", "1.25"}}));
        QCOMPARE(both.layer.of<ExpertTraffic>().forward.busy,
                 even.layer.of<ExpertTraffic>().forward.busy); // slots beyond the capacity do not exist
    }

    /// Mean of the largest of n standard normal draws: 0.564, 1.424 and 2.343 for 2, 8 and 64 (Tippett 1925); a rank of
    /// 128 experts averages over 64, 16 and 2 of them.
    void unlike_experts_burden_the_busiest_rank()
    {
        const std::pair<int, double> draws[] = {{2, 0.564}, {8, 1.424}, {64, 2.343}};
        for (const auto& [ranks, largest] : draws) {
            const std::string ep = std::to_string(ranks);
            const double experts = mixture({}).workload.shape.experts;
            const StepSample unlike = step_of(mixture({{"ep", ep}, {"expert_spread", "0.4"}}));
            const double load = 1 + 0.4 * largest * std::sqrt(ranks / experts);
            const StepSample uneven = step_of(mixture({{"ep", ep}, {"expert_imbalance", std::to_string(load)}}));
            const double ratio
                = unlike.layer.of<ExpertTraffic>().forward.busy / uneven.layer.of<ExpertTraffic>().forward.busy;
            QVERIFY2(std::abs(ratio - 1) < 0.02, qPrintable(QString::number(ratio)));
        }
        const StepSample alone = step_of(mixture({{"ep", "1"}, {"expert_spread", "0.4"}}));
        QCOMPARE(alone.layer.of<MatrixMultiply>().forward.busy,
                 step_of(mixture({{"ep", "1"}})).layer.of<MatrixMultiply>().forward.busy);
    }

    /// Half of what leaves a rank of two domains' experts crosses the network: dispatch of 8 copies of 4,096 tokens of
    /// 7,168 elements, 15/16 of it to others, half of that beyond the domain: at least 8 x 4096 x 7168 x 2 / 2 bytes at
    /// 50 GB/s.
    void all_to_all_across_domains_is_dearer()
    {
        const StepSample inside = step_of(mixture({{"ep", "8"}}));
        const StepSample outside = step_of(mixture({{"ep", "16"}}));
        const double across = 8. * 4096 * 7168 * 2 / 2 / 50e9;
        QVERIFY(outside.layer.of<ExpertTraffic>().forward.busy > 2 * across * 58 / 61);
        QVERIFY(outside.layer.of<ExpertTraffic>().forward.busy > 2 * inside.layer.of<ExpertTraffic>().forward.busy);
        QCOMPARE(step_of(mixture({})).layer.of<ExpertTraffic>().forward.busy, 0.);
    }

    /// The forward pass repeated sends keys and values round once more, of three times then four, and tokens to their
    /// experts and back: of two times then three; tensor ranks exchange twice more, or once where it ends early.
    void full_recomputation_repeats_the_exchanges()
    {
        const auto busy
            = [](const Scenario& question, Part part) { return parts_of(question).busy[std::size_t(part)]; };
        QVERIFY(std::abs(busy(long_context({{"recompute", "full"}}), Part::ContextTraffic)
                             / busy(long_context({{"recompute", "none"}}), Part::ContextTraffic)
                         - 4. / 3)
                < 1e-12);
        QVERIFY(std::abs(busy(mixture({{"ep", "64"}, {"recompute", "full"}}), Part::ExpertTraffic)
                             / busy(mixture({{"ep", "64"}, {"recompute", "none"}}), Part::ExpertTraffic)
                         - 1.5)
                < 1e-12);
        const auto tensor = [&](const char* recompute, const char* early) {
            const Scenario sharded = test::changed(test::weak_scaling("64"), {{"tp", "4"}, {"stops_early", early}});
            return busy(test::changed(sharded, "recompute", recompute), Part::TensorTraffic);
        };
        QVERIFY(std::abs(tensor("full", "0") / tensor("none", "0") - 1.5) < 1e-12);
        QVERIFY(std::abs(tensor("full", "1") / tensor("none", "1") - 1.25)
                < 1e-12); // the last of two exchanges is left out
    }

    /// Under FSDP on 512 ranks with ep 64, a layer's weights come from host memory in shares of 1/8 of the experts' and
    /// 1/512 of all others, 2 bytes each.
    void offloaded_experts_travel_as_they_are_shared()
    {
        const Scenario question
            = mixture({{"ep", "64"}, {"dp_mode", "fsdp"}, {"offload_parameters", "1"}, {"recompute", "none"}});
        const StepSample step = step_of(question);
        const double experts = 58. / 61 * 3 * 7168 * 2048 * 256 / 64;
        const double bytes = 2 * (experts / 8 + (step.parameters.layer - experts) / 512);
        QVERIFY(std::abs(step.host.forward.busy / (bytes / 55e9) - 1) < 1e-9);
    }

    /// 2412.19437, table 1: 180,000 H800 hours per trillion tokens, 1,543 tokens per second and GPU; 2,048 of them with
    /// pp 16, ep 64, ZeRO-1, DualPipe and fp8 scaled by blocks; moments in 16 bit, norms computed again, what experts
    /// keep in fp8. It fitted into 80 GB. Not a row anything was fitted on.
    void deepseek_v3_as_published()
    {
        const Parts parts = parts_of(mixture({{"hardware", "h800"},
                                              {"gpus", "2048"},
                                              {"pp", "16"},
                                              {"ep", "64"},
                                              {"global_batch", "15360"},
                                              {"schedule", "dualpipe"},
                                              {"precision", "fp8"},
                                              {"fp8_scaling", "block"},
                                              {"recompute", "selective"},
                                              {"optimizer_state_bytes", "8"},
                                              {"activation_hidden_bytes", "4"},
                                              {"activation_gated_bytes", "2"},
                                              {"activation_expert_bytes", "1"},
                                              {"fixed_memory_bytes", "3 GB"}}));
        const double ratio = parts.tokens_per_s_per_gpu() / 1543;
        QVERIFY2(ratio > 0.85 && ratio < 1.15, qPrintable(QString::number(ratio)));
        QVERIFY2(parts.memory_bytes < 1.1 * 80e9, qPrintable(QString::number(parts.memory_bytes)));
    }

    /// By hand, DeepSeek-V3: not kept are queries and keys of 128 heads x 192 and values of 128 x 128, 2 bytes each,
    /// and the product of gate and up, so that an expert's 2,048 elements keep 4 bytes. Expanding 1,536 to 128 x 192
    /// and 512 to 128 x 256 comes again, and 6 bytes of traffic per element of the experts.
    void selective_recomputation_expands_again()
    {
        const Scenario kept = mixture({{"recompute", "none"}});
        const Scenario again = mixture({{"recompute", "selective"}});
        const auto prepared = prepare(kept);
        const double copies = 58. / 61 * 8 * prepared->expert_load;
        const double turned = prepared->stack.activation_rotary_bytes * 128 * 128; // expanded keys lie with the values
        const double saved
            = 128 * (192 + 192 + 128) * 2 + turned + copies * 2048 * (prepared->stack.activation_gated_bytes - 4);
        const double difference = step_of(kept).kept_bytes - step_of(again).kept_bytes;
        QVERIFY(std::abs(difference / (4096 * saved) - 1) < 1e-9);

        const LayerCost layer = step_of(again).layer;
        const auto gemm = [&](double n, double k) { return kernels::gemm_seconds(prepared->device, 4096, n, k); };
        const double activation
            = kernels::memory_seconds(prepared->device, prepared->stack.memory_passes * 6 * 4096 * copies * 2048);
        const double expected = gemm(24576, 1536) + gemm(32768, 512) + activation; // a fused kernel keeps no scores
        QVERIFY(std::abs(layer.of<Recomputation>().backward.busy / expected - 1) < 1e-9);

        const auto dense = [](const char* recompute) {
            return step_of(scenario({{"hardware", "h100_sxm"},
                                     {"model", "llama3_8b"},
                                     {"stack", "megatron_core_2024"},
                                     {"recompute", recompute}}))
                .layer;
        };
        QCOMPARE(dense("selective").of<Recomputation>().backward.busy, dense("none").of<Attention>().forward.busy);
    }

    /// Llama 3 405B on 8 stages, 32 micro-batches: H1 keeps 1F1B's peak, H2 holds 2 p - 1 instead of p micro-batches, V
    /// has as little bubble in 1F1B's memory, DualPipe holds every parameter twice.
    void schedules_trade_memory_for_the_bubble()
    {
        const auto deep = [](const char* schedule) {
            return scenario({{"hardware", "h100_sxm"},
                             {"model", "llama3_405b"},
                             {"stack", "megatron_core_2024"},
                             {"gpus", "1024"},
                             {"tp", "8"},
                             {"pp", "8"},
                             {"batch_mode", "total"},
                             {"global_batch", "512"},
                             {"dp_mode", "zero1"},
                             {"schedule", schedule}});
        };
        const auto with = [&](const char* schedule) { return parts_of(deep(schedule)); };
        const Parts plain = with("1f1b");
        const Parts h1 = with("zb_h1");
        const Parts h2 = with("zb_h2");
        const Parts v = with("zb_v");
        const Parts dual = with("dualpipe");
        QVERIFY(h1.step_seconds < plain.step_seconds && h2.step_seconds < h1.step_seconds);
        // F + B + W, F + B - W and F + B - 2 W of the fullest stage for each hand-over (2401.10241, table 1).
        const schedule::StageCost stage = step_of(deep("1f1b")).stage;
        const double hand_overs = plain[Part::Bubble] / (stage.forward + stage.backward);
        const auto filled = [&](double weights) { return hand_overs * (stage.total() - weights * stage.weight); };
        QVERIFY2(std::abs(h1[Part::Bubble] / filled(2) - 1) < 0.02,
                 qPrintable(QString::number(h1[Part::Bubble] / filled(2))));
        QVERIFY2(std::abs(h2[Part::Bubble] / filled(3) - 1) < 0.02,
                 qPrintable(QString::number(h2[Part::Bubble] / filled(3))));
        QVERIFY(v[Part::Bubble] < h2[Part::Bubble]);
        QCOMPARE(v[Part::PipelineTransfer], 2 * plain[Part::PipelineTransfer]);
        // 15 layers on the first stage, 16 in the middle: 1F1B's fullest is the first with 8, H1's holds 8 in the
        // middle.
        QVERIFY(std::abs(h1[Part::Activations] / plain[Part::Activations] - 16. / 15) < 1e-12);
        QVERIFY(std::abs(h2[Part::Activations] / h1[Part::Activations] - 15. / 8) < 1e-12);
        QVERIFY(dual[Part::Weights] > 1.8 * plain[Part::Weights] && dual[Part::Weights] < 2.2 * plain[Part::Weights]);
    }

    /// DeepSeek-V3's tokens to 64 ranks on eight domains: seven of eight copies leave the domain, or 7 (1 - (7/8)^8)
    /// = 4.6 forwarded pieces. The software's own choice, unless told; copies that travel apart are put in order twice.
    void a_dispatcher_sends_tokens_once()
    {
        const StepSample apart = step_of(mixture({{"ep", "64"}}));
        const StepSample once = step_of(mixture({{"ep", "64"}, {"dispatcher", "deepep"}}));
        const double ratio = once.layer.of<ExpertTraffic>().forward.busy / apart.layer.of<ExpertTraffic>().forward.busy;
        QVERIFY2(ratio > 0.6 && ratio < 0.7, qPrintable(QString::number(ratio)));
        QVERIFY(once.layer.of<OtherKernels>().forward.busy < apart.layer.of<OtherKernels>().forward.busy);
        QCOMPARE(once.layer.of<MatrixMultiply>().forward.busy, apart.layer.of<MatrixMultiply>().forward.busy);
        QVERIFY(step_of(mixture({{"ep", "16"}, {"dispatcher", "hybridep"}})).layer.of<ExpertTraffic>().forward.busy
                < 0.35 * step_of(mixture({{"ep", "16"}})).layer.of<ExpertTraffic>().forward.busy);
    }

    /// DeepSeek-V3 trained with pp 16, ep 64 on 2,048 GPUs: DualPipe runs dispatch and combine beside computation.
    void dual_pipe_hides_expert_traffic()
    {
        const auto with = [](const char* schedule) {
            return parts_of(mixture({{"hardware", "h800"},
                                     {"gpus", "2048"},
                                     {"pp", "16"},
                                     {"ep", "64"},
                                     {"global_batch", "15360"},
                                     {"schedule", schedule}}));
        };
        const Parts plain = with("1f1b");
        const Parts dual = with("dualpipe");
        QVERIFY(plain[Part::ExpertTraffic] > 0.2 * plain.step_seconds);
        QVERIFY(dual[Part::ExpertTraffic] < 0.3 * plain[Part::ExpertTraffic]);
        QVERIFY(dual.step_seconds < plain.step_seconds);
        // The share that a stack says it hides, without DualPipe: of what computing covers.
        Scenario half = mixture({{"ep", "8"}});
        const double exposed = parts_of(half)[Part::ExpertTraffic];
        half.assumptions.stack.constants.expert_overlap = 0.5;
        QCOMPARE(parts_of(half)[Part::ExpertTraffic], exposed / 2);
        Scenario slow = mixture({{"ep", "64"}, {"scale_out_bandwidth", "5GB/s"}});
        const Parts waits = parts_of(slow);
        slow.assumptions.stack.constants.expert_overlap = 1;
        QVERIFY(parts_of(slow)[Part::ExpertTraffic] > 0.5 * waits[Part::ExpertTraffic]);
    }

    /// torchtitan's published gain for Llama 3 70B on 256 H100 with tensor degree 8: 1.09. One of 8 pieces has nothing
    /// beside it; the others cost what the overlap penalty says.
    void asynchronous_tensor_parallelism()
    {
        Scenario question = scenario({{"hardware", "h100_sxm"},
                                      {"model", "llama3_70b"},
                                      {"stack", "torchtitan"},
                                      {"gpus", "256"},
                                      {"tp", "8"},
                                      {"sequence_parallel", "on"},
                                      {"sequence", "8192"},
                                      {"recompute", "full"},
                                      {"batch_mode", "total"},
                                      {"global_batch", "512"},
                                      {"micro_batch", "16"}});
        const Parts waits = parts_of(question);
        question.assumptions.stack.constants.async_tensor = 1;
        const Parts overlaps = parts_of(question);
        const double rho = catalog::values_of(question.assumptions.physics).piece_overlap_penalty;
        const double exposed = 1. / 8 + 7. / 8 * rho;
        QVERIFY(std::abs(overlaps[Part::TensorTraffic] / waits[Part::TensorTraffic] - exposed) < 1e-9);
        const double gain = waits.step_seconds / overlaps.step_seconds;
        QVERIFY2(gain > 1.06 && gain < 1.12, qPrintable(QString::number(gain)));
    }

    /// Each unit gathered ahead is 2 bytes a parameter of one layer; units of four layers gather four times as much at
    /// once.
    void prefetch_depth_holds_more_units()
    {
        Scenario question = test::weak_scaling("64");
        const double layer = catalog::layer_parameters(question.workload.shape);
        const double one = parts_of(question)[Part::WorkingSet];
        question.assumptions.stack.constants.prefetch = 3;
        QCOMPARE(parts_of(question)[Part::WorkingSet], one + 2 * 2 * layer);
        question.assumptions.stack.constants.prefetch = 1;
        question.assumptions.stack.constants.layers_per_unit = 4;
        const double reduction = question.assumptions.stack.constants.reduction_bytes;
        QCOMPARE(parts_of(question)[Part::WorkingSet], one + 3 * (4 + reduction) * layer);
        QVERIFY(parts_of(question)[Part::AllGather] < parts_of(test::weak_scaling("64"))[Part::AllGather]);
    }

    /// 2 billion gradients of 2 bytes on a rank, in buckets of 1.1 GB: the last bucket has no backward pass to hide
    /// under.
    void last_bucket_is_exposed()
    {
        Scenario question = scenario({{"hardware", "h100_sxm"},
                                      {"model", "llama3_8b"},
                                      {"stack", "megatron_core_2024"},
                                      {"gpus", "64"},
                                      {"dp_mode", "ddp"},
                                      {"tp", "4"},
                                      {"micro_batch", "1"},
                                      {"batch_mode", "total"},
                                      {"global_batch", "64"},
                                      {"sequence", "8192"}});
        question.assumptions.stack.constants.data_overlap = 1;
        question.assumptions.stack.constants.reduction_bytes = 2;
        question.assumptions.stack.constants.bucket_bytes = 1.1e9;
        const double gradients = 2 * catalog::total_parameters(question.workload.shape) / 4;
        const Parts parts = parts_of(question);
        const double busy = parts.busy[int(Part::AllReduce)];
        QVERIFY(busy > 0);
        QVERIFY2(std::abs(parts[Part::AllReduce] / busy - 1.1e9 / gradients) < 1e-4,
                 qPrintable(QString::number(parts[Part::AllReduce] / busy)));
    }

    /// A tenth of slow-down costs a tenth of the traffic that hides, and nothing where none does.
    void hidden_traffic_slows_computation()
    {
        Scenario question = test::weak_scaling("64");
        QCOMPARE(parts_of(question)[Part::Slowdown], 0.);
        question.assumptions.stack.constants.compute_slowdown = 0.1;
        const Parts parts = parts_of(question);
        const double hidden = parts.communication_busy_seconds() - parts.communication_seconds();
        QVERIFY(hidden > 0 && std::abs(parts[Part::Slowdown] / (0.1 * hidden) - 1) < 1e-9);
        question = test::weak_scaling("1");
        question.assumptions.stack.constants.compute_slowdown = 0.1;
        QCOMPARE(parts_of(question)[Part::Slowdown], 0.);
    }
};

PLATEAU_TEST(ParallelismTest)

} // namespace tst_parallelism

#include "tst_parallelism.moc"
