// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>

#include "tests/ui/window_stage.h"
#include "ui/controls/sentence.h"
#include "ui/diagnostics/reading_dialog.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/shell/main_window.h"
#include "ui/shell/side_panels.h"

namespace tst_bring_your_own {

using namespace plateau;
using namespace plateau::test;

namespace {

QString saved(const QTemporaryDir& folder, const char* name, const QByteArray& text)
{
    QFile file(folder.filePath(QString::fromLatin1(name)));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
}

ReadingDialog* dialog_of(test::Stage& stage) { return stage.window.findChild<ReadingDialog*>(); }

/// A table of nccl-tests of 16 H100 on two hosts, at a third of the rate: `factor` bytes cross the busiest link for
/// each byte of the buffer.
QByteArray slow_table(const char* operation, double factor)
{
    QByteArray text = "# nThread 1 nGpus 1 minBytes 1024 maxBytes 4294967296\n# Collective test starting: "
        + QByteArray(operation) + "_perf\n# Using devices\n";
    for (int rank = 0; rank < 16; ++rank)
        text += QString("#  Rank %1 Group 0 Pid 1 on host-%2 device 0 [0x0f] NVIDIA H100 80GB HBM3\n")
                    .arg(rank)
                    .arg(rank / 8)
                    .toLatin1();
    for (double size = 1024; size < 5e9; size *= 4) {
        const double us = 90 + factor * size / 120e3;
        text += QString("%1 %2 float sum -1 %3 %4 %5 0 %3 %4 %5 0\n")
                    .arg(size, 0, 'f', 0)
                    .arg(size / 4, 0, 'f', 0)
                    .arg(us, 0, 'f', 3)
                    .arg(size / us / 1e3, 0, 'f', 4)
                    .arg(factor * size / us / 1e3, 0, 'f', 4)
                    .toLatin1();
    }
    return text;
}

/// Drops the file and waits for its dialog.
ReadingDialog* dropped(test::Stage& stage, const QString& file)
{
    stage.window.opening().ask_and_open(file);
    const bool shown = QTest::qWaitFor([&] { return dialog_of(stage) && dialog_of(stage)->isVisible(); }, 60000);
    return shown ? dialog_of(stage) : nullptr;
}

QTreeWidgetItem* line_with(const ReadingDialog& dialog, const QString& words)
{
    const auto* lines = dialog.findChild<QTreeWidget*>();
    const auto found = lines->findItems(words, Qt::MatchContains | Qt::MatchRecursive, 0)
        + lines->findItems(words, Qt::MatchContains | Qt::MatchRecursive, 1);
    return found.isEmpty() ? nullptr : found.first();
}

QPushButton* button(const ReadingDialog& dialog, const QString& words)
{
    for (QPushButton* each : dialog.findChildren<QPushButton*>())
        if (each->text() == words && each->isVisible())
            return each;
    return nullptr;
}

const QByteArray torchtitan
    = "[model]\nname = \"llama3\"\nflavor = \"8B\"\n\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n"
      "\n[parallelism]\ndata_parallel_shard_degree = -1\ntensor_parallel_degree = 2\n";

QByteArray megatron_log(double milliseconds)
{
    QByteArray text = "using world size: 64\n------------ arguments ------------\n";
    for (const char* line : {"num_layers 32", "hidden_size 4096", "num_attention_heads 32", "ffn_hidden_size 14336",
                             "swiglu True", "seq_length 8192", "micro_batch_size 1", "global_batch_size 512",
                             "tensor_model_parallel_size 2", "pipeline_model_parallel_size 1", "bf16 True",
                             "use_distributed_optimizer True", "padded_vocab_size 128256"}) {
        const QList<QByteArray> words = QByteArray(line).split(' ');
        text += "  " + words[0] + " ......................... " + words[1] + "\n";
    }
    text += "------------ end of arguments ------------\n";
    for (int step = 1; step <= 12; ++step)
        text += QString(" iteration %1/ 500 | elapsed time per iteration (ms): %2 | global batch size: 512 |\n")
                    .arg(step)
                    .arg(step == 1 ? 60000 : milliseconds + step)
                    .toLatin1();
    return text;
}

} // namespace

/// Files of training programs, dropped on the window.
class BringYourOwnTest : public WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { set_up(); }

