// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/model/estimate.h"
#include "sample_scenarios.h"

namespace tst_provenance {

using namespace plateau;
using catalog::KnownBy;
using plateau::test::changed;
using plateau::test::weak_scaling;

namespace {

Term term_of(const Scenario& question, Part part)
{
    for (const Term& term : estimate(question).terms)
        if (term.part == part)
            return term;
    qFatal("the estimate has no %s", name(part));
}

/// A plan with pipeline and context ranks, on H100.
Scenario deep()
{
    Scenario question = changed(weak_scaling("64"), "pp", "4");
    question = changed(question, "cp", "2");
    return changed(question, "stack", "megatron_core_2024");
}

} // namespace

/// Where a term says its value comes from, and how it says it is known.
class Provenance : public QObject {
    Q_OBJECT

private slots:
    void kernels_are_as_well_known_as_the_accelerator()
    {
        QCOMPARE(term_of(weak_scaling("8"), Part::MatrixMultiply).known_by, KnownBy::Derived);
        const Scenario unmeasured = changed(weak_scaling("8"), "hardware", "mi355x");
        QVERIFY(!unmeasured.cluster.accelerator.measured_kernels);
        QCOMPARE(term_of(unmeasured, Part::MatrixMultiply).known_by, KnownBy::Estimated);
        QCOMPARE(term_of(weak_scaling("64"), Part::AllGather).known_by, KnownBy::Derived);
    }

    void constants_of_software_are_estimates()
    {
        for (const Part part : {Part::Jitter, Part::StepFixed})
            QCOMPARE(term_of(weak_scaling("1024"), part).known_by, KnownBy::Estimated);
        QCOMPARE(term_of(weak_scaling("8"), Part::Weights).known_by, KnownBy::Derived);
    }

    void an_assumption_has_the_preset_s_source_until_it_is_typed()
    {
        const Scenario shipped = weak_scaling("64");
        const struct {
            Part part;
            const char* key;
            const char* typed;
        } rows[] = {{Part::CoolingPower, "pue", "1.3"}, {Part::NetworkPower, "network_watts", "70"}};
        for (const auto& row : rows) {
            const catalog::AssumedValue* assumed = assumed_value(shipped.assumptions, row.key);
            QVERIFY2(assumed, row.key);
            QCOMPARE(term_of(shipped, row.part).source, assumed->source);
            QCOMPARE(term_of(shipped, row.part).known_by, assumed->known_by);
            const Term typed = term_of(changed(shipped, row.key, row.typed), row.part);
            QCOMPARE(typed.source, std::string("Typed"));
            QCOMPARE(typed.known_by, KnownBy::Estimated);
        }
        const Scenario owned = changed(shipped, "pricing", "owned");
        QCOMPARE(term_of(owned, Part::ElectricityCost).source, assumed_value(owned.assumptions, "usd_per_kwh")->source);
        QCOMPARE(term_of(owned, Part::ElectricityCost).known_by, KnownBy::Recalled);
        QCOMPARE(term_of(changed(shipped, "usd_per_gpu_hour", "2"), Part::DeviceCost).source, std::string("Typed"));
        QVERIFY(QString::fromStdString(term_of(shipped, Part::DeviceCost).source).startsWith("20")); // dated
    }

    void sources_follow_the_plan()
    {
        const Scenario ring = deep();
        QVERIFY(QString::fromStdString(term_of(ring, Part::ContextTraffic).source).contains("2310.01889"));
        const Scenario gathered = changed(ring, "cp_method", "all_gather");
        QVERIFY(QString::fromStdString(term_of(gathered, Part::ContextTraffic).source).contains("2407.21783"));
        QVERIFY(english(term_of(gathered, Part::ContextTraffic).words).find("gathered") != std::string::npos);
        QVERIFY(QString::fromStdString(term_of(ring, Part::Bubble).source).contains("2104.04473"));
        QVERIFY(QString::fromStdString(term_of(changed(ring, "schedule", "zb_h1"), Part::Bubble).source)
                    .contains("2401.10241"));
        QVERIFY(QString::fromStdString(term_of(changed(ring, "schedule", "dualpipe"), Part::Bubble).source)
                    .contains("2412.19437"));
        const Scenario stored = changed(ring, "attention", "unfused");
        QVERIFY(english(term_of(stored, Part::Attention).words).find("stored score matrix") != std::string::npos);
        QVERIFY(english(term_of(ring, Part::Attention).words).find("causal half") != std::string::npos);
    }

    /// A quantity that is a constant of the cost model has the value and the source of the preset's row.
    void constants_cite_their_row()
    {
        const catalog::Physics& physics = *test::shipped().physics;
        int met = 0;
        const Estimate answer = estimate(changed(deep(), "recompute", "selective"));
        for (const Ingredient& quantity : answer.quantities) {
            for (std::size_t i = 0; i < physics.notes.size(); ++i) {
                if (quantity.symbol != physics.notes[i].key)
                    continue;
                ++met;
                QCOMPARE(quantity.value, physics.values.*catalog::physics_constants()[i].value);
                QVERIFY2(quantity.source.find(physics.notes[i].source) != std::string::npos, quantity.source.c_str());
            }
        }
        QVERIFY2(met >= 3, qPrintable(QString::number(met)));
    }
};

PLATEAU_TEST(Provenance)

} // namespace tst_provenance

#include "tst_provenance.moc"
