// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window_stage.h"
#include "ui/controls/appearance.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/legend_strip.h"
#include "ui/teaching/tour_desk.h"
#include "ui/teaching/tours/tour_panel.h"

namespace tst_names_asked {

using plateau::test::Stage;
namespace ui = plateau::ui;

/// While a step asks which curve is which, nothing of the window says it.
class TestNamesAsked : public plateau::test::WindowTest {
    Q_OBJECT

private:
    static void go_to(ui::TourPlayer& tours, const char* id)
    {
        const auto& steps = tours.tour().steps;
        const auto step = std::find_if(steps.begin(), steps.end(), [&](const auto& each) { return each.id == id; });
        QVERIFY(step != steps.end());
        tours.go(int(step - steps.begin()));
    }

private slots:
    void initTestCase() { set_up(); }

    void comparisons_come_with_the_answer()
    {
        plateau::test::Stage stage(catalog_, *appearance_);
        ui::TourDesk::of(stage.window).start(QStringLiteral("diminishing-returns"));
        ui::TourPlayer& tours = ui::TourDesk::of(stage.window).player();
        go_to(tours, "the-old-rule");
        plateau::test::Stage::settle();
        auto* compare = stage.window.findChild<ui::ComparePanel*>();
        QVERIFY(compare);
        compare->show();
        plateau::test::Stage::settle();
        const auto names = [&] {
            QStringList all;
            for (const ui::Pin& pin : stage.window.pins().all())
                all += pin.name();
            return all;
        };
        QCOMPARE(names().size(), 2);
        for (const QString& name : names())
            QCOMPARE(name.size(), 1); // a letter
        QVERIFY(compare->sentence().isEmpty());
        const auto* legend = stage.window.findChild<ui::LegendStrip*>();
        QVERIFY(legend);
        QVERIFY2(!legend->accessibleName().contains(QStringLiteral("TP 2")), qPrintable(legend->accessibleName()));
        QVERIFY(compare->parameters().facts().empty() || compare->parameters().isHidden());
        const int steps = stage.document.undo_stack().index();
        tours.reveal();
        plateau::test::Stage::settle();
        QCOMPARE(names(), QStringList({QStringLiteral("PP 2"), QStringLiteral("TP 2")}));
        QCOMPARE(stage.document.undo_stack().index(), steps); // no step of undo
        QVERIFY2(legend->accessibleName().contains(QStringLiteral("TP 2")), qPrintable(legend->accessibleName()));
        // The answer says what the curve is called, whose letter nothing shows any more.
        const QString told = ui::step_html(tours, ui::theme_of(&stage.window));
        QVERIFY2(told.contains(QStringLiteral(" (not split)")), qPrintable(told));
        tours.guess_again();
        QCOMPARE(names().front().size(), 1);
        tours.leave();
        plateau::test::Stage::settle();
    }

    void configurations_have_no_names_until_then()
    {
        plateau::test::Stage stage(catalog_, *appearance_);
        ui::TourDesk::of(stage.window).start(QStringLiteral("end-of-scaling"));
        ui::TourPlayer& tours = ui::TourDesk::of(stage.window).player();
        go_to(tours, "three-generations");
        plateau::test::Stage::settle();
        auto* panel = stage.window.findChild<ui::ConfigurationPanel*>();
        QVERIFY(panel);
        const auto said = [&] {
            QString all;
            for (const ui::ConfigurationRow* row : panel->findChildren<ui::ConfigurationRow*>())
                all += row->accessibleName() + row->accessibleDescription() + QLatin1Char('|');
            return all;
        };
        QVERIFY2(!said().contains(QStringLiteral("V100")), qPrintable(said()));
        tours.reveal();
        plateau::test::Stage::settle();
        QVERIFY2(said().contains(QStringLiteral("V100")), qPrintable(said()));
        tours.leave();
        plateau::test::Stage::settle();
    }
};

PLATEAU_TEST(TestNamesAsked)

} // namespace tst_names_asked

#include "tst_names_asked.moc"
