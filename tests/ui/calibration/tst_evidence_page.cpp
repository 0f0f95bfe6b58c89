// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QtTest>

#include "core/evidence/alike.h"
#include "tests/ui/window_stage.h"
#include "ui/calibration/calibrate_panel.h"
#include "ui/calibration/evidence_page.h"
#include "ui/controls/sentence.h"
#include "ui/controls/text.h"
#include "ui/shell/side_panels.h"

namespace tst_evidence_page {

using namespace plateau;
using namespace plateau::test;

/// The evidence page driven as a person does: filters, points, opening a run, calibrating.
class TestEvidencePage : public WindowTest {
    Q_OBJECT
    QTemporaryDir own_;

    static void show_page(test::Stage& stage)
    {
        stage.window.evidence().load();
        stage.window.evidence().wait();
        stage.window.show_page(stage.window.page<EvidencePage>());
        stage.settle();
        QVERIFY(stage.window.evidence().is_loaded());
    }
    static QPoint pixel_of(const EvidencePage& page, const std::string& id)
    {
        FigureView& plot = page.plot();
        plot.replot();
        const figures::Figure& figure = plot.figure();
        for (const figures::Series& series : figure.plot().panels[0].series)
            for (std::size_t i = 0; i < series.names.size(); ++i)
                if (series.names[i] == id) {
                    const QCPAxisRect* rect = plot.axisRect(0);
                    return {static_cast<int>(std::lround(rect->axis(QCPAxis::atBottom)->coordToPixel(series.x[i]))),
                            static_cast<int>(std::lround(rect->axis(QCPAxis::atLeft)->coordToPixel(series.y[i])))};
                }
        qFatal("no point");
    }
    static std::size_t drawn(const EvidencePage& page)
    {
        std::size_t count = 0;
        for (const figures::Series& series : page.plot().figure().plot().panels[0].series)
            count += series.names.size();
        return count;
    }

private slots:
    void initTestCase() { set_up({PRESETS, own_.path().toStdString()}); }

    void each_source_has_a_line_of_its_own_or_is_among_the_others()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.resize(1280, 720);
        show_page(stage);
        FigureView& errors = stage.window.page<EvidencePage>().errors();
        errors.replot();
        const std::vector<Message>& rows = errors.figure().plot().panels[0].y.categories;
        QVERIFY(rows.size() > 5);
        const QCPAxisRect* rect = errors.axisRect(0);
        const QFontMetrics words(rect->axis(QCPAxis::atLeft)->tickLabelFont());
        QVERIFY2(rect->height() >= int(rows.size()) * words.capHeight() * 3 / 2,
                 qPrintable(QString::number(rect->height())));
        QVERIFY(english(rows.back()).find(" others") != std::string::npos);
        const std::size_t others = std::stoul(english(rows.back().arguments.front()));
        std::set<std::string> timed;
        const evidence::Sample& sample = stage.window.evidence().evidence().sample;
        for (std::size_t i = 0; i < sample.rows.size(); ++i)
            if (evidence::is_timed(sample, i))
                timed.insert(sample.rows[i].source);
        QCOMPARE(rows.size() - 1 + others, timed.size());
    }

