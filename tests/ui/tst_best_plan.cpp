// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QComboBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/answers/returns.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/words.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/tab_stops.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/figures/labels.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/form_parts.h"
#include "ui/pages/workbench/legend_strip.h"
#include "ui/pages/workbench/returns_panel.h"
#include "ui/pages/workbench/solve_panel.h"

namespace tst_best_plan {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;
using search::PlanChoice;

namespace {

const figures::Series* series_named(const figures::Figure& figure, const char* name)
{
    for (const figures::Series& series : figure.plot().panels.front().series)
        if (english(series.name) == name)
            return &series;
    return nullptr;
}

QAbstractButton* plan_button(test::Stage& stage, const QString& name)
{
    for (auto* button : stage.window.parameters().findChildren<QAbstractButton*>())
        if (button->accessibleName() == name)
            return button;
    return nullptr;
}

QAbstractButton* lock_of(test::Stage& stage, const std::string& key)
{
    for (auto* button : stage.window.parameters().row(key)->findChildren<QAbstractButton*>())
        if (button->accessibleName().startsWith(QLatin1String("Lock"))
            || button->accessibleName().startsWith(QLatin1String("Unlock")))
            return button;
    return nullptr;
}

bool shows(test::Stage& stage, const std::string& key, const QString& words)
{
    for (QLabel* label : stage.window.parameters().row(key)->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words))
            return true;
    return false;
}

void choose(test::Stage& stage, const char* name)
{
    QTest::mouseClick(plan_button(stage, QLatin1String(name)), Qt::LeftButton);
    stage.wait_for_searches();
}

} // namespace

