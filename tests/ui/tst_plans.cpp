// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/paper/figure_page.h"
#include "core/question/scenario/scenario_file.h"
#include "tests/app/plateau_process.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/figures/export.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/panels/page.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/main_window.h"

namespace tst_plans {

using namespace plateau;
using namespace plateau::ui;

namespace {

/// The texts of a metric that is compared: its name, then this, current and change as shown.
QStringList row_texts(const PlanPanel& panel, std::string_view key)
{
    const auto& metrics = narrate::compared_metrics();
    const auto at = std::ranges::find(metrics, find_metric(key)) - metrics.begin();
    QStringList texts{text(Word{metrics[std::size_t(at)]->short_label})};
    for (const int column : {1, 2, 3}) {
        const QLayoutItem* cell = panel.findChild<QGridLayout*>()->itemAtPosition(int(at) + 1, column);
        texts << static_cast<const QLabel*>(cell->widget())->text();
    }
    return texts;
}

/// The window on its plans page, every answer in.
struct Stage {
    ScenarioDocument document;
    MainWindow window;

    Stage(const std::shared_ptr<const catalog::Catalog>& catalog, Appearance& appearance, const char* scenario)
        : document(catalog),
          window((document.answer_with(test::shared_answers(catalog)), opened(document, scenario), document),
                 appearance)
    {
        document.undo_stack().clear();
        window.resize(1600, 900);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            qFatal("no window");
        window.show_page(window.page<PlansPage>());
        settle();
    }
    static void opened(ScenarioDocument& document, const char* scenario)
    {
        if (!document.open(scenario))
            qFatal("the shipped scenario does not open");
    }
    PlansPage& page() { return window.page<PlansPage>(); }
    PlansModel& model() { return window.page<PlansPage>().model(); }
    void settle()
    {
        for (int turn = 0; turn < 8; ++turn) {
            QCoreApplication::processEvents();
            model().wait();
        }
        QCoreApplication::processEvents();
    }
    void filter(const QString& words)
    {
        QLineEdit& field = page().filter();
        field.setFocus();
        field.selectAll();
        QTest::keyClick(&field, Qt::Key_Delete);
        QTest::keyClicks(&field, words);
        QTest::keyClick(&field, Qt::Key_Return);
        settle();
    }
    QString cell(int row, int column) { return page().table().model()->index(row, column).data().toString(); }
    void click(PictureView& view, int part)
    {
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.rect_of(part).center().toPoint());
        settle();
    }
};

} // namespace

