// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QTextBlock>
#include <QtTest>

#include <set>

#include "core/help/pages.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/subject.h"
#include "ui/shell/help/help_window.h"

namespace plateau::test {

/// Where F1 leads from what can be clicked or has the keyboard.
struct Explained {
    QStringList nowhere; ///< controls without a place of their own in help
    std::set<QString> entries;

    void look(const QWidget& top)
    {
        Stage::settle();
        for (const QWidget* widget : top.findChildren<QWidget*>()) {
            const bool acts = widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(widget);
            if (!acts || !widget->isVisible() || widget->window() != top.window())
                continue;
            const QString subject = subject_of(widget);
            const QString entry = subject.contains(QLatin1String(".md"))
                ? subject
                : QString::fromStdString(help::entry_of(subject.toStdString()));
            if (entry.isEmpty() || !entry.contains(u'#'))
                nowhere << QStringLiteral("%1 “%2” in %3: “%4”")
                               .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName(),
                                    top.objectName(), subject);
            else
                entries.insert(entry);
        }
    }
    /// Every control seen so far leads to a place that is there.
    void judge(MainWindow& window) const
    {
        QVERIFY2(nowhere.isEmpty(), qPrintable(nowhere.join('\n')));
        for (const QString& entry : entries) {
            HelpWindow& opened = window.help().open(entry);
            QCOMPARE(opened.browser().page(), entry.section(QLatin1String(".md"), 0, 0));
            const QTextBlock place = opened.browser().textCursor().block();
            QVERIFY2(place.isValid() && place != opened.browser().document()->firstBlock(), qPrintable(entry));
        }
    }
};

} // namespace plateau::test