/// The best plan in the window: the toggle, the locks, the two curves and what is marked on them.
class TestBestPlan : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }
    void init() { test::latest_answers = nullptr; }

    void the_toggle_is_undoable_and_saved()
    {
        test::Stage stage(catalog_, *appearance_);
        QVERIFY(answers::plan_choice(stage.document.scenario()) == PlanChoice::Given);
        choose(stage, "Plan: Best");
        QVERIFY(answers::plan_choice(stage.document.scenario()) == PlanChoice::Best);
        QVERIFY(plan_button(stage, QStringLiteral("Plan: Best"))->isChecked());
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("best.yaml"));
        QVERIFY(stage.document.save(file));
        stage.document.undo_stack().undo();
        stage.wait_for_searches();
        QVERIFY(answers::plan_choice(stage.document.scenario()) == PlanChoice::Given);
        QVERIFY(plan_button(stage, QStringLiteral("Plan: Given"))->isChecked());
        QVERIFY(stage.document.open(file.toStdString()));
        stage.wait_for_searches();
        QVERIFY(stage.window.model().choice() == PlanChoice::Best);
    }

    void the_best_curve_is_the_search_s_answer()
    {
        test::Stage stage(catalog_, *appearance_);
        choose(stage, "Plan: Best");
        const answers::ScalingCurve& curve = stage.window.model().curve();
        QVERIFY(stage.window.model().is_current());
        search::PlanSearch search;
        const auto prepared = prepare(stage.document.scenario());
        const auto open = open_keys(stage.document.scenario(), PlanChoice::Best);
        for (const answers::CurvePoint& point : curve.points) {
            const auto found = search.run(*at_gpus(*prepared, point.gpus), open, {});
            QVERIFY(!found.plans.empty());
            QCOMPARE(point.parts.tokens_per_s, found.plans.front().tokens_per_s);
            QVERIFY(point.parts.plan == found.plans.front().plan);
        }
        const figures::Series* best = series_named(stage.plot().figure(), "Best");
        const figures::Series* given = series_named(stage.plot().figure(), "Given");
        QVERIFY(best && given);
        QCOMPARE(best->role, figures::SeriesRole::Current);
        QCOMPARE(given->role, figures::SeriesRole::OtherPlan);
        QVERIFY(best->y.back() > 1.5 * given->y.back()); // pure FSDP is far from the best there
        QCOMPARE(stage.window.model().estimate().parts.tokens_per_s,
                 curve.points.at(4).parts.tokens_per_s); // the readout's: 128 GPUs
    }

    void rows_show_the_best_beside_the_given()
    {
        test::Stage stage(catalog_, *appearance_);
        QVERIFY(stage.control<StopSlider>("tp")->isVisible());
        choose(stage, "Plan: Best");
        QVERIFY(!stage.control<StopSlider>("tp")->isVisible());
        QVERIFY(shows(stage, "tp", QStringLiteral("best")));
        QVERIFY(shows(stage, "dp_mode", QStringLiteral("ZeRO-2")));
        QCOMPARE(stage.control<ValueField>("tp")->text(), QStringLiteral("1")); // the given value stays
        QVERIFY(stage.control<ValueField>("tp")->accessibleDescription().startsWith(QLatin1String("best ")));
        choose(stage, "Plan: Given");
        QVERIFY(stage.control<StopSlider>("tp")->isVisible());
        QVERIFY(!shows(stage, "tp", QStringLiteral("best")));
    }

    void a_lock_keeps_a_row_from_the_search()
    {
        test::Stage stage(catalog_, *appearance_);
        choose(stage, "Plan: Best");
        QAbstractButton* lock = lock_of(stage, "dp_mode");
        QVERIFY(lock);
        QCOMPARE(lock->accessibleName(), QStringLiteral("Lock Sharding"));
        QVERIFY(is_tab_stop(*lock));
        lock->setFocus();
        QTest::keyClick(lock, Qt::Key_Space);
        stage.wait_for_searches();
        QCOMPARE(stage.document.scenario().locked, std::set<std::string>{"dp_mode"});
        QCOMPARE(lock->accessibleName(), QStringLiteral("Unlock Sharding"));
        QCOMPARE(stage.document.undo_stack().undoText(), QStringLiteral("Lock Sharding"));
        QVERIFY(!shows(stage, "dp_mode", QStringLiteral("ZeRO-2")));
        for (const auto& point : stage.window.model().curve().points)
            QVERIFY(point.parts.plan.dp_mode == DataParallelMode::Fsdp);
        QVERIFY(QString::fromStdString(write_scenario(stage.document.scenario())).contains(QLatin1String("locked:")));
        QVERIFY(stage.document.is_changed("dp_mode"));
        stage.document.undo_stack().undo();
        stage.wait_for_searches();
        QVERIFY(stage.document.scenario().locked.empty());
        QVERIFY(shows(stage, "dp_mode", QStringLiteral("ZeRO-2")));
    }

    void reset_all_takes_locks_away()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.document.set_locked("tp", true, {});
        QCOMPARE(stage.document.change_count(), 1);
        stage.document.edit_text("tp", "2");
        QVERIFY(stage.document.is_locked("tp"));
        stage.document.edit_text("tp", "1"); // typed back, still locked
        QVERIFY(stage.document.is_locked("tp"));
        stage.document.reset("tp");
        QVERIFY(!stage.document.is_locked("tp"));
        stage.document.set_locked("tp", true, {});
        stage.document.reset_all();
        QVERIFY(!stage.document.is_locked("tp"));
    }

    void what_is_left_auto_is_searched_in_the_given_plan()
    {
        test::Stage stage(catalog_, *appearance_, {1600, 900}, "gpt3-175b-64-a100");
        stage.wait_for_searches();
        const WorkbenchModel& model = stage.window.model();
        QVERIFY(model.choice() == PlanChoice::Given);
        QVERIFY(model.curve().searched);
        QVERIFY(model.estimate().parts.fits());
        QCOMPARE(stage.control<ValueField>("tp")->text(), QStringLiteral("auto"));
        QVERIFY(shows(stage, "tp", QStringLiteral("best")));
        const int found = model.estimate().parts.plan.tp;
        QTest::mouseClick(lock_of(stage, "tp"), Qt::LeftButton); // keeps what was found
        stage.wait_for_searches();
        QCOMPARE(stage.document.scenario().plan.tp, found);
        QVERIFY(!stage.document.is_open("tp"));
        QCOMPARE(model.estimate().parts.plan.tp, found);
        stage.document.undo_stack().undo();
        QVERIFY(stage.document.is_open("tp"));
    }

    void an_answer_to_an_earlier_question_is_dropped()
    {
        test::Stage stage(catalog_, *appearance_);
        choose(stage, "Plan: Best");
        for (const char* words : {"1024", "2048", "4096"}) {
            stage.document.edit_text("gpus", words);
            stage.window.model().recompute();
            QVERIFY(!stage.window.model().is_current());
        }
        stage.wait_for_searches();
        QVERIFY(stage.window.model().is_current());
        QCOMPARE(stage.window.model().curve().scenario.cluster.gpus, 4096.);
        QCOMPARE(stage.plot().figure().plot().marker, 4096.);
    }

    void picture_and_sentence_stay_while_a_search_runs()
    {
        test::Stage stage(catalog_, *appearance_);
        choose(stage, "Plan: Best");
        WorkbenchModel& model = stage.window.model();
        const std::string before = english(model.figure().sentence);
        QVERIFY(!before.empty());
        stage.document.edit_text("gpus", "1024");
        model.recompute();
        QVERIFY(!model.is_current());
        model.redraw();
        QVERIFY(model.is_fresh()); // for a moment it is no earlier answer yet
        QCOMPARE(QString::fromStdString(english(model.figure().sentence)), QString::fromStdString(before));
        QVERIFY(!model.figure().earlier.has(figures::SeriesRole::Current));
        QVERIFY(model.notice_key().empty());
        stage.wait_for_searches();
        QVERIFY(english(model.figure().sentence) != before);
        QVERIFY(!stage.window.page<WorkbenchPage>().status().verdict.empty());
    }

    void a_cancelled_search_starts_again_with_the_next_change()
    {
        test::Stage stage(catalog_, *appearance_);
        choose(stage, "Plan: Best");
        WorkbenchModel& model = stage.window.model();
        stage.document.edit_text("gpus", "1024");
        model.recompute();
        model.cancel();
        QVERIFY(!model.is_searching());
        QVERIFY(!model.is_current());
        QVERIFY(english(model.figure().sentence).find("cancelled") != std::string::npos);
        QCOMPARE(model.curve().scenario.cluster.gpus, 128.);
        stage.document.edit_text("gpus", "2048");
        stage.wait_for_searches();
        QVERIFY(model.is_current());
        QCOMPARE(model.curve().scenario.cluster.gpus, 2048.);
    }

    void a_long_search_says_how_far_it_is_and_can_be_cancelled()
    {
        test::Stage stage(catalog_, *appearance_, {1600, 900}, "mixtral-8x22b-256-h100");
        stage.wait_for_searches();
        WorkbenchModel& model = stage.window.model();
        QStringList said;
        connect(&model, &WorkbenchModel::waiting, this, [&] {
            if (!model.is_long())
                return;
            said << QString::fromStdString(english(model.waiting_words()));
            for (QToolButton* button : stage.window.findChildren<QToolButton*>())
                if (button->text() == QLatin1String("Cancel the search"))
                    button->click();
        });
        model.set_patience(0); // every search is a long one
        choose(stage, "Plan: Best");
        QVERIFY(!said.isEmpty());
        QVERIFY2(said.front().startsWith(QLatin1String("searching")), qPrintable(said.front()));
        QVERIFY(!model.is_searching());
        QVERIFY(!model.is_long());
        QVERIFY(!model.is_current());
    }

    void what_is_not_ready_is_greyed()
    {
        test::Stage stage(catalog_, *appearance_);
        choose(stage, "Plan: Best");
        figures::ScalingPicture picture;
        picture.current = &stage.window.model().curve();
        picture.current_standing = answers::Standing::Earlier;
        const figures::Figure waiting = scaling_figure(picture);
        for (const figures::Panel& panel : waiting.panels()) {
            QVERIFY(!panel.series.empty());
            for (const figures::Series& series : panel.series)
                QVERIFY(waiting.earlier.has(series.role));
            QVERIFY(panel.notes.empty());
        }
        picture.current_standing = answers::Standing::Current;
        QVERIFY(!scaling_figure(picture).earlier.has(figures::SeriesRole::Current));
    }

    void crossovers_name_the_plan()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.document.set_locked("dp_mode", true, {});
        stage.document.edit_text("gpus", "16384");
        choose(stage, "Plan: Best");
        const auto& points = stage.window.model().curve().points;
        const auto changes = answers::crossovers(answers::doublings(points));
        QVERIFY(changes.size() >= 2);
        std::vector<figures::Note> marked;
        for (const figures::Note& note : stage.plot().figure().plot().panels.front().notes)
            if (note.tick)
                marked.push_back(note);
        QCOMPARE(marked.size(), changes.size());
        for (const answers::Crossover& change : changes)
            QVERIFY(std::any_of(marked.begin(), marked.end(),
                                [&](const figures::Note& note) { return note.x == change.gpus; }));
        QCOMPARE(english(marked.front().head), english(narrate::plan_words(changes.front().after)));
        QVERIFY(english(marked.front().text).find("GPUs") != std::string::npos);
    }

    void words_never_stand_on_one_another()
    {
        FreeSpace space(QRectF(0, 0, 300, 100));
        const QSizeF size(120, 32);
        std::vector<QRectF> placed;
        for (int i = 0; i < 12; ++i) {
            const auto box = space.place_free(QPointF(25. * i, 50), size, 18, 300);
            if (!box)
                continue;
            for (const QRectF& other : placed)
                QVERIFY(!box->intersects(other));
            QVERIFY(QRectF(0, 0, 300, 100).contains(*box));
            placed.push_back(*box);
            space.occupy(*box);
        }
        QVERIFY(placed.size() >= 2);
        QVERIFY(!space.is_free(placed.front()));
        QVERIFY(!space.is_free(QLineF(placed.front().topLeft(), placed.front().bottomRight())));
    }

    void the_knee_follows_its_factor()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto knee = [&]() -> double {
            for (const figures::Note& note : stage.plot().figure().plot().panels.front().notes)
                if (english(note.head).starts_with("Knee"))
                    return note.x;
            return 0;
        };
        const auto& points = stage.window.model().curve().points;
        QCOMPARE(knee(), answers::knee(answers::doublings(points), 1.5)->gpus);
        stage.document.edit_text("knee_factor", "1.9");
        test::Stage::settle();
        QCOMPARE(knee(), answers::knee(answers::doublings(points), 1.9)->gpus);
        QVERIFY(knee() < 2048);
        stage.document.edit_text("knee_factor", "1.01");
        test::Stage::settle();
        QCOMPARE(knee(), 0.); // every doubling up to 16,384 returns that much
    }

    void the_legend_hides_and_shows_curves()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto chips = stage.window.page<WorkbenchPage>().findChild<LegendStrip*>()->curves();
        QCOMPARE(chips.size(), std::size_t(2));
        QVERIFY(chips[0]->isChecked() && !chips[1]->isChecked());
        QVERIFY(!series_named(stage.plot().figure(), "Best"));
        QTest::mouseClick(chips[1], Qt::LeftButton);
        stage.wait_for_searches();
        QVERIFY(series_named(stage.plot().figure(), "Best"));
        QCOMPARE(stage.document.undo_stack().count(), 0); // only a look
        chips[0]->setFocus();
        QTest::keyClick(chips[0], Qt::Key_Space);
        stage.wait_for_searches();
        QVERIFY(!series_named(stage.plot().figure(), "Given"));
        QTest::mouseDClick(chips[0], Qt::LeftButton);
        stage.wait_for_searches();
        QVERIFY(chips[0]->isChecked() && !chips[1]->isChecked());
    }

    void views_divide_by_gpus_dollars_and_watts_data()
    {
        QTest::addColumn<QByteArray>("view");
        QTest::newRow("per GPU") << QByteArray("per_gpu");
        QTest::newRow("per dollar") << QByteArray("per_usd");
        QTest::newRow("per watt") << QByteArray("per_watt");
    }
    void views_divide_by_gpus_dollars_and_watts()
    {
        QFETCH(QByteArray, view);
        test::Stage stage(catalog_, *appearance_);
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis(view.constData()));
        test::Stage::settle();
        const figures::Panel& panel = stage.plot().figure().plot().panels.front();
        const Parts& first = stage.window.model().curve().points.front().parts;
        const double expected = view == "per_gpu" ? first.tokens_per_s / 8
            : view == "per_usd"                   ? 1e6 / first.usd_per_million_tokens
                                                  : first.tokens_per_s / first.facility_watts;
        QVERIFY(std::abs(panel.series.back().y.front() / expected - 1) < 1e-12);
        const auto added = std::find_if(panel.series.begin(), panel.series.end(), [](const figures::Series& series) {
            return series.role == figures::SeriesRole::Thin;
        });
        QVERIFY(added != panel.series.end());
        const auto& points = stage.window.model().curve().points;
        const auto at = [&](double gpus) {
            return std::find_if(points.begin(), points.end(), [&](const auto& p) { return p.gpus == gpus; })->parts;
        };
        const Parts low = at(8192), high = at(16384);
        const double gained = high.tokens_per_s - low.tokens_per_s;
        const double cost = view == "per_gpu" ? 8192
            : view == "per_usd"
            ? (high.usd_per_million_tokens * high.tokens_per_s - low.usd_per_million_tokens * low.tokens_per_s) / 1e6
            : high.facility_watts - low.facility_watts;
        QVERIFY(std::abs(added->y.back() * cost / gained - 1) < 1e-9);
    }

    void larger_batches_cost_tokens_on_the_way_to_a_loss()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.document.edit_text("critical_batch", "4M");
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("to_loss"));
        test::Stage::settle();
        const figures::Panel& panel = stage.plot().figure().plot().panels.front();
        const auto& points = stage.window.model().curve().points;
        const answers::LossTime to_loss(stage.document.scenario());
        QCOMPARE(to_loss.critical_batch(), 4e6);
        const figures::Series& shown = panel.series.back();
        QCOMPARE(shown.y.size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            QVERIFY(!points[i].parts.fits()
                    || std::abs(shown.y[i] * 86400 / to_loss.seconds(points[i].parts) - 1) < 1e-12);
        QVERIFY(!panel.notes.empty());
        for (const figures::Note& note : panel.notes)
            for (const answers::CurvePoint& point : answers::doublings(points))
                QVERIFY(!point.parts.fits() || to_loss.seconds(point.parts) >= note.y * 86400 * (1 - 1e-12));
        const QString words = stage.window.findChild<ReturnsPanel*>()->as_text();
        QVERIFY(words.contains(QLatin1String("Critical batch, as typed")));
        stage.document.undo_stack().undo();
        test::Stage::settle();
        QVERIFY(
            stage.window.findChild<ReturnsPanel*>()->as_text().contains(QLatin1String("Critical batch, estimated")));
    }

    void the_returns_panel_reads_the_curve()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.document.edit_text("gpus", "2048");
        test::Stage::settle();
        const auto* panel = stage.window.findChild<ReturnsPanel*>();
        QVERIFY(panel);
        const QString before = panel->as_text();
        QVERIFY(before.contains(QString::fromUtf8("1.5\u00a0×")));
        QVERIFY(before.contains(QLatin1String("Against 8")));
        const auto& points = stage.window.model().curve().points;
        const auto efficiency = answers::scaling_efficiency(points, 8);
        for (std::size_t i = 0; i < points.size(); ++i)
            if (points[i].gpus == 2048)
                QVERIFY2(before.contains(quantity(efficiency[i], units::Unit::Fraction, 2)), qPrintable(before));
        QVERIFY(before.contains(QLatin1String("All-gather")));
        for (ValueField* field : panel->findChildren<ValueField*>())
            if (field->accessibleName() == QLatin1String("Compared with")) {
                field->setFocus();
                field->selectAll();
                QTest::keyClicks(field, QStringLiteral("128"));
                QTest::keyClick(field, Qt::Key_Return);
            }
        test::Stage::settle();
        QCOMPARE(stage.document.scenario().returns.base_gpus, 128.);
        QVERIFY(panel->as_text().contains(QLatin1String("Against 128")));
    }

    void solving_names_a_cluster_and_applies_it()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* panel = stage.window.findChild<SolvePanel*>();
        QVERIFY(panel);
        const auto field = [&](const QString& name) -> ValueField* {
            for (ValueField* each : panel->findChildren<ValueField*>())
                if (each->accessibleName() == name)
                    return each;
            return nullptr;
        };
        const auto type = [&](const QString& name, const QString& words) {
            field(name)->setFocus();
            field(name)->selectAll();
            QTest::keyClicks(field(name), words);
            QTest::keyClick(field(name), Qt::Key_Return);
            test::Stage::settle();
        };
        const auto button = [&](const QString& name) -> QPushButton* {
            for (QPushButton* each : panel->findChildren<QPushButton*>())
                if (each->text() == name)
                    return each;
            return nullptr;
        };
        type(QStringLiteral("Deadline"), QStringLiteral("soon"));
        QVERIFY(field(QStringLiteral("Deadline"))->is_refused());
        QVERIFY(!stage.document.scenario().view.count("deadline"));
        type(QStringLiteral("Deadline"), QStringLiteral("30 days"));
        type(QStringLiteral("Training tokens"), QStringLiteral("2T"));
        QCOMPARE(stage.document.scenario().workload.tokens, 2e12);
        QTest::mouseClick(button(QStringLiteral("Solve")), Qt::LeftButton);
        QVERIFY(button(QStringLiteral("Cancel")));
        QVERIFY(QTest::qWaitFor([&] { return !panel->is_busy(); }, 60000));

        answers::Limits limits;
        limits.seconds = 30 * 86400;
        search::PlanSearch search;
        const auto expected = answers::smallest_cluster(
            stage.document.scenario(), {open_keys(stage.document.scenario(), PlanChoice::Given), limits, search});
        QVERIFY(expected.found);
        QStringList said;
        for (QLabel* label : panel->findChildren<QLabel*>())
            said << label->text();
        QVERIFY2(said.join(QLatin1Char('\n')).contains(QLatin1String("bound by the deadline")),
                 qPrintable(said.join(QLatin1Char('\n'))));
        const int steps = stage.document.undo_stack().count();
        QTest::mouseClick(button(QStringLiteral("Apply to the scenario")), Qt::LeftButton);
        test::Stage::settle();
        QCOMPARE(stage.gpus(), expected.parts.gpus);
        QCOMPARE(stage.document.undo_stack().count(), steps + 1);
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 128.);
        type(QStringLiteral("Deadline"), QStringLiteral("31 days")); // what was asked before is answered at once
        QTest::mouseClick(button(QStringLiteral("Solve")), Qt::LeftButton);
        QTest::mouseClick(button(QStringLiteral("Cancel")), Qt::LeftButton);
        QVERIFY(!panel->is_busy());
        QVERIFY(button(QStringLiteral("Solve")));
    }

    /// All hardware within the limits, the cheapest first, or only what the page Hardware compares.
    void solving_for_hardware_offers_every_answer()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* panel = stage.window.findChild<SolvePanel*>();
        auto* list = panel->findChild<SolutionList*>();
        const auto click = [&](const QString& words) {
            for (auto* button : panel->findChildren<QAbstractButton*>())
                if (button->text() == words)
                    QTest::mouseClick(button, Qt::LeftButton);
        };
        const auto solve = [&] {
            click(QStringLiteral("Solve"));
            QVERIFY(QTest::qWaitFor([&] { return !panel->is_busy(); }, 60000));
            test::Stage::settle();
        };
        QVERIFY(stage.document.edit_text("tokens", "1T"));
        stage.document.remember("deadline", "60 days", {});
        click(QStringLiteral("Hardware"));
        solve();
        QVERIFY(list->isVisibleTo(panel) && list->rowCount() > 5);
        const auto title = [&](int row) { return list->item(row, 0)->text().section(QStringLiteral(" × "), 1); };
        const QString cheapest = title(0), second = title(1);
        const auto says = [&](const QString& words) {
            for (QLabel* label : panel->findChildren<QLabel*>())
                if (label->isVisibleTo(panel) && label->text().contains(words))
                    return true;
            return false;
        };
        QVERIFY(says(cheapest + QStringLiteral(", bound by")));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1, 0)).center());
        QVERIFY(says(second + QStringLiteral(", bound by")));
        click(QStringLiteral("Apply to the scenario"));
        test::Stage::settle();
        QCOMPARE(QString::fromStdString(stage.document.scenario().cluster.accelerator.title), second);

        stage.document.undo_stack().undo();
        click(QStringLiteral("Compared"));
        solve();
        QCOMPARE(list->rowCount(), 2); // H100 and B200
        QCOMPARE(stage.document.scenario().view.at("solve_among"), std::string("compared"));
        click(QStringLiteral("Fewest GPUs"));
        solve();
        QVERIFY(!list->isVisibleTo(panel));
    }

    /// What do 300,000 $ buy? And what link makes the question as fast as its pin?
    void solving_says_what_money_buys_and_what_a_number_must_be()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* panel = stage.window.findChild<SolvePanel*>();
        const auto click = [&](const QString& words) {
            for (auto* button : panel->findChildren<QAbstractButton*>())
                if (button->text() == words)
                    QTest::mouseClick(button, Qt::LeftButton);
        };
        const auto solve = [&] {
            click(QStringLiteral("Solve"));
            QVERIFY(QTest::qWaitFor([&] { return !panel->is_busy(); }, 60000));
            test::Stage::settle();
        };
        const auto says = [&](const QString& words) {
            for (QLabel* label : panel->findChildren<QLabel*>())
                if (label->isVisibleTo(panel) && label->text().replace(QChar(0xa0), QLatin1Char(' ')).contains(words))
                    return true;
            return false;
        };
        stage.document.remember("budget", "300k", {});
        click(QStringLiteral("Tokens"));
        solve();
        QVERIFY(says(QStringLiteral("300,000 USD train Llama 2 7B on ")));
        QVERIFY(says(QStringLiteral("; the loss is then about ")));
        QVERIFY(says(QStringLiteral("No deadline is set: 90 days are assumed.")));
        const double bought = panel->answer()->tried.front().solution.tokens;
        click(QStringLiteral("Apply to the scenario"));
        test::Stage::settle();
        QVERIFY(std::abs(stage.document.scenario().workload.tokens / bought - 1) < 1e-9);
        stage.document.undo_stack().undo();

        QVERIFY(stage.document.edit_text("gpus", "1024"));
        QVERIFY(stage.document.edit_text("tp", "4"));
        QVERIFY(stage.document.edit_text("dp_mode", "zero1"));
        test::Stage::settle();
        QTest::keyClick(&stage.window, Qt::Key_P);
        QVERIFY(stage.document.edit_text("tp", "1"));
        QVERIFY(stage.document.edit_text("dp_mode", "fsdp"));
        test::Stage::settle();
        click(QStringLiteral("A number"));
        const auto combos = panel->findChildren<QComboBox*>();
        const auto rival = std::find_if(combos.begin(), combos.end(), [](const QComboBox* combo) {
            return combo->accessibleName() == QLatin1String("For what");
        });
        QVERIFY(rival != combos.end());
        QCOMPARE((*rival)->count(), 2); // the limits, and the pin
        (*rival)->setCurrentIndex(1);
        solve();
        QVERIFY(says(QStringLiteral("Scale-out link: at ")));
        QVERIFY(says(QStringLiteral(" and more, the current question is at least as fast as A; below, A is faster.")));
        QVERIFY(says(QStringLiteral("Now the current question is ")) && says(QStringLiteral(" Eight in ten: ")));
        click(QStringLiteral("Apply to the scenario"));
        test::Stage::settle();
        QVERIFY(stage.document.scenario().cluster.tiers[1].bandwidth_bytes_per_s < 50e9);
    }

    /// What is dragged costs no more for it: meanwhile the curve ends where it usually does, and the axis stays.
    void the_axis_goes_on_to_where_more_stops_paying_when_the_question_stands_still()
    {
        constexpr int never = 3600 * 1000;
        test::Stage stage(catalog_, *appearance_, {1600, 900}, "gpt3-175b-4096-a100");
        WorkbenchModel& model = stage.window.model();
        const auto axis_end = [&] { return stage.plot().figure().plot().x.maximum; };
        const auto said = [&] { return QString::fromStdString(english(stage.plot().figure().sentence)); };
        QTRY_COMPARE_WITH_TIMEOUT(model.curve().to, 65536., 60000);
        stage.wait_for_searches();
        QVERIFY2(said().startsWith(QLatin1String("Knee at 32,768")), qPrintable(said()));
        model.set_still(never);
        const auto gesture = stage.document.begin_gesture();
        for (const double gpus : {2048., 1024., 512.}) {
            stage.document.edit_value("gpus", gpus, gesture);
            stage.wait_for_searches();
            QCOMPARE(model.curve().to, 65536.);
            QCOMPARE(axis_end(), 65536.);
        }
        for (const double link : {24e9, 23e9}) {
            stage.document.edit_value("scale_out_bandwidth", link, gesture);
            stage.wait_for_searches();
            QCOMPARE(model.curve().to, 16384.);
            QCOMPARE(axis_end(), 65536.);
            QVERIFY2(said().startsWith(QLatin1String("No knee up to 16,384")), qPrintable(said()));
        }
        model.set_still(0);
        stage.document.edit_value("scale_out_bandwidth", 24e9, gesture);
        QTRY_COMPARE_WITH_TIMEOUT(model.curve().to, 65536., 60000);
        stage.wait_for_searches();
        QCOMPARE(axis_end(), 65536.);
        stage.document.open("fernandez-weak-scaling");
        stage.wait_for_searches();
        QCOMPARE(axis_end(), 16384.);
    }

    void the_objective_changes_the_answer()
    {
        test::Stage stage(catalog_, *appearance_);
        choose(stage, "Plan: Best");
        const double fast = stage.window.model().estimate().parts.memory_bytes;
        choose_objective(stage.document, search::Objective::Memory);
        stage.wait_for_searches();
        QVERIFY(stage.window.model().estimate().parts.memory_bytes < fast);
        QTRY_VERIFY_WITH_TIMEOUT(english(stage.plot().figure().sentence).find("least memory") != std::string::npos,
                                 60000);
    }
};

PLATEAU_TEST(TestBestPlan)

} // namespace tst_best_plan

#include "tst_best_plan.moc"
