// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/physics/memory/memory.h"

namespace tst_memory {

using namespace plateau::memory;

namespace {

/// Llama 3 8B, one token: 32 heads and 8 of keys and values of 128, inner width 14336.
LayerActivations llama()
{
    return {.tokens = 1,
            .hidden = 4096,
            .query_width = 4096,
            .kv_width = 1024,
            .rotated = 4096 + 1024,
            .ffn = 14336,
            .hidden_bytes = 8,
            .query_bytes = 4,
            .kv_bytes = 4,
            .ffn_bytes = 6,
            .element_bytes = 2};
}

} // namespace

class MemoryTest : public QObject {
    Q_OBJECT

private slots:
    void states_per_parameter_data()
    {
        QTest::addColumn<double>("gradientBytes");
        QTest::addColumn<double>("weightShards");
        QTest::addColumn<double>("gradientShards");
        QTest::addColumn<double>("optimizerShards");
        QTest::addColumn<double>("bytes");
        // Rajbhandari et al. 1910.02054 over 64 ranks, and Megatron-LM's distributed optimizer: 6 + 12/d.
        QTest::newRow("no sharding, 16-bit gradients: 16") << 2. << 1. << 1. << 1. << 16.;
        QTest::newRow("no sharding, fp32 gradients: 18") << 4. << 1. << 1. << 1. << 18.;
        QTest::newRow("ZeRO 1: 4 + 12/64") << 2. << 1. << 1. << 64. << 4 + 12. / 64;
        QTest::newRow("ZeRO 2: 2 + 14/64") << 2. << 1. << 64. << 64. << 2 + 14. / 64;
        QTest::newRow("ZeRO 3: 16/64") << 2. << 64. << 64. << 64. << 16. / 64;
        QTest::newRow("distributed optimizer: 6 + 12/64") << 4. << 1. << 1. << 64. << 6 + 12. / 64;
    }

    void states_per_parameter()
    {
        QFETCH(double, gradientBytes);
        QFETCH(double, weightShards);
        QFETCH(double, gradientShards);
        QFETCH(double, optimizerShards);
        QFETCH(double, bytes);
        const States states = state_bytes(1e9, 1e9,
                                          {.weights = 2,
                                           .gradients = gradientBytes,
                                           .optimizer = 12,
                                           .weight_shards = weightShards,
                                           .gradient_shards = gradientShards,
                                           .optimizer_shards = optimizerShards});
        QCOMPARE(states.total(), bytes * 1e9);
    }

    void activations_of_a_layer_data()
    {
        QTest::addColumn<double>("tensor");
        QTest::addColumn<double>("sequenceShards");
        QTest::addColumn<double>("keys");
        QTest::addColumn<double>("bytesPerElement"); // over s b h
        // Korthikanti et al. 2205.05198 Table 2 with s = 2048, h = 12288, a = 96: 5 a s / h = 80.
        QTest::newRow("no parallelism: 34 + 5as/h") << 1. << 1. << 2048. << 34. + 80;
        QTest::newRow("tensor 8: 10 + 24/8 + 5as/8h") << 8. << 1. << 2048. << 10. + 3 + 10;
        QTest::newRow("tensor and sequence 8: 34/8 + 5as/8h") << 8. << 8. << 2048. << 34. / 8 + 10;
        QTest::newRow("tensor and sequence 8, scores not kept: 34/8") << 8. << 8. << 0. << 34. / 8;
    }

    void activations_of_a_layer()
    {
        QFETCH(double, tensor);
        QFETCH(double, sequenceShards);
        QFETCH(double, keys);
        QFETCH(double, bytesPerElement);
        // Table 2 counts 8 bytes per element for the four attention projections' inputs and outputs and 16 for the
        // feed-forward block of width 4h.
        const LayerActivations layer{.tokens = 2048,
                                     .hidden = 12288,
                                     .query_width = 12288,
                                     .kv_width = 12288,
                                     .ffn = 4 * 12288,
                                     .heads = 96,
                                     .keys = keys,
                                     .tensor = tensor,
                                     .sequence_shards = sequenceShards,
                                     .hidden_bytes = 10,
                                     .query_bytes = 4,
                                     .kv_bytes = 4,
                                     .ffn_bytes = 4,
                                     .score_bytes = 5,
                                     .element_bytes = 2};
        QCOMPARE(layer_activation_bytes(layer) / (2048. * 12288), bytesPerElement);
        QCOMPARE(layer_checkpoint_bytes(layer), 2 * 2048. * 12288 / sequenceShards);
    }

    void turned_queries_lie_beside_their_projection()
    {
        LayerActivations layer = llama();
        const double plain = layer_activation_bytes(layer);
        // inputs of norms and products; queries, keys, values and attention's output; gate, up and their product
        QCOMPARE(plain, 8 * 4096. + 2 * (4096 + 2 * 1024) + 2 * 4096 + 6 * 14336);
        layer.rotary_bytes = 2;
        QCOMPARE(layer_activation_bytes(layer) - plain, 2. * (4096 + 1024));
        layer.latent = 2 * 512 + 64;
        layer.tensor = 2;
        QCOMPARE(layer_activation_bytes(layer),
                 8 * 4096. + 2 * 1088 + (2. * (4096 + 2 * 1024) + 2 * 4096 + 2 * (4096 + 1024) + 6 * 14336) / 2);
    }

    void outputs_of_products_are_kept()
    {
        LayerActivations layer = llama();
        // the layer's input, queries, values, attention's output, the gate and the last product, 2 bytes each
        QCOMPARE(operator_bytes(layer, 0.5, false), 2 * (4096. + 4096 + 1024 + 4096 + 14336 + 4096));
        // with the others: keys, attention's product, up
        QCOMPARE(operator_bytes(layer, 1.0, false) - operator_bytes(layer, 0.5, false), 2 * (1024. + 4096 + 14336));
        layer.expert_ffn = 2 * 1024;
        layer.expert_ffn_bytes = 6;
        layer.dispatched = 2;
        layer.dispatched_bytes = 2;
        QCOMPARE(operator_bytes(layer, 0.5, false),
                 operator_bytes(llama(), 0.5, false)); // grouped products are made again
        QCOMPARE(operator_bytes(layer, 0.5, true) - operator_bytes(llama(), 0.5, true), 2 * 2 * 4096.);
    }

    void room_for_gradients()
    {
        LayerActivations layer = llama();
        QCOMPARE(backward_room_bytes(layer, 2., 0.), 2 * (2 * 4096. + 3 * 14336));
        QCOMPARE(backward_room_bytes(layer, 2., 2. * 3 * 14336),
                 backward_room_bytes(layer, 2., 0.)); // one after the other
        QCOMPARE(backward_room_bytes(layer, 2., 1e6), 2 * 2 * 4096. + 1e6);
        layer.tensor = layer.sequence_shards = 4;
        QCOMPARE(backward_room_bytes(layer, 2., 0.), (2 * (2 * 4096. + 3 * 14336)) / 4);
    }
};

PLATEAU_TEST(MemoryTest)

} // namespace tst_memory

#include "tst_memory.moc"
