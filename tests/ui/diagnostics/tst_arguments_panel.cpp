// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QPushButton>

#include "tests/ui/shown_plans.h"
#include "ui/diagnostics/arguments_panel.h"

namespace tst_arguments_panel {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// A plan as the arguments of a program, beside the plans.
class TestArgumentsPanel : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    /// No lines to copy, and the reason in their place; torchtitan runs the same plan.
    void arguments_that_a_program_refuses_are_not_written()
    {
        plateau::test::Stage stage(catalog_, *appearance_, {1600, 900}, "llama3-70b-h100");
        Parts plan = test::shown_plans(stage.window).model().list()->result.plans.front();
        ArgumentsPanel panel;
        const auto buttons = panel.findChildren<QPushButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
            return button->text() == QStringLiteral("Copy");
        });
        QVERIFY(found != buttons.end());
        const QPushButton& copy = **found;
        panel.show_plan(&plan, stage.document.scenario());
        QVERIFY(copy.isEnabled());
        QVERIFY(panel.words().contains(QStringLiteral("--tensor-model-parallel-size")));
        auto& program = *panel.findChild<QComboBox*>();
        QCOMPARE(program.count(), 8);
        program.setCurrentIndex(program.findData(QStringLiteral("torchtitan")));
        QVERIFY(panel.words().contains(QStringLiteral("--parallelism.tensor_parallel_degree")));
        program.setCurrentIndex(program.findData(QStringLiteral("megatron")));
        plan.plan.dp_mode = DataParallelMode::Fsdp;
        plan.plan.pp = 4;
        plan.plan.virtual_stages = 1;
        plan.plan.schedule = PipelineSchedule::OneFOneB;
        panel.show_plan(&plan, stage.document.scenario());
        QVERIFY2(panel.words().contains(QStringLiteral("does not run FSDP with pipeline stages")),
                 qPrintable(panel.words()));
        QVERIFY(!copy.isEnabled());
    }

    void arguments_are_those_of_the_plan_that_is_chosen()
    {
        plateau::test::Stage stage(catalog_, *appearance_, {1600, 900}, "llama3-70b-h100");
        PlansPage& page = test::shown_plans(stage.window);
        page.table().setFocus();
        QTest::keyClick(&page.table(), Qt::Key_Down);
        plateau::test::Stage::settle();
        const Parts second = page.model().list()->result.plans[1];
        QVERIFY(page.model().selected()->plan == second.plan);
        QVERIFY(stage.window.findChild<ArgumentsPanel*>()->words().contains(
            QStringLiteral("--tensor-model-parallel-size %1").arg(second.plan.tp)));
    }
};

PLATEAU_TEST(TestArgumentsPanel)

} // namespace tst_arguments_panel

#include "tst_arguments_panel.moc"
