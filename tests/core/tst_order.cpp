// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <array>
#include <cmath>

#include "any_scenario.h"
#include "core/model/estimate.h"
#include "core/model/metrics.h"
#include "core/model/stage.h"
#include "core/plan/schedule/pipeline.h"
#include "core/search/search.h"

namespace tst_order {

using namespace plateau;

namespace {

constexpr int usual_scenarios = 5000;

constexpr int seeds = 10;

constexpr double rounding = 1e-9;

int scenarios()
{
    const int asked = qEnvironmentVariableIntValue("PLATEAU_SCENARIOS");
    return asked > 0 ? asked / seeds : test::samples(usual_scenarios / seeds);
}

Scenario without_tiles(Scenario question)
{
    const auto physics = std::make_shared<catalog::Physics>(*question.assumptions.physics);
    physics->values.product_tile = physics->values.narrow_product_tile = 1;
    question.assumptions.physics = physics;
    return question;
}

/// Whether the memory of the estimate is that of the rank that has most.
bool is_of_the_fullest(const Scenario& question, const Parts& parts)
{
    const auto prepared = prepare(question);
    const std::vector<Stage> all = stages(*prepared, plan(*prepared));
    return std::abs(all[fullest(all)].bytes() - parts.memory_bytes) <= rounding * parts.memory_bytes;
}

Parts evaluated(const Scenario& question)
{
    static const WorkspacePointer workspace = make_workspace();
    const auto prepared = prepare(question);
    return evaluate(*prepared, plan(*prepared), *workspace);
}

std::string overrides(const Scenario& question)
{
    std::string text;
    for (const auto& [key, value] : question.overrides)
        text += " --set '" + key + '=' + exact_value(*training_parameters().find(key), value) + '\'';
    return text;
}

/// A tenth more of the row, or of its range where it is nothing; nothing where it is at its end.
std::optional<Scenario> with_more(const Scenario& question, const TrainingParameter& row)
{
    const double now = std::get<double>(row.get(question));
    double more = now > 0 ? 1.1 * now : row.minimum + 0.1 * (row.maximum - row.minimum);
    if (row.kind == ParameterKind::Whole)
        more = std::ceil(more);
    if (row.kind == ParameterKind::Switch)
        more = 1;
    if (!(now < row.maximum) || !(now >= row.minimum || now == 0))
        return {};
    const Expected<Scenario> result
        = with_value(test::shipped(), question, row.key, std::clamp(more, row.minimum, row.maximum));
    return result ? std::optional(*result) : std::nullopt;
}

bool adds_up(const Parts& parts)
{
    double seconds = 0;
    double bytes = 0;
    for (int part = 0; part < time_part_count; ++part)
        seconds += parts.value[std::size_t(part)];
    for (int part = int(first_memory_part); part < int(first_power_part); ++part)
        bytes += parts.value[std::size_t(part)];
    const auto same = [](double left, double right) { return std::abs(left - right) <= rounding * std::abs(right); };
    return same(seconds, parts.step_seconds) && same(bytes, parts.memory_bytes);
}

/// Empty, or the metric that no run can have.
std::string impossible_metric(const Parts& parts)
{
    for (const Metric& metric : metrics()) {
        const double value = metric.value(parts);
        if (value < 0 || std::isinf(value) || (metric.shown_in.unit == units::Unit::Fraction && value > 1 + rounding))
            return std::string(metric.key) + " is " + std::to_string(value);
    }
    return parts.hfu() < parts.mfu() ? "hfu below mfu" : "";
}

/// What the rank holds whose passes set the pace: layers, embedding, head.
std::array<double, 3> pace_setter(const Scenario& question)
{
    const auto prepared = prepare(question);
    const std::vector<Stage> all = stages(*prepared, plan(*prepared));
    const auto slowest = std::max_element(all.begin(), all.end(),
                                          [](const Stage& a, const Stage& b) { return a.seconds < b.seconds; });
    return {slowest->layers, slowest->embedding, slowest->head};
}

/// Where more of a good thing may do harm, how much, and why a physicist accepts it.
struct Exception {
    const char* reason;
    bool (*holds)(const Scenario& question, const Scenario& with_more, const Parts& parts);
    double at_most; ///< of the step
};

constexpr Exception exceptions[] = {
    {"Weight gradients that are kept back fill the pipeline's bubble: shorter ones leave more of it empty, and the "
     "closed forms know the played order to 1.5 % only (schedule/pipeline.h)",
     [](const Scenario&, const Scenario&, const Parts& parts) {
         return parts.plan.pp > 1 && schedule::keeps_weight_gradients_back(parts.plan.schedule);
     },
     0.01},
    {"Traffic that is hidden slows the computation beside it: where a pass waits for the host anyway, hiding more "
     "gains nothing",
     [](const Scenario& question, const Scenario&, const Parts&) {
         return question.assumptions.stack.constants.compute_slowdown > 0;
     },
     0.01},
    {"Kernels hide experts' traffic, waiting for the host does not: longer ones in place of waiting hide more",
     [](const Scenario& question, const Scenario&, const Parts& parts) {
         return question.assumptions.stack.constants.expert_overlap > 0 && parts[Part::LaunchGap] > 0;
     },
     0.0001},
    {"Another rank sets the pace: its passes are as long, but more or less of the gradients hides under them",
     [](const Scenario& question, const Scenario& with_more, const Parts& parts) {
         return parts.plan.pp > 1 && pace_setter(question) != pace_setter(with_more);
     },
     0.04},
};

/// The share of the step by which the exceptions let it go the wrong way.
double allowed(const Scenario& question, const Scenario& with_more, const Parts& parts)
{
    double slack = rounding;
    for (const Exception& exception : exceptions)
        if (exception.holds(question, with_more, parts))
            slack = std::max(slack, exception.at_most);
    return slack;
}

/// The share of the step by which exposed traffic falls, where more may let it fall: what is computed again is not kept
/// and takes no way to the host's memory and back; and where kernels take the place of waiting for experts' traffic,
/// which they hide, they hide what else travels too. Embedding and head travel in pieces as large as a layer's, of
/// which wider adapters leave fewer.
double more_hidden(const TrainingParameter& row, const Scenario& question, const Parts& parts, const Parts& after)
{
    const auto fall = [&](Part part) { return std::max(0., parts[part] - after[part]); };
    const auto busy = [](const Parts& of) { return of.busy[std::size_t(Part::AllGather)]; };
    double fallen = row.key == "recompute_layers" ? fall(Part::Offload)
        : row.key == "lora_rank"                  ? std::max(0., busy(parts) - busy(after))
                                                  : 0;
    if (question.assumptions.stack.constants.expert_overlap > 0 && parts.plan.ep > 1)
        fallen = fall(Part::Offload) + fall(Part::AllGather) + fall(Part::ReduceScatter) + fall(Part::AllReduce);
    return fallen / (parts.step_seconds - parts[Part::Jitter]);
}

/// Whether more of the row does to the step what its row says.
bool in_order(const TrainingParameter& row, const Scenario& question, const Scenario& with_more, const Parts& parts,
              const Parts& after)
{
    using catalog::OnStep;
    const double ratio = after.step_seconds / parts.step_seconds;
    const auto is_level = [&] {
        return std::abs(ratio - 1) <= allowed(question, with_more, parts) + more_hidden(row, question, parts, after);
    };
    return row.on_step == OnStep::Anything || row.on_step == (ratio < 1 ? OnStep::NeverSlower : OnStep::NeverFaster)
        || std::abs(ratio - 1) <= rounding || is_level();
}

/// Neighbours that lie further apart have slower links; where the network is the faster one, in the rate its software
/// reaches or in latency, more GPUs let stages meet across it.
bool fastest_inside(const Scenario& question)
{
    const auto tiers = network_tiers(question.cluster);
    const catalog::StackConstants& stack = question.assumptions.stack.constants;
    const auto rate = [](const catalog::NetworkTier& tier, double fraction) {
        return fraction * tier.achieved_fraction * tier.bandwidth_bytes_per_s;
    };
    const double inside = rate(tiers.front(), stack.fabric_fraction);
    return std::all_of(tiers.begin() + 1, tiers.end(), [&](const catalog::NetworkTier& tier) {
        return rate(tier, stack.network_fraction) <= inside && tier.latency_seconds >= tiers.front().latency_seconds;
    });
}

} // namespace

/// What must hold of every possible question: the parts add up, nothing is impossible, and more of a good thing never
/// hurts. PLATEAU_SCENARIOS=100000 asks more of them than usual.
class OrderTest : public QObject {
    Q_OBJECT

private slots:
    void every_possible_scenario_is_in_order_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= seeds; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }

