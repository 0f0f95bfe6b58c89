// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QtTest>

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

#include "core/answers/plans.h"
#include "core/evidence/claims.h"
#include "tests/ui/picture_recorder.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/renderer.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/panels/page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/opening.h"

namespace tst_limits_page {

using namespace plateau;
using namespace plateau::ui;

namespace {

struct Stage {
    ScenarioDocument document;
    MainWindow window;

    Stage(const std::shared_ptr<const catalog::Catalog>& catalog, Appearance& appearance)
        : document(catalog), window(document, appearance)
    {
        window.resize(1600, 900);
        window.show();
        window.show_page(page());
        settle();
    }
    LimitsPage& page() { return window.page<LimitsPage>(); }
    LimitsDocument& limits() { return page().document(); }
    void settle()
    {
        QCoreApplication::processEvents();
        page().model().finish();
        QCoreApplication::processEvents();
    }
    const figures::Panel& panel(std::size_t index) { return page().model().figure().plot().panels[index]; }
    double marker() { return limits().scenario().marker_flop; }
    /// A press, moves and the release on the plot; `x` in FLOP.
    void drag(const std::vector<double>& x)
    {
        FigureView& plot = page().plot();
        const auto at = [&](double flop) {
            const QRect area = plot.renderer().marker_area();
            return QPoint(static_cast<int>(std::lround(plot.renderer().pixel_of(flop))), area.center().y());
        };
        plot.replot();
        QTest::mousePress(&plot, Qt::LeftButton, {}, at(x.front()));
        for (double flop : x)
            QTest::mouseMove(&plot, at(flop));
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, at(x.back()));
        settle();
    }
};

} // namespace

