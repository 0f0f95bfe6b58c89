// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QtTest>

#include "tests/ui/shown_plans.h"
#include "tests/ui/window_stage.h"
#include "ui/pages/evidence/evidence_page.h"
#include "ui/pages/evidence/run_panel.h"
#include "ui/pages/panels/picture_panel.h"
#include "ui/pages/panels/readout_panel.h"
#include "ui/pages/plans/plan_panel.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/solve_panel.h"
#include "ui/pages/workbench/why_panel.h"

namespace tst_answers {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

/// Is all of it on the screen?
bool is_seen(const QWidget& widget)
{
    return widget.isVisible() && !widget.size().isEmpty()
        && QRegion(widget.rect()).subtracted(widget.visibleRegion()).isEmpty();
}

QString said_by(const QWidget& widget)
{
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return QStringLiteral("%1 of %2 px, %3 of them seen: %4")
        .arg(QLatin1String(widget.metaObject()->className()))
        .arg(widget.height())
        .arg(widget.visibleRegion().boundingRect().height())
        .arg((label        ? label->text()
                  : button ? button->text()
                           : widget.objectName())
                 .left(50));
}

/// What of the words and buttons of a panel cannot be seen without scrolling.
QStringList unseen(const QWidget& panel)
{
    if (panel.visibleRegion().isEmpty())
        return {QLatin1String(panel.metaObject()->className()) + QStringLiteral(" is not in front")};
    QStringList missing;
    for (const auto* widget : panel.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QPushButton*>(widget);
        const bool says = button || (label && (!label->text().isEmpty() || !label->pixmap(Qt::ReturnByValue).isNull()));
        if (says && widget->isVisible() && !is_seen(*widget))
            missing << said_by(*widget);
    }
    return missing;
}

} // namespace

/// The answer of a click is seen without scrolling, whatever the size of the window, and stays so.
class TestAnswers : public plateau::test::WindowTest {
    Q_OBJECT
    struct Answer {
        Page* page;
        const char* dock;
        const QWidget* panel;
        QString click;
    };
    QStringList missing_;
    std::vector<Answer> answers_;

    static bool is_scaled() { return qEnvironmentVariableIsSet("QT_SCALE_FACTOR"); }

    void look_at(Stage& stage, const QWidget& panel, const QString& click)
    {
        const QSize size = stage.window.size();
        for (const QString& one : unseen(panel))
            missing_ << QStringLiteral("%1 x %2, %3: %4").arg(size.width()).arg(size.height()).arg(click, one);
    }
    /// At once, and after another page; look_again() comes back to it.
    void look_before_and_after(Stage& stage, Page& page, const char* dock, const QWidget& panel, const QString& click)
    {
        Stage::settle();
        look_at(stage, panel, click);
        stage.window.show_page(&page == &stage.window.page<PlansPage>()
                                   ? static_cast<Page&>(stage.window.page<WorkbenchPage>())
                                   : stage.window.page<PlansPage>());
        Stage::settle();
        stage.window.show_page(page);
        Stage::settle();
        look_at(stage, panel, click + QStringLiteral(", another page and back"));
        answers_.push_back({&page, dock, &panel, click});
    }
    /// At all answers, the one in front first: nothing raises it.
    void look_again(Stage& stage, const QString& after)
    {
        Stage::settle();
        for (auto answer = answers_.rbegin(); answer != answers_.rend(); ++answer) {
            if (answer != answers_.rbegin()) {
                stage.window.show_page(*answer->page);
                raise(stage, answer->dock);
            }
            look_at(stage, *answer->panel, answer->click + after);
        }
        stage.window.show_page(*answers_.back().page);
        raise(stage, answers_.back().dock);
    }
    /// Themes and sizes come and go under all answers at once: both take their time.
    void change_all(Stage& stage)
    {
        const bool light = appearance_->choice() == ThemeChoice::Light;
        appearance_->choose(light ? ThemeChoice::Dark : ThemeChoice::Light);
        look_again(stage, QStringLiteral(", another theme"));
        if (is_scaled())
            return;
        const QSize size = stage.window.size();
        stage.window.resize(size.width() == 1600 ? QSize(1280, 720) : QSize(1600, 900));
        Stage::settle();
        stage.window.resize(size);
        look_again(stage, QStringLiteral(", another size and back"));
    }
    static QWidget* dock(Stage& stage, const char* name)
    {
        return stage.window.findChild<QDockWidget*>(QString::fromLatin1(name));
    }
    static void raise(Stage& stage, const char* name)
    {
        dock(stage, name)->raise();
        Stage::settle();
    }

    void solve(Stage& stage)
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
            Stage::settle();
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
    void ask_why(Stage& stage)
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
    void click_numbers(Stage& stage)
    {
        WorkbenchPage& page = stage.window.page<WorkbenchPage>();
        int numbers = 0;
        for (const QLabel* number : page.readout().findChildren<QLabel*>()) {
            if (number->cursor().shape() != Qt::PointingHandCursor || number->textFormat() != Qt::RichText)
                continue; // the name of each
            raise(stage, "readout");
            QTest::mouseClick(const_cast<QLabel*>(number), Qt::LeftButton);
            Stage::settle();
            look_at(stage, page.why(), number->text().left(30) + QStringLiteral(" clicked"));
            ++numbers;
        }
        QVERIFY2(numbers > 10, qPrintable(QString::number(numbers)));
    }
    void click_segments(Stage& stage)
    {
        WorkbenchPage& page = stage.window.page<WorkbenchPage>();
        for (PicturePanel* panel : {&page.step_panel(), &page.memory_panel()})
            for (int part = 0; !panel->rect_of(part).isEmpty(); ++part) {
                raise(stage, "step");
                QTest::mouseClick(panel, Qt::LeftButton, {}, panel->rect_of(part).center().toPoint());
                Stage::settle();
                look_at(stage, page.why(), QStringLiteral("segment %1 clicked").arg(part));
            }
    }
    void click_plans(Stage& stage)
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
    void click_runs(Stage& stage)
    {
        EvidencePage& page = stage.window.page<EvidencePage>();
        stage.window.show_page(page);
        stage.window.evidence().load();
        stage.window.evidence().wait();
        Stage::settle();
        raise(stage, "run");
        for (const std::size_t share : {0, 3, 7}) {
            const evidence::Row& row
                = stage.window.evidence().evidence().sample.rows[page.shown()[page.shown().size() * share / 8]];
            page.select(row.id);
            Stage::settle();
            look_at(stage, page.run(), QString::fromStdString(row.id));
        }
        look_before_and_after(stage, page, "run", page.run(), QStringLiteral("a run"));
    }

private slots:
    void initTestCase() { set_up(); }

    void the_answer_of_a_click_is_seen_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1440 x 900") << QSize(1440, 900);
        if (is_scaled())
            return;
        QTest::newRow("1280 x 720") << QSize(1280, 720);
        QTest::newRow("1920 x 1080") << QSize(1920, 1080);
    }
    void the_answer_of_a_click_is_seen()
    {
        QFETCH(QSize, size);
        Stage stage(catalog_, *appearance_, size);
        stage.wait_for_searches();
        missing_.clear();
        answers_.clear();
        solve(stage);
        ask_why(stage);
        click_numbers(stage);
        click_segments(stage);
        click_plans(stage);
        click_runs(stage);
        change_all(stage);
        appearance_->choose(ThemeChoice::Light);
        for (const QString& one : missing_)
            qWarning("%s", qPrintable(one));
        QVERIFY(missing_.isEmpty());
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
