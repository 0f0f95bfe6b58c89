// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenuBar>

#include "tests/ui/back_from_files.h"
#include "tests/ui/hand.h"
#include "ui/controls/text.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/teaching/tour_desk.h"
#include "ui/teaching/tours/tour_player.h"

namespace tst_tours_in_window {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Hand;
using plateau::test::Stage;

/// What the window does for tours: they are found, their figures are exported, and they go on in another language.
class TestToursInWindow : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void a_lesson_on_sharding()
    {
        Hand hand(catalog_, *appearance_);
        hand.say(QStringLiteral("diminishing returns"));
        QTRY_VERIFY_WITH_TIMEOUT(TourDesk::of(hand.window).player().is_playing(), 60000);
        QVERIFY(hand.clicks <= 3);
    }

    void scenario_pins_and_view_of_a_step_come_back_from_every_format()
    {
        plateau::test::Stage stage(catalog_, *appearance_);
        TourPlayer& player = TourDesk::of(stage.window).player();
        TourDesk::of(stage.window).start(QStringLiteral("diminishing-returns"));
        const auto& steps = player.tour().steps;
        const auto wires = std::ranges::find_if(steps, [](const auto& each) { return each.id == "the-wires"; });
        QVERIFY(wires != steps.end());
        player.go(static_cast<int>(wires - steps.begin()));
        plateau::test::Stage::settle();
        plateau::test::Stage other(catalog_, *appearance_);
        test::expect_back_from_every_format(stage, other);
    }

    void a_tour_goes_on_in_another_language()
    {
        ScenarioDocument document(catalog_);
        QVERIFY(document.open("fernandez-weak-scaling"));
        auto window = std::make_unique<MainWindow>(document, *appearance_);
        window->resize(1300, 800);
        window->show();
        window->show_page(window->page<PlansPage>());
        window = MainWindow::in_another_language(std::move(window), language_of(QStringLiteral("ko")));
        plateau::test::Stage::settle();
        TourDesk::of(*window).start(QStringLiteral("buy-or-tune"));
        TourDesk::of(*window).player().go(2);
        window = MainWindow::in_another_language(std::move(window), language_of(QStringLiteral("en")));
        QVERIFY(TourDesk::of(*window).player().is_playing());
        QCOMPARE(TourDesk::of(*window).player().index(), 2);
        QCOMPARE(window->menuBar()->actions().front()->text(), QStringLiteral("&File"));
        TourDesk::of(*window).player().leave();
        QVERIFY(window->page<PlansPage>().isVisible()); // where it was before
    }
};

PLATEAU_TEST(TestToursInWindow)

} // namespace tst_tours_in_window

#include "tst_tours_in_window.moc"
