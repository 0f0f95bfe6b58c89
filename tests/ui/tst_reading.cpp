// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QMenu>
#include <QtTest>

#include <cmath>

#include "core/question/scenario/scenario_file.h"
#include "core/search/search.h"
#include "core/views/looks.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/controls.h"
#include "ui/controls/sentence.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/figures/export.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/legend_strip.h"
#include "ui/pages/workbench/workbench_model.h"
#include "ui/shell/side_panels.h"

namespace tst_reading {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

QPoint place(FigureView& plot, double gpus, std::size_t panel = 0, double height = 0.5)
{
    const QRectF rect = plot.renderer().plot_rect(panel);
    return {static_cast<int>(std::lround(plot.renderer().pixel_of(gpus))),
            static_cast<int>(std::lround(rect.top() + height * rect.height()))};
}

void move(FigureView& plot, QPoint to, Qt::MouseButtons buttons = Qt::NoButton)
{
    QMouseEvent event(QEvent::MouseMove, QPointF(to), plot.mapToGlobal(QPointF(to)), Qt::NoButton, buttons,
                      Qt::NoModifier);
    QApplication::sendEvent(&plot, &event);
    test::Stage::settle();
}

void drag(FigureView& plot, QPoint from, QPoint to)
{
    QTest::mousePress(&plot, Qt::LeftButton, {}, from);
    move(plot, (from + to) / 2, Qt::LeftButton);
    move(plot, to, Qt::LeftButton);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, to);
    test::Stage::settle();
}

/// Turned at a time in ms, however long it takes to draw.
void wheel(FigureView& plot, QPoint at, int notches, Qt::KeyboardModifiers keys = {}, quint64 when = 0)
{
    QWheelEvent event(QPointF(at), plot.mapToGlobal(QPointF(at)), {}, {0, 120 * notches}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    event.setTimestamp(when);
    QApplication::sendEvent(&plot, &event);
    test::Stage::settle();
}

bool same(const Parts& a, const Parts& b)
{
    return a.plan == b.plan && a.tokens_per_s == b.tokens_per_s && a.step_seconds == b.step_seconds
        && a.memory_bytes == b.memory_bytes && a.obstacle == b.obstacle;
}

bool same(const answers::ScalingCurve& a, const answers::ScalingCurve& b)
{
    bool all = a.points.size() == b.points.size() && a.band.size() == b.band.size() && a.known.size() == b.known.size()
        && same(a.here(), b.here());
    for (std::size_t i = 0; all && i < a.points.size(); ++i)
        all = a.points[i].gpus == b.points[i].gpus && same(a.points[i].parts, b.points[i].parts);
    for (std::size_t i = 0; all && i < a.band.size(); ++i)
        all = a.band[i].gpus == b.band[i].gpus && a.band[i].low == b.band[i].low && a.band[i].high == b.band[i].high;
    for (std::size_t i = 0; all && i < a.known.size(); ++i)
        all = a.known[i].gpus == b.known[i].gpus && a.known[i].nearest.run == b.known[i].nearest.run
            && a.known[i].nearest.variance == b.known[i].nearest.variance
            && a.known[i].nearest.known == b.known[i].nearest.known;
    return all;
}

} // namespace

