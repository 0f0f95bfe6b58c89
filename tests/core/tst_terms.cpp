// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <set>

#include "any_scenario.h"
#include "core/math/formula/glossary.h"
#include "core/model/metrics.h"
#include "core/model/terms/table.h"
#include "core/question/scenario/parameter_table.h"
#include "expression_reader.h"

namespace tst_terms {

using namespace plateau;
using plateau::test::changed;
using plateau::test::ExpressionReader;
using plateau::test::scenario;
using plateau::test::weak_scaling;

namespace {

/// Terms of each kind with a function misspelt or of another form: no list takes them.
template<class Term>
struct SaidAs {
    static constexpr TermInfo info = Term::info;
};

struct WaitsMisspelt : SaidAs<Jitter> {
    template<class N>
    static Work<N> stepp(const StepOf<N>&);
};

struct HeldMisspelt : SaidAs<WeightBytes> {
    template<class N>
    static N byte(const RankOf<N>&);
};

struct CommonMisspelt : SaidAs<WeightBytes> {
    template<class N>
    static N bytes(const Constants<N>&);
};

struct DrawnMisspelt : SaidAs<NodePower> {
    template<class N>
    static N watt(const BillOf<N>&);
};

struct PaidMisspelt : SaidAs<NetworkCost> {
    template<class N>
    static N dollars(const BillOf<N>&);
};

static_assert(TimeTerm<Jitter> && !TimeTerm<WaitsMisspelt> && !TimeTerm<WeightBytes>);

static_assert(RankMemoryTerm<WeightBytes> && !RankMemoryTerm<HeldMisspelt> && !RankMemoryTerm<FixedMemoryBytes>);

static_assert(CommonMemoryTerm<FixedMemoryBytes> && !CommonMemoryTerm<CommonMisspelt>);

static_assert(PowerTerm<NodePower> && !PowerTerm<DrawnMisspelt>);

static_assert(CostTerm<NetworkCost> && !CostTerm<PaidMisspelt>);

static_assert(LayerTerm<LaunchGap> && !LayerTerm<Jitter>);

static_assert(ShardTerm<AllGather> && !ShardTerm<AllReduce>);

static_assert(UpdateTerm<Optimizer> && !UpdateTerm<Accumulation>);

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

bool prints(const std::string& symbol, const std::string& expression, const std::map<std::string, double>& known,
            double value)
{
    const double read = ExpressionReader(known).read(expression);
    if (near(read, value))
        return true;
    qWarning("%s = %s: %.17g, not %.17g", symbol.c_str(), expression.c_str(), read, value);
    return false;
}

/// A formula as people read it, in signs that the reader knows.
std::string plain(const std::string& formula)
{
    QString text = QString::fromStdString(formula);
    text.replace(u'·', u'*').replace(u'−', u'-').replace(QStringLiteral("√"), QStringLiteral("sqrt"));
    for (const auto& [raised, digit] : {std::pair{u'²', u'2'}, {u'³', u'3'}, {u'⁴', u'4'}})
        text.replace(raised, QStringLiteral("^") + digit);
    return text.toStdString();
}

/// Each follows from others, or comes from somewhere.
bool lead_on(const std::vector<Ingredient>& quantities, const std::map<std::string, double>& known)
{
    return std::all_of(quantities.begin(), quantities.end(), [&](const Ingredient& quantity) {
        if (!quantity.expression.empty())
            return prints(quantity.symbol, quantity.expression, known, quantity.value);
        if (quantity.symbol.find("unnamed") != 0 && !quantity.source.empty())
            return true;
        qWarning("%s has no source or no symbol", quantity.symbol.c_str());
        return false;
    });
}

} // namespace

class TermsTest : public QObject {
    Q_OBJECT

private slots:
    void every_printed_expression_gives_its_value_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 10; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }

