// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "core/paper/embedded.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "tests/ui/opened_document.h"
#include "ui/controls/controls.h"
#include "ui/document/edited_question.h"
#include "ui/pages/parameters/parameter_panel.h"

namespace tst_limits_document {

using namespace plateau;
using namespace plateau::ui;

/// A limits question is edited, undone, refused, saved and opened by the code that does so for a training scenario;
/// it holds several configurations, one of them current.
class TestLimitsDocument : public QObject {
    Q_OBJECT
    std::shared_ptr<const catalog::Catalog> catalog_;

    std::unique_ptr<LimitsDocument> h100() const { return test::opened<LimitsDocument>(catalog_, "limits-h100-dense"); }

private slots:
    void initTestCase() { catalog_ = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS})); }

    void a_drag_is_one_step()
    {
        const auto document = h100();
        const auto gesture = document->begin_gesture();
        for (double seconds : {1e-6, 5e-7, 1.125e-7})
            QVERIFY(document->edit_value("network_latency", Value(seconds), gesture));
        QCOMPARE(document->undo_stack().count(), 1);
        QVERIFY(document->is_changed("network_latency"));
        QCOMPARE(document->scenario().question.machine.network.levels[1].latency_seconds, 1.125e-7);
        document->undo_stack().undo();
        QCOMPARE(document->scenario().question.machine.network.levels[1].latency_seconds, 1.125e-6);
        QCOMPARE(document->change_count(), 0);
    }

    void a_refused_value_changes_nothing()
    {
        const auto document = h100();
        QSignalSpy refused(document.get(), &QuestionDocument::refusal_changed);
        QVERIFY(!document->edit_text("sustained_fraction", "170 %"));
        QCOMPARE(refused.count(), 1);
        QVERIFY(document->refusal("sustained_fraction"));
        QCOMPARE(document->refusal("sustained_fraction")->offer, "100\u00a0%");
        QCOMPARE(document->undo_stack().count(), 0);
        QVERIFY(!document->edit_text("precision", "nvfp4"));
        QVERIFY(document->edit_text("precision", "fp8"));
        QVERIFY(!document->refusal("precision"));
    }

    void reset_goes_back_to_what_was_opened()
    {
        const auto document = h100();
        QVERIFY(document->edit_text("duration", "12 months"));
        QVERIFY(document->edit_text("batch_rule", "constant"));
        QCOMPARE(document->change_count(), 2);
        QVERIFY(document->reset("duration"));
        QCOMPARE(document->scenario().question.run_seconds, 0.25 * limits::year_seconds);
        document->reset_all();
        QCOMPARE(document->change_count(), 0);
    }

    void saves_and_opens()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("mine.yaml");
        const auto document = h100();
        QVERIFY(document->edit_text("nvlink_domain", "72"));
        QVERIFY(document->save(file));
        QVERIFY(!document->is_modified());
        QCOMPARE(*figures::question_kind(*catalog_, file.toStdString()), "limits");
        LimitsDocument other(catalog_);
        QVERIFY(other.open(file.toStdString()));
        QVERIFY(other.scenario().same_choices(document->scenario()));
        QCOMPARE(other.file(), file);
        QCOMPARE(other.title(), document->title());
        QVERIFY(!other.open("fernandez-weak-scaling"));
    }

    /// What the file recorded of the run at the marker, by another version and with other presets.
    void a_file_says_what_changed_since()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.yaml"));
        const auto document = h100();
        QVERIFY(document->save(file));
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QByteArray bytes = saved.readAll();
        saved.close();
        const auto replace = [&](const QByteArray& key, const QByteArray& value) {
            const qsizetype at = bytes.indexOf(key);
            QVERIFY2(at > 0, bytes);
            bytes.replace(at, bytes.indexOf('\n', at) - at, key + value);
        };
        LimitsDocument same(catalog_);
        const QSignalSpy nothing(&same, &LimitsDocument::noticed);
        QVERIFY(same.open(file.toStdString()));
        QVERIFY(nothing.isEmpty());
        replace("  marker_utilization: ", "0.1");
        replace("  version: ", "0.0.1");
        replace("presets: ", "0123456789abcdef");
        QVERIFY(saved.open(QIODevice::WriteOnly) && saved.write(bytes) == bytes.size());
        saved.close();
        LimitsDocument other(catalog_);
        const QSignalSpy said(&other, &LimitsDocument::noticed);
        QVERIFY(other.open(file.toStdString()));
        QCOMPARE(said.size(), 1);
        const QString words = said.front().front().toString();
        QVERIFY2(
            words.startsWith(QStringLiteral("Since this was saved by version 0.0.1 with other presets: Utilization +")),
            qPrintable(words));
    }

    void configurations_stand_side_by_side()
    {
        const auto document = h100();
        QVERIFY(document->add("limits-h100-low-latency"));
        QVERIFY(document->add("limits-h100-global-nvlink"));
        QCOMPARE(document->configurations().size(), 3u);
        QCOMPARE(document->current_index(), 2u);
        QCOMPARE(document->title(1), "H100, low latency");
        document->rename(1, "  quick  ");
        QCOMPARE(document->title(1), "quick");
        document->select(0);
        QVERIFY(document->edit_text("duration", "6 months"));
        QCOMPARE(document->shared_scenario(2)->question.run_seconds, 0.25 * limits::year_seconds);
        document->remove(1);
        QCOMPARE(document->configurations().size(), 2u);
        QCOMPARE(document->title(document->current_index()), "H100, dense");
        QVERIFY(document->add("limits-v100-dense"));
        QCOMPARE(document->configurations().back().slot, 1); // the hue that became free
        for (int steps = document->undo_stack().count(); steps > 0; --steps)
            document->undo_stack().undo();
        QCOMPARE(document->configurations().size(), 1u);
        QCOMPARE(document->title(), "H100, dense");
    }

    void the_last_configuration_stays_and_five_are_enough()
    {
        const auto document = h100();
        document->remove(0);
        QCOMPARE(document->configurations().size(), 1u);
        for (int i = 0; i < 9; ++i)
            document->add(document->scenario(), {"Duplicate", {}});
        QCOMPARE(document->configurations().size(), LimitsDocument::most_configurations);
    }

    void every_row_is_shown_by_the_same_panel()
    {
        const auto document = h100();
        ParameterPanel panel(*document);
        panel.refresh(nullptr);
        for (const ParameterDescription* row : rows_of(document->question()))
            QVERIFY2(!panel.row(row->key) == row->advanced, row->key.c_str());
        for (const auto* group : panel.findChildren<ui::ParameterGroup*>())
            if (group->more())
                group->more()->click();
        for (const ParameterDescription* row : rows_of(document->question()))
            QVERIFY2(panel.row(row->key), row->key.c_str());
        QCOMPARE(panel.row("hardware")->summary(), "H100 SXM 80GB");
        document->edit_text("hardware", "b200");
        panel.refresh(nullptr);
        QCOMPARE(panel.row("hardware")->summary(), "B200 SXM 180GB");
        QVERIFY(panel.row("gpus")->isHidden()); // without effect under a deadline
    }

    void a_network_is_typed_and_a_wrong_one_refused()
    {
        const auto document = h100();
        ParameterPanel panel(*document);
        panel.refresh(nullptr);
        QVERIFY(panel.reveal("network"));
        auto* field = panel.row("network")->findChild<ValueField*>();
        QVERIFY(field);
        const auto type = [&](const QString& words) {
            field->selectAll();
            QTest::keyClicks(field, words);
            QTest::keyClick(field, Qt::Key_Return);
            panel.refresh(nullptr);
        };
        type("8:450GB/s:1us, 32:225GB/s, unlimited:50GB/s");
        const limits::Network& network = document->scenario().question.machine.network;
        QCOMPARE(network.count, 3);
        QCOMPARE(network.levels[1].bytes_per_s, 450e9);
        type("eight by four");
        QVERIFY(document->refusal("network"));
        QVERIFY(field->is_refused());
        QCOMPARE(document->scenario().question.machine.network.count, 3);
    }

    void a_bare_number_is_read_in_the_unit_that_stands_beside_it()
    {
        const auto document = h100();
        ParameterPanel panel(*document);
        panel.refresh(nullptr);
        auto* field = panel.row("duration")->findChild<ValueField*>();
        QCOMPARE(field->text(), "3");
        field->selectAll();
        QTest::keyClicks(field, "6");
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(std::abs(document->scenario().question.run_seconds / limits::month_seconds - 6) < 0.01);
        field = panel.row("matmul_latency")->findChild<ValueField*>();
        field->selectAll();
        QTest::keyClicks(field, "9");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(document->scenario().question.machine.device.matmul_latency_seconds, 9e-6);
    }

    void a_quirk_says_what_was_published_and_what_was_meant()
    {
        const auto document = h100();
        ParameterPanel panel(*document);
        panel.refresh(nullptr);
        const auto said = [&] {
            QString all;
            for (const auto* label : panel.row("weight_sharding")->findChildren<QLabel*>())
                all += label->text();
            return all;
        };
        QVERIFY(said().contains("Weights are replicated"));
        QVERIFY(document->edit_text("weight_sharding", "intended"));
        panel.refresh(nullptr);
        QVERIFY(said().contains("third pass"));
    }
};

PLATEAU_TEST(TestLimitsDocument)

} // namespace tst_limits_document

#include "tst_limits_document.moc"