    void every_possible_scenario_is_in_order()
    {
        QFETCH(int, seed);
        const int count = scenarios();
        test::AnyScenario any{unsigned(seed)};
        std::vector<const TrainingParameter*> ordered;
        for (const TrainingParameter& row : training_parameters().rows())
            if (row.on_step != catalog::OnStep::Anything && row.kind != ParameterKind::Choice)
                ordered.push_back(&row);
        int failures = 0;
        for (int possible = 0; possible < count;) {
            const Scenario question = any();
            const Parts parts = evaluated(question);
            if (parts.obstacle == Obstacle::Unsound) {
                ++failures;
                qWarning("unsound: %s", overrides(question).c_str());
            }
            if (!parts.possible())
                continue;
            ++possible;
            if (!adds_up(parts)) {
                ++failures;
                qWarning("does not add up: %s", overrides(question).c_str());
            }
            if (parts.plan.pp > 1 && !is_of_the_fullest(question, parts)) {
                ++failures;
                qWarning("another rank is fuller: %s", overrides(question).c_str());
            }
            const std::string wrong = impossible_metric(parts);
            if (!wrong.empty()) {
                ++failures;
                qWarning("%s: %s", wrong.c_str(), overrides(question).c_str());
            }
            for (int turn = 0; turn < 4; ++turn) {
                const TrainingParameter& row = *ordered[any.below(ordered.size())];
                const auto more = with_more(question, row);
                if (!more)
                    continue;
                const Parts after = evaluated(*more);
                if (!after.possible())
                    continue;
                if (!in_order(row, question, *more, parts, after)) {
                    ++failures;
                    qWarning("%s: step x %.6f: %s", row.key.c_str(), after.step_seconds / parts.step_seconds,
                             overrides(question).c_str());
                }
            }
        }
        QCOMPARE(failures, 0);
    }