    void a_hidden_page_draws_nothing()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.evidence().load();
        stage.window.evidence().wait();
        stage.settle();
        QVERIFY(stage.window.page<EvidencePage>().shown().empty());
        QVERIFY(stage.window.page<EvidencePage>().plot().figure().plot().panels.empty());
    }

    void all_runs_are_shown()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        EvidencePage& page = stage.window.page<EvidencePage>();
        QVERIFY(page.shown().size() >= 2039);
        QVERIFY(drawn(page) >= 1499);
        QVERIFY(english(page.status().verdict).find("2,305") != std::string::npos);
        QCOMPARE(page.figures().size(), std::size_t(2));
        QVERIFY(
            QString::fromStdString(english(page.figures()[0].figure.sentence)).startsWith(QStringLiteral("Half of")));
        page.choose(figures::EvidenceQuantity::Memory);
        stage.settle();
        QVERIFY(drawn(page) >= 150 && drawn(page) < 400);
        page.choose(figures::EvidenceView::Errors);
        stage.settle();
        QVERIFY(!page.plot().figure().plot().panels[0].y.logarithmic);
    }

    void boxes_filter()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        EvidencePage& page = stage.window.page<EvidencePage>();
        const std::size_t all = page.shown().size();
        QCheckBox* source = stage.window.findChild<SourceList*>()->box("mosaicml/llm-foundry");
        QVERIFY(source);
        QTest::mouseClick(source, Qt::LeftButton);
        stage.settle();
        QCOMPARE(all - page.shown().size(), std::size_t(159));
        QTest::mouseClick(source, Qt::LeftButton);
        QCOMPARE(page.shown().size(), all);

        QCheckBox* h100 = stage.window.findChild<EvidenceFilterPanel*>()->box("hardware", "H100");
        QVERIFY(h100);
        QTest::mouseClick(h100, Qt::LeftButton);
        const auto without = page.shown().size();
        QVERIFY(without < all);
        for (const std::size_t i : page.shown())
            QVERIFY(
                stage.window.evidence().evidence().sample.cases[i].posed.scenario.cluster.accelerator.id.find("h100")
                == std::string::npos);

        auto* from = stage.window.findChild<EvidenceFilterPanel*>()->findChildren<ValueField*>().first();
        from->setFocus();
        from->selectAll();
        QTest::keyClicks(from, QStringLiteral("many"));
        QTest::keyClick(from, Qt::Key_Return);
        QCOMPARE(page.shown().size(), without); // refused, nothing changed
        QVERIFY(from->is_refused());
        from->selectAll();
        QTest::keyClicks(from, QStringLiteral("512"));
        QTest::keyClick(from, Qt::Key_Return);
        QVERIFY(page.shown().size() < without);
        for (const std::size_t i : page.shown())
            QVERIFY(*stage.window.evidence().evidence().sample.rows[i].gpus >= 512);
        for (QPushButton* button : stage.window.findChild<EvidenceFilterPanel*>()->findChildren<QPushButton*>())
            QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(page.shown().size(), all);
    }

    void the_filter_is_whole_in_german()
    {
        const auto english = qScopeGuard([] { speak_language(language_of(QStringLiteral("en"))); });
        speak_language(language_of(QStringLiteral("de")));
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        stage.window.findChild<SidePanel*>(QStringLiteral("evidence_filter"))->come_to_front();
        stage.settle();
        const EvidenceFilterPanel& filter = *stage.window.findChild<EvidenceFilterPanel*>();
        QVERIFY(filter.box("models", "Dense"));
        QCOMPARE(filter.box("models", "Dense")->text(), QStringLiteral("Dicht"));
        for (const auto* box : filter.findChildren<QCheckBox*>())
            QVERIFY2(box->width() >= box->sizeHint().width(), qPrintable(box->text()));
        const QList<ValueField*> gpus = filter.findChildren<ValueField*>();
        QVERIFY2(gpus.last()->text().contains(u'.') && !gpus.last()->text().contains(u','),
                 qPrintable(gpus.last()->text()));
    }

    void the_status_line_opens_the_run_it_names()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        WorkbenchPage& workbench = stage.window.page<WorkbenchPage>();
        stage.window.show_page(workbench);
        stage.settle();
        const std::string run = workbench.status().run;
        QVERIFY(!run.empty());
        for (Sentence* label : stage.window.statusBar()->findChildren<Sentence*>())
            QTest::mouseClick(label, Qt::LeftButton);
        stage.settle();
        const EvidencePage& page = stage.window.page<EvidencePage>();
        QVERIFY(page.isVisible());
        QCOMPARE(page.selected(), run);
    }

    void a_point_opens_as_scenario()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        EvidencePage& page = stage.window.page<EvidencePage>();
        const std::string id = "nvidia_dgxc_0033";
        figures::EvidenceFilter only;
        for (const figures::EvidenceSource& source : page.all_sources())
            if (source.source.find("dgxc") == std::string::npos)
                only.sources_off.insert(source.source);
        page.set_filter(only);
        stage.settle();
        page.select(id);
        stage.settle();
        QVERIFY(page.run().title().contains(QStringLiteral("256 H100")));
        QVERIFY(!page.run().table().facts().empty());
        QVERIFY(page.plot().figure().plot().panels[0].notes.size() == 1);
        page.select({});
        QVERIFY(page.run().title().isEmpty());
        QTest::mouseClick(&page.plot(), Qt::LeftButton, {}, pixel_of(page, id));
        QVERIFY(!page.selected().empty());
        page.select(id); // several runs may lie in one place

        const Scenario before = stage.document.scenario();
        QTest::mouseClick(stage.window.findChild<RunSourcePanel*>()->open_button(), Qt::LeftButton);
        stage.settle();
        QCOMPARE(stage.document.scenario().cluster.gpus, 256.0);
        QCOMPARE(stage.document.scenario().plan.tp, 4);
        QCOMPARE(stage.document.scenario().workload.shape.layers, 80);
        const std::size_t run = stage.window.evidence().find(id).value();
        const double predicted = stage.window.evidence().evidence().predictions[run].step_seconds;
        QVERIFY(std::abs(stage.window.model().estimate().parts.step_seconds / predicted - 1) < 1e-3);
        // The workbench shows the measured run on its curve.
        const figures::Figure& figure = stage.window.model().figure();
        const auto rings = [](const figures::Panel& panel) {
            return std::count_if(panel.series.begin(), panel.series.end(), [](const figures::Series& series) {
                return series.role == figures::SeriesRole::Published;
            });
        };
        QCOMPARE(rings(figure.plot().panels[0]), 1);
        QCOMPARE(rings(figure.plot().panels[1]), 1);
        QVERIFY(english(stage.window.page<WorkbenchPage>().status().known).find("A run like this one: ")
                != std::string::npos);
        figures::PlotView view = stage.plot().view();
        view.hidden.insert(figures::Extra::Measured);
        stage.plot().look(view);
        QCOMPARE(rings(stage.plot().figure().plot().panels[0]), 0);

        stage.document.undo_stack().undo();
        stage.settle();
        QVERIFY(stage.document.scenario().same_choices(before));
    }

    void a_chosen_run_keeps_inside_a_small_window()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        show_page(stage);
        const EvidencePage& page = stage.window.page<EvidencePage>();
        stage.window.page<EvidencePage>().select("nvidia_dgxc_0033");
        stage.settle();
        QVERIFY(page.run().isVisible());
        QCOMPARE(page.run().visibleRegion().boundingRect().width(), page.run().width());
    }

    void a_run_left_out_is_not_scored()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        EvidencePage& page = stage.window.page<EvidencePage>();
        const std::size_t all = page.shown().size();
        page.select("nvidia_dgxc_0033");
        QTest::mouseClick(stage.window.findChild<RunSourcePanel*>()->leave_out_button(), Qt::LeftButton);
        QCOMPARE(page.shown().size(), all - 1);
        QTest::mouseClick(stage.window.findChild<RunSourcePanel*>()->leave_out_button(), Qt::LeftButton);
        QCOMPARE(page.shown().size(), all);
    }

    void a_typed_run_becomes_a_stack()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        EvidencePage& page = stage.window.page<EvidencePage>();
        CalibratePanel& panel = *stage.window.findChild<CalibratePanel*>();
        panel.open_form(true);
        stage.settle();
        const auto field = [&](const char* name) -> QLineEdit* {
            for (QLineEdit* line : panel.findChildren<QLineEdit*>())
                if (line->accessibleName() == QLatin1String(name))
                    return line;
            return nullptr;
        };
        const auto button = [&](const char* words) -> QPushButton* {
            for (QPushButton* found : panel.findChildren<QPushButton*>())
                if (found->text() == QLatin1String(words))
                    return found;
            return nullptr;
        };
        QLineEdit* measured = field("Measured step time");
        QVERIFY(measured && button("Add run"));
        QTest::keyClicks(measured, QStringLiteral("fast"));
        QTest::mouseClick(button("Add run"), Qt::LeftButton);
        QCOMPARE(page.calibration().run_count(), std::size_t(0)); // said inline
        const double step = stage.window.model().estimate().parts.step_seconds * 1.1;
        measured->selectAll();
        QTest::keyClicks(measured, QString::number(step, 'f', 6));
        QTest::mouseClick(button("Add run"), Qt::LeftButton);
        QCOMPARE(page.calibration().run_count(), std::size_t(1));
        page.calibration().wait();
        stage.settle();
        const auto& result = page.calibration().result();
        QVERIFY(result && result->has_value());
        QVERIFY((*result)->before > 0.08 && (*result)->after < 1e-3);

        QLineEdit* name = field("Name of the stack");
        QTest::keyClicks(name, QStringLiteral("torchtitan"));
        QTest::mouseClick(button("Save as stack"), Qt::LeftButton);
        QVERIFY(!stage.document.catalog().stack("torchtitan")->calibrated); // refused, the shipped one stays
        name->selectAll();
        QTest::keyClicks(name, QStringLiteral("Lab cluster"));
        QTest::mouseClick(button("Save as stack"), Qt::LeftButton);
        const catalog::Stack* saved = stage.document.catalog().stack("lab_cluster");
        QVERIFY(saved && saved->calibrated);
        auto* combo = stage.control<QComboBox>("stack");
        QVERIFY(combo->findData(QStringLiteral("lab_cluster")) >= 0); // it stands among the stacks
        stage.document.edit_value("stack", Value(std::string("lab_cluster")));
        stage.settle();
        QVERIFY(std::abs(stage.window.model().estimate().parts.step_seconds / step - 1) < 2e-3);
        QVERIFY(english(stage.window.page<WorkbenchPage>().status().known).find("run of our own") != std::string::npos);
    }

    /// The table to fill in, filled in by a cluster a tenth slower than the stack says, is a calibration.
    void a_filled_table_calibrates()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        EvidencePage& page = stage.window.page<EvidencePage>();
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("mine.csv"));
        stage.window.findChild<CalibratePanel*>()->save_table(name);
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        file.close();
        const auto heading = std::find_if(lines.begin(), lines.end(),
                                          [](const QString& line) { return line.startsWith(QLatin1String("id,")); });
        QVERIFY(heading != lines.end());
        const auto column = heading->split(QLatin1Char(',')).indexOf(QStringLiteral("step_time_s"));
        QVERIFY(column > 0);
        QStringList cells = lines.back().split(QLatin1Char(','));
        cells[column] = QString::number(stage.window.model().estimate().parts.step_seconds * 1.1, 'f', 6);
        lines.back() = cells.join(QLatin1Char(','));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(lines.join(QLatin1Char('\n')).toUtf8());
        file.close();
        stage.window.findChild<CalibratePanel*>()->open_csv(name);
        page.calibration().wait();
        stage.settle();
        const auto& result = page.calibration().result();
        QVERIFY(result && result->has_value());
        QVERIFY2((*result)->before > 0.08 && (*result)->after < 1e-3, qPrintable(QString::number((*result)->before)));
    }

    /// A second run differs in its GPU count alone: it is typed without touching the scenario.
    void a_run_on_another_count_is_typed()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        CalibrateModel& model = stage.window.page<EvidencePage>().calibration();
        evidence::TypedRun run;
        run.step_seconds = 1;
        const double gpus = stage.gpus();
        QVERIFY(model.add_typed(run, 8).has_value());
        QVERIFY(!model.add_typed(run, 0.5));
        model.wait();
        stage.settle();
        QCOMPARE(model.run_count(), std::size_t(1));
        QCOMPARE(stage.gpus(), gpus);
        QVERIFY(model.result());
        if (model.result()->has_value())
            QCOMPARE((**model.result()).runs.front().gpus, 8.0);
    }

    void a_table_with_a_mistake_is_named()
    {
        test::Stage stage(catalog_, *appearance_);
        show_page(stage);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("mine.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,gpus\nfirst,8\n");
        file.close();
        CalibratePanel& panel = *stage.window.findChild<CalibratePanel*>();
        panel.open_csv(file.fileName());
        QCOMPARE(stage.window.page<EvidencePage>().calibration().run_count(), std::size_t(0));
        bool said = false;
        for (QLabel* label : panel.findChildren<QLabel*>())
            said = said || (label->isVisibleTo(&panel) && label->text().contains(QStringLiteral("mine.csv:1:1")));
        QVERIFY(said);
    }
};

PLATEAU_TEST(TestEvidencePage)

} // namespace tst_evidence_page

#include "tst_evidence_page.moc"
