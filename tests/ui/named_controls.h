// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>
#include <QTabBar>
#include <QtTest>

namespace plateau::test {

/// What a person can act on: it takes the keyboard, or a click.
inline bool is_interactive(const QWidget& widget)
{
    const bool acts = widget.focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(&widget);
    const bool inside = widget.inherits("QAbstractScrollArea") && widget.findChild<QAbstractButton*>();
    // Parts of a control that is named as a whole; a window takes the keyboard for what it holds.
    const bool part = widget.focusProxy() || widget.isWindow() || widget.inherits("QScrollArea") || inside
        || widget.inherits("QScrollBar") || widget.inherits("QLineEditIconButton") || widget.inherits("QSplitterHandle")
        || (widget.parentWidget() && widget.parentWidget()->inherits("QAbstractSpinBox"));
    const auto* tabs = qobject_cast<const QTabBar*>(&widget);
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const bool holds_nothing = (tabs && tabs->count() == 0) || (label && label->text().isEmpty());
    return acts && !part && !holds_nothing && widget.isVisible();
}

struct Node {
    QString place;
    QString name;
    QAccessible::Role role;
    QString value;
};

/// The accessibility tree of what is seen, controls only.
inline QList<Node> tree(const QWidget& top)
{
    QList<Node> nodes;
    for (QWidget* widget : top.findChildren<QWidget*>()) {
        if (!is_interactive(*widget) || widget->window() != top.window())
            continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        if (!face)
            qFatal("a widget without an interface");
        QString place = QString::fromLatin1(widget->metaObject()->className());
        for (QWidget* up = widget->parentWidget(); up && place.size() < 160; up = up->parentWidget())
            place += " < "
                + (up->objectName().isEmpty() ? QString::fromLatin1(up->metaObject()->className()) : up->objectName());
        nodes.append({place, face->text(QAccessible::Name), face->role(), face->text(QAccessible::Value)});
    }
    return nodes;
}

inline QStringList without_name_or_role(const QWidget& top)
{
    QStringList found;
    for (const Node& node : tree(top))
        if (node.name.trimmed().isEmpty() || node.role == QAccessible::NoRole || node.role == QAccessible::Client)
            found << QStringLiteral("%1 (name “%2”, role %3)").arg(node.place, node.name).arg(int(node.role));
    return found;
}

/// Every control in sight has a name and a role, and there are `least` of them or more.
inline void check_named(const QWidget& top, int least)
{
    const auto nodes = tree(top);
    QVERIFY2(nodes.size() >= least, qPrintable(QString::number(nodes.size())));
    const QStringList wrong = without_name_or_role(top);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

} // namespace plateau::test
