// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/answers_in_sight.h"
#include "ui/calibration/calibrate_panel.h"
#include "ui/calibration/evidence_page.h"

namespace tst_runs_in_sight {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// What the evidence page says of a run that was clicked is seen without scrolling, and stays so.
class TestRunsInSight : public plateau::test::AnswersInSight {
    Q_OBJECT

    void click_runs(plateau::test::Stage& stage)
    {
        EvidencePage& page = stage.window.page<EvidencePage>();
        stage.window.show_page(page);
        stage.window.evidence().load();
        stage.window.evidence().wait();
        plateau::test::Stage::settle();
        raise(stage, "run");
        for (const std::size_t share : {0, 3, 7}) {
            const evidence::Row& row
                = stage.window.evidence().evidence().sample.rows[page.shown()[page.shown().size() * share / 8]];
            page.select(row.id);
            plateau::test::Stage::settle();
            look_at(stage, page.run(), QString::fromStdString(row.id));
        }
        look_before_and_after(stage, page, "run", page.run(), QStringLiteral("a run"));
    }

private slots:
    void initTestCase() { set_up(); }

    void a_clicked_run_is_seen_data() { add_sizes(); }
    void a_clicked_run_is_seen()
    {
        QFETCH(QSize, size);
        plateau::test::Stage stage(catalog_, *appearance_, size);
        stage.wait_for_searches();
        click_runs(stage);
        change_and_judge(stage);
    }

    void also_at_twice_the_scale()
    {
        if (is_scaled())
            return;
        QByteArray output;
        QVERIFY2(test::passes_at_twice_the_scale("tst_runs_in_sight", "a_clicked_run_is_seen", output),
                 output.constData());
    }
};

PLATEAU_TEST(TestRunsInSight)

} // namespace tst_runs_in_sight

#include "tst_runs_in_sight.moc"
