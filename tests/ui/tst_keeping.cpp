// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include <csignal>
#include <sys/stat.h>

#include "core/views/looks.h"
#include "tests/ui/sample_figure.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/text.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/new_dialog.h"

namespace tst_keeping {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// Nothing is lost: closing, dying, another program at the same file, other programs' keys.
class TestKeeping : public plateau::test::WindowTest {
    Q_OBJECT

    static void put(const QString& file, const QByteArray& bytes)
    {
        QFile target(file);
        QVERIFY(target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size());
    }
    static QByteArray get(const QString& file)
    {
        QFile source(file);
        return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
    }
    /// Presses a button of the next unsaved-changes dialog; `names` is what the dialog listed.
    static void answer(const QString& button, QStringList& names)
    {
        QTimer::singleShot(0, qApp, [button, &names] {
            auto* dialog = qobject_cast<UnsavedDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            const auto* list = dialog->findChild<QListWidget*>();
            for (int i = 0; i < list->count(); ++i)
                names << list->item(i)->text();
            for (QPushButton* one : dialog->findChildren<QPushButton*>())
                if (one->text().remove(QLatin1Char('&')) == button)
                    one->click();
        });
    }
    static constexpr const char* own = "# mine\nkind: training\ngpus: 8 # few\ncolour: blue\n";

private slots:
    void initTestCase() { set_up(); }

    void another_window_is_a_program_of_its_own()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto actions = stage.window.findChildren<QAction*>();
        QVERIFY(std::any_of(actions.begin(), actions.end(),
                            [](const QAction* action) { return action->text() == QLatin1String("New &window"); }));
    }

