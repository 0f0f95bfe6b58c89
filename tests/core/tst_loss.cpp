// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/model/estimate.h"
#include "core/model/prepared.h"
#include "sample_parts.h"
#include "sample_scenarios.h"

namespace tst_loss {

using namespace plateau;
using plateau::test::changed;
using plateau::test::parts_of;

namespace {

/// No room for a layer's backward pass hides the logits: one layer, many words.
Scenario many_words(const char* loss)
{
    const test::Changes shape{
        {"layers", "2"}, {"vocab", "256000"}, {"micro_batch", "8"}, {"sequences_per_gpu", "8"}, {"dp_mode", "ddp"}};
    return changed(changed(test::weak_scaling("8"), shape), "loss", loss);
}

} // namespace

class LossTest : public QObject {
    Q_OBJECT

private slots:
    /// The working set of a layer comes after the logits: what is beyond it counts.
    void pieces_hold_their_share_of_the_logits()
    {
        const Parts whole = parts_of(many_words("whole")), chunks = parts_of(many_words("chunks")),
                    fused = parts_of(many_words("fused"));
        const double all = 6. * 8 * 4096 * 256000; // bytes of a logit, tokens, vocabulary
        QVERIFY(whole[Part::Logits] > 0.8 * all && whole[Part::Logits] < all);
        QVERIFY(std::abs(whole[Part::Logits] - chunks[Part::Logits] - 7. / 8 * all) < 1);
        QVERIFY(fused[Part::Logits] < chunks[Part::Logits]);
        QCOMPARE(prepare(many_words("fused"))->loss_pieces, std::ceil(256000. / 4096));
    }

    /// Gradients of the head are summed once for each piece but the first; a fused loss moves less.
    void pieces_cost_time()
    {
        const Parts whole = parts_of(many_words("whole")), chunks = parts_of(many_words("chunks"));
        const auto prepared = prepare(many_words("chunks"));
        const double sums = 7 * prepared->stack.accumulation_bytes * 256000. * 4096
            / (prepared->device.memory_fraction * prepared->device.memory_bytes_per_s);
        const double more = chunks[Part::Head] - whole[Part::Head];
        QVERIFY(more > sums && more < sums + 0.05 * whole[Part::Head]); // and products of fewer rows
        QVERIFY(prepare(many_words("fused"))->stack.loss_bytes_per_logit
                < prepare(many_words("whole"))->stack.loss_bytes_per_logit);
    }

    void software_and_long_sequences_decide()
    {
        const Scenario usual = test::weak_scaling("8");
        QCOMPARE(usual.assumptions.loss, catalog::Loss::Whole);
        QCOMPARE(changed(usual, "stack", "torchtitan_2026").assumptions.loss, catalog::Loss::Chunked);
        const test::Changes longer{{"model", "llama3_8b"}, {"sequence", "1048576"}, {"cp", "8"}};
        QCOMPARE(changed(usual, longer).assumptions.loss, catalog::Loss::Chunked);
        QCOMPARE(changed(changed(usual, longer), "loss", "whole").assumptions.loss, catalog::Loss::Whole);
    }
};

PLATEAU_TEST(LossTest)

} // namespace tst_loss

#include "tst_loss.moc"
