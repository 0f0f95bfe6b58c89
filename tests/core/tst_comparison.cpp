// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <map>
#include <set>

#include "core/model/estimate.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/words.h"
#include "sample_scenarios.h"

namespace tst_comparison {

using namespace plateau;
using narrate::Fact;

namespace {

const Fact* named(const std::vector<Fact>& facts, const std::string& name)
{
    for (const Fact& fact : facts)
        if (english(fact.name) == name)
            return &fact;
    return nullptr;
}

std::string value(const Fact& fact, std::size_t column) { return english(fact.values.at(column)); }

/// Digits of a shown number: without grouping, with an ASCII minus.
double number(const std::string& shown)
{
    QString digits = QString::fromStdString(shown);
    digits.replace(QChar(0x2212), QLatin1Char('-')).remove(QLatin1Char(',')).remove(QLatin1Char('%'));
    bool ok = false;
    const double read = digits.trimmed().toDouble(&ok);
    return ok ? read : std::nan("");
}

} // namespace

/// Two questions side by side, and several in one file.
class ComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void only_what_differs_is_named()
    {
        const Scenario a = test::weak_scaling("128");
        const Scenario b = test::changed(a, {{"gpus", "2048"}, {"tp", "2"}});
        const Parts first = estimate(a).parts, second = estimate(b).parts;
        const auto facts = narrate::differing_parameters({a, first}, {b, second});
        const Fact* gpus = named(facts, "GPU count");
        const Fact* tensor = named(facts, "Tensor");
        QVERIFY(gpus && tensor);
        QCOMPARE(value(*gpus, 0), std::string("128\u00a0GPUs"));
        QCOMPARE(value(*gpus, 1), std::string("2,048\u00a0GPUs"));
        QVERIFY(!named(facts, "Hardware") && !named(facts, "Micro-batch"));
        const auto so = std::find_if(facts.begin(), facts.end(), [](const Fact& fact) { return fact.heading; });
        QVERIFY(so != facts.end());
        const auto data
            = std::find_if(facts.begin(), facts.end(), [](const Fact& f) { return english(f.name) == "Data"; });
        QVERIFY(data > so && data != facts.end()); // follows from the GPUs
        QCOMPARE(value(*data, 1), std::string("1,024"));
        QVERIFY(narrate::differing_parameters({a, first}, {a, first}).empty());
        QVERIFY(english(narrate::difference_words({a, first}, {a, first})).empty());
        QVERIFY(english(narrate::difference_words({b, second}, {a, first})).starts_with("2,048\u00a0GPUs, Tensor 2"));
    }

    void hardware_brings_what_belongs_to_it()
    {
        const Scenario a = test::weak_scaling("128");
        const Scenario b = test::changed(a, "hardware", "b200");
        const auto facts = narrate::differing_parameters({a, estimate(a).parts}, {b, estimate(b).parts});
        QCOMPARE(english(facts.front().name), std::string("Hardware"));
        QCOMPARE(value(facts.front(), 1), b.cluster.accelerator.title);
        QVERIFY(facts.at(1).heading);
        QVERIFY(facts.size() > 3);
    }

    /// A count of GPUs names itself, the size of a domain does not.
    void what_was_changed_is_named()
    {
        const Scenario a = test::weak_scaling("128"), b = test::changed(a, {{"gpus", "256"}, {"nvlink_domain", "72"}});
        const std::string words = english(narrate::difference_words({b, estimate(b).parts}, {a, estimate(a).parts}));
        QCOMPARE(words, std::string("256\u00a0GPUs, NVLink domain 72\u00a0GPUs"));
    }

    void differences_are_of_the_values_shown()
    {
        const Scenario a = test::weak_scaling("128");
        const Scenario b = test::changed(a, "gpus", "2048");
        const Parts first = estimate(a).parts, second = estimate(b).parts;
        int compared = 0;
        for (const Fact& fact : narrate::value_comparison({a, first}, {b, second})) {
            QCOMPARE(fact.values.size(), std::size_t(4));
            const double from = number(value(fact, 0)), to = number(value(fact, 1));
            if (!std::isfinite(from) || !std::isfinite(to) || from == to)
                continue;
            ++compared;
            if (value(fact, 3).ends_with("pts")) // a share changes by points, as in the read-out
                continue;
            const double difference = number(value(fact, 2)), percent = number(value(fact, 3));
            QVERIFY2(std::abs(difference - (to - from)) <= 0.011 * (std::abs(from) + std::abs(to)),
                     english(fact.name).c_str());
            QVERIFY2(std::abs(percent - 100 * (to / from - 1)) <= 1 + 0.01 * std::abs(percent),
                     english(fact.name).c_str());
        }
        QVERIFY(compared > 8);
    }

