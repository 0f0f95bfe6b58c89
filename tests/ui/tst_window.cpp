// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <cmath>

#include "core/question/scenario/scenario_file.h"
#include "tests/ui/window_stage.h"
#include "ui/document/edited_question.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/page.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/returns_panel.h"
#include "ui/pages/workbench/solve_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/side_panels.h"

namespace tst_window {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

void wheel(QWidget* widget)
{
    QWheelEvent event(QPointF(widget->rect().center()), widget->mapToGlobal(QPointF(widget->rect().center())), {},
                      {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

} // namespace

/// The window driven by mouse and keyboard.
class TestWindow : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    /// Every panel of a dock is as wide as its dock, however small the window: nothing stands beyond the edge.
    void panels_keep_inside_their_docks()
    {
        for (const QSize size : {QSize(1600, 900), QSize(1280, 720)}) {
            test::Stage stage(catalog_, *appearance_, size);
            stage.window.findChild<SidePanel*>(QStringLiteral("readout"))->come_to_front();
            test::Stage::settle();
            const auto panels = stage.window.findChildren<Panel*>();
            int seen = 0;
            for (const Panel* panel : panels) {
                const int visible = panel->visibleRegion().boundingRect().width();
                QVERIFY2(visible == 0 || visible == panel->width(), panel->metaObject()->className());
                seen += visible > 0;
            }
            QVERIFY(seen > 0);
        }
    }

    /// What nobody sees at first is built after the first picture, and filled when it comes into sight.
    void the_first_picture_waits_for_nothing_unseen()
    {
        ScenarioDocument document(catalog_);
        test::Stage::opened(document, "fernandez-weak-scaling");
        MainWindow window(document, *appearance_);
        QSignalSpy replots(&window.page<WorkbenchPage>().plot(), &QCustomPlot::afterReplot);
        auto* solve = window.findChild<SolvePanel*>();
        auto* returns = window.findChild<ReturnsPanel*>();
        auto* gpus = window.findChild<QWidget*>(QStringLiteral("row_gpus"));
        QVERIFY(solve->findChildren<ValueField*>().empty());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        test::Stage::settle();
        QVERIFY2(replots.count() <= 2, qPrintable(QString::number(replots.count()))); // QCustomPlot asks for one itself
        QVERIFY(!solve->findChildren<ValueField*>().empty());
        QVERIFY(returns->findChildren<QLabel*>().size() < 12);
        QVERIFY(!gpus->findChild<RowMessage*>());

        window.findChild<SidePanel*>(QStringLiteral("returns"))->come_to_front();
        test::Stage::settle();
        int strong = 0;
        for (const auto* label : returns->findChildren<QLabel*>())
            strong += label->isVisible() && label->font().weight() == QFont::DemiBold;
        QVERIFY2(strong > 10, qPrintable(QString::number(strong)));

        document.edit_text("gpus", "2 x 3"); // refused
        test::Stage::settle();
        QVERIFY(gpus->findChild<RowMessage*>()->isVisible());
    }

    void a_title_that_is_made_of_the_question_is_said_once()
    {
        test::Stage stage(catalog_, *appearance_, {1600, 900}, "llama3-70b-h100");
        QVERIFY(stage.document.edit_text("gpus", "1280"));
        test::Stage::settle();
        QCOMPARE(qobject_cast<QLabel*>(stage.window.menuBar()->cornerWidget())->text().count("1,280"), 1);
    }

    void a_track_is_hatched_where_no_plan_can_be()
    {
        test::Stage stage(catalog_, *appearance_);
        for (const auto& [key, value] : {std::pair("gpus", "128"), std::pair("tp", "8")})
            QVERIFY(stage.document.edit_text(key, value));
        auto* slider = stage.control<StopSlider>("tp");
        const std::vector<double> stops = plateau::stops(*training_parameters().find("tp"));
        QVERIFY(QTest::qWaitFor([&] { return slider->impossible().size() == stops.size(); }, 60000));
        for (std::size_t i = 0; i < stops.size(); ++i)
            QCOMPARE(slider->impossible()[i], stops[i] > 32); // heads
        QVERIFY(stage.document.edit_text("gpus", "16"));
        QVERIFY(QTest::qWaitFor([&] { return slider->impossible()[5]; }, 60000)); // 32 of 16 GPUs
    }

    void a_drag_of_100_ticks_is_one_step_and_one_replot_per_turn()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.evidence().load();
        stage.window.evidence().wait(); // the measured runs come in a picture of their own
        test::Stage::settle();
        auto* slider = stage.control<StopSlider>("gpus");
        QSignalSpy replots(&stage.plot(), &QCustomPlot::afterReplot);
        QSignalSpy updates(&stage.window.model(), &WorkbenchModel::updated);
        const QPoint start(slider->rect().center());
        QTest::mousePress(slider, Qt::LeftButton, {}, start);
        constexpr int turns = 20;
        int ticks = 0;
        for (int turn = 0; turn < turns; ++turn) {
            for (int tick = 0; tick < 5; ++tick, ++ticks) {
                QMouseEvent move(QEvent::MouseMove, QPointF(8 + (ticks * 7) % 55, 12),
                                 slider->mapToGlobal(QPointF(8 + (ticks * 7) % 55, 12)), Qt::NoButton, Qt::LeftButton,
                                 Qt::NoModifier);
                QApplication::sendEvent(slider, &move);
            }
            QCoreApplication::processEvents(); // computes
            QCoreApplication::processEvents(); // replots
        }
        // Each turn shows its own answer, and may show one that the background finished meanwhile.
        QVERIFY(replots.count() >= 1);
        QVERIFY(replots.count() <= updates.count());
        QVERIFY(updates.count() <= 2 * turns);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(60, 12));
        test::Stage::settle();
        QCOMPARE(ticks, 100);
        QCOMPARE(stage.document.undo_stack().count(), 1);
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 128.);
    }

    void the_marker_moves_the_slider()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        const auto at = [&](double gpus) {
            return QPoint(static_cast<int>(std::lround(plot.renderer().pixel_of(gpus))), plot.height() / 2);
        };
        QTest::mousePress(&plot, Qt::LeftButton, {}, at(128) + QPoint(5, 0)); // inside the grab zone
        QCOMPARE(stage.gpus(), 128.);
        for (double gpus : {180., 300., 700., 1500., 2048.}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(at(gpus) + QPoint(5, 0)), plot.mapToGlobal(QPointF(at(gpus))),
                             Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&plot, &move);
            test::Stage::settle();
        }
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, at(2048) + QPoint(5, 0));
        test::Stage::settle();
        QCOMPARE(stage.gpus(), 2048.);
        QCOMPARE(stage.control<StopSlider>("gpus")->value(), 11);
        QCOMPARE(stage.control<ValueField>("gpus")->text(), QStringLiteral("2,048"));
        QCOMPARE(plot.figure().plot().marker, 2048.);
        QCOMPARE(stage.document.undo_stack().count(), 1);
    }

    void the_marker_obeys_the_keyboard()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.plot().setFocus(Qt::TabFocusReason);
        QTest::keyClick(&stage.plot(), Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(&stage.plot(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(stage.gpus(), 512.);
        QTest::keyClick(&stage.plot(), Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(stage.gpus(), 256.);
        QCOMPARE(stage.document.undo_stack().count(), 1); // one burst
        QTest::keyClick(&stage.plot(), Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(stage.gpus(), 288.);
        QTest::keyClick(&stage.plot(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(stage.gpus(), 16384.);
    }

    void the_whole_gpu_range_can_be_reached()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* slider = stage.control<StopSlider>("gpus");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        test::Stage::settle();
        QCOMPARE(stage.gpus(), 1.);
        QTest::keyClick(slider, Qt::Key_End);
        test::Stage::settle();
        QCOMPARE(stage.gpus(), 8388608.);
        QVERIFY(stage.plot().figure().plot().x.maximum >= 8388608.);
        for (int i = 0; i < stage.plot().graphCount(); ++i)
            QVERIFY(stage.plot().graph(i)->dataCount() <= 300);
    }

    void the_wheel_turns_only_what_has_the_keyboard()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.plot().setFocus();
        for (QWidget* control :
             std::initializer_list<QWidget*>{stage.control<StopSlider>("gpus"), stage.control<QuietCombo>("hardware"),
                                             stage.control<ValueField>("gpus")})
            wheel(control);
        QCOMPARE(stage.document.undo_stack().count(), 0);
        stage.control<StopSlider>("gpus")->setFocus();
        wheel(stage.control<StopSlider>("gpus"));
        QCOMPARE(stage.gpus(), 256.);
    }

    void typing_sets_the_value()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.type("gpus", QStringLiteral("2k"));
        QCOMPARE(stage.gpus(), 2000.);
        QCOMPARE(stage.control<ValueField>("gpus")->text(), QStringLiteral("2,000"));
        stage.type("gpus", QStringLiteral("2000"));
        QCOMPARE(stage.control<ValueField>("gpus")->text(), QStringLiteral("2,000")); // the same number
        const double position = stage.control<StopSlider>("gpus")->position();
        QVERIFY(position > 10.9 && position < 11); // between two stops
        QCOMPARE(stage.document.undo_stack().undoText(), QString::fromUtf8("GPU count 128 → 2,000\u00a0GPUs"));
    }

    void a_refused_value_is_explained_inline()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.type("gpus", QStringLiteral("30M"));
        QCOMPARE(stage.gpus(), 128.);
        QCOMPARE(stage.control<ValueField>("gpus")->text(), QStringLiteral("30M"));
        QCOMPARE(stage.control<ValueField>("gpus")->property("state").toString(), QStringLiteral("refused"));
        QVERIFY(!stage.message("gpus").isEmpty());
        QCOMPARE(stage.document.undo_stack().count(), 0);
        stage.control<ValueField>("gpus")->setFocus();
        QTest::keyClick(stage.control<ValueField>("gpus"), Qt::Key_Escape);
        test::Stage::settle();
        QVERIFY(stage.message("gpus").isEmpty());
        QCOMPARE(stage.control<ValueField>("gpus")->text(), QStringLiteral("128"));
    }

    void a_context_of_32k_is_said_to_be_32768()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.parameters().reveal("sequence");
        stage.type("sequence", QStringLiteral("32k"));
        QCOMPARE(stage.document.scenario().workload.sequence, 32768.);
        QVERIFY2(stage.message("sequence").contains(QStringLiteral("k is 1,024")),
                 qPrintable(stage.message("sequence")));
        QVERIFY2(write_scenario(stage.document.scenario()).find("sequence: 32768") != std::string::npos,
                 write_scenario(stage.document.scenario()).c_str());
        stage.type("sequence", QStringLiteral("32000"));
        QCOMPARE(stage.document.scenario().workload.sequence, 32000.);
        QVERIFY(stage.message("sequence").isEmpty());
    }

    void a_longer_sequence_says_what_it_does_to_the_batch()
    {
        test::Stage stage(catalog_, *appearance_);
        const std::string key = "sequences_per_gpu"; // two, of 4,096 tokens
        stage.window.parameters().reveal(key);
        QVERIFY(stage.message(key).isEmpty());
        stage.document.edit_value("sequence", Value(2048.));
        stage.wait_for_searches();
        const QString words = stage.message(key);
        QVERIFY2(words.contains(QStringLiteral("0.5\u00a0×")) && words.contains(QStringLiteral("href=\"4\"")),
                 qPrintable(words));
        stage.document.edit_value(key, Value(4.));
        stage.wait_for_searches();
        QVERIFY(stage.message(key).isEmpty());
    }

    void an_impossible_plan_keeps_the_last_good_picture()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto before = stage.plot().figure().plot().panels.front().series.back().y;
        stage.type("micro_batch", QStringLiteral("64"));
        const figures::Figure& figure = stage.plot().figure();
        QVERIFY(!QApplication::activeModalWidget());
        QVERIFY(!figure.plot().panels.front().banner.empty());
        QVERIFY(figure.earlier.has(figure.plot().panels.front().series.back().role));
        QVERIFY(!figure.plot().marker_fits);
        QCOMPARE(figure.plot().panels.front().series.back().y, before);
        const QString message = stage.message("micro_batch");
        QVERIFY2(message.contains(QLatin1String("href")), qPrintable(message)); // offers what would fit
        stage.document.undo_stack().undo();
        test::Stage::settle();
        QVERIFY(stage.plot().figure().plot().panels.front().banner.empty());
        QVERIFY(stage.message("micro_batch").isEmpty());
    }

    void a_closed_group_says_what_was_set_not_what_follows()
    {
        test::Stage stage(catalog_, *appearance_, {1440, 900}, "llama3-70b-h100");
        QStringList said;
        for (const auto* header : stage.window.findChildren<GroupHeader*>())
            said << header->accessibleDescription();
        QVERIFY2(said.contains(QStringLiteral("in total, 512\u00a0sequences")), qPrintable(said.join(u'|')));
    }

    /// What is pinned answers a question of its own.
    void a_pin_keeps_its_colour_beside_an_impossible_plan()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.pins().pin(QStringLiteral("before"));
        stage.type("micro_batch", QStringLiteral("64"));
        int pinned = 0;
        for (const figures::Panel& panel : stage.plot().figure().plot().panels) {
            for (const figures::Series& series : panel.series) {
                QCOMPARE(stage.plot().figure().earlier.has(series.role), !figures::is_pin(series.role));
                pinned += figures::is_pin(series.role);
            }
        }
        QVERIFY(pinned >= 3);
    }

    void bursts_of_arrow_keys_are_one_step()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* slider = stage.control<StopSlider>("gpus");
        slider->setFocus();
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(stage.gpus(), 2048.);
        QCOMPARE(stage.document.undo_stack().count(), 1);
        QTest::keyClick(slider, Qt::Key_PageDown);
        QCOMPARE(stage.gpus(), 256.);
        // A machine that is slow to take the key may take it as one of the burst; sooner or later a pause is a pause.
        for (int pause = 0; pause < 8 && stage.document.undo_stack().count() == 1; ++pause) {
            QTest::qWait(600);
            QTest::keyClick(slider, Qt::Key_Right);
        }
        QCOMPARE(stage.document.undo_stack().count(), 2);
    }

    void reset_appears_with_a_change()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto reset = [&]() -> QToolButton* {
            for (auto* button : stage.window.parameters().row("gpus")->findChildren<QToolButton*>())
                if (button->isVisible())
                    return button;
            return nullptr;
        };
        QVERIFY(!reset());
        stage.type("gpus", QStringLiteral("64"));
        QVERIFY(reset());
        QTest::mouseClick(reset(), Qt::LeftButton);
        test::Stage::settle();
        QCOMPARE(stage.gpus(), 128.);
        QVERIFY(!reset());
    }

    void weak_and_strong_scaling_swap_what_follows()
    {
        test::Stage stage(catalog_, *appearance_);
        QVERIFY(stage.control<StopSlider>("sequences_per_gpu")->isVisible());
        QVERIFY(!stage.control<StopSlider>("global_batch")->isVisible());
        stage.document.edit_text("batch_mode", "total");
        test::Stage::settle();
        QVERIFY(!stage.control<StopSlider>("sequences_per_gpu")->isVisible());
        QVERIFY(stage.control<StopSlider>("global_batch")->isVisible());
    }

    void every_focusable_widget_has_a_name_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1600, 900);
        QTest::newRow("compact") << QSize(1280, 720);
    }
    void every_focusable_widget_has_a_name()
    {
        QFETCH(QSize, size);
        test::Stage stage(catalog_, *appearance_, size);
        int seen = 0;
        for (QWidget* widget : stage.window.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            ++seen;
            auto* accessible = QAccessible::queryAccessibleInterface(widget);
            const QString name = accessible ? accessible->text(QAccessible::Name) : QString();
            QVERIFY2(
                !name.isEmpty(),
                qPrintable(QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') + widget->objectName()));
        }
        QVERIFY(seen > 30);
    }

    void screen_readers_hear_values()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* accessible = QAccessible::queryAccessibleInterface(stage.control<StopSlider>("gpus"));
        QVERIFY(accessible);
        QCOMPARE(accessible->text(QAccessible::Name), QStringLiteral("GPU count"));
        QCOMPARE(accessible->text(QAccessible::Value), QString::fromUtf8("128\u00a0GPUs"));
        auto* plot = QAccessible::queryAccessibleInterface(&stage.plot());
        QVERIFY(!plot->text(QAccessible::Description).isEmpty());
    }

    void the_published_ratio_is_a_bracket()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("total"));
        test::Stage::settle();
        const figures::Panel& mfu = stage.plot().figure().plot().panels.at(1);
        QCOMPARE(mfu.brackets.size(), std::size_t(1));
        const figures::Bracket& bracket = mfu.brackets.front();
        QCOMPARE(bracket.x_from, 128.);
        QCOMPARE(bracket.x_to, 2048.);
        QVERIFY(std::abs(bracket.y_to / bracket.y_from - 0.628) < 1e-9);
        QVERIFY(QString::fromStdString(english(bracket.text)).contains(QLatin1String("second-hand")));
        const figures::Series& current = mfu.series.back();
        QVERIFY(std::abs(value_at_128(current) - bracket.y_from) < 1e-12); // from Plateau's own value
        stage.document.edit_text("model", "llama2_13b");
        test::Stage::settle();
        QVERIFY(stage.plot().figure().plot().panels.at(1).brackets.empty()); // said of another model
    }

    void the_view_switches_to_per_gpu()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("total"));
        test::Stage::settle();
        const double total = stage.plot().figure().plot().panels.front().series.back().y.front();
        const double first = stage.plot().figure().plot().panels.front().series.back().x.front();
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("per_gpu"));
        test::Stage::settle();
        const figures::Series& per_gpu = stage.plot().figure().plot().panels.front().series.back();
        QVERIFY(std::abs(per_gpu.y.front() - total / first) < 1e-6 * total);
    }

    void every_row_of_the_table_can_be_found()
    {
        test::Stage stage(catalog_, *appearance_);
        auto& panel = stage.window.parameters();
        for (const TrainingParameter& parameter : training_parameters().rows()) {
            if (parameter.group == "returns" || parameter.group == "view" || parameter.group == "quirks")
                continue; // have panels of their own
            QVERIFY2(panel.reveal(parameter.key), parameter.key.c_str());
        }
    }

    void panels_never_make_the_window_larger_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("compact") << QSize(1280, 720);
        QTest::newRow("usual") << QSize(1600, 900);
    }
    void panels_never_make_the_window_larger()
    {
        QFETCH(QSize, size);
        test::Stage stage(catalog_, *appearance_, size);
        for (const char* plan : {"best", "given"}) {
            choose_plan(stage.document,
                        plan == std::string("best") ? search::PlanChoice::Best : search::PlanChoice::Given);
            stage.wait_for_searches();
            QCOMPARE(stage.window.size(), size);
        }
    }

    void a_title_folds_its_panel_and_a_page_keeps_what_was_folded()
    {
        test::Stage stage(catalog_, *appearance_);
        MainWindow& window = stage.window;
        auto* why = window.findChild<SidePanel*>(QStringLiteral("why"));
        auto* returns = window.findChild<SidePanel*>(QStringLiteral("returns"));
        const auto click_title = [](SidePanel& panel) {
            QTest::mouseClick(panel.findChild<GroupHeader*>(), Qt::LeftButton, {}, QPoint(20, 14));
            test::Stage::settle();
        };
        QVERIFY(!why->is_folded() && returns->is_folded());
        const int top = returns->y(), whole = returns->height();
        click_title(*why);
        QVERIFY(why->is_folded() && returns->y() < top);
        click_title(*returns);
        QVERIFY(!returns->is_folded() && returns->height() > 3 * whole);
        window.show_page(window.page<LimitsPage>());
        QVERIFY(!returns->isVisible());
        window.show_page(window.page<WorkbenchPage>());
        QVERIFY(why->is_folded() && !returns->is_folded());

        returns->toggle().trigger(); // closed from the menu
        QVERIFY(!returns->isVisible());
        const QVariantMap left = window.panels().state();
        plateau::test::Stage next(catalog_, *appearance_);
        next.window.panels().restore({{QStringLiteral("workbench"), 5}, {QStringLiteral("nowhere"), QVariantMap()}});
        QVERIFY(!next.window.findChild<SidePanel*>(QStringLiteral("why"))->is_folded());
        next.window.panels().restore(left);
        QVERIFY(next.window.findChild<SidePanel*>(QStringLiteral("why"))->is_folded());
        QVERIFY(!next.window.findChild<SidePanel*>(QStringLiteral("returns"))->isVisible());
        next.window.panels().reset();
        QVERIFY(next.window.findChild<SidePanel*>(QStringLiteral("returns"))->isVisible());
    }

    void a_panel_that_is_wanted_comes_to_the_front()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        const auto panel = [&](const char* name) { return stage.window.findChild<SidePanel*>(QLatin1String(name)); };
        QVERIFY(panel("readout")->width() < 290);
        for (const char* name : {"solve", "compare", "readout", "why", "notes", "step"}) {
            panel(name)->come_to_front();
            test::Stage::settle();
            QVERIFY2(panel(name)->content().visibleRegion().boundingRect().height() > 60, name);
            QVERIFY2(panel(name)->toggle().isChecked(), name);
        }
        stage.window.resize(1920, 1080);
        test::Stage::settle();
        QVERIFY(panel("readout")->width() >= 380);
    }

    void a_large_window_opens_more_of_them()
    {
        test::Stage stage(catalog_, *appearance_, {1920, 1080});
        const auto* why = stage.window.findChild<SidePanel*>(QStringLiteral("why"));
        const auto* step = stage.window.findChild<SidePanel*>(QStringLiteral("step"));
        QVERIFY(!step->is_folded() && !why->is_folded() && step->y() >= why->y() + why->height());
        QVERIFY(!step->content().visibleRegion().isEmpty() && !why->content().visibleRegion().isEmpty());
    }

    void themes_reach_the_plots_and_what_a_search_says_beside_the_rows()
    {
        test::Stage stage(catalog_, *appearance_);
        choose_plan(stage.document, search::PlanChoice::Best);
        stage.wait_for_searches();
        appearance_->choose(ThemeChoice::Dark);
        const auto says_best_in_dark = [&] {
            const auto hints = stage.window.parameters().row("tp")->findChildren<QLabel*>();
            return std::any_of(hints.begin(), hints.end(), [](const QLabel* label) {
                return label->text().contains(QLatin1String("best"))
                    && label->text().contains(dark_theme().text.name());
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(says_best_in_dark(), 60000); // once measured runs are read, the search is asked again
        QCOMPARE(stage.plot().grab().toImage().pixelColor(3, 3), dark_theme().canvas);
        appearance_->choose(ThemeChoice::Light);
        test::Stage::settle();
        QCOMPARE(stage.plot().grab().toImage().pixelColor(3, 3), light_theme().canvas);
    }

    void the_status_line_takes_the_colours_of_a_new_theme_at_once()
    {
        test::Stage stage(catalog_, *appearance_);
        auto& line = *stage.window.findChild<StatusLine*>();
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            appearance_->choose(choice);
            QCoreApplication::sendPostedEvents(&line); // before the page answers again
            const Theme& theme = choice == ThemeChoice::Dark ? dark_theme() : light_theme();
            auto* known = line.findChild<QLabel*>(QStringLiteral("known"));
            QVERIFY(shows_colour(known->grab().toImage(), theme.text2));
            const auto icons = line.findChildren<QLabel*>();
            QVERIFY(std::any_of(icons.begin(), icons.end(), [&](const QLabel* icon) {
                return icon->property("drawn") == QString(QStringLiteral("check") + theme.good.name());
            }));
        }
    }

private:
    static bool shows_colour(const QImage& image, const QColor& colour)
    {
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == colour)
                    return true;
        return false;
    }
    static double value_at_128(const figures::Series& series)
    {
        for (std::size_t i = 0; i < series.x.size(); ++i)
            if (series.x[i] == 128)
                return series.y[i];
        return 0;
    }
};

PLATEAU_TEST(TestWindow)

} // namespace tst_window

#include "tst_window.moc"
