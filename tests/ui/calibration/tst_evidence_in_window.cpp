// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDir>
#include <QLineEdit>

#include "tests/ui/window_stage.h"
#include "ui/calibration/calibrate_panel.h"
#include "ui/calibration/evidence_page.h"
#include "ui/shell/find_list.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"

namespace tst_evidence_in_window {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// What the window does for the evidence page: its work is kept, and what can be set is found over it.
class TestEvidenceInWindow : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void runs_of_a_calibration_outlive_the_program()
    {
        QTemporaryDir folder, elsewhere;
        const auto runs = [](test::Stage& stage) { return stage.window.page<EvidencePage>().work(); };
        std::string before;
        {
            test::Stage stage(catalog_, *appearance_);
            stage.window.keeping().recover_in(folder.path());
            stage.window.page<EvidencePage>().restore_work(
                "runs:\n  1:\n    id: ours\n    step_seconds: 1.5\n    scenario: |-\n      kind: training\n"
                "      gpus: 8\n");
            before = runs(stage);
            QVERIFY2(before.find("step_seconds: 1.5") != std::string::npos, before.c_str());
            stage.window.keeping().recovery()->keep();
            for (const QString& copy : QDir(folder.path()).entryList({QStringLiteral("*_calibration_*")}, QDir::Files))
                QVERIFY(QFile::copy(folder.filePath(copy), elsewhere.filePath(copy))); // as a death leaves it
        }
        QCOMPARE(QDir(elsewhere.path()).entryList(QDir::Files).size(), 1);
        plateau::test::Stage next(catalog_, *appearance_);
        next.window.keeping().recover_in(elsewhere.path());
        QVERIFY2(next.window.notices().words().contains("Calibration"), qPrintable(next.window.notices().words()));
        QVERIFY(next.window.notices().answer(QStringLiteral("Restore")));
        test::Stage::settle();
        QCOMPARE(runs(next), before);
    }
};

PLATEAU_TEST(TestEvidenceInWindow)

} // namespace tst_evidence_in_window

#include "tst_evidence_in_window.moc"