    /// From the numbers printed beside it alone; and so down to the quantities that come from outside.
    void every_printed_expression_gives_its_value()
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
                QVERIFY(prints(name(term.part), term.expression, values(term.ingredients), term.value));
                const double read = ExpressionReader(values(term.ingredients)).read(plain(term.formula));
                const double scale = term.part < first_memory_part ? answer.parts.step_seconds : std::abs(term.value);
                QVERIFY2(std::abs(read - term.value) <= 1e-9 * scale,
                         term.formula.c_str()); // differences are of seconds
                seconds += term.part < first_memory_part ? term.value : 0;
            }
            QVERIFY(near(seconds, answer.parts.step_seconds));
            const auto known = values(answer.quantities);
            QCOMPARE(known.size(), answer.quantities.size());
            QVERIFY(lead_on(answer.quantities, known));
        }
    }

    /// What stands twice is counted, and the value stays the same.
    void formulas_are_short_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("formula");
        const auto row = [](const char* expression, const char* formula) {
            QTest::newRow(expression) << QString::fromUtf8(expression) << QString::fromUtf8(formula);
        };
        row("m * (t + (t + t))", "m · 3 · t");
        row("t_logits + t_loss / 2 + (t_logits + t_sums + t_loss / 2)", "2 · t_logits + t_loss + t_sums");
        row("sqrt(sqrt(t * t * t * t + u * u * u * u))", "√(√(t⁴ + u⁴))");
        row("a / b * b", "a / b · b");
        row("a * b / c * a", "a² · b / c");
        row("a - (b + b) - c - c", "a − 2 · b − 2 · c");
        row("(a + b) * (a + b)", "(a + b)²");
        row("(a + b) / 2 + (a + b)", "(a + b) / 2 + a + b");
        row("a * (b + b) * (b + b)", "a · (2 · b)²");
        row("a / (b * c)", "a / (b · c)");
        row("a + (-2)", "a + (-2)");
        row("max(0, a - a_2) + max(0, a - a_2)", "2 · max(0, a − a_2)");
    }

    void formulas_are_short()
    {
        QFETCH(QString, expression);
        QFETCH(QString, formula);
        QCOMPARE(QString::fromStdString(formula::typeset(expression.toStdString())), formula);
    }

    void every_metric_prints_what_it_computes_data();

    /// From the numbers printed beside it alone; and so down to the quantities that come from outside.
    void every_metric_prints_what_it_computes()
    {
        QFETCH(int, seed);
        test::AnyScenario any{unsigned(seed)};
        for (int possible = 0; possible < test::samples(scenarios_per_row);) {
            const Estimate answer = estimate(any());
            if (!answer.parts.possible())
                continue;
            ++possible;
            auto formula = answer.metrics.begin();
            for (const Metric& metric : metrics()) {
                const double value = metric.value(answer.parts);
                if (formula == answer.metrics.end() || formula->metric != std::string(metric.key)) {
                    QVERIFY2(!std::isfinite(value) || value == 0 || value == 1, metric.key);
                    continue;
                }
                QVERIFY(prints(metric.key, formula->expression, values(formula->ingredients), value));
                ++formula;
            }
            QVERIFY(formula == answer.metrics.end());
            auto known = values(answer.quantities);
            known.merge(values(answer.metric_quantities));
            QCOMPARE(known.size(), answer.quantities.size() + answer.metric_quantities.size());
            QVERIFY(lead_on(answer.metric_quantities, known));
        }
    }

    void states_are_described_as_each_sharding_spreads_them_data()
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

    void states_are_described_as_each_sharding_spreads_them()
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

    void every_time_part_has_a_cause_and_a_place_in_the_step_bar()
    {
        std::set<StepGroup> groups;
        for (int part = 0; part < time_part_count; ++part) {
            QVERIFY2(*name(cause(Part(part))), name(Part(part)));
            groups.insert(step_group(Part(part)));
        }
        QCOMPARE(int(groups.size()), int(StepGroup::Count));
        QCOMPARE(name(cause(Part::Offload)), "host memory traffic");
        QCOMPARE(name(cause(Part::Conversion)), "number conversion");
    }

    void remedies_are_parameters()
    {
        for (int part = 0; part < part_count; ++part) {
            QVERIFY2(!remedies(Part(part)).empty(), name(Part(part)));
            for (const char* key : remedies(Part(part)))
                QVERIFY2(training_parameters().find(key), key);
        }
    }
};

void TermsTest::every_metric_prints_what_it_computes_data() { every_printed_expression_gives_its_value_data(); }

PLATEAU_TEST(TermsTest)

} // namespace tst_terms

#include "tst_terms.moc"