    void notes_are_written_from_their_panel()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.document.describe(QStringLiteral("Own"), {});
        test::Stage::settle();
        bool asked = false;
        QTimer::singleShot(0, qApp, [&asked] {
            if (auto* dialog = qobject_cast<NotesDialog*>(QApplication::activeModalWidget())) {
                asked = true;
                dialog->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("What it is for"));
                dialog->accept();
            }
        });
        const auto* notes = stage.window.page<WorkbenchPage>().notes();
        emit notes->findChild<QLabel*>()->linkActivated(QStringLiteral("offer"));
        QVERIFY(asked);
        QCOMPARE(stage.document.scenario().notes, std::string("What it is for"));
    }

    void closing_asks_once_for_everything()
    {
        test::Stage stage(catalog_, *appearance_);
        QStringList names;
        answer(QStringLiteral("Cancel"), names);
        QVERIFY(stage.window.close()); // nothing to ask about
        QVERIFY(names.isEmpty());
        stage.window.show();
        stage.type("gpus", QStringLiteral("512")); // of a question without a file
        auto& limits = static_cast<LimitsDocument&>(stage.window.page<LimitsPage>().document());
        QVERIFY(limits.edit_text("duration", "2 months"));
        answer(QStringLiteral("Cancel"), names);
        QVERIFY(!stage.window.close());
        QCOMPARE(names.size(), 2);
        names.clear();
        answer(QStringLiteral("Discard"), names);
        QVERIFY(stage.window.close());
        QCOMPARE(names.size(), 2);
    }

    void opening_asks_for_what_it_replaces()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("own.yaml");
        put(file, own);
        test::Stage stage(catalog_, *appearance_);
        stage.window.opening().ask_and_open(file);
        QCOMPARE(stage.gpus(), 8.);
        stage.type("gpus", QStringLiteral("64"));
        QStringList names;
        answer(QStringLiteral("Save"), names);
        stage.window.opening().ask_and_open(QStringLiteral("fernandez-weak-scaling"));
        QCOMPARE(names.size(), 1);
        QCOMPARE(stage.gpus(), 128.);
        QVERIFY2(get(file).startsWith("# mine\nkind: training\n") && get(file).contains("gpus: 64 # few\n")
                     && get(file).contains("colour: blue\n") && get(file).contains("  step_time_s: "),
                 get(file));
    }

    /// A change that stands in no file is an undo away: nobody is asked, and a notice brings it back.
    void a_new_question_asks_nothing_that_undo_brings_back()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.type("gpus", QStringLiteral("512"));
        QStringList names;
        answer(QStringLiteral("Cancel"), names);
        stage.window.opening().ask_and_open(QStringLiteral("llama3-70b-h100"));
        test::Stage::settle();
        QVERIFY2(names.isEmpty(), qPrintable(names.join(u',')));
        QCOMPARE(stage.document.scenario().workload.shape.id, std::string("llama3_70b"));
        QCOMPARE(stage.window.notices().words(), QStringLiteral("Weak scaling had changes that are not saved."));
        stage.type("tp", QStringLiteral("4"));
        QVERIFY(stage.window.notices().answer(QStringLiteral("Bring back")));
        QCOMPARE(stage.gpus(), 512.);
        QVERIFY(stage.document.is_changed("gpus"));

        stage.window.opening().ask_and_open(QStringLiteral("llama3-70b-h100"));
        QVERIFY(stage.window.notices().words().contains(QLatin1String("not saved")));
        stage.document.undo_stack().undo(); // another way back
        QVERIFY(!stage.window.notices().words().contains(QLatin1String("not saved")));
    }

    void an_unknown_key_is_said_and_kept()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("own.yaml");
        put(file, own);
        test::Stage stage(catalog_, *appearance_);
        stage.window.opening().open(file);
        QCOMPARE(stage.gpus(), 8.);
        QVERIFY2(stage.window.notices().words().contains("Line 4: colour"), qPrintable(stage.window.notices().words()));
        QVERIFY(!stage.document.is_modified());
    }

    void a_file_says_what_changed_since()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("own.yaml");
        test::Stage stage(catalog_, *appearance_);
        QVERIFY(stage.document.save(file));
        QByteArray bytes = get(file);
        const qsizetype at = bytes.indexOf("  mfu: ");
        QVERIFY2(at > 0 && bytes.contains("presets: "), bytes);
        bytes.replace(at, bytes.indexOf('\n', at) - at, "  mfu: 0.1");
        put(file, bytes);
        stage.window.opening().open(file);
        QVERIFY2(stage.window.notices().words().startsWith("Since this was saved: MFU +"),
                 qPrintable(stage.window.notices().words()));
    }

    /// Logging out, or kill: what is unsaved is kept first, whatever dialog is open.
    void a_program_that_is_ended_keeps_first()
    {
        int kept = 0;
        const Termination termination([&] { ++kept; });
        QTimer::singleShot(0, qApp, [] {
            QMessageBox box;
            QTimer::singleShot(0, &box, [] { std::raise(SIGTERM); });
            box.exec();
        });
        QCOMPARE(QCoreApplication::exec(), 128 + SIGTERM);
        QCOMPARE(kept, 1);
    }

    void enter_writes_over_nobodys_work()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("mine.yaml"));
        test::Stage stage(catalog_, *appearance_);
        QVERIFY(stage.document.save(file));
        stage.document.edit_text("gpus", "64");
        put(file, "kind: training\ngpus: 16\n");
        QString pressed;
        QTimer::singleShot(0, qApp, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box && box->defaultButton());
            pressed = box->defaultButton()->text();
            box->reject();
        });
        for (QAction* action : stage.window.findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(QKeySequence::Save))
                action->trigger();
        QCOMPARE(pressed, QStringLiteral("Save as..."));
        QCOMPARE(get(file), QByteArray("kind: training\ngpus: 16\n"));
    }

    void a_file_changed_outside_is_noticed()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("own.yaml");
        put(file, own);
        test::Stage stage(catalog_, *appearance_);
        stage.window.opening().open(file);
        stage.window.notices().remove("opened");
        stage.type("gpus", QStringLiteral("64"));
        put(file, QByteArray(own).replace("gpus: 8", "gpus: 16"));
        QVERIFY(QTest::qWaitFor([&] { return stage.window.notices().words().contains("another program"); }, 60000));
        QVERIFY(stage.document.changed_outside(file));
        QVERIFY(stage.window.notices().answer(QStringLiteral("Keep mine")));
        QVERIFY(!stage.document.changed_outside(file));
        QCOMPARE(stage.gpus(), 64.);
        put(file, QByteArray(own).replace("gpus: 8", "gpus: 32"));
        QVERIFY(QTest::qWaitFor([&] { return stage.window.notices().words().contains("another program"); }, 60000));
        QVERIFY(stage.window.notices().answer(QStringLiteral("Reload")));
        QVERIFY2(stage.gpus() == 32., qPrintable(stage.window.notices().words()));
        QVERIFY(!stage.document.is_modified());
    }

    void what_a_dead_program_left_is_offered()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("own.yaml"), copies = folder.filePath("copies");
        put(file, own);
        {
            ScenarioDocument document(catalog_);
            QVERIFY(document.open(file.toStdString()));
            Recovery recovery(copies);
            recovery.follow(document);
            document.edit_value("gpus", Value(64.));
            recovery.keep();
            Recovery beside(copies);
            QVERIFY(beside.left_behind().empty()); // its owner lives
        } // dies without finish()
        test::Stage stage(catalog_, *appearance_);
        stage.window.keeping().recover_in(copies);
        QVERIFY(stage.window.notices().words().contains("was not saved"));
        QVERIFY2(stage.window.notices().words().contains("on 64 H100 SXM"), qPrintable(stage.window.notices().words()));
        {
            Recovery beside(copies);
            QVERIFY(beside.left_behind().empty()); // one window offers it
        }
        QVERIFY(stage.window.notices().answer(QStringLiteral("Restore")));
        QCOMPARE(stage.gpus(), 64.);
        QVERIFY(stage.window.notices().words().contains("Undo brings that back"));
        QCOMPARE(stage.document.file(), file);
        QVERIFY(stage.document.is_modified());
        QCOMPARE(get(file), QByteArray(own));
        QVERIFY(stage.document.save(file));
        QVERIFY2(get(file).contains("gpus: 64 # few\n") && get(file).contains("colour: blue"), get(file));
        stage.window.keeping().recovery()->keep();
        QVERIFY(QDir(copies).entryList({"*.yaml"}).isEmpty());
    }

    void a_pipe_in_place_of_a_lock_is_not_waited_for()
    {
        const QTemporaryDir folder;
        put(folder.filePath("dead_1_training.yaml"), own);
        QCOMPARE(mkfifo(QFile::encodeName(folder.filePath("dead.lock")).constData(), 0600), 0);
        Recovery recovery(folder.path());
        QCOMPARE(recovery.left_behind().size(), std::size_t(1));
    }

    void a_change_is_kept_within_seconds()
    {
        QVERIFY(Recovery::delay_milliseconds < 5000);
        QTemporaryDir folder;
        ScenarioDocument document(catalog_);
        Recovery recovery(folder.path());
        recovery.follow(document);
        document.edit_value("gpus", Value(64.));
        QVERIFY(QTest::qWaitFor([&] { return QDir(folder.path()).entryList({"*.yaml"}).size() == 1; }, 60000));
        document.undo_stack().undo();
        recovery.keep();
        QVERIFY(QDir(folder.path()).entryList({"*.yaml"}).isEmpty());
    }

    void a_models_shape_is_offered_as_the_model()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("config.json");
        put(file, R"({"model_type": "llama", "num_hidden_layers": 16, "hidden_size": 2048, "num_attention_heads": 16,
                      "intermediate_size": 8192, "vocab_size": 32000})");
        test::Stage stage(catalog_, *appearance_);
        stage.window.opening().open(file);
        QVERIFY2(stage.window.notices().words().contains("shape of a model"),
                 qPrintable(stage.window.notices().words()));
        QCOMPARE(stage.gpus(), 128.);
        QVERIFY(stage.window.notices().answer(QStringLiteral("Use it in this scenario")));
        QCOMPARE(stage.document.scenario().workload.shape.layers, 16);
    }

    void where_it_was_saved_is_no_edit()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("own.yaml");
        ScenarioDocument document(catalog_);
        QVERIFY(document.edit_value("gpus", Value(64.)));
        QVERIFY(document.save(file));
        document.undo_stack().undo();
        QCOMPARE(document.file(), file);
        QVERIFY(document.is_modified()); // the file has the other value
        document.undo_stack().redo();
        QCOMPARE(document.file(), file);
        QVERIFY(!document.is_modified());
    }

    void a_pasted_limit_stands_beside_one_that_is_not_saved()
    {
        test::Stage stage(catalog_, *appearance_);
        auto& limits = static_cast<LimitsDocument&>(stage.window.page<LimitsPage>().document());
        const QString words = text(limits.plain_text());
        const std::size_t before = limits.configurations().size();
        QVERIFY(limits.edit_text("duration", "2 months"));
        stage.window.opening().paste(words);
        QCOMPARE(limits.configurations().size(), before + 1);
        QCOMPARE(limits.unsaved().size(), std::size_t(2));
    }

    void a_dropped_file_is_opened()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("own.yaml");
        put(file, own);
        test::Stage stage(catalog_, *appearance_);
        QMimeData dragged;
        dragged.setUrls({QUrl::fromLocalFile(file)});
        const QPoint middle = stage.window.rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &dragged, Qt::LeftButton, {});
        QApplication::sendEvent(&stage.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(middle, Qt::CopyAction, &dragged, Qt::LeftButton, {});
        QApplication::sendEvent(&stage.window, &drop);
        test::Stage::settle();
        QCOMPARE(stage.gpus(), 8.);
        QCOMPARE(stage.document.file(), file);
        QMimeData words;
        words.setText(QStringLiteral("kind: training\ngpus: 32\n"));
        QDragEnterEvent text_enter(middle, Qt::CopyAction, &words, Qt::LeftButton, {});
        QApplication::sendEvent(&stage.window, &text_enter);
        QDropEvent text_drop(middle, Qt::CopyAction, &words, Qt::LeftButton, {});
        QApplication::sendEvent(&stage.window, &text_drop);
        test::Stage::settle();
        QCOMPARE(stage.gpus(), 32.);
    }

    void the_name_says_the_format()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("slide.svg");
        ExportDialog dialog({{QStringLiteral("One"), sample_figure(), {}}}, {},
                            QStringLiteral("One")); // offers PNG first
        dialog.save_as(file);
        QVERIFY2(get(file).startsWith("<?xml"), get(file).left(20));
        QCOMPARE(dialog.saved(), file);
    }

    void a_scenario_travels_as_text()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.type("gpus", QStringLiteral("512"));
        stage.window.pins().pin(QStringLiteral("Before"));
        QVERIFY(stage.document.edit_text("tp", "2"));
        stage.document.describe(QStringLiteral("Shared"), QStringLiteral("Look\nhere"));
        stage.document.look(figures::looks::throughput, "per_gpu");
        stage.wait_for_searches();
        stage.plot().setFocus();
        QTest::keyClick(&stage.plot(), Qt::Key_Plus); // a part of the axis
        stage.settle();
        const auto seen = [](test::Stage& at) { return at.plot().axisRect(0)->axis(QCPAxis::atBottom)->range(); };
        QVERIFY(!figures::looks::of(stage.document.scenario().view, figures::looks::axes).empty());
        const QString words = text(stage.document.plain_text());
        plateau::test::Stage other(catalog_, *appearance_);
        other.window.opening().paste(words);
        other.wait_for_searches();
        QCOMPARE(other.gpus(), 512.);
        QCOMPARE(other.window.pins().as_entries(), stage.window.pins().as_entries());
        QCOMPARE(other.window.pins().all().size(), std::size_t(1));
        QCOMPARE(other.window.model().axis().name, "per_gpu");
        QCOMPARE(other.document.scenario().view, stage.document.scenario().view);
        QVERIFY(std::abs(seen(other).lower / seen(stage).lower - 1) < 1e-4);
        QVERIFY(std::abs(seen(other).upper / seen(stage).upper - 1) < 1e-4);
        QCOMPARE(other.document.title(), QStringLiteral("Shared"));
        QCOMPARE(other.document.scenario().notes, std::string("Look\nhere"));
        QVERIFY(other.document.is_modified()); // it stands in no file
        other.document.undo_stack().undo();
        QCOMPARE(other.gpus(), 128.);
        other.window.opening().paste(QStringLiteral("Dear all,"));
        QCOMPARE(other.gpus(), 128.);
        QVERIFY(!other.window.notices().words().isEmpty());
    }
};

PLATEAU_TEST(TestKeeping)

} // namespace tst_keeping

#include "tst_keeping.moc"