/// The limits page: opening, overlays, the marker, live answers, undo, the bridge to the workbench.
class TestLimitsPage : public QObject {
    Q_OBJECT
    std::shared_ptr<const catalog::Catalog> catalog_;
    std::unique_ptr<Appearance> appearance_;

private slots:
    void initTestCase()
    {
        catalog_ = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS}));
        appearance_ = std::make_unique<Appearance>(*qApp);
    }

    void opens_on_three_named_configurations()
    {
        Stage stage(catalog_, *appearance_);
        QCOMPARE(stage.limits().configurations().size(), 3u);
        QCOMPARE(stage.limits().title(), "H100, dense");
        QVERIFY(!stage.limits().is_modified());
        const figures::Figure& figure = stage.page().model().figure();
        QCOMPARE(figure.plot().panels.size(), 3u);
        // threshold, three curves, a ring at the end of linear scaling of each; the headline of the published model
        const figures::Panel& utilization = figure.plot().panels[0];
        QCOMPARE(utilization.series.size(), 5u);
        QCOMPARE(utilization.series.back().role, figures::SeriesRole::Published);
        QCOMPARE(utilization.series.back().x.size(), 3u);
        QVERIFY(utilization.regions.empty() && utilization.notes.empty()); // they would be those of one of them
        QVERIFY(english(figure.sentence).find("2.05e28") != std::string::npos);
        QVERIFY(english(figure.sentence).find("2.71e31") != std::string::npos);
        const QString marks = stage.page().landmarks().as_text();
        QVERIFY2(marks.contains("2.05e28") && marks.contains("1.92e28") && marks.contains("5.48e33"),
                 qPrintable(marks));
    }

    void a_limits_file_opens_here_and_a_training_file_on_the_workbench()
    {
        Stage stage(catalog_, *appearance_);
        auto* tabs = stage.window.findChild<QTabBar*>(QStringLiteral("pages"));
        stage.window.opening().open("fernandez-weak-scaling");
        QCOMPARE(tabs->tabText(tabs->currentIndex()), "Workbench");
        stage.window.opening().open("limits-v100-dense");
        QCOMPARE(tabs->tabText(tabs->currentIndex()), "Limits");
        QCOMPARE(stage.limits().title(), "V100, dense");
        stage.settle();
        QVERIFY(english(stage.page().model().figure().sentence).find("2.85e27") != std::string::npos);
    }

    void an_edit_moves_the_curve_and_undo_brings_it_back()
    {
        Stage stage(catalog_, *appearance_);
        const auto feasible = [&] {
            std::vector<double> y = stage.panel(0).series[1].y;
            y.erase(std::remove_if(y.begin(), y.end(), [](double value) { return std::isnan(value); }), y.end());
            return y;
        };
        const std::vector<double> before = feasible();
        QCOMPARE(before.size(), 31u); // as published
        QVERIFY(stage.limits().edit_text("scale_out_bandwidth", "50Gb/s"));
        stage.settle();
        const std::vector<double> after = feasible();
        QVERIFY(stage.page().model().current().standing != answers::Standing::Earlier);
        QVERIFY(after[15] < before[15]); // an eighth of the network at 2e28
        stage.limits().undo_stack().undo();
        stage.settle();
        QCOMPARE(feasible(), before);
    }

    void the_marker_snaps_to_the_runs_and_shift_goes_between()
    {
        Stage stage(catalog_, *appearance_);
        const int steps = stage.limits().undo_stack().count();
        stage.drag({stage.marker(), 4e26, 1.05e27});
        QCOMPARE(stage.limits().undo_stack().count(), steps + 1); // one gesture
        QVERIFY(std::abs(stage.marker() / 1.006e27 - 1) < 0.01);
        QVERIFY(stage.page().model().marker_known());
        QCOMPARE(stage.page().model().marker().devices, 262144.);
        QVERIFY(stage.page().readout().as_text().contains("128 × 128 × 16"));
        QTest::keyClick(&stage.page().plot(), Qt::Key_Right);
        QVERIFY(std::abs(stage.marker() / 1.305e27 - 1) < 0.01);
        QTest::keyClick(&stage.page().plot(), Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(std::abs(stage.marker() / (1.305e27 * std::pow(10, 0.02)) - 1) < 0.01);
        stage.settle();
        QCOMPARE(stage.page().model().marker().model.training_flop, stage.marker());
    }

    void a_click_sets_the_marker_where_it_is()
    {
        Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.page().plot();
        plot.replot();
        const QPoint at(static_cast<int>(std::lround(plot.renderer().pixel_of(1e29))),
                        static_cast<int>(plot.renderer().plot_rect(1).center().y()));
        QTest::mouseClick(&plot, Qt::LeftButton, {}, at);
        stage.settle();
        QVERIFY2(std::abs(std::log10(stage.marker() / 1e29)) < 0.03, qPrintable(QString::number(stage.marker())));
        QCOMPARE(stage.page().model().marker().model.training_flop, stage.marker());
        const double digits = stage.marker() / std::pow(10, std::floor(std::log10(stage.marker())) - 1);
        QVERIFY(std::abs(digits - std::round(digits)) < 1e-6);
    }

    void configurations_are_hidden_and_removed_but_never_the_current_one()
    {
        Stage stage(catalog_, *appearance_);
        ConfigurationPanel& list = stage.page().configurations();
        QCOMPARE(list.list().row(1)->content().sign, QStringLiteral("B")); // as in the plot
        emit list.list().row(1)->hide_wanted(true);
        stage.settle();
        QCOMPARE(stage.panel(0).series.size(), 4u);
        emit list.list().row(2)->hide_wanted(true); // alone it has regions and landmarks
        stage.settle();
        QCOMPARE(stage.panel(0).series.size(), 2u);
        QCOMPARE(stage.panel(0).notes.size(), 3u);
        QVERIFY(std::abs(stage.panel(0).notes[2].x / 1.338e29 - 1) < 0.01 && !stage.panel(0).regions.empty());
        emit list.list().row(2)->hide_wanted(false);
        stage.settle();
        QTest::mouseClick(list.list().row(2), Qt::LeftButton, {}, QPoint(80, 12));
        stage.settle();
        QCOMPARE(stage.limits().current_index(), 2u);
        QCOMPARE(stage.page().model().figure().plot().marker_role, figures::SeriesRole::PinB);
        QTest::keyClick(list.list().row(2), Qt::Key_Delete);
        stage.settle();
        QCOMPARE(stage.limits().configurations().size(), 2u);
        stage.limits().undo_stack().undo();
        stage.settle();
        QCOMPARE(stage.limits().title(2), "H100, global NVLink");
        QCOMPARE(stage.limits().current_index(), 2u);
    }

    void the_reason_follows_the_marker()
    {
        Stage stage(catalog_, *appearance_);
        stage.limits().edit_text("training_flop", "1e25");
        stage.settle();
        QVERIFY(stage.page().binds().text().contains("still linear"));
        stage.limits().edit_text("training_flop", "2e31");
        stage.settle();
        QVERIFY(stage.page().binds().text().contains("one after the other"));
        stage.limits().edit_text("training_flop", "1e33");
        stage.settle();
        QVERIFY(stage.page().binds().text().contains("do not fit"));
        QVERIFY(!stage.page().open_button().isEnabled());
    }

    void a_run_opens_as_a_training_scenario()
    {
        Stage stage(catalog_, *appearance_);
        stage.limits().edit_text("training_flop", "1.12e26");
        stage.settle();
        QTest::mouseClick(&stage.page().open_button(), Qt::LeftButton);
        auto* tabs = stage.window.findChild<QTabBar*>(QStringLiteral("pages"));
        QCOMPARE(tabs->tabText(tabs->currentIndex()), "Workbench");
        const Scenario& scenario = stage.document.scenario();
        QCOMPARE(scenario.cluster.gpus, 32768.);
        QCOMPARE(scenario.workload.shape.hidden, 20480.);
        QCOMPARE(scenario.workload.shape.layers, 144.);
        QCOMPARE(scenario.plan.tp, 64);
        QCOMPARE(scenario.plan.pp * scenario.plan.dp, 512);
        const Estimate detailed = estimate(scenario);
        QVERIFY2(detailed.parts.possible(), english(detailed.reason).c_str());
        // Why the two models differ is kept with the scenario and stands in front of the other panels.
        QVERIFY(scenario.notes.find("Limits model: ") == 0);
        stage.settle();
        auto* notes = stage.window.findChild<SidePanel*>(QStringLiteral("notes"));
        QVERIFY(notes && notes->findChild<NotePanel*>()->text().startsWith("Limits model: "));
        stage.document.undo_stack().undo();
        QVERIFY(stage.document.scenario().cluster.gpus != 32768.);
    }

    /// The limits model counts no activations; what it draws is opened with as few as fit.
    void a_run_opens_on_a_plan_that_fits()
    {
        Stage stage(catalog_, *appearance_);
        for (const char* flop : {"1.12e26", "1e27", "2e28"}) {
            stage.limits().edit_text("training_flop", flop);
            stage.settle();
            QTest::mouseClick(&stage.page().open_button(), Qt::LeftButton);
            const Scenario& scenario = stage.document.scenario();
            const Estimate detailed = estimate(scenario);
            QVERIFY2(detailed.parts.fits(), flop);
            QVERIFY2(answers::run_cost(detailed.parts, scenario.workload.tokens).seconds < 100 * 365.25 * 86400, flop);
            QCOMPARE(scenario.notes.find("so that it fits") != std::string::npos,
                     scenario.plan.recompute != Recompute::None);
        }
    }

    void the_hardware_of_the_workbench_opens_here()
    {
        Stage stage(catalog_, *appearance_);
        stage.document.edit_text("hardware", "b200");
        stage.document.edit_text("nvlink_domain", "72");
        emit stage.page().configurations().workbench_wanted();
        stage.settle();
        const LimitsScenario& scenario = stage.limits().scenario();
        QCOMPARE(scenario.accelerator.id, "b200");
        QCOMPARE(scenario.question.machine.network.levels[0].group, 72.);
        QCOMPARE(scenario.precision, stage.document.scenario().workload.precision);
    }

    void closed_forms_and_cost_are_pictures_of_their_own()
    {
        Stage stage(catalog_, *appearance_);
        stage.page().choose_view(LimitsPage::View::ClosedForms);
        const figures::Figure& forms = stage.page().plot().figure();
        QCOMPARE(forms.id, "limits-closed-forms");
        QVERIFY(std::abs(forms.plot().marker - 1. / 6) < 1e-12);
        // At the paper's exponent the line goes through the printed closed forms.
        const auto& series = forms.plot().panels[0].series.front();
        const auto above = std::lower_bound(series.x.begin(), series.x.end(), 1. / 6) - series.x.begin();
        QVERIFY(series.y[static_cast<std::size_t>(above) - 1] < 1.93e28);
        QVERIFY(series.y[static_cast<std::size_t>(above)] > 1.92e28);
        stage.page().choose_view(LimitsPage::View::Curve);
        stage.page().model().set_detail(figures::LimitsDetail::Cost);
        QCOMPARE(stage.panel(2).id, "cost");
        // 64 M-GPU clusters cost what their hours cost.
        const limits::Point& point = stage.page().model().current().points.front();
        QVERIFY(
            std::abs(stage.panel(2).series.front().y.front() / (point.devices * point.run_seconds / 3600 * 2.99) - 1)
            < 1e-9);
    }

    void years_lie_along_the_axis_at_the_chosen_growth()
    {
        Stage stage(catalog_, *appearance_);
        const auto year_at = [&](double flop) {
            const auto& marks = stage.page().model().figure().plot().top_marks;
            for (std::size_t i = 1; i < marks.size(); ++i)
                if (marks[i].x >= flop)
                    return std::stod(english(marks[i - 1].text)) + std::log(flop / marks[i - 1].x) / std::log(4.5);
            return 0.;
        };
        // 5e25 at the end of 2023, 4.5 times a year: 2e28 four years later.
        QVERIFY(std::abs(year_at(2e28) - (2023.9 + std::log(400) / std::log(4.5))) < 0.02);
        QVERIFY(!stage.panel(0).marks.empty());
        QVERIFY(stage.limits().edit_text("growth_per_year", "off"));
        stage.settle();
        QVERIFY(stage.page().model().figure().plot().top_marks.empty());
    }

    /// What a landmark's words say of the plot they say with their ring, also where they stand beside the title.
    void a_landmark_beside_the_title_has_its_mark()
    {
        Stage stage(catalog_, *appearance_);
        for (const int other : {1, 2})
            emit stage.page().configurations().list().row(other)->hide_wanted(true);
        stage.settle();
        int beside = 0;
        RenderStyle style;
        style.theme = light_theme();
        for (const QSize size : {QSize(700, 420), QSize(520, 330), QSize(420, 300), QSize(380, 260)}) {
            QCustomPlot plot;
            FigureRenderer renderer(plot);
            renderer.set(stage.page().model().figure(), style);
            renderer.fit(size);
            PictureRecorder picture(size, {});
            QCPPainter painter(&picture);
            plot.toPainter(&painter, size.width(), size.height());
            painter.end();
            for (const figures::Note& note : stage.panel(0).notes)
                for (const PictureRecorder::Text& text : picture.texts())
                    if (note.ring && text.words == ui::text(note.head)
                        && text.box.bottom() < renderer.plot_rect(0).top()) {
                        ++beside;
                        const QRectF mark(text.box.left() - 20, text.box.center().y() - 1, 16, 2);
                        QVERIFY2(picture.inked(mark), qPrintable(text.words));
                    }
        }
        QVERIFY(beside > 0);
    }

    void a_saved_question_opens_as_it_was()
    {
        QTemporaryDir folder;
        Stage stage(catalog_, *appearance_);
        stage.limits().edit_text("nvlink_domain", "72");
        QVERIFY(stage.limits().save(folder.filePath("mine.yaml")));
        Stage other(catalog_, *appearance_);
        other.window.opening().open(folder.filePath("mine.yaml"));
        QVERIFY(other.limits().scenario().same_choices(stage.limits().scenario()));
    }
};

PLATEAU_TEST(TestLimitsPage)

} // namespace tst_limits_page

#include "tst_limits_page.moc"
#include "ui/shell/side_panels.h"
