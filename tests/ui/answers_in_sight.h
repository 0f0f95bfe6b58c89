// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QtTest>

#include <utility>

#include "tests/ui/shown_plans.h"
#include "tests/ui/window_stage.h"
#include "ui/shell/side_panels.h"

namespace plateau::test {

/// Is all of it on the screen?
inline bool is_seen(const QWidget& widget)
{
    return widget.isVisible() && !widget.size().isEmpty()
        && QRegion(widget.rect()).subtracted(widget.visibleRegion()).isEmpty();
}

inline QString said_by(const QWidget& widget)
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
inline QStringList unseen(const QWidget& panel)
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

/// Answers of clicks are looked at when they come, after another page, and after changes of theme and size.
class AnswersInSight : public WindowTest {
protected:
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
    static SidePanel* dock(Stage& stage, const char* name)
    {
        return stage.window.findChild<SidePanel*>(QString::fromLatin1(name));
    }
    static void raise(Stage& stage, const char* name)
    {
        dock(stage, name)->come_to_front();
        Stage::settle();
    }
    static void add_sizes()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1440 x 900") << QSize(1440, 900);
        if (is_scaled())
            return;
        QTest::newRow("1280 x 720") << QSize(1280, 720);
        QTest::newRow("1920 x 1080") << QSize(1920, 1080);
    }
    /// Looks again after every change; what cannot be seen is named.
    void change_and_judge(Stage& stage)
    {
        change_all(stage);
        appearance_->choose(ThemeChoice::Light);
        answers_.clear();
        const QStringList missing = std::exchange(missing_, {});
        for (const QString& one : missing)
            qWarning("%s", qPrintable(one));
        QVERIFY(missing.isEmpty());
    }
};

} // namespace plateau::test
