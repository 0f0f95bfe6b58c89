// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QMenu>
#include <QScrollArea>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>

#include "tests/ui/window_stage.h"
#include "ui/controls/sentence.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/shell/side_panels.h"

namespace plateau::test {

/// The smallest window, and a hand that clicks on what is seen and counts.
struct Hand : Stage {
    int clicks = 0;

    Hand(const std::shared_ptr<const catalog::Catalog>& catalog, Appearance& appearance,
         const char* scenario = "fernandez-weak-scaling")
        : Stage(catalog, appearance, {1280, 720}, scenario)
    {
        wait_for_searches();
    }
    void click(QWidget& widget, QPoint at)
    {
        if (!widget.visibleRegion().contains(at))
            qFatal("%s is not in sight", widget.metaObject()->className());
        ++clicks;
        QTest::mouseClick(&widget, Qt::LeftButton, {}, at);
        settle();
    }
    void click(QWidget& widget) { click(widget, widget.rect().center()); }
    /// Of a menu that stands open.
    void click(QMenu& menu, const QString& words)
    {
        for (QAction* action : menu.actions())
            if (action->text().remove(QLatin1Char('&')).startsWith(words))
                return click(menu, menu.actionGeometry(action).center());
        qFatal("no such item");
    }
    QToolButton& tool(const QString& words)
    {
        for (auto* button : window.findChildren<QToolButton*>())
            if (button->defaultAction() && button->defaultAction()->text().remove(QLatin1Char('&')) == words)
                return *button;
        qFatal("no such tool");
    }
    /// The tab of a page or of a panel, or the title of one.
    void click_tab(const QString& words)
    {
        for (auto* bar : window.findChildren<QTabBar*>())
            for (int i = 0; i < bar->count(); ++i)
                if (bar->isVisible() && bar->tabText(i) == words)
                    return click(*bar, bar->tabRect(i).center());
        for (auto* panel : window.findChildren<SidePanel*>())
            if (QLatin1String(panel->row().short_title) == words) {
                auto& header = *panel->findChild<GroupHeader*>();
                for (QWidget* around = &header; (around = around->parentWidget());)
                    if (auto* column = qobject_cast<QScrollArea*>(around))
                        column->ensureWidgetVisible(&header); // with the wheel
                return click(header, {20, 14});
            }
        qFatal("no such tab");
    }
    /// The number of a row of the read-out, the own one or that of a pin.
    QLabel& number(const QString& name)
    {
        for (auto* label : window.page<WorkbenchPage>().readout().findChildren<QLabel*>())
            if (label->accessibleName().startsWith(name + QLatin1Char(' ')))
                return *label;
        qFatal("no such number");
    }
    /// A click into a field marks its number.
    void type_into(const std::string& key, const QString& words)
    {
        auto* field = control<ValueField>(key);
        click(*field);
        QTest::keyClicks(field, words);
        QTest::keyClick(field, Qt::Key_Return);
        wait_for_searches();
    }
    /// Into the field that finds and sets everything, and so many entries down: no click.
    void say(const QString& words, int down = 0)
    {
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        settle();
        QWidget* field = QApplication::focusWidget();
        QTest::keyClicks(field, words);
        settle();
        for (int step = 0; step < down; ++step)
            QTest::keyClick(field, Qt::Key_Down);
        QTest::keyClick(field, Qt::Key_Return);
        wait_for_searches();
    }
    /// What a page says below its question.
    static QString sentence(const QWidget& page)
    {
        const auto* said = page.findChild<Sentence*>();
        if (!said || said->visibleRegion().isEmpty())
            qFatal("no sentence is in sight");
        return said->text().replace(QChar(0xa0), QLatin1Char(' '));
    }
    bool is_seen(const QWidget& widget) const { return widget.isVisible() && !widget.visibleRegion().isEmpty(); }
    void set(const char* key, const char* value)
    {
        if (!document.edit_text(key, value))
            qFatal("refused");
        wait_for_searches();
    }
};

/// Does something as soon as such a window is in front: it waits for an answer.
template<class Window>
void when_asked(Hand& hand, std::function<void(Window&)> answer)
{
    auto* wait = new QTimer(&hand.window);
    QObject::connect(wait, &QTimer::timeout, &hand.window, [wait, answer] {
        QWidget* front
            = QApplication::activePopupWidget() ? QApplication::activePopupWidget() : QApplication::activeModalWidget();
        auto* asking = qobject_cast<Window*>(front);
        if (!asking || !asking->isVisible())
            return;
        wait->stop();
        wait->deleteLater();
        answer(*asking);
    });
    wait->start(20);
}

} // namespace plateau::test