/// The plans page driven by mouse and keyboard.
class TestPlans : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void the_first_row_is_what_the_search_names()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        search::PlanSearch search;
        const Scenario& scenario = stage.document.scenario();
        const Parts best
            = search::best_plan(search, *prepare(scenario), search::open_keys(scenario, search::PlanChoice::Best));
        QVERIFY(stage.model().selected());
        QVERIFY(stage.model().selected()->plan == best.plan);
        QCOMPARE(stage.cell(0, PlansTableModel::column("tp")).toInt(), best.plan.tp);
        QCOMPARE(stage.cell(0, PlansTableModel::column("versus_best")), QString(QChar(0x2013)));
        QCOMPARE(stage.page().status().tone, narrate::Status::Tone::Good);
    }

    void every_column_sorts()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        QAbstractItemModel* rows = stage.page().table().model();
        for (int column = 0; column < rows->columnCount(); ++column)
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                stage.page().table().sortByColumn(column, order);
                for (int row = 1; row < rows->rowCount(); ++row) {
                    const double before = rows->index(row - 1, column).data(PlansTableModel::number_role).toDouble();
                    const double after = rows->index(row, column).data(PlansTableModel::number_role).toDouble();
                    QVERIFY2(order == Qt::AscendingOrder ? before <= after : before >= after,
                             qPrintable(PlansTableModel::title(column)));
                }
            }
        stage.page().table().sortByColumn(PlansTableModel::column("memory_bytes_per_gpu"), Qt::AscendingOrder);
        stage.page().table().mark(-1);
    }

    /// A search over any software proposes plans that the stack does not run: each says so.
    void a_plan_that_the_stack_does_not_run_is_marked()
    {
        Stage stage(catalog_, *appearance_, "fernandez-weak-scaling");
        const int runs_on = PlansTableModel::column("runs_on");
        const PlansView& table = stage.page().table();
        const auto copied = [&] { return table.as_text(QLatin1Char('\t')); };
        QVERIFY(!copied().contains(QLatin1String("Runs on")));
        const auto rank_width = [&] { return table.itemDelegate()->sizeHint({}, table.model()->index(0, 0)).width(); };
        const int unmarked = rank_width();
        QVERIFY(stage.document.edit_text("any_software", "on"));
        stage.settle();
        QVERIFY(copied().contains(QLatin1String("\tRuns on\t")) && copied().contains(QLatin1String("\tthe stack\t")));
        QVERIFY(rank_width() > unmarked); // room for the sign
        const auto* rows = table.model();
        int marked = 0;
        for (int row = 0; row < rows->rowCount(); ++row) {
            const QString tip = rows->index(row, 0).data(Qt::ToolTipRole).toString();
            const bool strange = stage.cell(row, runs_on) != QLatin1String("the stack");
            marked += strange;
            QCOMPARE(tip.contains(QLatin1String(" runs it.")), strange); // other software, or none
            QCOMPARE(rows->index(row, 0).data(Qt::AccessibleTextRole).toString().contains(QLatin1String("software")),
                     strange);
        }
        QVERIFY(marked > 0 && marked < rows->rowCount());
    }

    void a_filter_shows_the_best_plans_that_pass_it()
    {
        Stage stage(catalog_, *appearance_, "fernandez-weak-scaling");
        stage.filter(QStringLiteral("PP > 2 recompute=full"));
        QVERIFY(stage.page().filter_message().isEmpty());
        const QAbstractItemModel* rows = stage.page().table().model();
        QVERIFY2(rows->rowCount() > 100, "plans further down than the thousand best must come in");
        for (int row = 0; row < rows->rowCount(); ++row) {
            QVERIFY(stage.cell(row, PlansTableModel::column("pp")).toInt() > 2);
            QCOMPARE(stage.cell(row, PlansTableModel::column("recompute")), QStringLiteral("full"));
        }
    }

    void an_empty_table_offers_all_plans()
    {
        Stage stage(catalog_, *appearance_, "fernandez-weak-scaling");
        auto* note = stage.page().findChild<EmptyNote*>();
        QVERIFY(note && !note->isVisible());
        stage.filter(QStringLiteral("PP > 99"));
        QCOMPARE(stage.page().table().model()->rowCount(), 0);
        QVERIFY(note->isVisible());
        note->findChild<QPushButton*>()->click();
        QVERIFY(QTest::qWaitFor([&] { return stage.page().table().model()->rowCount() > 0; }, 60000));
        QVERIFY(!note->isVisible());
    }

    void a_bad_filter_says_so_and_keeps_the_rows()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        stage.filter(QStringLiteral("tp=4"));
        const int rows = stage.page().table().model()->rowCount();
        QVERIFY(rows > 0);
        stage.filter(QStringLiteral("tq=4"));
        QVERIFY2(stage.page().filter_message().contains(QStringLiteral("tp")),
                 qPrintable(stage.page().filter_message()));
        QCOMPARE(stage.page().filter().property("state").toString(), QStringLiteral("refused"));
        QCOMPARE(stage.page().table().model()->rowCount(), rows);
        stage.filter(QString());
        QVERIFY(stage.page().filter_message().isEmpty());
        QVERIFY(stage.page().table().model()->rowCount() > rows);
    }

    /// 100 GPUs in groups of eight leave four idle: whoever divides by GPUs says by which.
    void page_sentence_and_json_count_the_same_gpus()
    {
        Stage stage(catalog_, *appearance_, "fernandez-weak-scaling");
        stage.document.edit_value("gpus", Value(100.0));
        stage.document.edit_value("tp", Value(8.0));
        stage.settle();
        const PlateauRun run = run_plateau("estimate fernandez-weak-scaling --set gpus=100 --set tp=8 --json");
        const Parts& current = stage.model().list()->plans->current;
        QCOMPARE(current.gpus_used, 96.0);
        const auto shown = [](QString words) { return words.remove(QLatin1Char(',')).toDouble(); };
        for (const auto& [key, words] :
             {std::pair("tokens_per_s_per_gpu", "in use"), std::pair("tokens_per_s_per_gpu_available", "available")}) {
            const double answered = run.json()[QLatin1String(key)].toDouble();
            QVERIFY(answered > 0);
            QCOMPARE(metric(key).value(current), answered);
            const QStringList row = row_texts(stage.page().plan_panel(), key);
            QVERIFY2(row[0].contains(QLatin1String(words)), qPrintable(row[0]));
            QCOMPARE(shown(row[2]), std::round(answered));
        }
        const double paid_for = run.json()[u"tokens_per_s_per_gpu_available"].toDouble();
        const int column = PlansTableModel::column("tokens_per_s_per_gpu_available");
        QVERIFY(PlansTableModel::title(column).contains(QStringLiteral("available")));
        const QAbstractItemModel* rows = stage.page().table().model();
        bool listed = false;
        for (int row = 0; row < rows->rowCount() && !listed; ++row)
            listed = rows->index(row, 0).data(PlansTableModel::current_role).toBool()
                && shown(stage.cell(row, column)) == std::round(paid_for);
        QVERIFY(listed);
        const figures::Figure map = stage.page().map().figure();
        QVERIFY(english(map.as<figures::HeatMap>()->title).find("GPU available") != std::string::npos);
        QCOMPARE(map.as<figures::HeatMap>()->current_value,
                 metric("tokens_per_s_per_gpu_available").value(stage.model().list()->plans->current));
        const Parts& best = stage.model().list()->plans->best;
        const std::string sentence = english(map.sentence);
        const std::string praised
            = english(metric_text(metric("tokens_per_s_per_gpu_available"), best.tokens_per_s / 100));
        QVERIFY2(sentence.find(praised + " tokens/s per GPU available") != std::string::npos, sentence.c_str());
    }

    void no_words_are_clipped()
    {
        Stage stage(catalog_, *appearance_, "fernandez-weak-scaling");
        for (const QSize size : {QSize(1600, 900), QSize(1280, 720)}) {
            stage.window.resize(size);
            stage.settle();
            const PlanPanel& panel = stage.page().plan_panel();
            int labels = 0;
            for (const QLabel* label : panel.findChildren<QLabel*>())
                if (label->isVisible()) {
                    QVERIFY2(label->wordWrap() ? label->heightForWidth(label->width()) <= label->height()
                                               : label->sizeHint().width() <= label->width(),
                             qPrintable(label->text()));
                    QVERIFY2(label->geometry().right() < panel.width(), qPrintable(label->text()));
                    ++labels;
                }
            QVERIFY(labels > 3 * 10);
            for (const QComboBox* combo : stage.page().findChildren<QComboBox*>()) {
                constexpr int frame_and_arrow = 32;
                const int words = combo->fontMetrics().horizontalAdvance(combo->currentText());
                QVERIFY2(!combo->isVisible() || words + frame_and_arrow <= combo->width(),
                         qPrintable(combo->currentText()));
            }
        }
    }

    void the_table_of_a_mixture_fits_a_small_window()
    {
        Stage stage(catalog_, *appearance_, "mixtral-8x22b-256-h100");
        stage.window.resize(1280, 720);
        stage.settle();
        QCOMPARE(stage.page().table().horizontalScrollBar()->maximum(), 0);
    }

    void the_table_has_the_schedule_and_counts_virtual_stages()
    {
        Stage stage(catalog_, *appearance_, "fernandez-weak-scaling");
        QVERIFY(!stage.page().table().isColumnHidden(PlansTableModel::column("schedule")));
        const auto& plans = stage.model().list()->result.plans;
        for (int row = 0; row < 20; ++row)
            QCOMPARE(stage.cell(row, PlansTableModel::column("virtual_stages")),
                     QString::number(plans[static_cast<std::size_t>(row)].plan.virtual_stages));
    }

    void what_best_means_stands_in_bold()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        const PlansView& table = stage.page().table();
        for (const search::ObjectiveRow& row : search::objectives()) {
            choose_objective(stage.document, row.objective);
            stage.settle();
            const int told = PlansTableModel::column(row.told);
            QVERIFY2(!table.isColumnHidden(told), row.told);
            for (int column = 0; column < table.model()->columnCount(); ++column)
                QCOMPARE(table.model()->index(1, column).data(Qt::FontRole).value<QFont>().weight() > QFont::Normal,
                         column == told);
        }
    }

    void adopting_is_one_undo_step()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        const Plan before = stage.document.scenario().plan;
        const Parts wanted = *stage.model().selected();
        QVERIFY(!(wanted.plan == stage.model().list()->plans->current.plan));
        QTest::mouseClick(&stage.page().plan_panel().adopt_button(), Qt::LeftButton);
        stage.settle();
        QCOMPARE(stage.document.undo_stack().count(), 1);
        QVERIFY(stage.model().list()->plans->current.plan == wanted.plan);
        QVERIFY(!stage.page().plan_panel().adopt_button().isEnabled());
        QCOMPARE(stage.cell(0, PlansTableModel::rank_column), QString(QChar(0x25CF)));
        stage.document.undo_stack().undo();
        stage.settle();
        QVERIFY(stage.document.scenario().plan == before);
        QVERIFY(stage.page().plan_panel().adopt_button().isEnabled());
    }

    void the_table_is_sorted_by_keyboard()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        PlansView& table = stage.page().table();
        stage.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        QTRY_VERIFY_WITH_TIMEOUT(table.model()->rowCount() > 0, 60000);
        table.setFocus();
        int column = table.model()->columnCount() - 1;
        while (table.isColumnHidden(column))
            --column;
        const auto sort = [&] { // the shortcut itself needs a window that a window manager has made active
            for (QAction* action : table.actions())
                if (action->shortcut() == QKeySequence(Qt::Key_S))
                    action->trigger();
        };
        const auto to_column = [&] { // a plan that is chosen is shown by its rank; then to the side
            table.setCurrentIndex(table.model()->index(0, PlansTableModel::rank_column));
            stage.settle();
            table.setCurrentIndex(table.model()->index(0, column));
        };
        to_column();
        sort();
        QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), column);
        QCOMPARE(table.horizontalHeader()->sortIndicatorOrder(), Qt::AscendingOrder);
        to_column();
        sort();
        QCOMPARE(table.horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
    }

    void reasons_say_what_a_program_refuses()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        Parts plan = stage.model().list()->result.plans.front();
        plan.plan.dp_mode = DataParallelMode::Fsdp;
        plan.plan.pp = 4;
        plan.plan.virtual_stages = 1;
        plan.plan.schedule = PipelineSchedule::OneFOneB;
        PlanReasonsPanel reasons;
        reasons.show_plan(&plan, plan, stage.document.scenario());
        QVERIFY(reasons.words().contains(QStringLiteral("does not run FSDP with pipeline stages")));
    }

    void a_row_is_compared_and_adopted_by_keyboard()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        PlansView& table = stage.page().table();
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Down);
        stage.settle();
        const Parts second = stage.model().list()->result.plans[1];
        QVERIFY(stage.model().selected()->plan == second.plan);
        const QStringList memory = row_texts(stage.page().plan_panel(), "memory_bytes_per_gpu");
        QCOMPARE(memory[0], QStringLiteral("Memory"));
        QCOMPARE(memory[1].toDouble(), std::round(second.memory_bytes / 1e8) / 10);
        QVERIFY(!stage.page().reasons().words().trimmed().isEmpty());
        QTest::keyClick(&table, Qt::Key_Return);
        stage.settle();
        QVERIFY(stage.model().list()->plans->current.plan == second.plan);
        QCOMPARE(stage.document.undo_stack().count(), 1);
    }

    void cells_without_a_plan_name_the_reason()
    {
        Stage stage(catalog_, *appearance_, "gpt3-175b-64-a100");
        const figures::HeatMap map = *stage.page().map().figure().as<figures::HeatMap>();
        int reasons = 0;
        for (int cell = 0; cell < static_cast<int>(map.cells.size()); ++cell) {
            const figures::HeatCell& each = map.cells[static_cast<std::size_t>(cell)];
            QCOMPARE(std::isfinite(each.value), each.reason.empty());
            QVERIFY(!part_words(stage.page().map().figure(), cell).isEmpty());
            reasons += !each.reason.empty();
        }
        QVERIFY(reasons > 0);
        QVERIFY(map.best >= 0);
        QVERIFY(std::any_of(map.cells.begin(), map.cells.end(), [](const figures::HeatCell& each) {
            return english(each.reason).find("GB") != std::string::npos; // the least memory any plan needs
        }));
        QVERIFY(std::any_of(map.cells.begin(), map.cells.end(),
                            [](const figures::HeatCell& each) { return english(each.reason) == "GPUs"; }));
        stage.click(stage.page().map(), map.best);
        QVERIFY(stage.model().selected()->plan == stage.model().list()->result.plans.front().plan);
        QCOMPARE(stage.page().map().figure().as<figures::HeatMap>()->selected, map.best);
    }

    void the_map_takes_any_two_parameters()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        stage.model().set_axes("scale_out_bandwidth", "gpus");
        stage.model().wait();
        stage.settle();
        const answers::PlanGrid& map = stage.model().map()->found;
        QVERIFY(!map.columns.of_plan && !map.rows.of_plan);
        QVERIFY(map.columns.size() >= 4 && map.rows.size() >= 4);
        const int here = map.cell_of(stage.model().list()->plans->best.plan);
        QVERIFY(map.settings_of(here).empty());
        int cell = 0;
        while (map.settings_of(cell).size() < 2 || !map.cells[static_cast<std::size_t>(cell)].parts.fits())
            ++cell;
        const Parts chosen = map.cells[static_cast<std::size_t>(cell)].parts;
        const auto settings = map.settings_of(cell);
        stage.click(stage.page().map(), cell);
        QCOMPARE(stage.model().settings().size(), settings.size());
        stage.model().adopt(*stage.model().selected(), stage.model().settings());
        stage.settle();
        QCOMPARE(stage.document.undo_stack().count(), 1);
        for (const auto& [key, value] : settings)
            QVERIFY(stage.document.value(key) == value);
        QVERIFY(estimate(stage.document.scenario()).parts.step_seconds == chosen.step_seconds);
        stage.document.undo_stack().undo();
        for (const auto& [key, value] : settings)
            QVERIFY(!(stage.document.value(key) == value));
    }

    void a_bar_leads_to_its_slider()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        const figures::Waterfall chart = *stage.page().help().figure().as<figures::Waterfall>();
        QVERIFY(chart.steps.size() >= 8);
        for (int row = 0; row < static_cast<int>(chart.steps.size()); ++row) {
            const std::string& key = chart.steps[static_cast<std::size_t>(row)].subjects.front();
            stage.click(stage.page().help(), 2 * row + 1);
            QVERIFY2(stage.window.parameters().row(key), key.c_str());
            QVERIFY2(stage.window.parameters().row(key)->isAncestorOf(QApplication::focusWidget()), key.c_str());
        }
    }

    void the_table_is_copied_as_shown()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        stage.filter(QStringLiteral("tp=4 pp=4"));
        QString text = stage.page().table().as_text(QLatin1Char('\t'));
        text.chop(1); // the last line's end
        const QStringList lines = text.split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), stage.page().table().model()->rowCount() + 1);
        const qsizetype columns = lines.front().count(QLatin1Char('\t'));
        QVERIFY(columns > 8);
        for (const QString& line : lines)
            QCOMPARE(line.count(QLatin1Char('\t')), columns);

        speak_language(language_of(QStringLiteral("de"))); // the numbers of the screen, not those that are copied
        const QString mfu = stage.page().table().model()->index(0, PlansTableModel::column("mfu")).data().toString();
        const QString in_german = stage.page().table().as_text(QLatin1Char('\t'));
        speak_language(language_of(QStringLiteral("en")));
        QVERIFY2(mfu.contains(QLatin1Char(',')), qPrintable(mfu));
        QCOMPARE(in_german.section(QLatin1Char('\n'), 1, -2), text.section(QLatin1Char('\n'), 1));
    }

    void a_hidden_page_computes_nothing()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        stage.window.show_page(stage.window.page<WorkbenchPage>());
        QSignalSpy updates(&stage.model(), &PlansModel::updated);
        stage.document.edit_value("gpus", Value(1024.0));
        stage.settle();
        QCOMPARE(updates.count(), 0);
        QVERIFY(!stage.model().is_current(PlansModel::Piece::List));
        stage.window.show_page(stage.page());
        stage.settle();
        QCOMPARE(stage.model().list()->plans->scenario.cluster.gpus, 1024.0);
        QVERIFY(stage.model().is_current(PlansModel::Piece::Help));
    }

    void figures_go_to_files()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        const auto figures = stage.page().figures();
        QCOMPARE(figures.size(), std::size_t(2)); // time against cost is searched for when it is looked at
        for (const NamedFigure& each : figures) {
            QVERIFY(!figure_image(each.figure, {}).isNull());
            const std::string csv = figures::page_csv(figures::page_of(each.figure));
            QVERIFY(csv.find("# scenario:") != std::string::npos);
            QVERIFY(std::count(csv.begin(), csv.end(), '\n') > 20);
        }
    }

    void the_map_and_its_pins_stay_with_the_scenario()
    {
        Stage stage(catalog_, *appearance_, "llama3-70b-h100");
        stage.window.pins().pin(QStringLiteral("before"));
        stage.settle();
        const Parts own = stage.window.model().estimate().parts;
        const auto& pins = [&]() -> const auto& { return stage.page().map().figure().as<figures::HeatMap>()->pins; };
        QCOMPARE(pins().size(), std::size_t(1));
        QCOMPARE(pins().front().cell, stage.model().map()->found.cell_of(own.plan));
        QVERIFY(part_words(stage.page().map().figure(), pins().front().cell).contains(QLatin1String("Pinned: A")));
        const auto& rows = *stage.page().table().model();
        QStringList marked;
        for (int row = 0; row < rows.rowCount(); ++row)
            marked << rows.index(row, PlansTableModel::rank_column).data().toString();
        QCOMPARE(marked.filter(QStringLiteral(" A")).size(), 1);

        QComboBox* down = nullptr;
        for (QComboBox* combo : stage.page().findChildren<QComboBox*>())
            if (combo->accessibleName() == QLatin1String("Parameter down the map"))
                down = combo;
        QVERIFY(down);
        down->setCurrentIndex(down->findData(QStringLiteral("micro_batch")));
        emit down->activated(down->currentIndex());
        stage.settle();
        QCOMPARE(stage.document.undo_stack().count(), 1); // the pin
        QCOMPARE(stage.document.scenario().view.at("map").substr(0, 15), std::string("tp micro_batch "));
        const std::string text = write_scenario(stage.document.scenario());
        down->setCurrentIndex(down->findData(QStringLiteral("pp")));
        emit down->activated(down->currentIndex());
        QVERIFY(!stage.document.scenario().view.count("map")); // the usual one
        QVERIFY(stage.document.open_text(text, {}, {"Paste", {}}).has_value());
        stage.settle();
        QCOMPARE(stage.model().y(), std::string("micro_batch"));
        QCOMPARE(down->currentData().toString(), QStringLiteral("micro_batch"));
    }
};

PLATEAU_TEST(TestPlans)

} // namespace tst_plans

#include "tst_plans.moc"