    /// A thousandth more of a number moves the step by 2 % at most, but for whole tiles of products: an expert that has
    /// filled its tiles begins another, which is why tokens of perfectly balanced experts are never a little more.
    void a_little_more_changes_little()
    {
        test::AnyScenario any{13};
        std::vector<const TrainingParameter*> rows;
        for (const TrainingParameter& row : training_parameters().rows())
            if (row.on_step != catalog::OnStep::Anything && row.kind == ParameterKind::Number
                && row.key != "sequences_per_gpu") // a micro-batch more
                rows.push_back(&row);
        int failures = 0;
        for (int compared = 0; compared < scenarios();) {
            const Scenario question = any();
            const TrainingParameter& row
                = any.below(2) ? *rows[any.below(rows.size())] : *training_parameters().find("expert_imbalance");
            const double now = std::get<double>(row.get(question));
            const bool counts = !row.applies || row.applies(question);
            const auto more = now > 0 && counts && 1.001 * now <= row.maximum
                ? with_value(test::shipped(), question, row.key, 1.001 * now)
                : Expected<Scenario>(question);
            const Parts parts = evaluated(question), after = evaluated(*more);
            if (!parts.possible() || !after.possible())
                continue;
            ++compared;
            const double jump = std::abs(after.step_seconds / parts.step_seconds - 1);
            const double without = jump > 0.02
                ? evaluated(without_tiles(*more)).step_seconds / evaluated(without_tiles(question)).step_seconds
                : 1;
            if (std::abs(without - 1) > 0.02) {
                ++failures;
                qWarning("a little more %s: step x %.6f: %s", row.key.c_str(), without, overrides(question).c_str());
            }
        }
        QCOMPARE(failures, 0);
    }