    /// What is kept beside says the same whatever is asked now, here and in the read-out.
    void numbers_kept_beside_stay_as_they_are()
    {
        const Scenario kept = test::weak_scaling("128");
        const Parts pinned = estimate(kept).parts;
        std::set<std::string> times;
        for (const test::Changes& changes :
             {test::Changes{{"hardware", "b200"}}, {{"hardware", "b200"}, {"gpus", "256"}}, {{"gpus", "256"}}}) {
            const Scenario now = test::changed(kept, changes);
            const Estimate asked = estimate(now);
            std::map<std::string, std::string> compared;
            for (const Fact& fact : narrate::value_comparison({kept, pinned}, {now, asked.parts}))
                compared[english(fact.name)] = value(fact, 0);
            for (const Fact& fact : narrate::readout(asked, now, false, {}, &pinned))
                if (fact.values.size() > 1)
                    QCOMPARE(value(fact, 1), compared[english(fact.name)]);
            times.insert(compared["Time"]);
        }
        QCOMPARE(times.size(), std::size_t(1));
    }

    void a_sentence_says_who_wins()
    {
        const Scenario scenario = test::weak_scaling("128");
        const Message name_a{"A", {}}, name_b{"B", {}};
        evidence::ModelError error;
        error.pair_scatter = 0.01;
        Parts a = estimate(scenario).parts, b = a;
        b.tokens_per_s *= 1.3;
        b.usd_per_million_tokens *= 1.12;
        const std::string said
            = english(narrate::comparison_sentence(name_a, {scenario, a}, name_b, {scenario, b}, error));
        QCOMPARE(said,
                 std::string("B trains 30\u00a0% more tokens a second than A, each 12\u00a0% dearer. "
                             "Eight in ten: 1.28 to 1.32\u00a0× as fast; faster in more than 9 of 10."));
        b.tokens_per_s = 11 * a.tokens_per_s;
        b.usd_per_million_tokens = 3.5 * a.usd_per_million_tokens;
        QCOMPARE(english(narrate::comparison_sentence(name_a, {scenario, a}, name_b, {scenario, b}, error)),
                 std::string("B trains 11\u00a0× as many tokens a second as A, each 3.5\u00a0× as dear. "
                             "Eight in ten: 10.9 to 11.1\u00a0× as fast; faster in more than 9 of 10."));
        b = a;
        QCOMPARE(english(narrate::comparison_sentence(name_a, {scenario, a}, name_b, {scenario, b}, error)),
                 std::string("B trains as many tokens a second as A, at the same cost."));
        b.verdict = Verdict::DoesNotFit;
        QCOMPARE(english(narrate::comparison_sentence(name_a, {scenario, a}, name_b, {scenario, b}, error)),
                 std::string("B does not fit; A does."));
    }

    void a_set_holds_every_question()
    {
        Scenario first = test::weak_scaling("128");
        first.title = "Wide: a set";
        first.notes = "One line.\n\n--- not a marker: indented";
        Scenario second = test::changed(first, {{"hardware", "b200"}, {"tp", "auto"}});
        second.view["plan"] = "best";
        const std::string text = write_scenarios({first, second, first});
        QVERIFY(is_scenario_set(text) && !is_scenario_set(write_scenarios({first})));
        const auto read = read_scenarios_text(test::shipped(), text, "set.yaml");
        QVERIFY(read.has_value());
        QCOMPARE(read->size(), std::size_t(3));
        QVERIFY(read->at(0).same_choices(first) && read->at(1).same_choices(second));
        QCOMPARE(read->at(0).notes, first.notes);
        QCOMPARE(read->at(1).view.at("plan"), std::string("best"));
        QCOMPARE(write_scenarios(*read), text);
    }

    void an_error_names_the_line_of_the_whole_file()
    {
        const std::string text = "kind: training\ngpus: 8\n---\nkind: training\ngpus: -8\n";
        const auto read = read_scenarios_text(test::shipped(), text, "set.yaml");
        QVERIFY(!read);
        QVERIFY2(read.error().where.starts_with("set.yaml:5"), read.error().where.c_str());
    }
};

PLATEAU_TEST(ComparisonTest)

} // namespace tst_comparison

#include "tst_comparison.moc"
