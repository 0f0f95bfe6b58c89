// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include <memory>
#include <set>

#include "core/answers/question.h"
#include "core/question/scenario/scenario_file.h"
#include "tests/ui/window_stage.h"
#include "ui/pages/parameters/picker.h"
#include "ui/shell/new_dialog.h"

namespace tst_choosing {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// Hardware, models and scenarios are chosen from lists with pictures.
class TestChoosing : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void everything_of_the_catalog_stands_once_in_its_group()
    {
        for (const char* key : {"hardware", "model"}) {
            const auto entries = picker_entries(key, *catalog_);
            const bool hardware = std::string(key) == "hardware";
            QCOMPARE(entries.size(), hardware ? catalog_->accelerators.size() : catalog_->models.size());
            std::set<QString> values, finished;
            QString group;
            for (const PickerEntry& entry : entries) {
                QVERIFY2(values.insert(entry.value).second, qPrintable(entry.value));
                if (entry.group != group)
                    QVERIFY2(finished.insert(entry.group).second, qPrintable(entry.group)); // groups stand together
                group = entry.group;
                if (const auto* chip = std::get_if<HardwareThumbnail>(&entry.thumbnail))
                    QVERIFY(chip->peak > 0 && chip->peak <= 1 && chip->memory > 0 && chip->memory <= 1);
                if (const auto* block = std::get_if<ModelThumbnail>(&entry.thumbnail)) {
                    QVERIFY(block->layers > 0 && block->layers <= 1 && block->width > 0 && block->width <= 1);
                    QCOMPARE(block->active<1, block->experts> 0);
                }
            }
            QVERIFY(finished.size() > 5);
        }
        QVERIFY(picker_entries("stack", *catalog_).empty());
    }

