// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QSettings>
#include <QTabBar>

#include "core/answers/question.h"
#include "tests/ui/window_stage.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/shell/main_window.h"

namespace tst_keyboard {

using plateau::test::Stage;
namespace ui = plateau::ui;

/// The keyboard alone: every region can be reached.
class TestKeyboard : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        set_up();
        keep_settings_as("keyboard");
        stage_ = std::make_unique<plateau::test::Stage>(catalog_, *appearance_);
        stage_->window.evidence().load(); // more to stop at once they are read
        stage_->window.evidence().wait();
    }

    void f6_goes_round_all_regions()
    {
        ui::MainWindow& window = stage_->window;
        window.show_page(window.page<ui::WorkbenchPage>());
        plateau::test::Stage::settle();
        go_to_region(window, 1);
        QWidget* first = QApplication::focusWidget();
        QVERIFY(first);
        std::set<QWidget*> seen{first};
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
            plateau::test::Stage::settle();
            if (QApplication::focusWidget() == first)
                break;
            QVERIFY(seen.insert(QApplication::focusWidget()).second);
        }
        QCOMPARE(QApplication::focusWidget(), first); // round
        QVERIFY(seen.size() >= 3); // tabs, parameters, plot; panels at the right where they hold controls
        QVERIFY(std::any_of(seen.begin(), seen.end(),
                            [&](QWidget* at) { return stage_->window.parameters().isAncestorOf(at); }));
        QTest::keyClick(first, Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(QApplication::focusWidget() != first);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), first);
    }

    void ten_tabs_leave_a_region_data()
    {
        QTest::addColumn<int>("page");
        for (int page = 0; page < stage_->window.findChild<QTabBar*>(QStringLiteral("pages"))->count(); ++page)
            QTest::addRow("page %d", page + 1) << page;
    }

    /// Whichever region F6 leads to, and in either direction.
    void ten_tabs_leave_a_region()
    {
        QFETCH(int, page);
        ui::MainWindow& window = stage_->window;
        window.findChild<QTabBar*>(QStringLiteral("pages"))->setCurrentIndex(page);
        plateau::test::Stage::settle();
        const auto is_in = [](const QWidget* region, const QWidget* widget) {
            return widget && (widget == region || region->isAncestorOf(widget));
        };
        const std::vector<QWidget*> all = ui::regions(window);
        QVERIFY(all.size() >= 3);
        for (QWidget* region : all)
            for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab}) {
                const auto here = [&] { return is_in(region, QApplication::focusWidget()); };
                window.setFocus();
                for (std::size_t i = 0; i <= all.size() && !here(); ++i)
                    go_to_region(window, 1);
                QVERIFY2(here(), qPrintable(region->objectName()));
                const auto* dock = qobject_cast<ui::SidePanel*>(region);
                QVERIFY2(!dock || dock == QApplication::focusWidget()
                             || is_in(&dock->content(), QApplication::focusWidget()),
                         qPrintable(region->objectName()));
                // In from the region before or after it, and through all of it.
                while (here())
                    QTest::keyClick(QApplication::focusWidget(), key == Qt::Key_Tab ? Qt::Key_Backtab : Qt::Key_Tab);
                int tabs = 0;
                QStringList stops;
                for (QTest::keyClick(QApplication::focusWidget(), key); here() && tabs < 100; ++tabs) {
                    stops << QApplication::focusWidget()->metaObject()->className() + QStringLiteral(" ")
                            + QApplication::focusWidget()->accessibleName();
                    QTest::keyClick(QApplication::focusWidget(), key);
                }
                QVERIFY2(tabs <= 10,
                         qPrintable(region->objectName() + QStringLiteral(":\n") + stops.join(QLatin1Char('\n'))));
            }
    }

    void from_a_heading_into_its_rows_and_on()
    {
        ui::MainWindow& window = stage_->window;
        window.show_page(window.page<ui::WorkbenchPage>());
        plateau::test::Stage::settle();
        const auto headings = window.parameters().findChildren<ui::GroupHeader*>();
        auto* gpus = stage_->control<ui::ValueField>("gpus");
        ui::GroupHeader* cluster = headings.front();
        cluster->setFocus(Qt::TabFocusReason);
        QTest::keyClick(cluster, Qt::Key_Tab);
        QVERIFY(qobject_cast<ui::GroupHeader*>(QApplication::focusWidget())); // past its rows
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(cluster));
        QTest::keyClick(cluster, Qt::Key_Down);
        for (int i = 0; i < 5 && QApplication::focusWidget() != gpus; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab); // one row after the other
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(gpus));
        QTest::keyClick(gpus, Qt::Key_F6);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(gpus)); // where it was
        QTest::keyClick(gpus, Qt::Key_Down, Qt::ControlModifier);
        QWidget* next = QApplication::focusWidget();
        QVERIFY(qobject_cast<ui::GroupHeader*>(next) && next != cluster);
        QTest::keyClick(next, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(cluster));
        gpus->setFocus();
        QTest::keyClick(gpus, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(cluster));
        cluster->setChecked(false);
        QTest::keyClick(cluster, Qt::Key_Right);
        QVERIFY(cluster->isChecked() && window.parameters().isAncestorOf(QApplication::focusWidget()));
        QVERIFY(!qobject_cast<ui::GroupHeader*>(QApplication::focusWidget()));
    }

    void a_list_is_one_stop_and_arrows_go_through_it()
    {
        ui::MainWindow& window = stage_->window;
        window.show_page(window.page<ui::HardwarePage>());
        plateau::test::Stage::settle();
        auto* list = window.page<ui::HardwarePage>().findChild<ui::HardwareList*>();
        if (!list)
            list = window.findChild<ui::HardwareList*>();
        const auto boxes = list->findChildren<QCheckBox*>();
        QCOMPARE(std::count_if(boxes.begin(), boxes.end(),
                               [](const auto* box) { return (box->focusPolicy() & Qt::TabFocus) != 0; }),
                 1);
        QCheckBox* last = list->box("b200");
        last->setFocus(Qt::TabFocusReason);
        QTest::keyClick(last, Qt::Key_Up);
        QVERIFY(QApplication::focusWidget() != last && list->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(last));
        auto* finder = list->findChild<QLineEdit*>();
        finder->setFocus();
        QTest::keyClicks(finder, "H200"); // what had the stop is hidden
        QTest::keyClick(finder, Qt::Key_Tab);
        auto* found = qobject_cast<QCheckBox*>(QApplication::focusWidget());
        QVERIFY(found && found->text().contains(QStringLiteral("H200")));
        finder->clear();
    }

    void a_plan_is_found_adopted_and_taken_back()
    {
        plateau::test::Stage stage(catalog_, *appearance_, {1440, 900}, "llama3-70b-h100");
        ui::MainWindow& window = stage.window;
        QApplication::setActiveWindow(&window);
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers with = {}) {
            QWidget* here = QApplication::focusWidget();
            QTest::keyClick(here ? here : &window, key, with);
            plateau::test::Stage::settle();
        };
        const auto reach = [&](Qt::Key key, auto&& is_there) {
            for (int i = 0; i < 30 && !(QApplication::focusWidget() && is_there(*QApplication::focusWidget())); ++i)
                press(key);
            return QApplication::focusWidget() && is_there(*QApplication::focusWidget());
        };
        // The best one first, from the heading of the plan.
        QVERIFY(reach(Qt::Key_F6, [&](QWidget& at) { return window.parameters().isAncestorOf(&at); }));
        QVERIFY(
            reach(Qt::Key_Tab, [](QWidget& at) { return at.property("value").toString() == QLatin1String("given"); }));
        press(Qt::Key_Right);
        QVERIFY(plateau::answers::plan_choice(stage.document.scenario()) == plateau::search::PlanChoice::Best);
        stage.wait_for_searches();
        press(Qt::Key_Left);

        press(Qt::Key_2, Qt::ControlModifier);
        QVERIFY(window.page<ui::PlansPage>().isVisible());
        const auto& model = window.page<ui::PlansPage>().model();
        QVERIFY(QTest::qWaitFor(
            [&] { return model.list() && !window.page<ui::PlansPage>().table().model()->index(0, 0).data().isNull(); },
            60000));
        QVERIFY(reach(Qt::Key_F6, [&](QWidget& at) { return window.page<ui::PlansPage>().isAncestorOf(&at); }));
        QVERIFY(reach(Qt::Key_Tab, [](QWidget& at) { return qobject_cast<ui::PlansView*>(&at) != nullptr; }));
        press(Qt::Key_Down);
        QVERIFY(model.selected());
        const plateau::Plan wanted = model.selected()->plan;
        const std::string before = stage.document.plain_text();
        QVERIFY(reach(Qt::Key_F6,
                      [&](QWidget& at) { return window.page<ui::PlansPage>().plan_panel().isAncestorOf(&at); }));
        QCOMPARE(QApplication::focusWidget(),
                 static_cast<QWidget*>(&window.page<ui::PlansPage>().plan_panel().adopt_button()));
        press(Qt::Key_Space);
        QVERIFY(stage.document.plain_text() != before);
        QVERIFY(estimate(stage.document.scenario()).parts.plan == wanted);
        QVERIFY(QTest::qWaitFor([&] { return model.list() && model.list()->plans->current.plan == wanted; }, 60000));
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(stage.document.plain_text(), before);
        press(Qt::Key_Y, Qt::ControlModifier);
        press(Qt::Key_1, Qt::ControlModifier);
        QVERIFY(window.page<ui::WorkbenchPage>().isVisible());
        QVERIFY(estimate(stage.document.scenario()).parts.plan == wanted);
    }

    void the_plot_is_a_few_keys_away()
    {
        plateau::test::Stage stage(catalog_, *appearance_, {1280, 720});
        stage.wait_for_searches();
        QApplication::setActiveWindow(&stage.window);
        const auto presses = [&](Qt::Key key) {
            int count = 0;
            for (; count < 100 && QApplication::focusWidget() != &stage.plot(); ++count) {
                QWidget* here = QApplication::focusWidget();
                QTest::keyClick(here ? here : &stage.window, key);
                plateau::test::Stage::settle();
            }
            return count;
        };
        QVERIFY(presses(Qt::Key_Tab) <= 10); // from the start
        stage.control<ui::ValueField>("gpus")->setFocus(Qt::TabFocusReason);
        QVERIFY(presses(Qt::Key_F6) <= 2); // from among the parameters
    }

private:
    std::unique_ptr<plateau::test::Stage> stage_;
};

PLATEAU_TEST(TestKeyboard)

} // namespace tst_keyboard

#include "tst_keyboard.moc"
#include "ui/shell/side_panels.h"
