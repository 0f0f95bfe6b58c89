// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcuts.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace plateau::ui {

namespace {

QString cell(QString words) { return words.replace(u'\\', QLatin1String("\\\\")).replace(u'|', QLatin1String("\\|")); }

QString keys_of(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts())
        keys << sequence.toString(QKeySequence::NativeText);
    return keys.join(QLatin1String(", "));
}

void add(const QAction& action, QStringList& rows)
{
    QString words = action.text();
    words.remove(u'&').remove(QLatin1String("..."));
    const QString row = QStringLiteral("| %1 | %2 |").arg(cell(keys_of(action)), cell(words.trimmed()));
    if (!action.shortcuts().isEmpty() && !words.trimmed().isEmpty() && !rows.contains(row))
        rows << row;
}

void add_menu(const QMenu& menu, QStringList& rows)
{
    for (const QAction* action : menu.actions()) {
        if (action->menu())
            add_menu(*action->menu(), rows);
        else
            add(*action, rows);
    }
}

} // namespace

QString shortcuts_table(const QMainWindow& window)
{
    QStringList rows;
    for (const QAction* action : window.menuBar()->actions())
        if (action->menu())
            add_menu(*action->menu(), rows);
    for (const QAction* action : window.findChildren<QAction*>())
        add(*action, rows);
    return QStringLiteral("| %1 | %2 |\n|---|---|\n%3\n")
        .arg(QCoreApplication::translate("help", "keys"), QCoreApplication::translate("help", "command"),
             rows.join(u'\n'));
}

} // namespace plateau::ui