    /// The same work for each GPU under the same plan, on twice as many. States divided among more ranks leave each
    /// less to update: those parts are not counted, nor what hosts wait for each other in them.
    void more_gpus_never_raise_what_each_does()
    {
        const int count = scenarios();
        test::AnyScenario any{11};
        const auto shared = [](const Parts& parts) {
            const double without_jitter = parts.step_seconds - parts[Part::Jitter];
            return (without_jitter - parts[Part::Optimizer] - parts[Part::GradientNorm] - parts[Part::Offload])
                * parts.step_seconds / without_jitter;
        };
        int failures = 0;
        for (int compared = 0; compared < count;) {
            const Scenario question = any();
            if (question.workload.batch_mode != BatchMode::PerGpu)
                continue;
            const Parts parts = evaluated(question);
            const auto larger
                = with_value(test::shipped(), question, "gpus", std::min(8388608., 2 * question.cluster.gpus));
            const Parts after = larger ? evaluated(*larger) : Parts{};
            // A full torus wraps around, and of one link per pair more ranks use more: larger groups are faster for
            // each.
            const bool switched = question.cluster.tiers.front().wiring == catalog::Wiring::Switched;
            // A last domain that is filled in part has fewer links; doubled, the rest is another.
            const bool whole = std::fmod(parts.gpus_used, question.cluster.tiers.front().domain_size) == 0;
            if (!switched || !whole || !fastest_inside(question) || !parts.possible() || !after.possible()
                || after.gpus_used != 2 * parts.gpus_used)
                continue;
            ++compared;
            if (shared(after) < shared(parts) * (1 - allowed(question, *larger, parts))) {
                ++failures;
                qWarning("twice the GPUs, step x %.6f: %s", shared(after) / shared(parts), overrides(question).c_str());
            }
        }
        QCOMPARE(failures, 0);
    }

    void the_best_plan_is_no_worse_than_the_given_one()
    {
        test::AnyScenario any{12};
        search::PlanSearch search;
        for (int compared = 0; compared < test::samples(200);) {
            Scenario question = any();
            question.assumptions.memory_headroom = 0; // a search of everything
            question.assumptions.any_software = true;
            const Parts given = evaluated(question);
            if (!given.fits())
                continue;
            ++compared;
            const Parts best
                = search::best_plan(search, *prepare(question), search::open_keys(question, search::PlanChoice::Best));
            QVERIFY2(best.fits() && best.tokens_per_s >= given.tokens_per_s * (1 - rounding),
                     overrides(question).c_str());
        }
    }

    void counterexamples_stay_mended_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(TEST_DATA "/counterexamples");
        for (const QString& file : folder.entryList({"*.yaml"}))
            QTest::newRow(qPrintable(file.section('.', 0, 0))) << folder.filePath(file);
    }

    /// Files named monotone_KEY are about more of that row.
    void counterexamples_stay_mended()
    {
        QFETCH(QString, file);
        const Expected<Scenario> question = read_scenario(test::shipped(), file.toStdString());
        QVERIFY2(question, question ? "" : english(question.error()).c_str());
        const Parts parts = evaluated(*question);
        QVERIFY(parts.obstacle != Obstacle::Unsound);
        if (!parts.possible())
            return;
        QVERIFY(adds_up(parts));
        QVERIFY(is_of_the_fullest(*question, parts));
        QCOMPARE(impossible_metric(parts), std::string());
        const QString key = QString(QTest::currentDataTag()).section("monotone_", 1);
        if (key.isEmpty())
            return;
        const TrainingParameter* row = training_parameters().find(key.toStdString());
        QVERIFY(row && row->on_step != catalog::OnStep::Anything);
        const auto more = with_more(*question, *row);
        QVERIFY(more);
        const Parts after = evaluated(*more);
        QVERIFY2(in_order(*row, *question, *more, parts, after),
                 qPrintable(QString("step x %1").arg(after.step_seconds / parts.step_seconds)));
    }
};

PLATEAU_TEST(OrderTest)

} // namespace tst_order

#include "tst_order.moc"
