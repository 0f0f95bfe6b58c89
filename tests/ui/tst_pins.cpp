// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <set>

#include "core/files/output.h"
#include "core/files/text_file.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/words.h"
#include "tests/ui/shown_plans.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/compare_panel.h"
#include "ui/pages/workbench/legend_strip.h"

namespace tst_pins {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

struct PinStage : Stage {
    using test::Stage::Stage;
    Pins& pins() { return window.pins(); }
    ComparePanel& compare() { return window.page<WorkbenchPage>().compare(); }
    const figures::Figure& figure() { return window.model().figure(); }
    void press_p()
    {
        plot().setFocus();
        QTest::keyClick(&window, Qt::Key_P);
        wait_for_searches();
    }
    void set(const char* key, const char* value)
    {
        if (!document.edit_text(key, value))
            qFatal("refused");
        wait_for_searches();
    }
    const figures::Series* series(std::size_t panel, figures::SeriesRole role)
    {
        for (const figures::Series& each : figure().plot().panels[panel].series)
            if (each.role == role)
                return &each;
        return nullptr;
    }
    std::vector<LegendItem*> chips()
    {
        std::vector<LegendItem*> shown;
        for (LegendItem* chip : window.findChild<LegendStrip*>()->curves())
            if (chip->isVisible())
                shown.push_back(chip);
        return shown;
    }
};

} // namespace

/// Questions kept beside the current one.
class PinsTest : public plateau::test::WindowTest {
    Q_OBJECT
    std::unique_ptr<PinStage> stage_; ///< one for all: a window takes its time to open

private slots:
    void initTestCase()
    {
        set_up();
        stage_ = std::make_unique<PinStage>(catalog_, *appearance_, QSize{1440, 900});
        QTRY_VERIFY_WITH_TIMEOUT(stage_->window.evidence().is_loaded(), 60000);
    }
    void cleanupTestCase() { stage_.reset(); }
    void init()
    {
        while (stage_->document.undo_stack().canUndo())
            stage_->document.undo_stack().undo();
        stage_->document.undo_stack().clear();
        stage_->window.model().set_shown(search::PlanChoice::Given, true);
        stage_->window.model().set_shown(search::PlanChoice::Best, false);
        stage_->window.findChild<SidePanel*>(QStringLiteral("compare"))->come_to_front();
        stage_->wait_for_searches();
        QVERIFY(stage_->pins().all().empty());
        QCOMPARE(stage_->gpus(), 128.0);
    }

    void p_keeps_the_question_on_every_plot()
    {
        PinStage& stage = *stage_;
        const double before = stage.window.model().estimate().parts.tokens_per_s_per_gpu();
        stage.press_p();
        stage.set("gpus", "2048");
        stage.set("tp", "8");
        for (std::size_t panel = 0; panel < 3; ++panel) {
            const figures::Series* pinned = stage.series(panel, figures::SeriesRole::PinA);
            QVERIFY(pinned);
            QCOMPARE(pinned->own_x, 128.0);
        }
        const figures::Series* throughput = stage.series(0, figures::SeriesRole::PinA);
        const auto at = std::find(throughput->x.begin(), throughput->x.end(), 128.0) - throughput->x.begin();
        QCOMPARE(throughput->y.at(static_cast<std::size_t>(at)), before);
        QCOMPARE(stage.window.model().step().as<figures::Bars>()->bars.size(), std::size_t(2));
        QCOMPARE(stage.window.model().step().as<figures::Bars>()->bars.back().role, figures::SeriesRole::PinA);
        QVERIFY(stage.window.page<WorkbenchPage>().readout().as_text().contains(QLatin1String("Throughput")));
        QCOMPARE(stage.chips().size(), std::size_t(3));
        stage.window.findChild<SidePanel*>(QStringLiteral("compare"))->come_to_front();
        const auto& differ = stage.compare().parameters().facts();
        std::set<std::string> names;
        for (const narrate::Fact& fact : differ)
            names.insert(english(fact.name));
        QVERIFY(names.count("GPU count") && names.count("Tensor") && !names.count("Hardware"));
        QCOMPARE(stage.compare().values().facts().front().values.size(), std::size_t(4));
        QVERIFY2(stage.compare().sentence().contains(QLatin1String("more tokens a second than Tensor 1")),
                 qPrintable(stage.compare().sentence()));
    }