    void a_configuration_becomes_the_question()
    {
        QTemporaryDir folder;
        test::Stage stage(catalog_, *appearance_);
        ReadingDialog* dialog = dropped(stage, saved(folder, "llama.toml", torchtitan));
        QVERIFY(dialog);
        QVERIFY(line_with(*dialog, "tp = 2"));
        QVERIFY(line_with(*dialog, "sequence = 8192"));
        QVERIFY(stage.window.notices().words().isEmpty());
        QPushButton* use = button(*dialog, "Use as the question");
        QVERIFY(use);
        QTest::mouseClick(use, Qt::LeftButton);
        QCOMPARE(stage.document.scenario().plan.tp, 2);
        QCOMPARE(stage.document.scenario().workload.sequence, 8192.0);
        stage.document.undo_stack().undo();
        QCOMPARE(stage.document.scenario().plan.tp, 1);
    }

    /// Painted before its layout hears of the new words.
    void a_sentence_that_grew_is_as_high_as_its_words()
    {
        Sentence sentence;
        sentence.resize(200, 40);
        sentence.setText(QStringLiteral("few words"));
        const int before = sentence.heightForWidth(200);
        sentence.setText(QStringLiteral("many words, which need line after line ").repeated(8));
        sentence.grab();
        QVERIFY2(sentence.heightForWidth(200) >= 4 * before,
                 qPrintable(QStringLiteral("%1 of %2").arg(sentence.heightForWidth(200)).arg(before)));
    }

    /// What the answer hangs on is named beside it, however long that is.
    void what_nobody_said_stands_whole_in_the_readout()
    {
        QTemporaryDir folder;
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        const auto* note = stage.window.page<WorkbenchPage>().readout().findChild<Sentence*>();
        const auto* answer = stage.window.page<WorkbenchPage>().findChild<Sentence*>();
        stage.wait_for_searches();
        stage.window.findChild<SidePanel*>(QStringLiteral("readout"))->come_to_front();
        ReadingDialog* dialog = dropped(stage,
                                        saved(folder, "own.yaml",
                                              "base_model: Mine/Own-97B\nsequence_len: 4096\nmicro_batch_size: 1\n"
                                              "gradient_accumulation_steps: 4\nadapter: lora\nlora_r: 16\n"));
        QVERIFY(dialog);
        QTest::mouseClick(button(*dialog, "Use as the question"), Qt::LeftButton);
        stage.wait_for_searches();
        for (const Sentence* said : {note, answer}) {
            QVERIFY2(
                said->text().contains(QLatin1String("model=llama2_7b (no shipped model is known as Mine/Own-97B)")),
                qPrintable(said->text()));
            QTRY_VERIFY_WITH_TIMEOUT(said->height() >= said->heightForWidth(said->width()), 60000);
        }
    }