/// Reading the plots exactly: crosshair, zoom, scales, legend, notes - and that none of it changes the question.
class TestReading : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void round_numbers_are_preferred()
    {
        QCOMPARE(roundest(1000, 1030), 1024.);
        QCOMPARE(roundest(1030, 1100), 1088.);
        QCOMPARE(roundest(1e6, 1e6 + 3), 1000000.);
        QCOMPARE(roundest(0.2, 0.7), 1.);
        QCOMPARE(roundest(5.2, 5.8), 6.); // none inside: the nearest
    }

    void a_click_moves_the_marker_there()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        int steps = 0;
        for (const std::size_t panel : {0, 1, 2}) {
            const double gpus = std::exp2(static_cast<double>(8 + panel));
            QTest::mouseClick(&plot, Qt::LeftButton, {}, place(plot, gpus, panel));
            test::Stage::settle();
            QVERIFY2(std::abs(stage.gpus() / gpus - 1) < 0.05, qPrintable(QString::number(stage.gpus())));
            QCOMPARE(stage.document.undo_stack().count(), ++steps);
        }
        QVERIFY(plot.view().is_usual());
        QVERIFY(plot.hasFocus());
    }

    /// What the model says at the count under the pointer, although no point of the curve is there.
    /// A drag over a number of the answer is a drag of its slider, keys are its keys.
    void numbers_of_the_answer_are_turned_where_they_stand()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* answer = stage.window.page<WorkbenchPage>().findChild<Sentence*>(QStringLiteral("sentence"));
        QCOMPARE(answer->keys(), std::vector<std::string>{"gpus"});
        QCOMPARE(stage.gpus(), 128.0);
        const QPoint from = answer->place_of("gpus").center().toPoint();
        const auto drag_to = [&](int x) {
            const QPointF to(from.x() + x, from.y());
            QMouseEvent event(QEvent::MouseMove, to, answer->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                              Qt::NoModifier);
            QApplication::sendEvent(answer, &event);
            test::Stage::settle();
        };
        QTest::mousePress(answer, Qt::LeftButton, {}, from);
        drag_to(13);
        QCOMPARE(stage.gpus(), 256.0);
        drag_to(37);
        QCOMPARE(stage.gpus(), 1024.0);
        QVERIFY2(answer->text().contains(QLatin1String("1,024")), qPrintable(answer->text()));
        QTest::mouseRelease(answer, Qt::LeftButton, {}, from);
        QCOMPARE(stage.document.undo_stack().count(), 1);
        answer->setFocus(Qt::TabFocusReason);
        QVERIFY2(answer->accessibleDescription().contains(QLatin1String("1,024")),
                 qPrintable(answer->accessibleDescription()));
        QTest::keyClick(answer, Qt::Key_Down);
        QTest::keyClick(answer, Qt::Key_Down);
        QCOMPARE(stage.gpus(), 256.0);
        QCOMPARE(stage.document.undo_stack().count(), 2);
        stage.document.undo_stack().undo();
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 128.0);
        // Beside it nothing is dragged.
        QTest::mousePress(answer, Qt::LeftButton, {}, {answer->width() - 2, answer->height() - 2});
        drag_to(100);
        QCOMPARE(stage.gpus(), 128.0);
        stage.window.show_page(stage.window.page<LimitsPage>());
        auto& limits = stage.window.page<LimitsPage>();
        limits.model().finish();
        test::Stage::settle();
        answer = limits.findChild<Sentence*>(QStringLiteral("sentence"));
        QCOMPARE(answer->keys(), std::vector<std::string>{"duration"});
        const double seconds = limits.document().scenario().question.run_seconds;
        QTest::keyClick(answer, Qt::Key_Up);
        QVERIFY(limits.document().scenario().question.run_seconds > seconds);
    }

    void the_crosshair_reads_the_model()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("total"));
        test::Stage::settle();
        FigureView& plot = stage.plot();
        move(plot, place(plot, 1560, 1));
        QVERIFY(plot.crosshair());
        const double gpus = plot.crosshair()->x;
        QVERIFY(std::abs(std::log(gpus / 1560)) < 0.05);
        const auto there = with_value(*catalog_, stage.document.scenario(), "gpus", Value(gpus));
        QVERIFY(there.has_value());
        const Parts parts = estimate(*there).parts;
        const auto& reading = plot.crosshair()->readings.front();
        QCOMPARE(reading.y.size(), std::size_t(3));
        QCOMPARE(reading.y[0], parts.tokens_per_s);
        QCOMPARE(reading.y[1], parts.mfu());
        QCOMPARE(reading.y[2], figures::computing_share(parts));
        const ReadoutPanel& readout = stage.window.page<WorkbenchPage>().readout();
        QVERIFY(readout.where().contains(quantity(gpus, units::Unit::Gpus)));
        const auto on_screen = [](const QWidget& widget) { return QRect(widget.mapToGlobal(QPoint()), widget.size()); };
        QVERIFY(!on_screen(readout).intersects(on_screen(plot))); // what is read covers no curve
        QVERIFY(readout.curves().lines().empty()); // it has a column of its own
        QCOMPARE(stage.gpus(), 128.);
        const QString read = readout.as_text();
        QEvent left(QEvent::Leave);
        QApplication::sendEvent(&plot, &left);
        QVERIFY(!plot.crosshair());
        QVERIFY(readout.where().contains(quantity(128, units::Unit::Gpus)));
        QVERIFY(readout.as_text() != read);
    }

    void the_crosshair_beside_the_marker_leaves_it_its_number()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        const QPoint at = place(plot, 128, 2, 1);
        const auto number = [&] { return plot.grab(QRect(at + QPoint(1, 9), QSize(11, 12))).toImage(); };
        const QImage before = number();
        move(plot, place(plot, 128) - QPoint(28, 0));
        QVERIFY(plot.crosshair());
        QCOMPARE(number(), before);
    }

    void the_crosshair_obeys_the_keyboard()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        plot.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.crosshair()->x, 256.);
        QTest::keyClick(&plot, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(plot.crosshair()->x, 288.);
        QTest::keyClick(&plot, Qt::Key_End);
        QCOMPARE(plot.crosshair()->x, 16384.);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.crosshair()->x, 16384.);
        QTest::keyClick(&plot, Qt::Key_Home);
        QCOMPARE(plot.crosshair()->x, 8.);
        QCOMPARE(stage.gpus(), 128.);
        QTest::keyClick(&plot, Qt::Key_Escape);
        QVERIFY(!plot.crosshair());
        QTest::keyClick(&plot, Qt::Key_Left);
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(stage.gpus(), 64.); // only now
        QCOMPARE(stage.document.undo_stack().count(), 1);
    }

    void a_number_under_the_pointer_can_be_marked()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.findChild<SidePanel*>(QStringLiteral("readout"))->come_to_front();
        test::Stage::settle();
        auto* readout = stage.window.findChild<ReadoutPanel*>();
        QLabel* number = nullptr;
        for (QLabel* label : readout->findChildren<QLabel*>())
            if (auto* value = dynamic_cast<ValueLabel*>(label); value && value->isVisible() && !number)
                number = value;
        QVERIFY(number);
        const QSize before = number->sizeHint();
        const auto point = [number](QEvent&& event) { QApplication::sendEvent(number, &event); };
        point(QEnterEvent({1, 1}, {1, 1}, {1, 1}));
        QCOMPARE(number->sizeHint(), before);
        const QPoint middle(number->width() - number->fontMetrics().horizontalAdvance(number->text()) / 2,
                            number->height() / 2);
        QTest::mouseDClick(number, Qt::LeftButton, {}, middle);
        QVERIFY(number->hasSelectedText());
        point(QEvent(QEvent::Leave));
        QVERIFY(number->hasSelectedText()); // to be copied
        number->setSelection(0, 0);
        point(QEvent(QEvent::Leave));
        QCOMPARE(number->textInteractionFlags(), Qt::NoTextInteraction);
    }

    void pins_are_read_too()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("total"));
        test::Stage::settle();
        stage.window.pins().pin(QStringLiteral("before"));
        stage.document.edit_text("model", "llama2_13b");
        test::Stage::settle();
        FigureView& plot = stage.plot();
        move(plot, place(plot, 1024));
        QCOMPARE(plot.crosshair()->x, 1024.);
        QCOMPARE(plot.crosshair()->readings.size(), std::size_t(2));
        const auto pinned = with_value(*catalog_, *stage.window.pins().all().front().scenario, "gpus", Value(1024.));
        QCOMPARE(plot.crosshair()->readings[1].y[0], estimate(*pinned).parts.tokens_per_s);
        const ReadoutPanel& readout = stage.window.page<WorkbenchPage>().readout();
        QVERIFY(readout.curves().lines().empty()); // A is the column beside
        stage.window.pins().pin(QStringLiteral("after"));
        test::Stage::settle();
        QCOMPARE(plot.crosshair()->readings.size(), std::size_t(3));
        QCOMPARE(readout.curves().lines().size(), std::size_t(1));
        QCOMPARE(readout.curves().lines().front().name, QStringLiteral("A"));
        QCOMPARE(readout.curves().lines().front().values.size(), 3);
        stage.window.pins().remove(1);
        stage.window.pins().set_hidden(0, true);
        test::Stage::settle();
        QCOMPARE(plot.crosshair()->readings.size(), std::size_t(1));
    }

    void the_best_plan_is_searched_for_where_the_crosshair_is()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("total"));
        test::Stage::settle();
        choose_plan(stage.document, search::PlanChoice::Best);
        stage.wait_for_searches();
        FigureView& plot = stage.plot();
        move(plot, place(plot, 400));
        const double gpus = plot.crosshair()->x;
        QVERIFY(std::exp2(std::round(std::log2(gpus))) != gpus);
        const auto best = [&]() -> const Crosshair::Reading* {
            for (const auto& reading : plot.crosshair()->readings)
                if (reading.role == figures::SeriesRole::Current)
                    return &reading;
            return nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(best(), 60000);
        const auto there = with_value(*catalog_, stage.document.scenario(), "gpus", Value(gpus));
        search::PlanSearch search;
        const Parts parts = search::best_plan(search, *prepare(*there), open_keys(*there, search::PlanChoice::Best));
        QCOMPARE(best()->y[0], parts.tokens_per_s);
    }

    void zoom_has_a_history_and_stays_with_the_scenario()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        const double all = plot.figure().plot().x.maximum;
        wheel(plot, place(plot, 1024), 3);
        const figures::Axis zoomed = plot.figure().plot().x;
        QVERIFY(zoomed.maximum < all && zoomed.minimum > 8);
        QVERIFY(zoomed.minimum < 1024 && zoomed.maximum > 1024);
        wheel(plot, place(plot, 1024), 1, {}, 300); // the same turn of the wheel
        const figures::PlotView turned = plot.view();
        wheel(plot, place(plot, 1024), 1, {}, 1000);
        QTest::keyClick(&plot, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(plot.view() == turned);
        QCOMPARE(stage.document.undo_stack().count(), 0);
        QVERIFY(!figures::looks::of(stage.document.scenario().view, figures::looks::axes).empty());
        drag(plot, place(plot, 600, 1), place(plot, 1500, 1));
        QVERIFY(std::abs(plot.figure().plot().x.minimum / 600 - 1) < 0.02);
        QVERIFY(std::abs(plot.figure().plot().x.maximum / 1500 - 1) < 0.02);
        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(plot.figure().plot().x.maximum > 1500);
        QTest::keyClick(&plot, Qt::Key_Left, Qt::AltModifier);
        QVERIFY(plot.view().is_usual());
        QTest::keyClick(&plot, Qt::Key_Right, Qt::AltModifier);
        QTest::keyClick(&plot, Qt::Key_Right, Qt::AltModifier);
        QVERIFY(std::abs(plot.figure().plot().x.maximum / 1500 - 1) < 0.02);
        const figures::PlotView kept = plot.view();
        const std::string text = write_scenario(stage.document.scenario());
        QTest::keyClick(&plot, Qt::Key_0);
        QCOMPARE(plot.figure().plot().x.maximum, all);
        QVERIFY(stage.document.open_text(text, {}, {"Paste", {}}).has_value());
        test::Stage::settle();
        QVERIFY(std::abs(plot.view().x.from / kept.x.from - 1) < 1e-5);
        QCOMPARE(stage.gpus(), 128.);
    }

    void a_part_of_one_plot_is_zoomed_in_both_directions()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        const auto before = plot.renderer().y_range(1);
        drag(plot, place(plot, 256, 1, 0.25), place(plot, 2048, 1, 0.75));
        const auto after = plot.renderer().y_range(1);
        QVERIFY(after.second - after.first < 0.6 * (before.second - before.first));
        QVERIFY(plot.figure().plot().x.maximum < 2200);
        QCOMPARE(plot.view().y.size(), std::size_t(1));
        wheel(plot, place(plot, 512, 2) - QPoint(plot.width(), 0), 0);
        wheel(plot, place(plot, 512, 2), 2, Qt::ControlModifier);
        QCOMPARE(plot.view().y.size(), std::size_t(2));
    }

    void the_y_axis_follows_what_is_shown()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("total"));
        test::Stage::settle();
        FigureView& plot = stage.plot();
        const auto all = plot.renderer().y_range(0);
        drag(plot, place(plot, 64), place(plot, 256));
        const auto part = plot.renderer().y_range(0);
        QVERIFY(part.second / part.first < 0.2 * all.second / all.first);
    }

    void axes_change_their_scale_by_key_and_menu()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("total"));
        test::Stage::settle();
        FigureView& plot = stage.plot();
        plot.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&plot, Qt::Key_X);
        QVERIFY(!plot.figure().plot().x.logarithmic);
        QTest::keyClick(&plot, Qt::Key_Down);
        QTest::keyClick(&plot, Qt::Key_Y);
        QVERIFY(plot.figure().plot().panels[1].y.logarithmic);
        QVERIFY(plot.figure().plot().panels[0].y.logarithmic);
        const std::unique_ptr<QMenu> menu(plot.menu_at(place(plot, 1024, 1)));
        for (QAction* action : menu->actions())
            if (action->text().contains(QLatin1String("axis")))
                action->trigger();
        QVERIFY(plot.view().is_usual());
        QCOMPARE(stage.document.undo_stack().count(), 0);
    }

    void the_legend_hides_isolates_and_remembers()
    {
        test::Stage stage(catalog_, *appearance_, {1920, 1000});
        for (const QList<QAction*>& group : stage.window.page<WorkbenchPage>().view_actions())
            for (QAction* action : group)
                if (action->text() == QLatin1String("&Legend"))
                    action->trigger();
        test::Stage::settle();
        auto* legend = stage.window.findChild<LegendStrip*>();
        LegendItem* band = nullptr;
        for (LegendItem* key : legend->entries())
            if (key->content().extra == figures::Extra::Band)
                band = key;
        QVERIFY(band && band->isVisible());
        const std::size_t before = stage.plot().figure().plot().panels[1].series.size();
        QTest::mouseClick(band, Qt::LeftButton);
        test::Stage::settle();
        QCOMPARE(stage.plot().figure().plot().panels[1].series.size(), before - 1);
        QVERIFY(!band->isChecked()); // still there, to show it again
        legend->curves()[1]->click(); // the best plan as well
        stage.wait_for_searches();
        QTest::mouseDClick(legend->curves()[1], Qt::LeftButton);
        stage.wait_for_searches();
        QVERIFY(!stage.window.model().is_shown(search::PlanChoice::Given));
        QVERIFY(stage.window.model().is_shown(search::PlanChoice::Best));
        QCOMPARE(stage.document.undo_stack().count(), 0);
        const std::string text = write_scenario(stage.document.scenario());
        plateau::test::Stage again(catalog_, *appearance_);
        QVERIFY(again.document.open_text(text, {}, {"Paste", {}}).has_value());
        again.wait_for_searches();
        QVERIFY(!again.window.model().is_shown(search::PlanChoice::Given));
        QVERIFY(again.window.model().is_shown(search::PlanChoice::Best));
        QVERIFY(again.plot().view().hidden.count(figures::Extra::Band));
    }

    void nothing_of_the_legend_vanishes()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* legend = stage.window.findChild<LegendStrip*>();
        QTest::keyClick(&stage.plot(), Qt::Key_P); // one more line
        stage.wait_for_searches();
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080)}) {
            stage.window.resize(size);
            test::Stage::settle();
            QVERIFY(legend->curves().size() >= 3 && legend->entries().size() >= 6);
            QRegion taken;
            const auto look = [&](const QAbstractButton& entry) {
                QVERIFY2(entry.isVisible(), qPrintable(entry.text()));
                QVERIFY2(legend->rect().contains(entry.geometry()), qPrintable(entry.text()));
                QVERIFY2(!taken.intersects(entry.geometry()), qPrintable(entry.text()));
                QVERIFY(entry.width() >= entry.sizeHint().width());
                taken += entry.geometry();
            };
            for (const LegendItem* entry : legend->entries())
                look(*entry);
        }
    }

    void notes_are_written_moved_exported_and_deleted()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, place(plot, 1024, 1));
        QVERIFY(plot.editor().isVisible());
        QTest::keyClicks(&plot.editor(), QStringLiteral("Rented <from> here"));
        QTest::keyClick(&plot.editor(), Qt::Key_Return);
        test::Stage::settle();
        QCOMPARE(stage.document.undo_stack().count(), 1);
        const auto remarks = [&] { return figures::remarks(stage.document.scenario().view); };
        QCOMPARE(remarks().size(), std::size_t(1));
        QCOMPARE(remarks().front().panel, std::string("mfu"));
        QCOMPARE(plot.figure().plot().panels[1].remarks.size(), std::size_t(1));
        const figures::Figure exported = stage.window.page<WorkbenchPage>().figures().front().figure;
        QVERIFY(exported.plot().panels[1].remarks.size() == 1);
        const double x = remarks().front().remark.x;
        drag(plot, place(plot, x, 1) + QPoint(2, 2), place(plot, 4096, 1, 0.2) + QPoint(2, 2));
        QCOMPARE(stage.document.undo_stack().count(), 2);
        QVERIFY(std::abs(remarks().front().remark.x / 4096 - 1) < 0.05);
        QVERIFY(plot.view().is_usual());
        stage.document.undo_stack().undo();
        test::Stage::settle();
        QCOMPARE(remarks().front().remark.x, x);
        stage.document.undo_stack().redo();
        test::Stage::settle();
        plot.setFocus(Qt::TabFocusReason);
        move(plot, place(plot, remarks().front().remark.x, 1));
        QTest::keyClick(&plot, Qt::Key_Up);
        QTest::keyClick(&plot, Qt::Key_Delete); // there is none on that plot
        QCOMPARE(remarks().size(), std::size_t(1));
        QTest::keyClick(&plot, Qt::Key_Down);
        QTest::keyClick(&plot, Qt::Key_Delete);
        test::Stage::settle();
        QVERIFY(remarks().empty());
        stage.document.undo_stack().undo();
        QCOMPARE(remarks().size(), std::size_t(1));
    }

    void a_note_by_key_stands_on_the_curve_that_is_read()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        plot.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&plot, Qt::Key_Right);
        const double y = plot.crosshair()->readings.front().y[0];
        QTest::keyClick(&plot, Qt::Key_N);
        QTest::keyClicks(&plot.editor(), QStringLiteral("Here"));
        QTest::keyClick(&plot.editor(), Qt::Key_Escape);
        QVERIFY(figures::remarks(stage.document.scenario().view).empty());
        QTest::keyClick(&plot, Qt::Key_N);
        QTest::keyClicks(&plot.editor(), QStringLiteral("Here"));
        QTest::keyClick(&plot.editor(), Qt::Key_Return);
        const auto written = figures::remarks(stage.document.scenario().view);
        QCOMPARE(written.size(), std::size_t(1));
        QCOMPARE(written.front().remark.x, 256.);
        QVERIFY(std::abs(written.front().remark.y / y - 1) < 1e-4);
    }

    /// Another GPU count leaves the rest of a curve as it was; what is kept is what would be found again.
    void curves_that_differ_in_the_count_alone_share_their_points()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.evidence().load();
        stage.window.evidence().wait();
        test::Stage::settle();
        const auto steps = stage.window.model().steps();
        QVERIFY(steps);
        const auto data = stage.document.answers()->data();
        answers::Answers kept(data);
        const std::pair<double, answers::GpuRange> questions[]
            = {{128, {8, 4096}},  {1000, {8, 4096}}, {8, {8, 4096}},    {24, {8, 4096}},
               {2048, {8, 4096}}, {2048, {8, 4096}}, {8192, {8, 8192}}, {4, {4, 4096}}};
        for (const auto& [gpus, range] : questions) {
            auto scenario = with_value(*catalog_, stage.document.scenario(), "gpus", Value(gpus));
            if (gpus == 24.)
                scenario = with(*catalog_, *scenario, "model", "llama2_70b");
            for (const auto choice : {search::PlanChoice::Given, search::PlanChoice::Best}) {
                const answers::Curve::Key key{answers::TrainingQuestion(*scenario).with_choice(choice), range, true};
                answers::Answers fresh(data);
                QVERIFY2(same(*kept.get<answers::Curve>(key), *fresh.get<answers::Curve>(key)),
                         std::to_string(gpus).c_str());
            }
            if (gpus == 8192.) // the axis grew by one count
                QCOMPARE(
                    kept.get<answers::Curve>(
                            {answers::TrainingQuestion(*scenario).with_choice(search::PlanChoice::Best), range, true})
                        ->estimates,
                    1);
        }
    }
};

PLATEAU_TEST(TestReading)

} // namespace tst_reading

#include "tst_reading.moc"
