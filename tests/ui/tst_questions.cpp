// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolBar>
#include <QToolButton>
#include <QtTest>

#include "tests/ui/hand.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/why_panel.h"
#include "ui/shell/export_dialog.h"

namespace tst_questions {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Hand;
using plateau::test::when_asked;

/// What people ask on the first day is answered in three clicks at most, in the smallest window.
class TestQuestions : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void what_would_a_larger_nvlink_domain_bring()
    {
        Hand hand(catalog_, *appearance_);
        hand.click(hand.tool(QStringLiteral("Pin")));
        hand.type_into("nvlink_domain", QStringLiteral("72"));
        QCOMPARE(hand.clicks, 2);
        QCOMPARE(hand.document.scenario().cluster.tiers.front().domain_size, 72.);
        hand.click_tab(QStringLiteral("Readout"));
        QLabel &before = hand.number(QStringLiteral("A Exposed comm.")), &now = hand.number(QStringLiteral("Exposed"));
        QVERIFY(hand.is_seen(before) && hand.is_seen(now));
        QVERIFY(before.text().toDouble() > now.text().toDouble());
        QVERIFY(!before.toolTip().isEmpty()); // the change
    }

    void which_of_two_chips_at_the_same_cost()
    {
        Hand hand(catalog_, *appearance_);
        hand.click_tab(QStringLiteral("Hardware"));
        HardwarePage& page = hand.window.page<HardwarePage>();
        hand.click(*page.basis().findChildren<QToolButton*>().front());
        QTRY_VERIFY_WITH_TIMEOUT(page.model().answer() && page.model().is_current(), 60000);
        QVERIFY(hand.clicks <= 3);
        QCOMPARE(page.model().answer()->basis, answers::Basis::Usd);
        QCOMPARE(page.model().answer()->clusters.size(), std::size_t(2));
        QVERIFY(hand.is_seen(page.bars()));
        QCOMPARE(page.bars().figure().as<figures::Bars>()->bars.size(), std::size_t(2));
    }

    void why_does_mfu_fall_here()
    {
        Hand hand(catalog_, *appearance_);
        hand.set("gpus", "2048");
        WhyPanel& why = hand.window.page<WorkbenchPage>().why();
        QVERIFY(QTest::qWaitFor([&] { return !why.is_searching(); }, 60000));
        QCOMPARE(hand.clicks, 0);
        QVERIFY(hand.is_seen(why));
        QVERIFY2(why.as_text().contains(QLatin1String("waits for parameter and gradient traffic"))
                     && why.as_text().contains(QLatin1String("each GPU has lost")),
                 qPrintable(why.as_text()));
        QVERIFY(!why.suggestions().empty());
    }

    void what_changed_from_a_to_b()
    {
        Hand hand(catalog_, *appearance_);
        hand.click(hand.tool(QStringLiteral("Pin")));
        hand.set("gpus", "512");
        hand.set("tp", "4");
        hand.click_tab(QStringLiteral("Compare"));
        QCOMPARE(hand.clicks, 2);
        ComparePanel& compare = hand.window.page<WorkbenchPage>().compare();
        QVERIFY(hand.is_seen(compare.parameters()));
        QStringList names;
        for (const narrate::Fact& fact : compare.parameters().facts())
            names << QString::fromStdString(english(fact.name));
        QVERIFY2(names.contains(QLatin1String("GPU count")) && names.contains(QLatin1String("Tensor")),
                 qPrintable(names.join(u' ')));
        QVERIFY(!names.contains(QLatin1String("Hardware")));
        QVERIFY(compare.sentence().contains(QLatin1String(" than Tensor 1")));
    }

    void which_formula_gives_this_number()
    {
        Hand hand(catalog_, *appearance_);
        hand.click_tab(QStringLiteral("Readout"));
        hand.click(hand.number(QStringLiteral("MFU")));
        QCOMPARE(hand.clicks, 2);
        const WhyPanel& why = hand.window.page<WorkbenchPage>().why();
        QVERIFY(hand.is_seen(why));
        QVERIFY2(why.formula().contains(QStringLiteral("tokens_per_s · F")), qPrintable(why.formula()));
    }

    void export_this_for_my_slide()
    {
        Hand hand(catalog_, *appearance_);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("slide.svg"));
        QToolButton& tool = hand.tool(QStringLiteral("Export figure..."));
        when_asked<QMenu>(hand, [&](QMenu& menu) {
            when_asked<ExportDialog>(hand, [&](ExportDialog& dialog) {
                auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("file"));
                name->setText(file);
                for (auto* button : dialog.findChildren<QPushButton*>())
                    if (button->isDefault())
                        hand.click(*button);
                dialog.close();
            });
            hand.click(menu, QStringLiteral("Slide"));
        });
        hand.click(tool, {tool.width() - 3, tool.height() / 2});
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), 60000);
        QCOMPARE(hand.clicks, 3);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().contains("Weak scaling")); // a slide has its title
    }

    void my_configuration_of_hugging_face()
    {
        Hand hand(catalog_, *appearance_);
        QTemporaryDir folder;
        const QString file = test::written_config(folder);
        QVERIFY(!file.isEmpty());
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        auto* bar = hand.window.menuBar();
        QAction* menu = bar->actions().front();
        hand.click(*bar, bar->actionGeometry(menu).center());
        when_asked<QFileDialog>(hand, [&](QFileDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
            ++hand.clicks; // on Open
            static_cast<QDialog&>(dialog).accept();
        });
        hand.click(*menu->menu(), QStringLiteral("Model from"));
        QTRY_COMPARE_WITH_TIMEOUT(hand.document.scenario().workload.shape.layers, 6, 60000);
        QCOMPARE(hand.clicks, 3);
    }
};

PLATEAU_TEST(TestQuestions)

} // namespace tst_questions

#include "tst_questions.moc"