    void every_pin_looks_different_and_any_number_fits()
    {
        PinStage& stage = *stage_;
        for (int i = 0; i < 7; ++i) {
            stage.press_p();
            stage.set("gpus", std::to_string(256 << i).c_str());
        }
        QCOMPARE(stage.pins().all().size(), std::size_t(7));
        std::set<QString> letters;
        for (const Pin& pin : stage.pins().all())
            letters.insert(pin.letter());
        QCOMPARE(letters.size(), std::size_t(7));
        const Theme theme = light_theme();
        std::set<QRgb> hues;
        for (int slot = 0; slot <= 6; ++slot)
            hues.insert(theme.series(figures::role_of_slot(slot)).line.rgb());
        hues.insert(theme.series(figures::SeriesRole::OtherPlan).line.rgb());
        QCOMPARE(hues.size(), std::size_t(8));
        QCOMPARE(figures::role_of_slot(7), figures::SeriesRole::PinA);
    }

    void a_drag_computes_no_pin_again()
    {
        PinStage& stage = *stage_;
        stage.press_p();
        stage.set("tp", "4");
        stage.press_p();
        const int before = stage.window.model().pin_curves().computed();
        for (const char* gpus : {"256", "512", "1024", "2048"})
            stage.set("gpus", gpus);
        QCOMPARE(stage.window.model().pin_curves().computed(), before);
        stage.pins().rename(0, QStringLiteral("Plain"));
        stage.settle();
        QCOMPARE(stage.window.model().pin_curves().computed(), before);
    }

    void the_best_plan_can_be_pinned_beside_the_given()
    {
        PinStage& stage = *stage_;
        choose_plan(stage.document, search::PlanChoice::Best);
        stage.wait_for_searches();
        const double best = stage.window.model().estimate().parts.tokens_per_s;
        stage.press_p();
        choose_plan(stage.document, search::PlanChoice::Given);
        stage.wait_for_searches();
        const auto pinned = stage.window.model().pinned(stage.pins().all().front());
        QVERIFY(pinned);
        QCOMPARE(pinned->here().tokens_per_s, best);
        stage.pins().swap(0);
        stage.wait_for_searches();
        QVERIFY(answers::plan_choice(stage.document.scenario()) == search::PlanChoice::Best);
        QVERIFY(answers::plan_choice(*stage.pins().all().front().scenario) == search::PlanChoice::Given);
        stage.document.undo_stack().undo();
        stage.wait_for_searches();
        QVERIFY(answers::plan_choice(stage.document.scenario()) == search::PlanChoice::Given);
    }

