// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QtTest>

#include "tests/test_program.h"
#include "ui/document/edited_question.h"
#include "ui/shell/keeping.h"

using namespace plateau;
using namespace plateau::ui;

/// No test: changes, keeps and saves a question in the folder SAVER_FOLDER until it is killed by tst_killed_saving.
class Saver : public QObject {
    Q_OBJECT

private slots:
    void save_until_killed()
    {
        const QDir folder(qEnvironmentVariable("SAVER_FOLDER"));
        const auto catalog = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS}));
        ScenarioDocument document(catalog);
        Recovery recovery(folder.filePath(QStringLiteral("copies")));
        recovery.follow(document);
        constexpr int far_more_than_needed = 100000;
        for (int turn = 0; turn < far_more_than_needed; ++turn) {
            document.edit_value("gpus", Value(double(8 << turn % 8)));
            recovery.keep();
            QVERIFY(document.save(folder.filePath(QStringLiteral("own.yaml"))));
            recovery.keep();
        }
    }
};

PLATEAU_TEST(Saver)
#include "saver.moc"
