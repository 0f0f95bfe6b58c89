// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <set>

#include "any_scenario.h"
#include "core/estimate/estimate.h"
#include "core/scenario/parameter_table.h"
#include "expression_reader.h"

using namespace plateau;
using plateau::test::changed;
using plateau::test::ExpressionReader;
using plateau::test::scenario;
using plateau::test::weak_scaling;

class TermsTest : public QObject {
    Q_OBJECT

private slots:
    void every_printed_expression_gives_its_value_data();
    void every_printed_expression_gives_its_value();
    void states_are_described_as_each_sharding_spreads_them_data();
    void states_are_described_as_each_sharding_spreads_them();
    void every_time_part_has_a_cause_and_a_place_in_the_step_bar();
    void remedies_are_parameters();
};

namespace {

constexpr int scenarios_per_row = 400;
constexpr double tolerance = 1e-12;

bool near(double read, double value) { return std::abs(read - value) <= tolerance * std::abs(value); }

std::map<std::string, double> values(const std::vector<Ingredient>& ingredients)
{
    std::map<std::string, double> result;
    for (const Ingredient& ingredient : ingredients)
        result[ingredient.symbol] = ingredient.value;
    return result;
}

} // namespace

void TermsTest::every_printed_expression_gives_its_value_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 10; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// From the numbers printed beside it alone; and so down to the quantities that come from outside.
void TermsTest::every_printed_expression_gives_its_value()
{
    QFETCH(int, seed);
    test::AnyScenario any{unsigned(seed)};
    for (int possible = 0; possible < test::samples(scenarios_per_row);) {
        const Estimate answer = estimate(any());
        if (!answer.parts.possible())
            continue;
        ++possible;
        double seconds = 0;
        for (const Term& term : answer.terms) {
            const auto known = values(term.ingredients);
            const double read = ExpressionReader(known).read(term.expression);
            QVERIFY2(near(read, term.value),
                     qPrintable(QString("%1 = %2: %3, not %4")
                                    .arg(name(term.part), QString::fromStdString(term.expression))
                                    .arg(read, 0, 'g', 17)
                                    .arg(term.value, 0, 'g', 17)));
            seconds += term.part < first_memory_part ? read : 0;
        }
        QVERIFY(near(seconds, answer.parts.step_seconds));
        const auto known = values(answer.quantities);
        QCOMPARE(known.size(), answer.quantities.size());
        for (const Ingredient& quantity : answer.quantities) {
            QVERIFY2(quantity.symbol.find("unnamed") != 0, "a formula reads a number that has no symbol");
            if (quantity.expression.empty()) {
                QVERIFY2(!quantity.source.empty(), quantity.symbol.c_str());
                continue;
            }
            const double read = ExpressionReader(known).read(quantity.expression);
            QVERIFY2(near(read, quantity.value),
                     qPrintable(
                         QString("%1 = %2: %3, not %4")
                             .arg(QString::fromStdString(quantity.symbol), QString::fromStdString(quantity.expression))
                             .arg(read, 0, 'g', 17)
                             .arg(quantity.value, 0, 'g', 17)));
        }
    }
}

void TermsTest::states_are_described_as_each_sharding_spreads_them_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<double>("weight_shards");
    QTest::addColumn<double>("gradient_shards");
    QTest::addColumn<double>("optimizer_shards");
    QTest::newRow("DDP") << "ddp" << 1. << 1. << 1.;
    QTest::newRow("ZeRO-1") << "zero1" << 1. << 1. << 64.;
    QTest::newRow("ZeRO-2") << "zero2" << 1. << 64. << 64.;
    QTest::newRow("FSDP") << "fsdp" << 64. << 64. << 64.;
    QTest::newRow("HSDP") << "hsdp" << 8. << 8. << 8.;
}

void TermsTest::states_are_described_as_each_sharding_spreads_them()
{
    QFETCH(QString, mode);
    QFETCH(double, weight_shards);
    QFETCH(double, gradient_shards);
    QFETCH(double, optimizer_shards);
    const Estimate answer = estimate(changed(weak_scaling("64"), "dp_mode", mode.toStdString()));
    const auto shards = [&](Part part) {
        for (const Term& term : answer.terms) {
            const auto known = values(term.ingredients);
            if (term.part == part)
                return known.count("shards") ? known.at("shards") : 1.;
        }
        return 0.;
    };
    QCOMPARE(shards(Part::Weights), weight_shards);
    QCOMPARE(shards(Part::Gradients), gradient_shards);
    QCOMPARE(shards(Part::OptimizerStates), optimizer_shards);
    QCOMPARE(shards(Part::Optimizer), optimizer_shards);
}

void TermsTest::every_time_part_has_a_cause_and_a_place_in_the_step_bar()
{
    std::set<StepGroup> groups;
    for (int part = 0; part < time_part_count; ++part) {
        QVERIFY2(*cause(Part(part)), name(Part(part)));
        groups.insert(step_group(Part(part)));
    }
    QCOMPARE(int(groups.size()), int(StepGroup::Count));
    QCOMPARE(cause(Part::Offload), "host memory traffic");
    QCOMPARE(cause(Part::Conversion), "number conversion");
}

void TermsTest::remedies_are_parameters()
{
    for (int part = 0; part < part_count; ++part) {
        QVERIFY2(!remedies(Part(part)).empty(), name(Part(part)));
        for (const char* key : remedies(Part(part)))
            QVERIFY2(training_parameters().find(key), key);
    }
}

PLATEAU_TEST(TermsTest)
#include "tst_terms.moc"
