// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/model/estimate.h"
#include "core/views/curve_words.h"
#include "core/views/equal_view.h"
#include "core/views/words.h"
#include "sample_parts.h"
#include "sample_scenarios.h"

namespace tst_sentences {

using namespace plateau;
using test::answer;

namespace {

/// Without non-breaking spaces.
QString plain(const Message& message)
{
    return QString::fromStdString(english(message)).replace(QChar(0xa0), QLatin1Char(' '));
}

} // namespace

/// The numbers that sentences give, by hand.
class Sentences : public QObject {
    Q_OBJECT

private slots:
    void scaling_from_few_to_many()
    {
        const std::vector<answers::CurvePoint> curve{{128, answer(128, 1e6)}, {2048, answer(2048, 1e7)}};
        const QString said = plain(narrate::scaling_sentence(curve, 2048));
        QVERIFY2(said.contains("From 128 to 2,048 GPUs throughput rises 10 × for 16 × the GPUs"), qPrintable(said));
        QVERIFY2(said.endsWith("each GPU does 38 % less."), qPrintable(said));
        const std::vector<answers::CurvePoint> lost{{128, answer(128, 1e6)}, {128000, answer(128000, 4e6)}};
        QVERIFY(plain(narrate::scaling_sentence(lost, 128000)).endsWith("each GPU does 1/250 of what it did."));
        const std::vector<answers::CurvePoint> better{{128, answer(128, 1e6)}, {256, answer(256, 2.2e6)}};
        QVERIFY(plain(narrate::scaling_sentence(better, 256)).endsWith("each GPU does 10 % more."));
    }

    /// Where the count asked for does not hold the plan, the sentence says so before it speaks of another one.
    void a_count_that_does_not_fit_is_named()
    {
        std::vector<answers::CurvePoint> curve{{256, answer(256, 1e6)}, {8192, answer(8192, 2.13e6)}};
        curve.front().parts.verdict = Verdict::DoesNotFit;
        const QString said = plain(narrate::scaling_sentence(curve, 256));
        QVERIFY2(said.startsWith("256 GPUs do not hold the plan; "), qPrintable(said));
        QVERIFY2(said.contains("is 8,192, with 2.13 million tokens a second"), qPrintable(said));
    }

    void gain_of_the_best_plan()
    {
        const Parts given = answer(64, 1e6);
        const Parts best = answer(64, 1.25e6, 2);
        QString said = plain(narrate::best_plan_sentence(best, &given, search::Objective::Throughput));
        QVERIFY2(said.contains("TP 2") && said.contains("25 % more tokens/s"), qPrintable(said));
        said = plain(narrate::best_plan_sentence(best, &given, search::Objective::Energy));
        QVERIFY2(said.contains("20 % less per token"), qPrintable(said));
        said = plain(narrate::best_plan_sentence(given, &given, search::Objective::Throughput));
        QVERIFY2(said.contains("as fast as the given plan"), qPrintable(said));
        said = plain(narrate::best_plan_sentence(answer(64, 11e6, 2), &given, search::Objective::Throughput));
        QVERIFY2(said.contains("11 × the tokens/s of the given plan"), qPrintable(said));
        said = plain(narrate::best_plan_sentence(answer(1, 2e4), nullptr, search::Objective::Throughput));
        QVERIFY2(said.startsWith("At 1 GPU "), qPrintable(said));
    }

    void the_current_plan_against_the_best()
    {
        const Parts current = answer(64, 1e6);
        const Parts best = answer(64, 1.25e6, 2);
        QString said = plain(narrate::best_plan_sentence(best, current, search::Objective::Throughput));
        QVERIFY2(said.contains("25 % more than the current plan"), qPrintable(said));
        QVERIFY2(said.contains("19,531 tokens/s per GPU"), qPrintable(said));
        said = plain(narrate::best_plan_sentence(best, current, search::Objective::Energy));
        QVERIFY2(said.contains("0.0512 J per token, 20 % less"), qPrintable(said));
        Parts tight = current;
        tight.verdict = Verdict::Tight;
        tight.memory_bytes = 78e9;
        QCOMPARE(plain(narrate::tight_warning(tight)),
                 QStringLiteral("78 GB of 80 GB is tight: an allocator that frees and asks again slows the step, or "
                                "it does not fit."));
    }

    /// 1 trillion tokens and 383,000 USD, not 1 T tokens and 383 k USD.
    void prose_says_large_numbers_in_words()
    {
        const Scenario scenario = test::weak_scaling("2048");
        const Parts parts = estimate(scenario).parts;
        QString said = plain(narrate::to_loss_sentence(parts, scenario));
        QVERIFY2(said.contains("the batch of 16.8 million tokens")
                     && said.contains("the same loss as 1 trillion tokens"),
                 qPrintable(said));
        for (const narrate::Remark& remark : narrate::remarks(scenario, parts))
            if (said = plain(remark.text); said.startsWith("The batch of "))
                break;
        QVERIFY2(said.contains("the loss of 1 trillion tokens takes"), qPrintable(said));
        answers::EqualAnswer answer;
        answer.amount = 383e3;
        QCOMPARE(plain(narrate::equal_note(answer, 1e12)),
                 QStringLiteral("1 trillion tokens, each with its best plan, on as many whole hosts as 383,000 USD an "
                                "hour allow"));
    }

    void knees_tell_a_doubling_from_a_longer_step()
    {
        const answers::Knee next{1024, 2048, 1.42};
        QVERIFY(plain(narrate::knee_words(next).text).contains("the next doubling returns 1.42 ×"));
        const answers::Knee hardly{1024, 2048, 1.4998, 1.5}; // never "at least 1.5 ×; the next one returns 1.5 ×"
        QVERIFY(plain(narrate::knee_sentence(hardly, 1.5)).endsWith("the next one returns 1.4998 ×."));
        const answers::Knee far{1024, 4096, 1.42};
        QVERIFY(plain(narrate::knee_words(far).text).contains("a doubling from here returns 1.42 ×"));
    }
};

PLATEAU_TEST(Sentences)

} // namespace tst_sentences

#include "tst_sentences.moc"
