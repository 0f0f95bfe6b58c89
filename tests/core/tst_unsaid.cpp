// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "core/model/estimate.h"
#include "core/question/scenario/unsaid.h"
#include "core/views/words.h"
#include "sample_parts.h"
#include "sample_scenarios.h"

namespace tst_unsaid {

using namespace plateau;
using test::changed;
using test::parts_of;

namespace {

double run_usd(const Scenario& scenario, const Parts& parts)
{
    return told_tokens(scenario) * parts.usd_per_million_tokens / parts.goodput;
}

bool has(const std::vector<narrate::Fact>& facts, const std::string& metric)
{
    return std::ranges::any_of(facts, [&](const narrate::Fact& fact) { return fact.metric == metric; });
}

} // namespace

/// What nobody said: how long a run is, what stands in for a model.
class NothingSaid : public QObject {
    Q_OBJECT

private slots:
    void a_run_of_unknown_length_has_no_end_data()
    {
        QTest::addColumn<bool>("said");
        QTest::newRow("said") << true;
        QTest::newRow("not said") << false;
    }

    void a_run_of_unknown_length_has_no_end()
    {
        QFETCH(bool, said);
        const Scenario plain = default_scenario(test::shipped()).value();
        const Scenario scenario = said ? changed(plain, "tokens", "15T") : plain;
        const Parts parts = parts_of(scenario);
        QCOMPARE(!std::isnan(parts.run_seconds), said);
        QCOMPARE(!std::isnan(parts.run_usd), said);
        Estimate estimate;
        estimate.parts = parts;
        const auto facts = narrate::readout(estimate, scenario, false, {});
        for (const char* metric : {"run_days", "usd", "energy_mwh", "kg_co2e"})
            QCOMPARE(has(facts, metric), said);
        QCOMPARE(has(facts, "seconds_per_million_tokens"), !said);
    }

    void stand_ins_are_taken_where_there_are_any()
    {
        Scenario scenario = default_scenario(test::shipped()).value();
        scenario.unsaid.push_back({.parameter = "model", .why = {"because", {}}});
        QVERIFY(!require_said(scenario, {"model"}));
        const Scenario taken = with_stand_ins(test::shipped(), scenario).value();
        QVERIFY(require_said(taken, {"model", "tokens"}));
        QCOMPARE(find_unsaid(unsaid(taken), "model")->kind, UnsaidKind::Assumed);
        const Scenario adapter = changed(scenario, "fine_tune", "lora");
        QVERIFY(!require_said(with_stand_ins(test::shipped(), adapter).value(), {"tokens"}));
    }

    void a_note_names_what_stands_in()
    {
        Scenario scenario = default_scenario(test::shipped()).value();
        scenario.unsaid.push_back({.parameter = "model"});
        Estimate estimate;
        estimate.parts = parts_of(scenario);
        QString all;
        for (const Message& line : narrate::readout_note(estimate, scenario))
            all += QString::fromStdString(english(line)) + '\n';
        QVERIFY2(all.contains("model=llama2_7b") && all.contains("Price: "), qPrintable(all));
    }

    /// At the price that is named both cost as much.
    void equal_prices_cost_the_same()
    {
        const Scenario own = default_scenario(test::shipped()).value();
        const Scenario other = changed(own, "hardware", "b200");
        const Parts parts = parts_of(own), its = parts_of(other);
        const Message words = narrate::equal_price_words(own, parts, other, its);
        const double price = std::get<Quantity>(words.arguments.front().value).value;
        const Scenario then = changed(other, "usd_per_gpu_hour", std::to_string(price));
        const double ratio = run_usd(then, parts_of(then)) / run_usd(own, parts);
        QVERIFY2(std::abs(ratio - 1) < 1e-4, qPrintable(QString::number(ratio)));
    }
};

PLATEAU_TEST(NothingSaid)

} // namespace tst_unsaid

#include "tst_unsaid.moc"
