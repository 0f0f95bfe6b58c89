// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPushButton>
#include <QSettings>
#include <QShortcut>

#include <qcustomplot.h>

#include "tests/ui/picture_recorder.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/mechanism_player.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/shell/new_dialog.h"
#include "ui/teaching/classroom/class_canvas.h"
#include "ui/teaching/classroom/classroom_window.h"
#include "ui/teaching/tour_desk.h"
#include "ui/teaching/tours/tour_panel.h"

namespace tst_classroom {

using plateau::test::Stage;
namespace ui = plateau::ui;

/// What a class sees: large, only the lesson's controls, and the window as it was when it is over.
class TestClassroom : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        set_up();
        keep_settings_as("classroom");
        stage_ = std::make_unique<plateau::test::Stage>(catalog_, *appearance_);
    }

    void init()
    {
        if (ui::ClassDesk::of(stage_->window).classroom())
            ui::ClassDesk::of(stage_->window).toggle();
        ui::TourDesk::of(stage_->window).player().leave();
        plateau::test::Stage::settle();
        QSettings().clear();
        stage_->window.show_page(stage_->window.page<ui::WorkbenchPage>());
        plateau::test::Stage::opened(stage_->document, "fernandez-weak-scaling");
        stage_->document.undo_stack().clear();
        plateau::test::Stage::settle();
    }

    void letters_have_eighteen_points_at_1080()
    {
        ui::ClassroomWindow& room = enter();
        constexpr int eighteen_points = 24;
        QCOMPARE(room.look().pixels(1), eighteen_points);
        for (QWidget* part : room.findChildren<QWidget*>())
            if (part->isVisible()
                && (qobject_cast<QLabel*>(part) || qobject_cast<QAbstractButton*>(part)
                    || qobject_cast<QLineEdit*>(part) || qobject_cast<ui::TourText*>(part)))
                QVERIFY2(part->fontInfo().pixelSize() >= eighteen_points, part->metaObject()->className());
        constexpr double smallest_in_figures = 11;
        QVERIFY(room.plot().renderer().style().text(smallest_in_figures) >= eighteen_points);
        QVERIFY(room.plot().renderer().style().pen(1) >= 2);
        QCOMPARE(room.plot().renderer().style().theme.canvas, ui::projector_theme().canvas);
    }

    /// Notes, brackets and bands belong to the step that speaks of them.
    void nothing_is_drawn_that_the_step_does_not_speak_of()
    {
        ui::ClassroomWindow& room = enter();
        using plateau::tours::PlotMark;
        int published = 0;
        for (std::size_t i = 0; i < ui::TourDesk::of(stage_->window).player().tour().steps.size(); ++i) {
            ui::TourDesk::of(stage_->window).player().go(static_cast<int>(i));
            plateau::test::Stage::settle();
            ui::TourDesk::of(stage_->window).player().reveal();
            plateau::test::Stage::settle();
            const plateau::tours::Step& step = ui::TourDesk::of(stage_->window).player().step();
            const auto has = [&](PlotMark mark) {
                return std::find(step.marks.begin(), step.marks.end(), mark) != step.marks.end();
            };
            if (!room.plot().isVisible() || !step.picture.empty())
                continue;
            for (const plateau::figures::Panel& panel : room.plot().renderer().figure().plot().panels) {
                published += int(panel.brackets.size());
                QVERIFY2(panel.brackets.empty() || has(PlotMark::Published), step.id.c_str());
                for (const plateau::figures::Note& note : panel.notes)
                    QVERIFY2(has(note.ring ? PlotMark::Published : PlotMark::Landmarks), step.id.c_str());
                for (const plateau::figures::Region& region : panel.regions)
                    QVERIFY2(!region.waits || has(PlotMark::Waits), step.id.c_str());
                QVERIFY2(step.panels.empty()
                             || std::find(step.panels.begin(), step.panels.end(), panel.id) != step.panels.end(),
                         panel.id.c_str());
            }
        }
        QVERIFY(published > 0);
    }

    void only_the_lesson_can_be_changed()
    {
        ui::ClassroomWindow& room = enter();
        QVERIFY(room.strip().editor("gpus"));
        QVERIFY(room.strip().editor("latency_factor"));
        QVERIFY(!room.strip().editor("sequence"));
        // In the window beside a tour every number of the text can be turned; here those of the lesson.
        const auto links
            = [](ui::TourText& words) { return words.document()->toHtml().count(QStringLiteral("href=\"set:")); };
        QVERIFY(links(ui::TourDesk::of(stage_->window).panel().words()) > links(room.words().words()));
        QCOMPARE(links(room.words().words()), 1);
        // No zoom, no marker by mistake.
        room.words().reveal_button().click();
        plateau::test::Stage::settle();
        const double gpus = stage_->gpus();
        const auto view = room.plot().view();
        const QPoint middle = room.plot().mapTo(&room, room.plot().rect().center());
        QTest::mouseDClick(room.windowHandle(), Qt::LeftButton, {}, middle);
        QTest::mousePress(room.windowHandle(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(room.windowHandle(), middle + QPoint(150, 0));
        QTest::mouseRelease(room.windowHandle(), Qt::LeftButton, {}, middle + QPoint(150, 0));
        plateau::test::Stage::settle();
        QCOMPARE(stage_->gpus(), gpus);
        QVERIFY(room.plot().view() == view);
    }

    void what_is_locked_stays()
    {
        ui::ClassroomWindow& room = enter("fernandez-further", "newer-gpu");
        QCOMPARE(ui::TourDesk::of(stage_->window).player().step().id, "newer-gpu");
        QVERIFY(room.strip().is_locked("hardware"));
        QWidget* control = room.strip().editor("hardware")->main_control();
        QVERIFY(control->focusPolicy() & Qt::TabFocus); // it can be reached and read
        const std::string before = stage_->document.scenario().cluster.accelerator.id;
        control->setFocus();
        QTest::keyClick(control, Qt::Key_Down);
        QTest::mouseClick(control, Qt::LeftButton);
        plateau::test::Stage::settle();
        QCOMPARE(stage_->document.scenario().cluster.accelerator.id, before);
    }

    void nobody_is_led_out_of_the_room()
    {
        ui::ClassroomWindow& room = enter("bigger-domain");
        ui::TourText& words = room.words().words();
        QVERIFY(!words.toHtml().contains(ui::page_link));
        room.show_notes(); // where sources and pages stand
        QVERIFY(room.notes()->words().toPlainText().contains(QStringLiteral("What a 72-GPU domain buys")));
        QVERIFY(!room.notes()->words().toHtml().contains(ui::page_link));
    }

    void it_plays_and_rests()
    {
        ui::ClassroomWindow& room = enter("diminishing-returns", "the-race");
        const int undo = stage_->document.undo_stack().index();
        QCOMPARE(room.sweep().key(), "gpus");
        QTest::keyClick(&room.play_button(), Qt::Key_Left);
        QCOMPARE(stage_->gpus(), 1024.0);
        QTest::keyClick(&room.play_button(), Qt::Key_Right);
        QCOMPARE(stage_->gpus(), 2048.0);
        QTest::keyClick(&room.play_button(), Qt::Key_Left);
        ui::reduce_motion(false);
        room.play_button().click();
        QVERIFY(room.sweep().is_playing());
        QCOMPARE(stage_->gpus(), 2048.0); // the first stop at once
        QCOMPARE(room.play_button().text(), QStringLiteral("Pause"));
        QTest::keyClick(&room, Qt::Key_Space);
        QVERIFY(!room.sweep().is_playing());
        for (const QPushButton* button : room.findChildren<QPushButton*>())
            if (button->isVisible()
                && button->text() == QStringLiteral("Next")) // after a click on it Space is still the playback's
                QVERIFY(!(button->focusPolicy() & Qt::ClickFocus));
        QVERIFY(stage_->document.undo_stack().index() > undo);
    }

    void a_picture_of_its_own_leaves_the_stops()
    {
        ui::ClassroomWindow& room = enter("diminishing-returns", "the-wires");
        QVERIFY(!room.plot().figure().plot().panels.empty()
                && ui::TourDesk::of(stage_->window).player().picture()); // bytes on its axis
        QCOMPARE(room.sweep().key(), "latency_factor");
        QTest::keyClick(&room.play_button(), Qt::Key_Left);
        QVERIFY(std::get<double>(stage_->document.value("latency_factor")) < 2);
    }

    void the_keyboard_goes_from_left_to_right_and_is_not_lost()
    {
        ui::ClassroomWindow& room = enter("diminishing-returns", "hybrid-sharding");
        QApplication::setActiveWindow(&room);
        QPushButton& play = room.play_button();
        play.setFocus();
        QWidget* at = nullptr;
        int from = play.mapTo(&room, QPoint()).x();
        for (int stop = 0; stop < 5; ++stop) { // slider, field, list, Back, Next
            QTest::keyClick(at ? at : &play, Qt::Key_Tab);
            at = QApplication::focusWidget();
            QVERIFY(at->mapTo(&room, QPoint()).x() > from);
            from = at->mapTo(&room, QPoint()).x();
        }
        const double gpus = stage_->gpus();
        QTest::keyClick(at, Qt::Key_Left); // a step back, wherever the keyboard is
        QCOMPARE(QApplication::focusWidget(), at);
        QVERIFY(stage_->gpus() < gpus);

        auto* last = room.strip().editor("dp_mode")->main_control();
        last->setFocus(Qt::TabFocusReason);
        go_to("three-returns"); // without that control
        plateau::test::Stage::settle();
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&play)); // Space plays, and does not leave the step
    }

    void the_keyboard_is_seen_on_its_way_back()
    {
        ui::ClassroomWindow& room = enter();
        auto* text = room.findChild<ui::TourText*>();
        QVERIFY(text);
        room.activateWindow();
        room.findChild<ui::LessonStrip*>()->setFocus();
        QVERIFY(!text->textCursor().hasSelection());
        text->setFocus(Qt::BacktabFocusReason);
        QVERIFY(text->hasFocus());
        QVERIFY(text->textCursor().hasSelection()); // a link, framed
    }

    void nothing_moves_by_itself_where_motion_is_reduced()
    {
        ui::ClassroomWindow& room = enter("diminishing-returns", "in-one-slide");
        QTest::keyClick(&room.play_button(), Qt::Key_Left);
        ui::reduce_motion(true);
        room.play_button().click();
        QVERIFY(!room.sweep().is_playing());
        QCOMPARE(stage_->gpus(), 2048.0);
    }

    void a_moving_picture_is_played_and_dragged()
    {
        ui::ClassroomWindow& room = enter("one-gpu-to-a-cluster", "why-fsdp-gathers");
        QTRY_VERIFY_WITH_TIMEOUT(room.canvas().moving(), 60000);
        ui::MechanismPlayer& player = *room.canvas().moving();
        QVERIFY(!player.is_playing() && !player.shows_stills());
        QTRY_VERIFY_WITH_TIMEOUT(player.hasFocus(), 60000);
        QTest::keyClick(&player, Qt::Key_Space);
        QVERIFY(player.is_playing());
        const double begin = player.time();
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > begin, 60000);
        QTest::mouseClick(&player, Qt::LeftButton, {}, QPoint(player.width() / 2, player.height() / 2));
        QVERIFY(!player.is_playing());
        const double rested = player.time();
        const QPoint from(player.width() / 3, player.height() / 2);
        // Through the window, as a pointer does: nothing lies over the picture.
        QTest::mousePress(room.windowHandle(), Qt::LeftButton, {}, player.mapTo(&room, from));
        QTest::mouseMove(room.windowHandle(), player.mapTo(&room, from + QPoint(player.width() / 4, 0)));
        QTest::mouseRelease(room.windowHandle(), Qt::LeftButton, {},
                            player.mapTo(&room, from + QPoint(player.width() / 4, 0)));
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > rested, 60000);
        QVERIFY(!player.is_playing());

        go_to("pipelines-and-bubbles"); // the next one has the keyboard, whatever is asked beside it
        QTRY_VERIFY_WITH_TIMEOUT(room.canvas().moving() && room.canvas().moving() != &player, 60000);
        QTRY_VERIFY_WITH_TIMEOUT(room.canvas().moving()->hasFocus(), 60000);
        ui::TourDesk::of(stage_->window).player().reveal();
        plateau::test::Stage::settle();
        QTRY_VERIFY_WITH_TIMEOUT(room.canvas().moving() && room.canvas().moving()->hasFocus(), 60000);

        ui::TourDesk::of(stage_->window).player().go(0); // without one the keyboard stays in the room
        plateau::test::Stage::settle();
        QTRY_VERIFY_WITH_TIMEOUT(!room.canvas().moving(), 60000);
        QVERIFY(room.focusWidget() && room.focusWidget()->isVisible());
    }

    void a_class_guesses_with_clicks_at_the_edge()
    {
        ui::ClassroomWindow& room = enter();
        ui::TourPlayer& tours = ui::TourDesk::of(stage_->window).player();
        QVERIFY(tours.is_hiding());
        const QRectF rect = room.plot().renderer().plot_rect(0);
        for (const double share : {0.2, 0.4, 0.5, 0.8})
            QTest::mouseClick(&room.plot(), Qt::LeftButton, {},
                              QPoint(int(rect.right()) + 30, int(rect.top() + share * rect.height())));
        plateau::test::Stage::settle();
        QCOMPARE(tours.collected().size(), 4U);
        QVERIFY(tours.collected().front() > tours.collected().back());
        QVERIFY(tours.guess().empty());
        room.words().reveal_button().click();
        plateau::test::Stage::settle();
        const auto spread = tours.spread();
        QVERIFY(spread && spread->low < spread->median && spread->median < spread->high);
        QVERIFY(room.words().words().toPlainText().contains(QStringLiteral("4 guesses")));
    }

    void arrows_stop_before_what_is_hidden()
    {
        ui::ClassroomWindow& room = enter();
        const double from = ui::TourDesk::of(stage_->window).player().step().prediction->from;
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(&room.play_button(), Qt::Key_Right);
        plateau::test::Stage::settle();
        QVERIFY(ui::TourDesk::of(stage_->window).player().is_hiding());
        QCOMPARE(stage_->gpus(), from);
        room.words().reveal_button().click();
        plateau::test::Stage::settle();
        QTest::keyClick(&room.play_button(), Qt::Key_Right);
        QVERIFY(stage_->gpus() > from);
    }

    void notes_stand_in_a_second_window()
    {
        ui::ClassroomWindow& room = enter();
        room.show_notes();
        QVERIFY(room.notes() && room.notes()->isWindow() && room.notes()->isVisible());
        const QString words = room.notes()->words().toPlainText();
        QVERIFY(words.contains(QStringLiteral("before you reveal")));
        QVERIFY(words.contains(QStringLiteral("A race in every layer"))); // the next step
        QVERIFY(!room.words().words().toPlainText().contains(QStringLiteral("before you reveal")));
        QVERIFY(room.notes()->clock().endsWith(QStringLiteral("of 5:00")));
        ui::TourDesk::of(stage_->window).player().go(1);
        QVERIFY(room.notes()->words().toPlainText().contains(QStringLiteral("everybody waits")));
        QVERIFY(room.notes()->clock().endsWith(QStringLiteral("of 9:00")));
        QTest::keyClick(room.notes(), Qt::Key_PageDown); // a clicker's, where the notes have the keyboard
        QCOMPARE(ui::TourDesk::of(stage_->window).player().index(), 2);
        QTest::keyClick(room.notes(), Qt::Key_PageUp);
        QCOMPARE(ui::TourDesk::of(stage_->window).player().index(), 1);
        QVERIFY(room.notes()->words().toHtml().contains(ui::projector_theme().text2.name()));
        QCOMPARE(ui::clock_words(59), QStringLiteral("0:59"));
        QCOMPARE(ui::clock_words(12 * 60 + 34), QStringLiteral("12:34"));
        QCOMPARE(ui::clock_words(3600 + 2 * 60 + 3), QStringLiteral("1:02:03"));
    }

    /// Itself again where there is one screen.
    void with_two_screens_the_class_has_the_second()
    {
        const QList<QScreen*> screens = QGuiApplication::screens();
        if (screens.size() < 2) {
            QTemporaryDir folder;
            QFile file(folder.filePath(QStringLiteral("screens.json")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            const QString screen = QStringLiteral(
                R"({"name": "%1", "x": %2, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96, "dpr": 1})");
            file.write(QStringLiteral("{\"screens\": [%1, %2]}")
                           .arg(screen.arg(QStringLiteral("desk")).arg(0), screen.arg(QStringLiteral("wall")).arg(1920))
                           .toUtf8());
            file.close();
            QByteArray output;
            QVERIFY2(plateau::test::passes_with("QT_QPA_PLATFORM",
                                                QStringLiteral("offscreen:configfile=") + file.fileName(),
                                                "tst_classroom", "with_two_screens_the_class_has_the_second", output),
                     output);
            return;
        }
        const auto is_on = [](const QWidget& window, const QScreen* screen) {
            return window.screen() == screen && screen->geometry().contains(window.geometry());
        };
        QVERIFY(is_on(stage_->window, screens[0]));
        ui::ClassroomWindow& room = enter();
        QVERIFY(is_on(room, screens[1]));
        room.show_notes();
        plateau::test::Stage::settle();
        QVERIFY(is_on(*room.notes(), screens[0]));
        QVERIFY(room.notes()->testAttribute(Qt::WA_ShowWithoutActivating)); // a clicker's keys stay with the class
        for (auto* button : room.notes()->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Swap screens"))
                button->click();
        plateau::test::Stage::settle();
        QVERIFY(is_on(room, screens[0]) && room.isFullScreen());
        QVERIFY(is_on(*room.notes(), screens[1]));
        ui::ClassDesk::of(stage_->window).toggle();
        stage_->window.setGeometry(2000, 50, 1600, 900); // a window on the wall stays there for the class
        plateau::test::Stage::settle();
        ui::ClassroomWindow& again = enter();
        QVERIFY(is_on(again, screens[1]));
    }

    void leaving_restores_the_window()
    {
        plateau::test::Stage& stage = *stage_;
        const QSize size = stage.window.size();
        const QPalette palette = QApplication::palette();
        const QByteArray docks = stage.window.saveState();
        ui::ClassDesk::of(stage.window).toggle();
        plateau::test::Stage::settle();
        ui::ClassroomWindow* room = ui::ClassDesk::of(stage.window).classroom();
        QVERIFY(room && room->isVisible());
        QTest::keyClick(room, Qt::Key_Escape);
        plateau::test::Stage::settle();
        QVERIFY(!ui::ClassDesk::of(stage.window).classroom());
        QCOMPARE(stage.window.size(), size);
        QCOMPARE(QApplication::palette().color(QPalette::Window), palette.color(QPalette::Window));
        QCOMPARE(stage.window.saveState(), docks);
    }

    void a_question_without_a_tour_is_shown_too()
    {
        plateau::test::Stage& stage = *stage_;
        ui::ClassDesk::of(stage.window).toggle();
        ui::ClassroomWindow& room = *ui::ClassDesk::of(stage.window).classroom();
        QVERIFY(QTest::qWaitForWindowExposed(&room));
        room.resize(1280, 720);
        plateau::test::Stage::settle();
        QVERIFY(room.strip().editor("gpus"));
        QCOMPARE(room.look().pixels(1), 16);
        QCOMPARE(room.plot().figure().plot().panels.size(), stage.plot().figure().plot().panels.size());
        QTest::keyClick(&room.play_button(), Qt::Key_Right);
        QCOMPARE(stage.gpus(), 256.0);
    }

    void an_order_is_clicked_and_told()
    {
        ui::ClassroomWindow& room = enter("diminishing-returns", "just-more");
        ui::TourPlayer& tours = ui::TourDesk::of(stage_->window).player();
        QCOMPARE(tours.step().id, "just-more");
        QVERIFY(tours.is_hiding());
        QCOMPARE(room.canvas().seen(), std::vector<std::string>{"covered"}); // the picture would tell
        const auto& buttons = room.words().choices().buttons();
        QCOMPARE(buttons.size(), 3U);
        const double gpus = stage_->gpus();
        QTest::keyClick(&room.play_button(), Qt::Key_Right); // nor does anything move
        QCOMPARE(stage_->gpus(), gpus);
        for (const std::size_t wrong : {std::size_t(1), std::size_t(2), std::size_t(0)})
            buttons[wrong]->click();
        plateau::test::Stage::settle();
        QVERIFY(buttons[2]->text().startsWith(QStringLiteral("2.")));
        QVERIFY(tours.is_hiding());
        room.words().reveal_button().click();
        plateau::test::Stage::settle();
        const QString words = room.words().words().toPlainText();
        QVERIFY2(words.contains(QStringLiteral("of 3 pairs")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("answer of weak scaling")),
                 qPrintable(words)); // to who took traffic for it
        QVERIFY(room.canvas().seen().size() > 1);
    }

    void letters_stand_for_names_until_they_are_told()
    {
        ui::ClassroomWindow& room = enter("fernandez-further", "newer-gpu");
        ui::TourPlayer& tours = ui::TourDesk::of(stage_->window).player();
        QCOMPARE(tours.step().id, "newer-gpu");
        plateau::test::Stage::settle();
        const auto names = [&] {
            QString all;
            for (const auto& panel : room.plot().figure().plot().panels)
                for (const auto& series : panel.series)
                    all += ui::text(series.name) + QLatin1Char('|');
            return all;
        };
        QVERIFY2(!names().contains(QStringLiteral("A100")), qPrintable(names()));
        QVERIFY(names().contains(QStringLiteral("A|")) && names().contains(QStringLiteral("B|")));
        const int right = plateau::tours::asked_letter(*tours.step().exercise, tours.step());
        room.words().choices().buttons()[std::size_t(1 - right)]->click();
        room.words().reveal_button().click();
        plateau::test::Stage::settle();
        QVERIFY(names().contains(QStringLiteral("A100")));
        QVERIFY(room.words().words().toPlainText().contains(QStringLiteral("Not ")));
        QVERIFY(room.words().words().toPlainText().contains(QStringLiteral("uses less of what it has")));
    }

    void moves_are_counted()
    {
        ui::ClassroomWindow& room = enter("diminishing-returns", "the-wires");
        ui::TourPlayer& tours = ui::TourDesk::of(stage_->window).player();
        QCOMPARE(tours.step().id, "the-wires");
        const auto words = [&] { return room.words().words().toPlainText(); };
        QVERIFY2(words().contains(QStringLiteral("after 0 move")), qPrintable(words()));
        stage_->document.edit_text("latency_factor", "1");
        plateau::test::Stage::settle();
        QVERIFY2(words().contains(QStringLiteral("after 1 move")), qPrintable(words()));
        stage_->document.edit_text("gather_algorithm", "doubling");
        plateau::test::Stage::settle();
        QVERIFY2(words().contains(QStringLiteral("Reached")) && words().contains(QStringLiteral("1 move")),
                 qPrintable(words()));
        room.words().reveal_button().click();
        plateau::test::Stage::settle();
        QVERIFY(words().contains(QStringLiteral("Show one way there")));
    }

    /// A dialog once held up every window, and stood where nobody saw it when its own was minimized.
    void a_dialog_over_the_window_leaves_it_free()
    {
        ui::ClassroomWindow& room = enter();
        QWindow& screen = *room.windowHandle();
        bool held_up = false, left = false;
        QTimer::singleShot(0, [&] {
            QWidget* dialog = QApplication::activeModalWidget();
            held_up = dialog && dialog->windowModality() == Qt::WindowModal;
            QTest::keyClick(&screen, Qt::Key_Escape);
            left = !ui::ClassDesk::of(stage_->window).classroom();
            if (dialog)
                dialog->close();
        });
        ui::edit_notes(stage_->document, &stage_->window);
        QVERIFY(held_up);
        QVERIFY(left);
    }

private:
    ui::ClassroomWindow& enter(const char* tour = "diminishing-returns", const char* step = nullptr);
    void go_to(const char* step);

    std::unique_ptr<plateau::test::Stage> stage_;
};

void TestClassroom::go_to(const char* step)
{
    const auto& steps = ui::TourDesk::of(stage_->window).player().tour().steps;
    const auto found = std::ranges::find_if(steps, [&](const auto& each) { return each.id == step; });
    if (found == steps.end())
        qFatal("no step %s", step);
    ui::TourDesk::of(stage_->window).player().go(static_cast<int>(found - steps.begin()));
}

ui::ClassroomWindow& TestClassroom::enter(const char* tour, const char* step)
{
    ui::TourDesk::of(stage_->window).start(QString::fromLatin1(tour));
    if (step)
        go_to(step);
    ui::ClassDesk::of(stage_->window).toggle();
    ui::ClassroomWindow& room = *ui::ClassDesk::of(stage_->window).classroom();
    if (!QTest::qWaitForWindowExposed(&room))
        qFatal("no window");
    room.resize(1920, 1080);
    plateau::test::Stage::settle();
    return room;
}

PLATEAU_TEST(TestClassroom)

} // namespace tst_classroom

#include "tst_classroom.moc"
