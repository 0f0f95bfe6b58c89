// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextCursor>

#include "core/teaching/tours/tour.h"
#include "core/views/looks.h"
#include "core/views/view.h"
#include "tests/ui/window_stage.h"
#include "ui/calibration/evidence_page.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/legend_strip.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/main_window.h"
#include "ui/shell/side_panels.h"
#include "ui/teaching/classroom/class_canvas.h"
#include "ui/teaching/tour_desk.h"
#include "ui/teaching/tours/tour_panel.h"
#include "ui/teaching/tours/tour_player.h"

namespace tst_playing {

using plateau::test::Stage;
namespace ui = plateau::ui;

namespace {

const QString returns = QStringLiteral("diminishing-returns");

/// With the keyboard in its panel.
ui::TourPlayer& at_step(plateau::test::Stage& stage, const char* tour, int step)
{
    ui::TourDesk::of(stage.window).start(QString::fromLatin1(tour));
    ui::TourDesk::of(stage.window).player().go(step);
    plateau::test::Stage::settle();
    ui::TourDesk::of(stage.window).panel().setFocus();
    return ui::TourDesk::of(stage.window).player();
}

void press_enter()
{
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    plateau::test::Stage::settle();
}

bool shows_beyond(const plateau::figures::Figure& figure, const char* id, double x)
{
    for (const auto& panel : figure.plot().panels)
        if (panel.id == id)
            for (const auto& series : panel.series)
                if (series.role == plateau::figures::SeriesRole::Current)
                    for (std::size_t i = 0; i < series.x.size(); ++i)
                        if (series.x[i] > x && std::isfinite(series.y[i]))
                            return true;
    return false;
}

} // namespace

/// Tours in the window: what stood there before comes back, numbers can be turned, guesses are taken.
class TestPlaying : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        set_up();
        keep_settings_as("tours");
        stage_ = std::make_unique<plateau::test::Stage>(catalog_, *appearance_);
    }

    void init()
    {
        ui::TourDesk::of(stage_->window).player().leave();
        QSettings().clear();
        stage_->window.show_page(stage_->window.page<ui::WorkbenchPage>());
        plateau::test::Stage::opened(stage_->document, "fernandez-weak-scaling");
        stage_->document.undo_stack().clear();
        plateau::test::Stage::settle();
    }

    void the_question_before_comes_back()
    {
        plateau::test::Stage& stage = *stage_;
        stage.type("gpus", "777");
        const std::string before = stage.document.plain_text();
        const int undo = stage.document.undo_stack().index();
        ui::TourDesk::of(stage.window).start(returns);
        plateau::test::Stage::settle();
        QVERIFY(ui::TourDesk::of(stage.window).player().is_playing());
        QCOMPARE(stage.gpus(), 128.0);
        QVERIFY(ui::TourDesk::of(stage.window).panel().isVisible());
        while (!ui::TourDesk::of(stage.window).player().is_last())
            ui::TourDesk::of(stage.window).player().go(ui::TourDesk::of(stage.window).player().index() + 1);
        plateau::test::Stage::settle();
        QCOMPARE(stage.gpus(), 2048.0);
        stage.window.setFocus();
        QTest::keyClick(&stage.window, Qt::Key_Escape);
        plateau::test::Stage::settle();
        QVERIFY(!ui::TourDesk::of(stage.window).player().is_playing());
        QVERIFY(!ui::TourDesk::of(stage.window).panel().isVisible());
        QCOMPARE(stage.document.plain_text(), before);
        QVERIFY(stage.document.is_modified());
        QCOMPARE(stage.document.undo_stack().index(), undo);
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 128.0);
    }

    void what_is_not_saved_is_kept_meanwhile()
    {
        QTemporaryDir folder;
        plateau::test::Stage stage(catalog_, *appearance_);
        stage.window.keeping().recover_in(folder.path());
        stage.type("gpus", "777");
        ui::TourDesk::of(stage.window).start(returns);
        stage.window.keeping().recovery()->keep();
        const auto kept = [&] {
            QByteArray all;
            for (const QFileInfo& file : QDir(folder.path()).entryInfoList({QStringLiteral("*.yaml")})) {
                QFile copy(file.filePath());
                if (copy.open(QIODevice::ReadOnly))
                    all += copy.readAll();
            }
            return all;
        };
        QVERIFY(kept().contains("777"));
        ui::TourDesk::of(stage.window).player().go(2);
        stage.window.keeping().recovery()->keep();
        QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("*.yaml")}).size(),
                 1); // the tour's question is not theirs
        ui::TourDesk::of(stage.window).player().leave();
        stage.window.keeping().recovery()->keep();
        QCOMPARE(kept().count("777"), 1);
    }

    void undone_to_before_its_start_a_tour_is_over()
    {
        plateau::test::Stage& stage = *stage_;
        stage.type("gpus", "777");
        ui::TourDesk::of(stage.window).start(returns);
        ui::TourDesk::of(stage.window).player().go(1);
        stage.document.undo_stack().undo();
        QVERIFY(ui::TourDesk::of(stage.window).player().is_playing());
        QCOMPARE(ui::TourDesk::of(stage.window).player().index(), 0); // the words go with the question
        stage.document.undo_stack().redo();
        QCOMPARE(ui::TourDesk::of(stage.window).player().index(), 1);
        stage.document.undo_stack().undo();
        stage.document.undo_stack().undo(); // the first step
        QVERIFY(!ui::TourDesk::of(stage.window).player().is_playing());
        QCOMPARE(stage.gpus(), 777.0);
    }

    void it_goes_on_where_it_was_left()
    {
        plateau::test::Stage& stage = *stage_;
        QVERIFY(!ui::TourPlayer::resumes_at(returns));
        ui::TourDesk::of(stage.window).start(returns);
        QCOMPARE(ui::TourDesk::of(stage.window).player().index(), 0);
        ui::TourDesk::of(stage.window).player().go(4);
        ui::TourDesk::of(stage.window).player().leave();
        QCOMPARE(*ui::TourPlayer::resumes_at(returns), 4);
        ui::TourDesk::of(stage.window).start(returns);
        QCOMPARE(ui::TourDesk::of(stage.window).player().index(), 4);
        ui::TourDesk::of(stage.window)
            .player()
            .go(int(ui::TourDesk::of(stage.window).player().tour().steps.size()) - 1);
        ui::TourDesk::of(stage.window).player().leave();
        QVERIFY(ui::TourPlayer::is_finished(returns));
        ui::TourDesk::of(stage.window).start(returns); // again from the start
        QCOMPARE(ui::TourDesk::of(stage.window).player().index(), 0);
        ui::TourDesk::of(stage.window).player().leave();

        // Offered once, and never again.
        QSettings().clear();
        ui::TourDesk::of(stage.window).offer();
        QVERIFY(stage.window.notices().answer(QStringLiteral("Start")));
        QCOMPARE(ui::TourDesk::of(stage.window).player().tour().id, "one-gpu-to-a-cluster");
        ui::TourDesk::of(stage.window).player().leave();
        stage.window.notices().remove(QStringLiteral("tour"));
        ui::TourDesk::of(stage.window).offer();
        QVERIFY(stage.window.notices().words().isEmpty());
    }

    void free_workbench_keeps_the_question()
    {
        plateau::test::Stage& stage = *stage_;
        ui::TourDesk::of(stage.window).start(returns);
        ui::TourDesk::of(stage.window)
            .player()
            .go(int(ui::TourDesk::of(stage.window).player().tour().steps.size()) - 1);
        QCOMPARE(ui::TourDesk::of(stage.window).panel().next_button().text(), QStringLiteral("Free workbench"));
        QTest::mouseClick(&ui::TourDesk::of(stage.window).panel().next_button(),
                          Qt::LeftButton); // nothing was unsaved: nobody is asked
        QVERIFY(!ui::TourDesk::of(stage.window).player().is_playing());
        QCOMPARE(stage.gpus(), 2048.0);
    }

    void numbers_can_be_turned()
    {
        plateau::test::Stage& stage = *stage_;
        ui::TourDesk::of(stage.window).start(QStringLiteral("is-my-number-normal"));
        stage.document.edit_text("gpus", "2048");
        plateau::test::Stage::settle();
        ui::TourText& words = ui::TourDesk::of(stage.window).panel().words();
        QCOMPARE(stage.gpus(), 2048.0);
        // With keys: Tab goes to the first number.
        words.setFocus();
        words.moveCursor(QTextCursor::Start);
        QTest::keyClick(&words, Qt::Key_Tab);
        QCOMPARE(words.textCursor().selectedText(), QStringLiteral("2,048\u00a0GPUs"));
        QTest::keyClick(&words, Qt::Key_Left);
        QCOMPARE(stage.gpus(), 1024.0);
        QCOMPARE(words.textCursor().selectedText(), QStringLiteral("1,024\u00a0GPUs"));
        QTest::keyClick(&words, Qt::Key_Left);
        QCOMPARE(stage.gpus(), 512.0);
        // With the mouse: one step of undo for the whole way.
        const int undo = stage.document.undo_stack().index();
        const QPoint number = words.cursorRect().center() - QPoint(12, 0);
        QTest::mousePress(words.viewport(), Qt::LeftButton, {}, number);
        QTest::mouseMove(words.viewport(), number + QPoint(20, 0));
        QTest::mouseMove(words.viewport(), number + QPoint(44, 0));
        QTest::mouseRelease(words.viewport(), Qt::LeftButton, {}, number + QPoint(44, 0));
        QCOMPARE(stage.gpus(), 4096.0);
        QCOMPARE(stage.document.undo_stack().index(), undo + 1);
        QVERIFY(words.toPlainText().contains(QStringLiteral("4,096 GPUs")));
    }

    void a_source_leads_to_help()
    {
        plateau::test::Stage& stage = *stage_;
        ui::TourDesk::of(stage.window).start(QStringLiteral("bigger-domain"));
        plateau::test::Stage::settle();
        ui::TourText& words = ui::TourDesk::of(stage.window).panel().words();
        const QString title = QStringLiteral("What a 72-GPU domain buys");
        const QTextCursor found = words.document()->find(title);
        QVERIFY(!found.isNull());
        words.setFocus();
        words.setTextCursor(found);
        QTest::keyClick(&words, Qt::Key_Return);
        auto* help = stage.window.findChild<ui::HelpWindow*>();
        QVERIFY(help && help->isVisible());
        QCOMPARE(help->browser().page(), QStringLiteral("domain"));
        help->close();
        stage.window.activateWindow();
    }

    /// The question stands below the text, alone in its side until it is answered; leaving puts the side back.
    void nothing_beside_an_open_question_tells_its_answer()
    {
        plateau::test::Stage& stage = *stage_;
        const QVariantMap before = stage.window.panels().state();
        auto* readout = stage.window.findChild<QWidget*>(QStringLiteral("readout"));
        ui::TourDesk::of(stage.window).start(QStringLiteral("one-gpu-to-a-cluster"));
        plateau::test::Stage::settle();
        ui::TourPlayer& tours = ui::TourDesk::of(stage.window).player();
        QVERIFY(tours.is_hiding() && !readout->isVisible());
        const auto labels = ui::TourDesk::of(stage.window).panel().findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("What will one GPU do")) && !label->visibleRegion().isEmpty();
        }));
        tours.reveal();
        plateau::test::Stage::settle();
        QVERIFY(readout->isVisible());
        tours.leave();
        plateau::test::Stage::settle();
        QCOMPARE(stage.window.panels().state(), before);
    }

    void a_guess_is_taken_and_revealed()
    {
        plateau::test::Stage& stage = *stage_;
        ui::TourDesk::of(stage.window).start(returns);
        plateau::test::Stage::settle();
        ui::TourPlayer& tours = ui::TourDesk::of(stage.window).player();
        QVERIFY(tours.is_hiding());
        QCOMPARE(stage.window.focusWidget(),
                 static_cast<QWidget*>(&ui::TourDesk::of(stage.window).panel().guess_field()));
        QVERIFY(!shows_beyond(stage.window.model().figure(), "throughput", 128));
        const QString& answer = QStringLiteral("less than at");
        QVERIFY(!ui::TourDesk::of(stage.window).panel().words().toPlainText().contains(answer));

        // A click where the guess is scored; the marker does not move.
        const QRect rect = stage.plot().axisRect(0)->rect();
        const QPoint at(int(stage.plot().renderer().pixel_of(2048)), rect.center().y());
        QTest::mouseClick(&stage.plot(), Qt::LeftButton, {}, at);
        plateau::test::Stage::settle();
        QCOMPARE(stage.gpus(), 128.0);
        QCOMPARE(tours.guess().back().first, 2048.0);
        const auto drawn = plateau::tours::guessed(*tours.step().prediction, tours.guess());
        QVERIFY(drawn && *drawn > 0);

        // A click further right leads there over the place that is scored.
        QTest::mouseClick(&stage.plot(), Qt::LeftButton, {}, QPoint(rect.right() - 2, at.y()));
        plateau::test::Stage::settle();
        const auto on_the_way = plateau::tours::guessed(*tours.step().prediction, tours.guess());
        QVERIFY(on_the_way && *on_the_way > *drawn);
        QCOMPARE(tours.guess().size(), 2U);

        // One of a class, then another one that is typed.
        tours.collect();
        QCOMPARE(tours.collected().size(), 1U);
        QLineEdit& field = ui::TourDesk::of(stage.window).panel().guess_field();
        field.setFocus();
        QTest::keyClicks(&field, "a lot");
        QTest::keyClick(&field, Qt::Key_Return);
        QVERIFY(tours.is_hiding() && tours.guess().empty());
        QVERIFY(ui::TourDesk::of(stage.window).panel().remark().contains(QStringLiteral("8,000")));
        QVERIFY(field.hasFocus()); // the next Enter does not reveal either
        field.selectAll();
        QTest::keyClicks(&field, "-50 %");
        QTest::keyClick(&field, Qt::Key_Return);
        QVERIFY(*plateau::tours::guessed(*tours.step().prediction, tours.guess()) < 6000);
        field.selectAll();
        QTest::keyClicks(&field, "5000");
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(*plateau::tours::guessed(*tours.step().prediction, tours.guess()), 5000.0);
        QTest::mouseClick(&ui::TourDesk::of(stage.window).panel().reveal_button(), Qt::LeftButton);
        plateau::test::Stage::settle();
        QVERIFY(!tours.is_hiding());
        QVERIFY(shows_beyond(stage.window.model().figure(), "throughput", 128));
        QVERIFY(tours.score().has_value());
        const QString words = ui::TourDesk::of(stage.window).panel().words().toPlainText();
        QVERIFY2(words.contains(answer) && words.contains(QStringLiteral("You guessed 5,000")), qPrintable(words));
        const QPoint marker(int(stage.plot().renderer().pixel_of(128)), at.y()); // the plot is the marker's again
        QTest::mousePress(&stage.plot(), Qt::LeftButton, {}, marker);
        for (int part = 1; part <= 4; ++part)
            QTest::mouseMove(&stage.plot(), marker + (at - marker) * part / 4);
        QTest::mouseRelease(&stage.plot(), Qt::LeftButton, {}, at);
        plateau::test::Stage::settle();
        QCOMPARE(stage.gpus(), 2048.0);
    }

    void enter_alone_leads_through_a_question()
    {
        ui::TourPlayer& tours = at_step(*stage_, "one-gpu-to-a-cluster", 8);
        tours.reveal(); // it asks too
        plateau::test::Stage::settle();
        press_enter();
        QCOMPARE(tours.index(), 9);
        QVERIFY(tours.is_hiding());
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget())); // typed into at once
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("60"));
        press_enter();
        QVERIFY(tours.is_hiding() && !tours.guess().empty());
        press_enter();
        QVERIFY(!tours.is_hiding());
        press_enter(); // the free workbench
        QVERIFY(!tours.is_playing());
    }

    void the_keyboard_goes_along_to_another_page()
    {
        ui::TourPlayer& tours = at_step(*stage_, "is-my-number-normal", 1);
        for (int step = 2; step < 5; ++step) { // the evidence page, the workbench, the evidence page
            press_enter();
            if (tours.index() < step) // the first one told the answer
                press_enter();
            QCOMPARE(tours.index(), step);
            QVERIFY(ui::TourDesk::of(stage_->window).panel().isAncestorOf(QApplication::focusWidget()));
        }
    }

    void what_is_hidden_stays_hidden_wherever_one_moves()
    {
        plateau::test::Stage& stage = *stage_;
        ui::TourDesk::of(stage.window).start(returns);
        stage.document.edit_text("gpus", "64");
        QVERIFY(ui::TourDesk::of(stage.window).player().is_hiding());
        stage.document.edit_text("gpus", "512");
        plateau::test::Stage::settle();
        QVERIFY(ui::TourDesk::of(stage.window).player().is_hiding());
        QCOMPARE(stage.gpus(), 128.0);
        QVERIFY(!shows_beyond(stage.window.model().figure(), "throughput", 128));
        const QString words = ui::TourDesk::of(stage.window).panel().words().toPlainText();
        QVERIFY(!words.contains(QStringLiteral("less than at")));
        stage.document.edit_text("latency_factor", "1");
        plateau::test::Stage::settle();
        QVERIFY(ui::TourDesk::of(stage.window).player().is_hiding());
        QVERIFY(!shows_beyond(stage.window.model().figure(), "throughput", 128));
    }

    void limits_stand_beside_each_other()
    {
        plateau::test::Stage& stage = *stage_;
        ui::LimitsDocument& limits = stage.window.page<ui::LimitsPage>().document();
        QVERIFY(limits.add("limits-a100-dense").has_value());
        const std::string before = limits.plain_text();
        ui::TourDesk::of(stage.window).start(QStringLiteral("end-of-scaling"));
        const auto& steps = ui::TourDesk::of(stage.window).player().tour().steps;
        const auto step
            = std::find_if(steps.begin(), steps.end(), [](const auto& s) { return s.id == "three-generations"; });
        ui::TourDesk::of(stage.window).player().go(int(step - steps.begin()));
        QCOMPARE(&stage.window.document(), &limits);
        QCOMPARE(limits.configurations().size(), 3U);
        QCOMPARE(limits.title(1), QStringLiteral("V100"));
        ui::TourDesk::of(stage.window).player().leave();
        QCOMPARE(limits.configurations().size(), 2U);
        QCOMPARE(limits.plain_text(), before);
        QCOMPARE(&stage.window.document(), &stage.document); // and the page that was open
    }

    void every_panel_a_step_names_is_there()
    {
        plateau::test::Stage& stage = *stage_;
        const auto claims
            = plateau::tours::read_paper_claims(*catalog_, plateau::evidence::read_claims(catalog_->folders));
        std::vector<plateau::Error> problems;
        stage.window.page<ui::PlansPage>();
        stage.window.page<ui::HardwarePage>();
        stage.window.page<ui::LimitsPage>();
        stage.window.page<ui::EvidencePage>();
        for (const std::string& page : plateau::views::pages())
            for (const plateau::views::Dock& dock : plateau::views::docks_beside(page))
                QVERIFY2(stage.window.findChild<ui::SidePanel*>(QString::fromStdString(dock.name)), dock.name.c_str());
        for (const auto& entry : plateau::tours::tour_entries(*catalog_, problems))
            for (const auto& step : plateau::tours::read_tour(*catalog_, claims, entry.file, problems).steps)
                QVERIFY2(step.panel.empty()
                             || stage.window.findChild<ui::SidePanel*>(QString::fromStdString(step.panel)),
                         step.panel.c_str());
        QVERIFY(problems.empty());
    }

    /// Ctrl+Z on the limits page undoes what is asked there, and nothing else.
    void undo_turns_no_page()
    {
        plateau::test::Stage& stage = *stage_;
        auto& limits = stage.window.page<ui::LimitsPage>();
        ui::TourDesk::of(stage.window).start(QStringLiteral("end-of-scaling"));
        plateau::test::Stage::settle();
        QCOMPARE(static_cast<QObject*>(&stage.window.document()), static_cast<QObject*>(&limits.document()));
        QVERIFY(limits.document().edit_text("training_flop", "1e29"));
        const int training = stage.document.undo_stack().index();
        for (int times = 0; times < 4; ++times) { // the edit, the tour's own step, then nothing
            QTest::keyClick(&stage.window, Qt::Key_Z, Qt::ControlModifier);
            plateau::test::Stage::settle();
            QCOMPARE(static_cast<QObject*>(&stage.window.document()), static_cast<QObject*>(&limits.document()));
        }
        QVERIFY(!ui::TourDesk::of(stage.window).player().is_playing());
        QCOMPARE(limits.document().undo_stack().index(), 0);
        QCOMPARE(stage.document.undo_stack().index(), training);
        stage.window.show_page(stage.window.page<ui::WorkbenchPage>());
    }

    /// Title and sentence are those of what is shown, and below the one bar stands what becomes of the peak in it.
    /// What the page does not draw lies over it as a class sees it, and goes with the tour.
    void a_step_of_one_gpu_fills_its_page()
    {
        ui::TourPlayer& tours = at_step(*stage_, "one-gpu-to-a-cluster", 1);
        tours.reveal(); // the picture comes with the answer
        auto* canvas = stage_->window.findChild<ui::ClassCanvas*>();
        QTRY_VERIFY_WITH_TIMEOUT(canvas && canvas->isVisible(), 60000);
        const auto both = [&] {
            const std::vector<std::string> seen = canvas->seen();
            return seen == std::vector<std::string>{"step", "mfu-account"};
        };
        QVERIFY(QTest::qWaitFor(both, 30000));
        tours.leave();
        plateau::test::Stage::settle();
        QVERIFY(!canvas->isVisible());
    }

private:
    std::unique_ptr<plateau::test::Stage> stage_; ///< one window for all, on its first question whenever a test begins
};

PLATEAU_TEST(TestPlaying)

} // namespace tst_playing

#include "tst_playing.moc"