    void a_line_can_be_corrected()
    {
        QTemporaryDir folder;
        test::Stage stage(catalog_, *appearance_);
        ReadingDialog* dialog = dropped(stage, saved(folder, "llama.toml", torchtitan));
        QVERIFY(dialog);
        QTreeWidgetItem* line = line_with(*dialog, "tp = 2");
        QVERIFY(line->flags() & Qt::ItemIsEditable);
        line->setText(1, "tp = many");
        const QList<QLabel*> labels = dialog->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](QLabel* label) { return label->isVisible() && label->text().contains("many"); }));
        QCOMPARE(dialog->scenario().plan.tp, 2);
        line->setText(1, "4");
        QCOMPARE(dialog->scenario().plan.tp, 4);
        QCOMPARE(line->text(1), QString("tp = 4"));
    }

    void a_log_says_why_it_is_slow()
    {
        QTemporaryDir folder;
        test::Stage stage(catalog_, *appearance_);
        ReadingDialog* dialog = dropped(stage, saved(folder, "run.log", megatron_log(11000)));
        QVERIFY2(dialog, qPrintable(stage.window.notices().words()));
        QVERIFY(dialog->findChild<FigureView*>()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(line_with(*dialog, "predicted"), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(line_with(*dialog, "instead of"), 60000);
        QVERIFY(button(*dialog, "Use as the question"));
    }

    void a_table_tunes_the_open_question()
    {
        QTemporaryDir folder;
        test::Stage stage(catalog_, *appearance_);
        ReadingDialog* dialog = dropped(stage, saved(folder, "nccl.txt", slow_table("all_reduce", 1.875)));
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<FigureView*>()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(line_with(*dialog, "Network share"), 60000);
        QTreeWidgetItem* step = line_with(*dialog, "Step time");
        QVERIFY(step && step->text(1).contains("shipped") && step->text(1).contains("tuned"));
        QVERIFY(!button(*dialog, "Use as the question"));
        QPushButton* tune = button(*dialog, "Tune the open question");
        QVERIFY(tune);
        const double before = stage.document.scenario().assumptions.stack.constants.network_fraction;
        QTest::mouseClick(tune, Qt::LeftButton);
        const double after = stage.document.scenario().assumptions.stack.constants.network_fraction;
        QVERIFY2(after < 0.5 * before, qPrintable(QString::number(after)));
    }

    /// Saved, it is the stack of the open question; saved again, its second version.
    void what_was_measured_is_kept_as_a_stack()
    {
        QTemporaryDir folder;
        const std::filesystem::path own = folder.filePath("presets").toStdString();
        test::Stage stage(std::make_shared<const catalog::Catalog>(catalog::read({PRESETS, own})), *appearance_);
        const double before = stage.document.scenario().assumptions.stack.constants.network_fraction;
        for (int version = 1; version <= 2; ++version) {
            ReadingDialog* dialog = dropped(stage, saved(folder, "nccl.txt", slow_table("all_gather", 0.9375)));
            QVERIFY(dialog);
            QTRY_VERIFY_WITH_TIMEOUT(button(*dialog, "Save as stack"), 60000);
            auto* name = dialog->findChild<QLineEdit*>();
            QTest::mouseClick(button(*dialog, "Save as stack"), Qt::LeftButton); // without a name it stays
            QVERIFY(dialog->isVisible());
            QTest::keyClicks(name, "Our cluster");
            const auto answer_yes = [] {
                auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                for (QAbstractButton* each : box ? box->buttons() : QList<QAbstractButton*>())
                    if (box->buttonRole(each) == QMessageBox::AcceptRole)
                        each->click();
            };
            QTimer::singleShot(200, this, answer_yes); // whether to write over the first one
            QTest::mouseClick(button(*dialog, "Save as stack"), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(!dialog_of(stage), 60000);
            if (version == 1) {
                const catalog::Stack& stack = stage.document.scenario().assumptions.stack;
                QCOMPARE(stack.id, std::string("our_cluster"));
                QCOMPARE(stack.version, 1);
                QVERIFY(stack.constants.network_fraction < 0.5 * before);
            }
        }
        QVERIFY(std::filesystem::exists(own / "stacks" / "our_cluster.yaml"));
    }

    void a_trace_lies_beside_the_prediction()
    {
        QTemporaryDir folder;
        const QByteArray trace
            = "{\"traceEvents\": ["
              "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#1\", \"ts\": 0, \"dur\": 900000},"
              "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"nvjet_gemm\", \"ts\": 10, \"dur\": 500000},"
              "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclDevKernel_AllGather\", \"ts\": 600000, \"dur\": "
              "100000}]}";
        test::Stage stage(catalog_, *appearance_);
        ReadingDialog* dialog = dropped(stage, saved(folder, "trace.json", trace));
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<PictureView*>()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(line_with(*dialog, "beside the open question"), 60000);
        QVERIFY(line_with(*dialog, "matrix_multiply")->text(1).startsWith("500"));
        QVERIFY(line_with(*dialog, "matrix_multiply")->text(2).contains("times"));
    }

    void what_is_unknown_is_refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("no program's") << QByteArray("just: some words\n") << "kind";
        QTest::newRow("a table that cannot be used")
            << QByteArray("# nThread 1 nGpus 1\n# size count type redop algbw busbw\n") << "no row";
    }

    void what_is_unknown_is_refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        QTemporaryDir folder;
        test::Stage stage(catalog_, *appearance_);
        stage.window.opening().ask_and_open(saved(folder, "file.txt", text));
        QTRY_VERIFY_WITH_TIMEOUT(stage.window.notices().words().contains(says), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog_of(stage), 60000);
    }
};

PLATEAU_TEST(BringYourOwnTest)

} // namespace tst_bring_your_own

#include "tst_bring_your_own.moc"
