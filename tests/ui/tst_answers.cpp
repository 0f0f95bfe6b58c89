// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QtTest>

#include "tests/ui/answers_in_sight.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/solve_panel.h"
#include "ui/pages/workbench/why_panel.h"

namespace tst_answers {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// The answer of a click is seen without scrolling, whatever the size of the window, and stays so.
class TestAnswers : public plateau::test::AnswersInSight {
    Q_OBJECT

    void solve(plateau::test::Stage& stage)
    {
        auto* panel = stage.window.findChild<SolvePanel*>();
        raise(stage, "solve");
        for (const QString& target :
             {QStringLiteral("Fewest GPUs"), QStringLiteral("Hardware"), QStringLiteral("Model")}) {
            const bool last = target == QLatin1String("Model");
            for (auto* button : panel->findChildren<QAbstractButton*>())
                if (button->text() == target)
                    QTest::mouseClick(button, Qt::LeftButton);
            for (auto* button : panel->findChildren<QPushButton*>())
                if (button->text() == QLatin1String("Solve"))
                    QTest::mouseClick(button, Qt::LeftButton);
            QVERIFY(QTest::qWaitFor([&] { return !panel->is_busy(); }, 60000));
            plateau::test::Stage::settle();
            look_at(stage, *panel, QStringLiteral("Solve ") + target);
            const auto labels = panel->findChildren<QLabel*>();
            QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { // the model is named
                return std::any_of(catalog_->models.begin(), catalog_->models.end(), [&](const auto& model) {
                    return label->text().startsWith(QString::fromStdString(model.title + ", "));
                });
            }));
            if (last)
                look_before_and_after(stage, stage.window.page<WorkbenchPage>(), "solve", *panel,
                                      QStringLiteral("Solve"));
        }
    }
    void ask_why(plateau::test::Stage& stage)
    {
        WhyPanel& why = stage.window.page<WorkbenchPage>().why();
        for (const auto& [key, value] : {std::pair("gpus", "2048"), std::pair("tp", "8")})
            QVERIFY(stage.document.edit_text(key, value)); // much would help this one
        stage.wait_for_searches();
        raise(stage, "why");
        QVERIFY(QTest::qWaitFor([&] { return !why.is_searching(); }, 60000));
        QVERIFY(why.suggestions().size() > 3);
        look_before_and_after(stage, stage.window.page<WorkbenchPage>(), "why", why, QStringLiteral("Why"));
    }
    void click_numbers(plateau::test::Stage& stage)
    {
        WorkbenchPage& page = stage.window.page<WorkbenchPage>();
        int numbers = 0;
        for (const QLabel* number : page.readout().findChildren<QLabel*>()) {
            if (number->cursor().shape() != Qt::PointingHandCursor || number->textFormat() != Qt::RichText)
                continue; // the name of each
            raise(stage, "readout");
            QTest::mouseClick(const_cast<QLabel*>(number), Qt::LeftButton);
            plateau::test::Stage::settle();
            look_at(stage, page.why(), number->text().left(30) + QStringLiteral(" clicked"));
            ++numbers;
        }
        QVERIFY2(numbers > 10, qPrintable(QString::number(numbers)));
    }
    void click_segments(plateau::test::Stage& stage)
    {
        WorkbenchPage& page = stage.window.page<WorkbenchPage>();
        for (PicturePanel* panel : {&page.step_panel(), &page.memory_panel()})
            for (int part = 0; !panel->rect_of(part).isEmpty(); ++part) {
                raise(stage, panel == &page.step_panel() ? "step" : "memory");
                QTest::mouseClick(panel, Qt::LeftButton, {}, panel->rect_of(part).center().toPoint());
                plateau::test::Stage::settle();
                look_at(stage, page.why(), QStringLiteral("segment %1 clicked").arg(part));
            }
    }
    void click_plans(plateau::test::Stage& stage)
    {
        PlansPage& page = test::shown_plans(stage.window);
        QVERIFY(page.table().model()->rowCount() > 3);
        raise(stage, "plan");
        const QRect cell = page.table().visualRect(page.table().model()->index(3, 1));
        QTest::mouseClick(page.table().viewport(), Qt::LeftButton, {}, cell.center());
        look_before_and_after(stage, page, "plan", page.plan_panel(), QStringLiteral("a plan"));
        raise(stage, "plan-reasons");
        look_before_and_after(stage, page, "plan-reasons", page.reasons(), QStringLiteral("why it wins"));
    }

private slots:
    void initTestCase() { set_up(); }

    void the_answer_of_a_click_is_seen_data() { add_sizes(); }
    void the_answer_of_a_click_is_seen()
    {
        QFETCH(QSize, size);
        plateau::test::Stage stage(catalog_, *appearance_, size);
        QVERIFY(QTest::qWaitFor([&] { return stage.window.model().steps() != nullptr; }, 60000)); // answers are longest
        stage.wait_for_searches();
        solve(stage);
        ask_why(stage);
        click_numbers(stage);
        click_segments(stage);
        click_plans(stage);
        change_and_judge(stage);
    }

    void also_at_twice_the_scale()
    {
        if (is_scaled())
            return;
        QByteArray output;
        QVERIFY2(test::passes_at_twice_the_scale("tst_answers", "the_answer_of_a_click_is_seen", output),
                 output.constData());
    }
};

PLATEAU_TEST(TestAnswers)

} // namespace tst_answers

#include "tst_answers.moc"
