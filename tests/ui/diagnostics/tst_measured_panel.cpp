// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPlainTextEdit>
#include <QPushButton>

#include "core/answers/step.h"
#include "core/diagnostics/gap.h"
#include "tests/ui/window_stage.h"
#include "ui/diagnostics/measured_panel.h"
#include "ui/document/edited_question.h"

namespace tst_measured_panel {

using namespace plateau;
using namespace plateau::test;

namespace {

MeasuredPanel* panel_of(test::Stage& stage)
{
    auto* panel = stage.window.findChild<MeasuredPanel*>();
    for (QWidget* above = panel; above; above = above->parentWidget())
        if (auto* dock = qobject_cast<SidePanel*>(above))
            dock->come_to_front();
    test::Stage::settle();
    return panel;
}

bool answered(MeasuredPanel& panel)
{
    return QTest::qWaitFor([&] { return panel.answer() != nullptr; }, 60000);
}

void type(MeasuredPanel& panel, const QString& words)
{
    auto* field = panel.findChild<QPlainTextEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, words);
    QTest::keyClick(field, Qt::Key_Return);
}

} // namespace

/// Why is my run slower? The panel beside the plots, by hand.
class MeasuredPanelTest : public WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { set_up(); }

    void a_typed_number_is_compared()
    {
        test::Stage stage(catalog_, *appearance_);
        MeasuredPanel* panel = panel_of(stage);
        QVERIFY(panel);
        type(*panel, "11 % MFU");
        QVERIFY(answered(*panel));
        QVERIFY2(panel->as_text().contains("measured 11"), qPrintable(panel->as_text()));
        QVERIFY(panel->as_text().contains("slower than expected"));
        QVERIFY(!panel->answer()->causes.empty());
        QVERIFY(panel->findChild<QPlainTextEdit*>()->toPlainText().isEmpty());
    }

    void what_cannot_be_is_said()
    {
        test::Stage stage(catalog_, *appearance_);
        MeasuredPanel* panel = panel_of(stage);
        type(*panel, "563 % MFU");
        QVERIFY(answered(*panel));
        QVERIFY2(panel->as_text().contains("measured 563") && panel->as_text().contains("This cannot be"),
                 qPrintable(panel->as_text()));
    }

    void a_pasted_line_is_enough()
    {
        test::Stage stage(catalog_, *appearance_);
        MeasuredPanel* panel = panel_of(stage);
        panel->enter(
            " [2024-05-07 12:34:56] iteration       20/     100 | consumed samples:        20480 | elapsed time per "
            "iteration (ms): 10512.3 | learning rate: 3.0E-05 | global batch size:  1024 | lm loss: 7.1E+00 |");
        QVERIFY(answered(*panel));
        QVERIFY2(panel->as_text().contains("measured 10.5"), qPrintable(panel->as_text()));
    }

    void what_says_nothing_is_refused_in_place()
    {
        test::Stage stage(catalog_, *appearance_);
        MeasuredPanel* panel = panel_of(stage);
        type(*panel, "rather slow");
        QVERIFY2(panel->as_text().contains("MFU"), qPrintable(panel->as_text())); // what would be taken
        QCOMPARE(panel->findChild<QPlainTextEdit*>()->toPlainText(), QString("rather slow"));
        QVERIFY(!stage.document.scenario().view.count(answers::measured_entry));
    }

    void a_pinned_run_rules_causes_out()
    {
        test::Stage stage(catalog_, *appearance_);
        MeasuredPanel* panel = panel_of(stage);
        type(*panel, "11 % MFU");
        QVERIFY(answered(*panel));
        const std::size_t alone = panel->answer()->causes.size();
        stage.window.pins().pin("many");
        QVERIFY(stage.document.edit_text("gpus", "8"));
        const answers::TrainingQuestion few(stage.document.scenario());
        const auto expected = stage.document.answers()->get<answers::StepParts>(few);
        type(*panel, QString::number(100 * expected->mfu(), 'f', 1) + " % MFU");
        QVERIFY(answered(*panel));
        QCOMPARE(panel->answer()->runs_beside.size(), std::size_t(2));
        QVERIFY(panel->answer()->causes.size() < alone || !panel->answer()->ruled_out.empty());
        QVERIFY2(panel->as_text().contains("Ruled out by another run"), qPrintable(panel->as_text()));
    }

    void a_cause_can_be_applied()
    {
        test::Stage stage(catalog_, *appearance_);
        MeasuredPanel* panel = panel_of(stage);
        type(*panel, "11 % MFU");
        QVERIFY(answered(*panel));
        const auto& causes = panel->answer()->causes;
        const auto wanted = std::find_if(causes.begin(), causes.end(), std::mem_fn(&answers::GapCause::is_parameter));
        QVERIFY(wanted != causes.end());
        panel->apply(std::size_t(wanted - causes.begin()));
        QVERIFY(QTest::qWaitFor([&] { return panel->answer() && panel->answer()->first().inside(); }, 60000));
        QVERIFY(panel->as_text().contains("as expected"));
    }

    void the_number_stays_with_the_scenario()
    {
        test::Stage stage(catalog_, *appearance_);
        MeasuredPanel* panel = panel_of(stage);
        type(*panel, "1.35 s");
        QCOMPARE(stage.document.scenario().view.at(answers::measured_entry), std::string("step_time_s=1.35"));
        stage.document.undo_stack().undo();
        QVERIFY(!stage.document.scenario().view.count(answers::measured_entry));
        stage.document.undo_stack().redo();
        QVERIFY(answered(*panel));
        for (QPushButton* each : panel->findChildren<QPushButton*>())
            if (each->text() == "Forget")
                QTest::mouseClick(each, Qt::LeftButton);
        QVERIFY(!stage.document.scenario().view.count(answers::measured_entry));
    }
};

PLATEAU_TEST(MeasuredPanelTest)

} // namespace tst_measured_panel

#include "tst_measured_panel.moc"
#include "ui/shell/side_panels.h"
