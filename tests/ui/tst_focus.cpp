// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenuBar>
#include <QtTest>

#include <set>

#include "tests/ui/window_stage.h"
#include "ui/pages/parameters/parameter_panel.h"

namespace tst_focus {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// The keyboard is always seen to be somewhere.
class TestFocus : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void every_tab_stop_shows_that_it_has_the_keyboard()
    {
        test::Stage stage(catalog_, *appearance_, {1440, 900});
        stage.wait_for_searches();
        QApplication::setActiveWindow(&stage.window);
        std::set<const QWidget*> seen;
        QStringList without;
        const auto go_on = [&] {
            while (QWidget* here = stage.window.focusWidget()) {
                if (!seen.insert(here).second)
                    break;
                test::Stage::settle();
                const QImage with = here->grab().toImage();
                here->clearFocus();
                test::Stage::settle();
                if (here->grab().toImage() == with)
                    without << QLatin1String(here->metaObject()->className()) + QLatin1Char(' ')
                            + here->accessibleName();
                here->setFocus(Qt::TabFocusReason);
                QTest::keyClick(here, Qt::Key_Tab);
            }
        };
        for (GroupHeader* heading : stage.window.parameters().findChildren<GroupHeader*>()) {
            heading->setFocus(Qt::TabFocusReason);
            go_on();
            heading->setFocus(Qt::TabFocusReason);
            QTest::keyClick(heading, Qt::Key_Down); // among its rows
            go_on();
        }
        QVERIFY(seen.size() > 30);
        QVERIFY2(without.isEmpty(), qPrintable(without.join(QLatin1Char('\n'))));
    }

    void a_slider_goes_by_one_stop_three_stops_and_to_its_ends()
    {
        test::Stage stage(catalog_, *appearance_, {1440, 900});
        auto* slider = stage.control<StopSlider>("gpus");
        slider->setFocus();
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(slider, key);
            test::Stage::settle();
            return slider->value();
        };
        QCOMPARE(press(Qt::Key_Home), 0);
        const double least = stage.gpus();
        QCOMPARE(press(Qt::Key_Right), 1);
        QVERIFY(stage.gpus() > least);
        QCOMPARE(press(Qt::Key_PageUp), 4);
        QCOMPARE(press(Qt::Key_Left), 3);
        QCOMPARE(press(Qt::Key_PageDown), 0);
        QCOMPARE(stage.gpus(), least);
        QCOMPARE(press(Qt::Key_End), slider->maximum());
        QVERIFY(stage.gpus() > 1000 * least);
    }
};

PLATEAU_TEST(TestFocus)

} // namespace tst_focus

#include "tst_focus.moc"
