// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "core/question/scenario/scenario_file.h"
#include "tests/ui/exported_figure.h"
#include "tests/ui/opened_document.h"
#include "tests/ui/sample_figure.h"
#include "ui/document/edited_question.h"
#include "ui/document/evidence_model.h"

namespace tst_document {

using namespace plateau;
using namespace plateau::ui;

/// The one writer: a gesture is a step, a refused value changes nothing, files and figures open.
class TestDocument : public QObject {
    Q_OBJECT
    std::shared_ptr<const catalog::Catalog> catalog_;

    std::unique_ptr<ScenarioDocument> weak_scaling() const
    {
        return test::opened<ScenarioDocument>(catalog_, "fernandez-weak-scaling");
    }

private slots:
    void initTestCase() { catalog_ = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS})); }

    void a_drag_is_one_step()
    {
        const auto document = weak_scaling();
        QSignalSpy changes(document.get(), &ScenarioDocument::changed);
        const auto gesture = document->begin_gesture();
        for (double gpus : {256., 512., 1024., 2048., 4096.})
            QVERIFY(document->edit_value("gpus", Value(gpus), gesture));
        QCOMPARE(changes.count(), 5);
        QCOMPARE(document->undo_stack().count(), 1);
        QCOMPARE(document->undo_stack().undoText(), QString::fromUtf8("GPU count 128 → 4,096\u00a0GPUs"));
        document->undo_stack().undo();
        QCOMPARE(document->scenario().cluster.gpus, 128.);
        document->undo_stack().redo();
        QCOMPARE(document->scenario().cluster.gpus, 4096.);
    }

    void two_drags_are_two_steps()
    {
        const auto document = weak_scaling();
        for (double gpus : {256., 512.})
            document->edit_value("gpus", Value(gpus), document->begin_gesture());
        QCOMPARE(document->undo_stack().count(), 2);
    }

    void gestures_on_two_parameters_stay_apart()
    {
        const auto document = weak_scaling();
        const auto gesture = document->begin_gesture();
        document->edit_value("gpus", Value(256.), gesture);
        document->edit_value("sequence", Value(8192.), gesture);
        QCOMPARE(document->undo_stack().count(), 2);
    }

    void returning_inside_a_gesture_leaves_nothing()
    {
        const auto document = weak_scaling();
        const auto gesture = document->begin_gesture();
        for (double gpus : {256., 512., 128.})
            document->edit_value("gpus", Value(gpus), gesture);
        QCOMPARE(document->undo_stack().count(), 0);
        QVERIFY(!document->is_modified());
        QVERIFY(!document->is_changed("gpus"));
    }

    void typed_values_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("gpus");
        QTest::newRow("plain") << QStringLiteral("2048") << 2048.;
        QTest::newRow("k") << QStringLiteral("2k") << 2000.;
        QTest::newRow("grouped") << QStringLiteral("2,048") << 2048.;
        QTest::newRow("unit") << QStringLiteral("512 GPUs") << 512.;
        QTest::newRow("between stops") << QStringLiteral("1536") << 1536.;
    }
    void typed_values()
    {
        QFETCH(QString, typed);
        const auto document = weak_scaling();
        QVERIFY(document->edit_text("gpus", typed.toStdString()));
        QTEST(document->scenario().cluster.gpus, "gpus");
        QCOMPARE(document->undo_stack().count(), 1);
    }

    void refused_values_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("offer");
        QTest::newRow("too many") << QStringLiteral("gpus") << QStringLiteral("30M") << QStringLiteral("8,388,608");
        QTest::newRow("none") << QStringLiteral("gpus") << QStringLiteral("0") << QStringLiteral("1");
        QTest::newRow("points in threes")
            << QStringLiteral("sequence") << QStringLiteral("4.096") << QStringLiteral("4,096");
        QTest::newRow("and a unit") << QStringLiteral("sequence") << QStringLiteral("131.072 tokens")
                                    << QStringLiteral("131,072");
        QTest::newRow("no whole number is written so")
            << QStringLiteral("gpus") << QStringLiteral("1.000") << QStringLiteral("1,000");
        QTest::newRow("word") << QStringLiteral("gpus") << QStringLiteral("many") << QString();
        QTest::newRow("empty") << QStringLiteral("sequence") << QString() << QString();
        QTest::newRow("name") << QStringLiteral("hardware") << QStringLiteral("h900") << QString();
    }
    void refused_values()
    {
        QFETCH(QString, key);
        QFETCH(QString, typed);
        QFETCH(QString, offer);
        const auto document = weak_scaling();
        const std::string before = write_scenario(document->scenario());
        QSignalSpy changes(document.get(), &ScenarioDocument::changed);
        QVERIFY(!document->edit_text(key.toStdString(), typed.toStdString()));
        QCOMPARE(changes.count(), 0);
        QCOMPARE(document->undo_stack().count(), 0);
        QCOMPARE(write_scenario(document->scenario()), before);
        const auto* refusal = document->refusal(key.toStdString());
        QVERIFY(refusal);
        QCOMPARE(QString::fromStdString(refusal->text), typed);
        QVERIFY(!refusal->error.what.empty());
        QVERIFY2(QString::fromStdString(refusal->offer).startsWith(offer), refusal->offer.c_str());
    }

    void a_good_value_settles_a_refusal()
    {
        const auto document = weak_scaling();
        document->edit_text("gpus", "many");
        QVERIFY(document->refusal("gpus"));
        QVERIFY(document->edit_text("gpus", "64"));
        QVERIFY(!document->refusal("gpus"));
    }

    void reset_goes_back_to_what_was_opened()
    {
        const auto document = weak_scaling();
        document->edit_value("gpus", Value(1024.));
        document->edit_text("scale_out_bandwidth", "800Gb/s");
        QCOMPARE(document->change_count(), 2);
        QVERIFY(document->reset("scale_out_bandwidth"));
        QVERIFY(!document->scenario().overrides.count("scale_out_bandwidth"));
        document->reset_all();
        QCOMPARE(document->change_count(), 0);
        QCOMPARE(document->scenario().cluster.gpus, 128.);
        document->undo_stack().undo();
        QCOMPARE(document->scenario().cluster.gpus, 1024.);
    }

    void the_default_is_no_override()
    {
        const auto document = weak_scaling();
        const double usual = document->scenario().cluster.tiers[1].bandwidth_bytes_per_s;
        document->edit_text("scale_out_bandwidth", "800Gb/s");
        document->edit_value("scale_out_bandwidth", Value(usual));
        QVERIFY(!document->is_changed("scale_out_bandwidth"));
    }

    void files_round_trip()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.yaml"));
        const auto document = weak_scaling();
        document->edit_value("gpus", Value(2048.));
        QVERIFY(document->is_modified());
        QVERIFY(document->save(file));
        QVERIFY(!document->is_modified());
        QCOMPARE(document->file(), file);
        ScenarioDocument other(catalog_);
        QVERIFY(other.open(file.toStdString()));
        QVERIFY(other.scenario().same_choices(document->scenario()));
        QCOMPARE(other.file(), file);
        QVERIFY(!other.is_modified());
    }

    void opening_can_be_undone()
    {
        const auto document = weak_scaling();
        document->edit_value("gpus", Value(2048.));
        QVERIFY(document->open("fernandez-strong-scaling"));
        QVERIFY(document->file().isEmpty()); // a shipped scenario is not overwritten
        document->undo_stack().undo();
        QCOMPARE(document->scenario().cluster.gpus, 2048.);
    }

    void a_bad_file_changes_nothing()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("bad.yaml"));
        QFile bad(file);
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write("kind: training\ngpus: many\n");
        bad.close();
        const auto document = weak_scaling();
        const auto opened = document->open(file.toStdString());
        QVERIFY(!opened);
        QVERIFY(QString::fromStdString(english(opened.error())).contains(QLatin1String("bad.yaml:2")));
        QCOMPARE(document->title(), QStringLiteral("Weak scaling"));
        QCOMPARE(document->undo_stack().count(), 0);
    }

    void figures_open_as_scenarios_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* suffix : {"png", "svg", "pdf", "csv"})
            QTest::addRow("%s", suffix) << QStringLiteral("figure.") + QLatin1String(suffix);
    }
    void figures_open_as_scenarios()
    {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const auto document = weak_scaling();
        document->edit_value("gpus", Value(512.));
        figures::Figure figure = sample_figure();
        figure.scenario = write_scenario(document->scenario());
        figures::ExportOptions options;
        options.format = *figures::export_format(name.toStdString());
        const QString file = folder.filePath(name);
        QFile picture(file);
        QVERIFY(picture.open(QIODevice::WriteOnly) && picture.write(*figure_bytes(figure, options)) > 0);
        picture.close();
        ScenarioDocument other(catalog_);
        QVERIFY(other.open(file.toStdString()));
        QVERIFY(other.scenario().same_choices(document->scenario()));
        QVERIFY(other.file().isEmpty()); // saving must not overwrite the picture
    }

    void recent_files_are_newest_first()
    {
        QTemporaryDir folder;
        forget_recent_files();
        for (const char* name : {"a.yaml", "b.yaml", "a.yaml"}) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            add_recent_file(file.fileName());
        }
        QCOMPARE(recent_files(),
                 QStringList({folder.filePath(QStringLiteral("a.yaml")), folder.filePath(QStringLiteral("b.yaml"))}));
    }
};

PLATEAU_TEST(TestDocument)

} // namespace tst_document

#include "tst_document.moc"
