// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QPushButton>

#include "tests/ui/hand.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/solve_panel.h"
#include "ui/pages/workbench/why_panel.h"
#include "ui/shell/export_dialog.h"

namespace tst_nine_questions {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Hand;
using plateau::test::when_asked;

/// What people who decide, teach and write asked of the window: three clicks at most in the smallest window, typing
/// apart, and a sentence in sight that answers, with its range where it compares. Opening a card is one of the clicks.
class TestNineQuestions : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void racks_for_the_same_money()
    {
        Hand hand(catalog_, *appearance_, "llama3-70b-h100");
        hand.clicks = 1;
        hand.click_tab(QStringLiteral("Hardware"));
        auto& page = hand.window.page<HardwarePage>();
        auto* list = hand.window.findChild<HardwareList*>();
        hand.click(*list->box("gb200_nvl72"), {8, list->box("gb200_nvl72")->height() / 2});
        QVERIFY(QTest::qWaitFor([&] { return page.model().answer() && page.model().is_current(); }, 60000));
        Hand::settle();
        QCOMPARE(hand.clicks, 3);
        const QString said = Hand::sentence(page);
        QVERIFY2(said.contains(QLatin1String("GB200 NVL72")) && said.contains(QLatin1String("Eight in ten: "))
                     && said.contains(QLatin1String(" racks of 72")),
                 qPrintable(said));
    }

    void where_more_stops_paying()
    {
        Hand hand(catalog_, *appearance_, "llama3-405b-16k-h100");
        hand.clicks = 1;
        const QString said = Hand::sentence(hand.window.page<WorkbenchPage>());
        QVERIFY2(said.contains(QLatin1String("soon")) && said.contains(QLatin1String("GPUs")), qPrintable(said));
        QVERIFY(hand.clicks <= 3);
    }

    void why_mfu_is_what_it_is()
    {
        Hand hand(catalog_, *appearance_, "llama3-70b-h100");
        hand.clicks = 1;
        hand.say(QStringLiteral("gpus 2k"));
        QCOMPARE(hand.gpus(), 2048.);
        WhyPanel& why = hand.window.page<WorkbenchPage>().why();
        QVERIFY(QTest::qWaitFor([&] { return !why.is_searching(); }, 60000));
        for (auto* button : why.findChildren<QPushButton*>())
            if (button->isVisible() && button->text().contains(QLatin1String("MFU")))
                hand.click(*button);
        QCOMPARE(hand.clicks, 2);
        QVERIFY(hand.is_seen(why.account()));
    }

    void which_plan_for_a_long_context()
    {
        Hand hand(catalog_, *appearance_, "llama3-70b-h100");
        hand.clicks = 1;
        hand.say(QStringLiteral("gpus 256, 32k"));
        QCOMPARE(hand.document.scenario().workload.sequence, 32768.);
        hand.click_tab(QStringLiteral("Plans"));
        auto& page = hand.window.page<PlansPage>();
        page.model().wait();
        Hand::settle();
        QCOMPARE(hand.clicks, 2);
        const QString said = Hand::sentence(page);
        QVERIFY2(said.contains(QLatin1String("The best")) && said.contains(QLatin1String("TP ")), qPrintable(said));
    }

    void a_network_twice_as_fast_with_half_the_latency()
    {
        Hand hand(catalog_, *appearance_, "llama3-70b-h100");
        hand.clicks = 1;
        hand.click(hand.tool(QStringLiteral("Pin")));
        hand.say(QStringLiteral("scale-out link 800 Gb/s, extra latency 5 us"));
        hand.click_tab(QStringLiteral("Compare"));
        QCOMPARE(hand.clicks, 3);
        const QString said = hand.window.page<WorkbenchPage>().compare().sentence();
        QVERIFY2(said.contains(QLatin1String(" than Scale-out link "))
                     && said.contains(QLatin1String("Eight in ten: ")),
                 qPrintable(said));
    }

    void a_figure_for_a_column_with_a_second_curve()
    {
        Hand hand(catalog_, *appearance_);
        hand.clicks = 1;
        hand.click(hand.tool(QStringLiteral("Pin")));
        hand.say(QStringLiteral("h200"));
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("column.pdf"));
        when_asked<ExportDialog>(hand, [&](ExportDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("file"))->setText(file);
            for (auto* button : dialog.findChildren<QPushButton*>())
                if (button->isDefault())
                    hand.click(*button);
            dialog.close();
        });
        QTest::keyClick(&hand.window, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(file).size() > 0, 60000);
        QCOMPARE(hand.clicks, 3);
    }

    void a_training_run_of_1e29_in_three_months()
    {
        Hand hand(catalog_, *appearance_);
        hand.click_tab(QStringLiteral("Limits"));
        auto& page = hand.window.page<LimitsPage>();
        page.model().finish();
        hand.say(QStringLiteral("training compute 1e29"));
        page.model().finish();
        Hand::settle();
        QVERIFY(hand.clicks <= 3);
        QCOMPARE(page.document().scenario().marker_flop, 1e29);
        const QString said = Hand::sentence(page);
        QVERIFY2(said.startsWith(QLatin1String("Yes")) || said.startsWith(QLatin1String("No")), qPrintable(said));
    }

    void the_most_for_a_budget()
    {
        Hand hand(catalog_, *appearance_, "llama3-8b-fsdp");
        QVERIFY(QTest::qWaitFor([&] { return hand.window.model().steps() != nullptr; }, 60000)); // for the range
        Hand::settle();
        hand.click_tab(QStringLiteral("Solve"));
        auto* panel = hand.window.findChild<SolvePanel*>();
        for (auto* button : panel->findChildren<QAbstractButton*>())
            if (button->text() == QLatin1String("Tokens"))
                hand.click(*button);
        for (auto* field : panel->findChildren<ValueField*>())
            if (field->accessibleName() == QLatin1String("Budget")) {
                hand.click(*field);
                QTest::keyClicks(field, QStringLiteral("300k"));
                QTest::keyClick(field, Qt::Key_Return);
                Hand::settle();
                QTest::keyClick(field, Qt::Key_Return);
            }
        QVERIFY(QTest::qWaitFor([&] { return panel->answer() && !panel->is_busy(); }, 60000));
        Hand::settle();
        QCOMPARE(hand.clicks, 3);
        QString said;
        for (const auto* label : panel->findChildren<QLabel*>())
            if (hand.is_seen(*label))
                said += label->text() + QLatin1Char(' ');
        QVERIFY2(said.contains(QLatin1String("tokens")) && said.contains(QLatin1String("H100")), qPrintable(said));
        QVERIFY2(said.contains(QLatin1String("Eight in ten: ")), qPrintable(said));
    }
};

PLATEAU_TEST(TestNineQuestions)

} // namespace tst_nine_questions

#include "tst_nine_questions.moc"
