// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/evidence/shipped.h"
#include "core/views/words.h"
#include "tests/core/sample_parts.h"
#include "tests/core/sample_software.h"

namespace tst_software {

using namespace plateau;
using test::best;
using test::best_of_mixtral;
using test::fsdp_in_pipelines;
using test::parts_of;

/// What each software stack runs, what a search makes of it, and what is said of other plans.
class Software : public QObject {
    Q_OBJECT
private slots:
    void every_stack_tells_all_it_runs_with_its_source()
    {
        for (const catalog::Stack& stack : test::shipped().stacks) {
            if (stack.frameworks.empty())
                continue;
            for (const catalog::AbilityRow& row : catalog::ability_rows())
                QVERIFY2(!stack.runs_sources[std::size_t(row.ability)].empty(), (stack.id + ": " + row.key).c_str());
            QVERIFY(stack.runs.has(catalog::Ability::Sharding, stack.default_sharding));
        }
        QCOMPARE(test::shipped().programs.size(), test::shipped().stacks.size());
    }

    /// A declaration that a published run contradicts is wrong.
    void every_published_run_is_one_its_software_runs()
    {
        const evidence::Names names(test::shipped());
        QSet<QString> contradicted;
        int runs = 0;
        for (const auto& file : evidence::evidence_files(test::shipped())) {
            const auto rows = evidence::read_rows(file);
            QVERIFY(rows);
            for (const evidence::Row& row : *rows) {
                const evidence::Posed posed = evidence::pose(names, row);
                if (!posed.possible())
                    continue;
                ++runs;
                const Plan plan = complete(*prepare(posed.scenario), posed.scenario.plan).plan;
                if (const Message said = narrate::software_warning(posed.scenario, plan); !said.empty())
                    contradicted.insert(
                        QString::fromStdString(row.id.substr(0, row.id.rfind('_')) + ": " + english(said)));
            }
        }
        QVERIFY(runs > 1500);
        QVERIFY2(contradicted.isEmpty(), qPrintable(QStringList(contradicted.values()).join('\n')));
    }

    void a_search_proposes_what_the_stack_runs()
    {
        const Scenario question = best_of_mixtral();
        const Parts found = best(question);
        QVERIFY(found.fits());
        QVERIFY(narrate::software_warning(question, found.plan).empty());
        QVERIFY(!(found.plan.pp > 1 && found.plan.dp_mode >= DataParallelMode::Zero2));
    }

    void any_software_is_asked_for_and_marked()
    {
        const Scenario question = best_of_mixtral("on");
        const Parts found = best(question);
        QVERIFY(found.tokens_per_s > best(best_of_mixtral()).tokens_per_s);
        const Plan& plan = found.plan;
        QVERIFY(plan.pp > 1 && plan.dp_mode >= DataParallelMode::Zero2);
        QVERIFY(!narrate::software_mark(question, plan).empty());
        Plan strange = plan;
        strange.schedule = PipelineSchedule::ZeroBubbleH2;
        strange.virtual_stages = 1;
        QCOMPARE(english(narrate::software_mark(question, strange)), std::string("no known software"));
    }

    void a_given_plan_is_estimated_and_the_remark_says_who_runs_it()
    {
        const Scenario question = fsdp_in_pipelines("megatron_core_2024");
        const Parts parts = parts_of(question);
        QVERIFY(parts.possible() && parts.step_seconds > 0);
        const auto said = narrate::remarks(question, parts);
        QVERIFY(!said.empty());
        QCOMPARE(said.front().key, std::string("stack"));
        const QString words = QString::fromStdString(english(said.front().text));
        QVERIFY2(words.contains("does not run FSDP with pipeline stages") && words.contains("arguments.py")
                     && words.endsWith("runs it."),
                 qPrintable(words));
        for (const narrate::Remark& remark : narrate::remarks(fsdp_in_pipelines("torchtitan"), parts))
            QVERIFY(remark.key != "stack");
    }

    void what_is_locked_is_kept()
    {
        Scenario question = fsdp_in_pipelines("megatron_core_2024");
        question.locked = {"pp", "dp_mode"};
        const Parts found = best(question);
        QCOMPARE(found.plan.pp, 4);
        QCOMPARE(found.plan.dp_mode, DataParallelMode::Fsdp);
        question.locked = {"pp"};
        QCOMPARE(best(question).plan.pp, 4);
        QVERIFY(best(question).plan.dp_mode <= DataParallelMode::Zero1);
        question.locked = {"dp_mode"};
        QCOMPARE(best(question).plan.pp, 1);
    }
};

PLATEAU_TEST(Software)

} // namespace tst_software

#include "tst_software.moc"