    void swap_restore_remove_and_undo()
    {
        PinStage& stage = *stage_;
        stage.press_p();
        stage.set("gpus", "1024");
        stage.pins().swap(0);
        QCOMPARE(stage.gpus(), 128.0);
        QCOMPARE(stage.pins().all().front().scenario->cluster.gpus, 1024.0);
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 1024.0);
        QCOMPARE(stage.pins().all().front().scenario->cluster.gpus, 128.0);
        stage.pins().restore(0);
        QCOMPARE(stage.gpus(), 128.0);
        QCOMPARE(stage.pins().all().size(), std::size_t(1));
        stage.pins().remove(0);
        QVERIFY(stage.pins().all().empty());
        stage.settle();
        QVERIFY(!stage.series(0, figures::SeriesRole::PinA));
        stage.document.undo_stack().undo();
        QCOMPARE(stage.pins().all().size(), std::size_t(1));
    }

    void the_legend_hides_and_isolates()
    {
        PinStage& stage = *stage_;
        stage.press_p();
        stage.set("gpus", "1024");
        QTest::mouseClick(stage.chips().back(), Qt::LeftButton);
        stage.settle();
        QVERIFY(!stage.series(0, figures::SeriesRole::PinA));
        QVERIFY(stage.pins().all().front().hidden);
        QTest::mouseDClick(stage.chips().back(), Qt::LeftButton);
        stage.settle();
        QVERIFY(stage.series(0, figures::SeriesRole::PinA));
        QVERIFY(!stage.window.model().is_shown(search::PlanChoice::Given));
    }

    void what_stood_alone_brings_back_what_was_shown()
    {
        PinStage& stage = *stage_;
        stage.press_p();
        stage.set("gpus", "1024");
        QTest::mouseDClick(stage.chips().back(), Qt::LeftButton);
        stage.settle();
        for (const figures::Panel& panel : stage.window.model().figure().plot().panels)
            for (const figures::Series& series : panel.series)
                QVERIFY2(series.role != figures::SeriesRole::Band, panel.id.c_str()); // the range of what is hidden
        QVERIFY(!stage.window.model().is_shown(search::PlanChoice::Given));
        QTest::mouseDClick(stage.chips().back(), Qt::LeftButton);
        stage.settle();
        QVERIFY(stage.series(0, figures::SeriesRole::PinA));
        QVERIFY(stage.window.model().is_shown(search::PlanChoice::Given));
        QVERIFY(!stage.window.model().is_shown(search::PlanChoice::Best)); // was not
    }

    void a_pin_of_another_model_says_which()
    {
        PinStage& stage = *stage_;
        stage.set("gpus", "64");
        stage.press_p();
        const auto names = [&] {
            return std::pair(english(stage.series(0, figures::SeriesRole::PinA)->name.arguments.back()),
                             english(stage.series(0, figures::SeriesRole::Current)->name));
        };
        stage.set("gpus", "128");
        stage.settle();
        QCOMPARE(names(), std::pair(std::string("64\u00a0GPUs"), std::string("128\u00a0GPUs")));
        stage.set("hardware", "b200");
        stage.settle();
        QCOMPARE(names(), std::pair(std::string("H100 SXM 80GB"), std::string("B200 SXM 180GB")));
    }

    void pins_stand_in_time_and_money_too()
    {
        PinStage& stage = *stage_;
        stage.press_p();
        stage.set("gpus", "64");
        PlansPage& plans = stage.window.page<PlansPage>();
        stage.window.show_page(plans);
        plans.model().show_frontier(true);
        QTRY_VERIFY_WITH_TIMEOUT(plans.model().choices() && plans.model().is_current(PlansModel::Piece::Frontier),
                                 60000);
        stage.settle();
        const auto& panel = plans.frontier().figure().plot().panels.front();
        const auto pinned = std::find_if(panel.series.begin(), panel.series.end(), [](const figures::Series& each) {
            return each.role == figures::SeriesRole::PinA;
        });
        QVERIFY(pinned != panel.series.end());
        const Parts& parts = stage.window.model().pinned(stage.pins().all().front())->here();
        QVERIFY(std::abs(pinned->x.front() * 86400 / parts.run_seconds - 1) < 1e-9);
        QVERIFY(std::abs(pinned->y.front() / parts.run_usd - 1) < 1e-9);
        const auto* words = plans.findChild<QLabel*>(QStringLiteral("pin_words"));
        QVERIFY(words->isVisible());
        const QString mfu = text(metric_text(metric("mfu"), parts.mfu()));
        QVERIFY2(words->text().contains(QLatin1String("MFU ") + mfu), qPrintable(words->text()));
        stage.pins().set_hidden(0, true);
        stage.settle();
        QVERIFY(!words->isVisible());
        plans.model().show_frontier(false);
        stage.window.show_page(stage.window.page<WorkbenchPage>());
    }

    void a_pin_has_its_letter_in_the_table_and_on_the_map()
    {
        PinStage& stage = *stage_;
        stage.press_p();
        stage.set("tp", "2");
        PlansPage& plans = test::shown_plans(stage.window);
        const auto* heat = plans.map().figure().as<figures::HeatMap>();
        QVERIFY(heat && heat->pins.size() == 1);
        QCOMPARE(heat->pins.front().letter, std::string("A"));
        const std::size_t column = static_cast<std::size_t>(heat->pins.front().cell) % heat->columns.size();
        QCOMPARE(english(heat->columns.at(column)), std::string("1"));
        const QAbstractItemModel& rows = *plans.table().model();
        int lettered = 0;
        for (int row = 0; row < rows.rowCount(); ++row)
            lettered += rows.index(row, PlansTableModel::rank_column).data().toString().endsWith(QLatin1String(" A"));
        QCOMPARE(lettered, 1);
        stage.window.show_page(stage.window.page<WorkbenchPage>());
    }

    /// A larger count than the axis shows: the curve has its name, the place of the pin is not drawn over it.
    void a_pin_beyond_the_axis_has_no_place_on_it()
    {
        PinStage& stage = *stage_;
        QVERIFY(stage.document.edit_text("gpus", "100000"));
        stage.window.pins().pin(QStringLiteral("large"));
        QVERIFY(stage.document.edit_text("gpus", "128"));
        stage.wait_for_searches();
        FigureView& plot = stage.plot();
        QVERIFY(plot.figure().plot().x.maximum < 100000);
        plot.replot();
        const QImage picture = plot.toPixmap().toImage();
        const QColor line = light_theme().series(figures::SeriesRole::PinA).line;
        const int end = plot.axisRect(0)->right() + 6; // past a curve's last marker
        int drawn = 0;
        for (int x = end; x < picture.width(); ++x)
            for (int y = plot.axisRect(0)->top() - 10; y < plot.axisRect(0)->bottom(); ++y)
                drawn += picture.pixelColor(x, y) == line;
        QCOMPARE(drawn, 0);
    }

    void a_scenario_file_keeps_its_pins()
    {
        PinStage& stage = *stage_;
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("own.yaml"));
        QVERIFY(files::write_file(file.toStdU16String(), "# mine\nkind: training\ngpus: 64 # few\n",
                                  files::Replacing::any_file()));
        stage.window.opening().open(file);
        QVERIFY(!stage.document.is_modified());
        stage.press_p();
        QVERIFY(stage.document.is_modified()); // a pin is work
        stage.set("hardware", "b200");
        stage.pins().rename(0, QStringLiteral("With\u00a0H100: the \"first\""));
        stage.press_p();
        stage.pins().remove(0); // the letter of the other stays
        stage.press_p();
        stage.pins().swap(1);
        const auto before = stage.pins().as_entries();
        QCOMPARE(before.size(), std::size_t(2));
        QVERIFY(stage.document.save(file));
        QVERIFY(!stage.document.is_modified());
        const auto text = files::read_text(file.toStdU16String());
        QVERIFY2(text && text->starts_with("# mine\n") && text->find("gpus: 64 # few\n") != std::string::npos,
                 text->c_str());
        init();
        PinStage& other = *stage_;
        other.press_p(); // gives way to those of the file
        other.window.opening().open(file);
        QCOMPARE(other.pins().as_entries(), before);
        QVERIFY(!other.document.is_modified());
        QCOMPARE(other.document.undo_stack().count(), 2);
        other.document.undo_stack().undo(); // the file and its pins are one step
        QCOMPARE(other.pins().all().size(), std::size_t(1));
        other.document.undo_stack().redo();
        QCOMPARE(other.pins().as_entries(), before);
        other.window.opening().open(
            QStringLiteral("fernandez-weak-scaling")); // that brings none: what is pinned stays beside it
        QCOMPARE(other.pins().as_entries(), before);
        QVERIFY(!other.document.is_modified());
    }

    void a_set_is_saved_and_opened()
    {
        PinStage& stage = *stage_;
        stage.press_p();
        stage.set("hardware", "b200");
        stage.pins().rename(0, QStringLiteral("With H100"));
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("set.yaml"));
        QVERIFY(files::write_file(file.toStdU16String(), stage.pins().as_text(), files::Replacing::any_file()));
        const std::string kept = stage.pins().as_text();
        init();
        PinStage& other = stage;
        other.window.opening().open(file);
        other.wait_for_searches();
        QCOMPARE(other.document.scenario().cluster.accelerator.id, std::string("b200"));
        QCOMPARE(other.pins().all().size(), std::size_t(1));
        QCOMPARE(other.pins().all().front().name(), QStringLiteral("With H100"));
        QCOMPARE(other.pins().as_text(), kept);
        other.document.undo_stack().undo();
        QVERIFY(other.pins().all().empty());
    }
};

PLATEAU_TEST(PinsTest)

} // namespace tst_pins

#include "tst_pins.moc"
#include "ui/shell/side_panels.h"
