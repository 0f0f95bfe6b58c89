// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

#include <set>

#include "core/question/scenario/scenario_file.h"
#include "tests/test_program.h"
#include "ui/document/edited_question.h"
#include "ui/shell/keeping.h"

namespace tst_killed_saving {

using namespace plateau;
using namespace plateau::ui;

/// A program that is killed while it saves and keeps: its file is one of those that it saved, whole, and what it leaves
/// behind can be read. PLATEAU_KILLS=200 kills it more often than usual.
class TestKilledSaving : public QObject {
    Q_OBJECT

private slots:
    void a_kill_leaves_whole_questions()
    {
        QTemporaryDir folder;
        const auto catalog = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS}));
        const QString file = folder.filePath(QStringLiteral("own.yaml")),
                      copies = folder.filePath(QStringLiteral("copies"));
        std::set<QByteArray> saved;
        for (int gpus = 8; gpus <= 1024; gpus *= 2) {
            ScenarioDocument document(catalog);
            document.edit_value("gpus", Value(double(gpus)));
            QVERIFY(document.save(file));
            saved.insert(bytes(file));
        }
        QCOMPARE(saved.size(), std::size_t(8));

        const int asked = qEnvironmentVariableIntValue("PLATEAU_KILLS");
        QRandomGenerator random(1);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SAVER_FOLDER"), folder.path());
        int left = 0;
        std::set<QByteArray> found;
        for (int i = 0; i < (asked > 0 ? asked : 5); ++i) {
            QVERIFY(QFile::remove(file));
            QProcess saver;
            saver.setProcessEnvironment(environment);
            saver.start(QCoreApplication::applicationFilePath(), {QStringLiteral("saver")});
            while (!QFile::exists(file) && saver.waitForStarted(-1) && saver.state() == QProcess::Running)
                QThread::msleep(1);
            QThread::usleep(random.bounded(100000));
            saver.kill();
            saver.waitForFinished(-1);
            const QByteArray now = bytes(file);
            QVERIFY2(saved.contains(now), now);
            found.insert(now);
            Recovery recovery(copies);
            for (const Recovery::Left& one : recovery.left_behind()) {
                const auto words = Recovery::text_of(one);
                QVERIFY(words.has_value());
                QVERIFY2(read_scenario_text(*catalog, *words, one.copy.toStdString()).has_value(), words->c_str());
                Recovery::forget(one);
                ++left;
            }
            recovery.finish();
        }
        qInfo("%d questions were left behind; %d different files", left, int(found.size()));
        ScenarioDocument document(catalog);
        QVERIFY(document.save(file));
        const QStringList entries
            = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        QCOMPARE(entries, QStringList({QStringLiteral("copies"), QStringLiteral("own.yaml")}));
    }

private:
    static QByteArray bytes(const QString& file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
};

PLATEAU_TEST(TestKilledSaving)

} // namespace tst_killed_saving

#include "tst_killed_saving.moc"
