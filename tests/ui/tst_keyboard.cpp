// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSettings>
#include <QTabBar>

#include "ui/window/regions.h"
#include "window_stage.h"

using plateau::test::Stage;
namespace ui = plateau::ui;

/// The keyboard alone: every region can be reached.
class TestKeyboard : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase();
    void f6_goes_round_all_regions();
    void ten_tabs_leave_a_region_data();
    void ten_tabs_leave_a_region();
    void the_plot_is_a_few_keys_away();

private:
    std::unique_ptr<Stage> stage_;
};

void TestKeyboard::initTestCase()
{
    set_up();
    keep_settings_as("keyboard");
    stage_ = std::make_unique<Stage>(catalog_, *appearance_);
    stage_->window.evidence().load(); // more to stop at once they are read
    stage_->window.evidence().wait();
}

void TestKeyboard::f6_goes_round_all_regions()
{
    ui::MainWindow& window = stage_->window;
    window.show_page(window.workbench());
    Stage::settle();
    go_to_region(window, 1);
    QWidget* first = QApplication::focusWidget();
    QVERIFY(first);
    std::set<QWidget*> seen{first};
    for (int i = 0; i < 12; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        Stage::settle();
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

void TestKeyboard::ten_tabs_leave_a_region_data()
{
    QTest::addColumn<int>("page");
    for (int page = 0; page < stage_->window.findChild<QTabBar*>(QStringLiteral("pages"))->count(); ++page)
        QTest::addRow("page %d", page + 1) << page;
}

/// From its first control to the next region. Lists of rows are longer: F6 leaves them, as it leaves all.
void TestKeyboard::ten_tabs_leave_a_region()
{
    QFETCH(int, page);
    ui::MainWindow& window = stage_->window;
    window.findChild<QTabBar*>(QStringLiteral("pages"))->setCurrentIndex(page);
    Stage::settle();
    const std::set<QString> lists{QStringLiteral("parameters"), QStringLiteral("limits_parameters"),
                                  QStringLiteral("hardware"), QStringLiteral("evidence_filter")};
    const auto is_in = [](const QWidget* region, const QWidget* widget) {
        return widget && (widget == region || region->isAncestorOf(widget));
    };
    int regions = 0;
    for (QWidget* region : ui::regions(window)) {
        QWidget* first = region;
        while (!is_in(region, first) || !(first->focusPolicy() & Qt::TabFocus) || !first->isVisible()
               || !first->isEnabled())
            first = first->nextInFocusChain();
        first->setFocus(Qt::TabFocusReason);
        ++regions;
        if (lists.count(region->objectName())) {
            QTest::keyClick(first, Qt::Key_F6);
            QVERIFY2(!is_in(region, QApplication::focusWidget()), qPrintable(region->objectName()));
            continue;
        }
        int tabs = 0;
        for (; is_in(region, QApplication::focusWidget()) && tabs <= 10; ++tabs)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY2(tabs <= 10, qPrintable(region->objectName()));
    }
    QVERIFY(regions >= 3);
}

void TestKeyboard::the_plot_is_a_few_keys_away()
{
    Stage stage(catalog_, *appearance_, {1280, 720});
    stage.wait_for_searches();
    QApplication::setActiveWindow(&stage.window);
    const auto presses = [&](Qt::Key key) {
        int count = 0;
        for (; count < 100 && QApplication::focusWidget() != &stage.plot(); ++count) {
            QWidget* here = QApplication::focusWidget();
            QTest::keyClick(here ? here : &stage.window, key);
            Stage::settle();
        }
        return count;
    };
    QVERIFY(presses(Qt::Key_Tab) <= 10); // from the start
    stage.control<ui::ValueField>("gpus")->setFocus(Qt::TabFocusReason);
    QVERIFY(presses(Qt::Key_F6) <= 2); // from among the parameters
}

PLATEAU_TEST(TestKeyboard)
#include "tst_keyboard.moc"
