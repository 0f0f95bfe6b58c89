// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/explained.h"
#include "tests/ui/named_controls.h"
#include "tests/ui/window_stage.h"
#include "ui/teaching/classroom/classroom_window.h"
#include "ui/teaching/tour_desk.h"

namespace tst_class_accessible {

using namespace plateau::ui;
using plateau::test::check_named;
using plateau::test::Stage;

/// Every control of a tour and of the class's window says its name and what it is, and F1 explains it.
class ClassAccessibleTest : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void every_control_of_a_tour_and_of_the_class()
    {
        plateau::test::Stage stage(catalog_, *appearance_, QSize{1440, 900});
        TourDesk::of(stage.window).start(QStringLiteral("diminishing-returns"));
        plateau::test::Stage::settle();
        check_named(stage.window, 15);
        ClassDesk& desk = ClassDesk::of(stage.window);
        desk.toggle();
        plateau::test::Stage::settle();
        check_named(*desk.classroom(), 4);
        desk.toggle();
        TourDesk::of(stage.window).player().leave();
        plateau::test::Stage::settle();
    }

    void f1_leads_to_a_place_of_its_own()
    {
        plateau::test::Stage stage(catalog_, *appearance_, QSize{1440, 900});
        plateau::test::Explained explained;
        TourDesk::of(stage.window).start(QStringLiteral("diminishing-returns"));
        explained.look(stage.window);
        ClassDesk& desk = ClassDesk::of(stage.window);
        desk.toggle();
        explained.look(*desk.classroom());
        desk.toggle();
        TourDesk::of(stage.window).player().leave();
        explained.judge(stage.window);
        QVERIFY(explained.entries.size() > 20);
    }
};

PLATEAU_TEST(ClassAccessibleTest)

} // namespace tst_class_accessible

#include "tst_class_accessible.moc"
