// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

#include "core/charts/plot_view.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/looks.h"
#include "core/views/scaling_view.h"
#include "tests/ui/sample_figure.h"
#include "ui/document/edited_question.h"

namespace tst_looks {

using namespace plateau;
using namespace plateau::figures;

/// How answers are looked at: what of a figure is shown, what is written on it, and that the scenario keeps both.
class TestLooks : public QObject {
    Q_OBJECT
    std::shared_ptr<const catalog::Catalog> catalog_;

private slots:
    void initTestCase() { catalog_ = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS})); }

    void a_view_is_one_line_and_back()
    {
        PlotView view;
        view.x = {64, 4096, false};
        view.y["throughput_per_gpu"] = {0, 0, true};
        view.y["mfu"] = {0.2, 0.5, {}};
        view.hidden = {Extra::Band, Extra::Measured};
        QCOMPARE(written(view),
                 std::string("x=64:4096,linear; mfu=0.2:0.5; throughput_per_gpu=log; hidden=band,measured"));
        QVERIFY(read_plot_view(written(view)) == view);
        QVERIFY(written(PlotView()).empty());
        QVERIFY(read_plot_view("x=9:3; y; mfu=nan:1; hidden=nothing; =log,; x=1e999:2").is_usual());
    }

    void a_part_of_the_x_axis_cuts_curves_between_their_points()
    {
        PlotView view;
        view.x = {100, 1000, {}};
        const Figure part = seen(sample_figure(), view);
        QCOMPARE(part.plot().x.minimum, 100.);
        QCOMPARE(part.plot().x.maximum, 1000.);
        const Series& ideal = part.plot().panels[0].series[0];
        QCOMPARE(ideal.x.front(), 100.);
        QCOMPARE(ideal.x.back(), 1000.);
        QVERIFY(std::abs(ideal.y.front() - 9000. * 100) < 1); // straight on both logarithmic axes
        QVERIFY(std::abs(ideal.y.back() - 9000. * 1000) < 10);
        QCOMPARE(part.plot().panels[1].series[0].y_low.size(), part.plot().panels[1].series[0].x.size());
        QVERIFY(part.plot().panels[0].notes.empty()); // stands at 1,024
        view.x = {1e7, 1e8, {}};
        QCOMPARE(seen(sample_figure(), view).plot().x.maximum,
                 sample_figure().plot().x.maximum); // shows nothing: ignored
    }

    void scales_change_and_say_so()
    {
        PlotView view;
        view.x.logarithmic = false;
        view.y["communication"].logarithmic = true;
        view.y["throughput"].logarithmic = false;
        Figure figure = sample_figure();
        figure.plot().panels[2].series.back().y.front() = 0;
        const Figure changed = seen(figure, view);
        QVERIFY(!changed.plot().x.logarithmic);
        QCOMPARE(english(changed.plot().x.title), std::string("GPUs"));
        QVERIFY(!changed.plot().panels[0].y.logarithmic);
        const Panel& communication = changed.plot().panels[2];
        QVERIFY(communication.y.logarithmic);
        QCOMPARE(communication.y.maximum, communication.y.minimum); // as its values need
        QVERIFY(std::isnan(communication.series.back().y.front()));
        QCOMPARE(english(communication.unit), std::string("% of step time, log scale; zero and less left out"));
        for (const Series& series : communication.series)
            for (const double low : series.y_low)
                QVERIFY(low > 0);
    }

    void nothing_above_zero_stays_linear()
    {
        Figure figure = sample_figure();
        for (Series& series : figure.plot().panels[2].series)
            for (double& y : series.y)
                y = -1;
        PlotView view;
        view.y["communication"].logarithmic = true;
        const Panel panel = seen(figure, view).plot().panels[2];
        QVERIFY(!panel.y.logarithmic);
        QVERIFY(english(panel.unit).find("nothing above zero") != std::string::npos);
    }

    void what_is_hidden_is_not_drawn()
    {
        PlotView view;
        view.hidden = {Extra::Band, Extra::Reference, Extra::Published};
        const Figure left = seen(sample_figure(), view);
        QCOMPARE(left.plot().panels[0].series.size(), std::size_t(1));
        QCOMPARE(left.plot().panels[1].series.size(), std::size_t(1));
        QVERIFY(left.plot().panels[1].brackets.empty());
        for (const Extra extra : view.hidden)
            QVERIFY(has(sample_figure(), extra) && !has(left, extra));
        QCOMPARE(left.plot().panels[2].series.size(), sample_figure().plot().panels[2].series.size());
    }

    void remarks_stand_on_their_panels()
    {
        View view{{"remark_2", "mfu 1024 0.31 Rented from here on; \"cheap\""},
                  {"remark_x", "mfu 1 1 no number"},
                  {"remark_3", "mfu nowhere"},
                  {"plan", "best"}};
        QCOMPARE(remarks(view).size(), std::size_t(1));
        QCOMPARE(next_remark(view), 4);
        Figure figure = sample_figure();
        place_remarks(figure, view);
        QCOMPARE(figure.plot().panels[1].remarks.size(), std::size_t(1));
        QVERIFY(figure.plot().panels[0].remarks.empty());
        const Remark& remark = figure.plot().panels[1].remarks.front();
        QCOMPARE(remark.text, std::string("Rented from here on; \"cheap\""));
        QCOMPARE(written({"mfu", remark}), view["remark_2"]);
        figure.plot().panels[1].shows = "other"; // another quantity in its place
        place_remarks(figure, view);
        QVERIFY(figure.plot().panels[1].remarks.empty());
    }

    /// Saved with the scenario, but no step of undo and nothing to be asked about.
    void a_look_is_kept_but_is_no_edit()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("a.yaml"));
        ui::ScenarioDocument document(catalog_);
        QVERIFY(document.open("fernandez-weak-scaling").has_value());
        QVERIFY(document.save(file).has_value());
        document.undo_stack().clear();
        QSignalSpy changed(&document, &ui::QuestionDocument::changed);
        QSignalSpy looked(&document, &ui::QuestionDocument::looked);
        document.look(looks::axes, "x=64:1024");
        document.look(looks::axes, "x=64:1024");
        QCOMPARE(looked.count(), 1);
        QCOMPARE(changed.count(), 0);
        QCOMPARE(document.undo_stack().count(), 0);
        QVERIFY(!document.is_modified());
        document.edit_value("gpus", Value(512.));
        document.look(looks::axes, "x=32:1024");
        document.undo_stack().undo();
        QCOMPARE(looks::of(document.scenario().view, looks::axes), std::string("x=32:1024")); // undo leaves it alone
        QVERIFY(document.save(file).has_value());
        ui::ScenarioDocument again(catalog_);
        QVERIFY(again.open(file.toStdString()).has_value());
        QCOMPARE(looks::of(again.scenario().view, looks::axes), std::string("x=32:1024"));
        document.remember(remark_key(1), "mfu 100 0.3 Here", {"Add a note", {}});
        QVERIFY(document.is_modified());
        QCOMPARE(document.undo_stack().count(), 1);
        document.undo_stack().undo();
        QVERIFY(!document.is_modified());
    }
};

PLATEAU_TEST(TestLooks)

} // namespace tst_looks

#include "tst_looks.moc"