    void hardware_is_found_by_typing_and_taken_by_enter()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* combo = stage.control<PickerCombo>("hardware");
        QVERIFY(combo);
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_F4);
        PickerPopup* popup = combo->popup();
        QVERIFY(popup && popup->isVisible());
        QCOMPARE(popup->current(), QStringLiteral("h100_sxm"));
        auto* list = popup->findChild<QListView*>();
        QVERIFY(list->viewport()->rect().contains(list->visualRect(list->currentIndex()))); // in sight
        auto* finder = popup->findChild<QLineEdit*>();
        QTest::keyClicks(finder, QStringLiteral("amd 192"));
        QCOMPARE(popup->shown(), QStringList{QStringLiteral("mi300x")});
        finder->setText(QStringLiteral("h200"));
        QCOMPARE(popup->current(), QStringLiteral("h200")); // its name, not what is told of others
        finder->setText(QStringLiteral("amd 192"));
        QTest::keyClick(finder, Qt::Key_Return);
        test::Stage::settle();
        QVERIFY(!popup->isVisible());
        QCOMPARE(stage.document.scenario().cluster.accelerator.id, std::string("mi300x"));
        QCOMPARE(stage.document.undo_stack().count(), 1);
        stage.document.undo_stack().undo();
        test::Stage::settle();
        QCOMPARE(stage.document.scenario().cluster.accelerator.id, std::string("h100_sxm"));
        QCOMPARE(combo->currentData().toString(), QStringLiteral("h100_sxm"));
    }

    void an_id_finds_what_it_names_and_no_longer_title()
    {
        auto more = std::make_shared<catalog::Catalog>(*catalog_);
        for (const char* title : {"H200 NVL", "H200 PCIe"}) {
            more->accelerators.push_back(*catalog_->accelerator("h200"));
            more->accelerators.back().id = title;
            more->accelerators.back().title = title;
            more->accelerators.back().peak_flops.fill(1e16); // stands before it
        }
        test::Stage stage(more, *appearance_);
        auto* combo = stage.control<PickerCombo>("hardware");
        combo->showPopup();
        auto* finder = combo->popup()->findChild<QLineEdit*>();
        for (const char* words : {"h200", " H200 "}) {
            finder->setText(QString::fromLatin1(words));
            QVERIFY(combo->popup()->shown().size() > 2);
            QCOMPARE(combo->popup()->current(), QStringLiteral("h200"));
        }
        finder->setText(QStringLiteral("h200 pcie"));
        QCOMPARE(combo->popup()->current(), QStringLiteral("H200 PCIe"));
    }

    void arrows_pass_over_heads_and_escape_leaves_all_as_it_was()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* combo = stage.control<PickerCombo>("model");
        combo->showPopup();
        PickerPopup* popup = combo->popup();
        auto* finder = popup->findChild<QLineEdit*>();
        const QStringList all = popup->shown();
        const qsizetype at = all.indexOf(popup->current());
        QVERIFY(at > 0);
        QTest::keyClick(finder, Qt::Key_Down);
        QCOMPARE(popup->current(), all.at(at + 1));
        for (qsizetype i = 0; i <= all.size(); ++i)
            QTest::keyClick(finder, Qt::Key_Up);
        QCOMPARE(popup->current(), all.first());
        QTest::keyClicks(finder, QStringLiteral("no such model"));
        QVERIFY(popup->shown().isEmpty());
        QTest::keyClick(finder, Qt::Key_Return); // nothing to take
        QCOMPARE(stage.document.undo_stack().count(), 0);
        combo->showPopup();
        QTest::keyClick(finder, Qt::Key_Escape);
        QVERIFY(!popup->isVisible());
        QCOMPARE(stage.document.undo_stack().count(), 0);
    }

    void a_models_file_is_opened_from_the_list_of_models()
    {
        test::Stage stage(catalog_, *appearance_);
        QTemporaryDir folder;
        const QString file = test::written_config(folder);
        QVERIFY(!file.isEmpty());
        auto* combo = stage.control<PickerCombo>("model");
        QTest::mouseClick(combo, Qt::LeftButton); // the first click
        QVERIFY(combo->popup() && combo->popup()->isVisible());
        QPushButton* button = combo->popup()->file_button();
        QVERIFY(button && button->isVisible());
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            answer.stop();
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
            static_cast<QDialog*>(dialog)->accept(); // the third
        });
        answer.start(20);
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QTest::mouseClick(button, Qt::LeftButton); // the second
        test::Stage::settle();
        QCOMPARE(stage.document.scenario().workload.shape.layers, 6);
        QCOMPARE(stage.document.scenario().workload.shape.hidden, 512);
        QCOMPARE(stage.document.undo_stack().count(), 1);
        QVERIFY(!stage.control<PickerCombo>("hardware")->popup());
    }

    void a_list_of_hardware_has_the_memory_of_the_readout()
    {
        for (const PickerEntry& entry : picker_entries("hardware", *catalog_))
            if (entry.value == QLatin1String("h100_sxm"))
                QCOMPARE(entry.detail, QString::fromUtf8("989\u00a0TFLOP/s, memory 85.52\u00a0GB, domains of 8"));
    }

    void every_shipped_scenario_is_a_card()
    {
        ScenarioCards cards(test::answers_of(catalog_));
        QCOMPARE(cards.all().size(), catalog::preset_files({PRESETS}, "scenarios").size());
        for (const ScenarioCard& card : cards.all()) {
            QVERIFY2(!card.title.isEmpty() && !card.line.isEmpty(), qPrintable(card.file));
            QVERIFY(card.notes.simplified().startsWith(card.line));
        }
    }

    void cards_stand_by_the_question_they_answer()
    {
        ScenarioCards cards(test::answers_of(catalog_));
        QStringList questions, blackwell;
        for (const ScenarioCard& card : cards.all()) {
            if (questions.isEmpty() || questions.last() != card.answers)
                questions << card.answers;
            QVERIFY2(!card.title.contains(QLatin1String("Fernandez")), qPrintable(card.title));
            if (card.training && card.title.contains(QLatin1String("B200")))
                blackwell << card.title;
        }
        QCOMPARE(questions,
                 QStringList({QStringLiteral("Where does more stop paying off?"), QStringLiteral("Which hardware?"),
                              QStringLiteral("How is it laid out?"), QStringLiteral("Where must scaling end?")}));
        QCOMPARE(blackwell.size(), 2);
        NewDialog dialog(cards, true);
        dialog.resize(800, 600);
        dialog.show();
        const auto* list = dialog.findChild<QListView*>();
        const auto heading = list->model()->index(0, 0);
        QCOMPARE(heading.data().toString(), questions.first());
        QVERIFY(!heading.flags().testFlag(Qt::ItemIsSelectable) && list->currentIndex().row() == 1);
        QVERIFY(list->visualRect(heading).width() > CardDelegate::size.width() * 2); // a row of its own
        NewDialog of_limits(cards, false);
        QVERIFY(of_limits.file().contains(QLatin1String("limits-")));
    }

    void blackwell_cards_fit()
    {
        const auto workspace = make_workspace();
        for (const char* name : {"llama3-70b-b200", "llama3-405b-gb200"}) {
            const auto scenario = find_scenario(*catalog_, name);
            QVERIFY2(scenario && evaluate(*prepare(*scenario), scenario->plan, *workspace).fits(), name);
        }
    }

    /// Three answers in the dialog itself; what opens is a scenario like any other, with the best plan.
    void ones_own_cluster_is_three_answers()
    {
        test::Stage stage(catalog_, *appearance_);
        auto said = std::make_shared<QString>();
        QTimer::singleShot(0, qApp, [said] {
            auto* dialog = qobject_cast<NewDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            QApplication::setActiveWindow(dialog);
            auto* mine = dialog->findChild<MyCluster*>();
            mine->findChild<PickerCombo*>()->setFocus();
            auto* count = mine->findChild<ValueField*>();
            count->setFocus();
            count->selectAll();
            QTest::keyClicks(count, QStringLiteral("-4"));
            QTest::keyClick(count, Qt::Key_Return);
            if (!dialog->isVisible())
                return;
            for (const QLabel* label : mine->findChildren<QLabel*>())
                if (label->isVisible())
                    *said += label->text();
            count->setFocus();
            count->selectAll();
            QTest::keyClicks(count, QStringLiteral("64"));
            QTest::keyClick(count, Qt::Key_Return);
            if (dialog->isVisible())
                dialog->reject();
        });
        stage.window.opening().ask_new();
        QVERIFY2(said->contains(QLatin1String("cannot be")), qPrintable(*said)); // what is wrong stands below the field
        QCOMPARE(stage.gpus(), 64.);
        QCOMPARE(stage.document.title(), QStringLiteral("My cluster"));
        QCOMPARE(stage.document.scenario().overrides.size(), std::size_t(1));
        QVERIFY(answers::plan_choice(stage.document.scenario()) == search::PlanChoice::Best);
        QVERIFY(!stage.document.is_modified());
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 128.);
    }

    void curves_come_from_the_model_and_are_kept()
    {
        const auto shipped = catalog::preset_files({PRESETS}, "scenarios");
        const auto workspace = make_workspace();
        int drawn = 0;
        for (const auto& file : shipped) {
            const auto scenario = read_scenario(*catalog_, file);
            if (!scenario || scenario->title != "Weak scaling")
                continue;
            ++drawn;
            const auto curve = answers::card_curve(answers::TrainingQuestion(*scenario));
            QVERIFY(curve.size() > 5);
            for (const answers::CardPoint& point : curve) {
                auto there = with_value(*catalog_, *scenario, "gpus", Value(point.size));
                QCOMPARE(evaluate(*prepare(*there), there->plan, *workspace).mfu(), point.utilization);
            }
        }
        QCOMPARE(drawn, 1);
        ScenarioCards cards(test::answers_of(catalog_));
        QSignalSpy told(&cards, &ScenarioCards::drawn);
        cards.draw();
        QTRY_VERIFY_WITH_TIMEOUT(told.count() >= 3, 60000);
        QVERIFY(cards.all().front().curve != nullptr);
    }

    void a_card_is_chosen_by_keyboard()
    {
        test::Stage stage(catalog_, *appearance_);
        bool seen = false;
        QTimer::singleShot(0, qApp, [&seen] {
            auto* dialog = qobject_cast<NewDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            seen = dialog->shown().contains(QStringLiteral("Mixtral 8x22B on 256 H100s"));
            auto* finder = dialog->findChild<QLineEdit*>();
            QTest::keyClicks(finder, QStringLiteral("405B 16,384"));
            seen = seen && dialog->shown().value(0) == QLatin1String("Llama 3.1 405B on 16,384 H100s");
            QTest::keyClick(finder, Qt::Key_Return);
            if (dialog->isVisible())
                dialog->reject();
        });
        for (QAction* action : stage.window.findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(QKeySequence::New))
                action->trigger();
        QVERIFY(seen);
        QCOMPARE(stage.gpus(), 16384.);
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 128.);
    }
};

PLATEAU_TEST(TestChoosing)

} // namespace tst_choosing

#include "tst_choosing.moc"
