// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QVariant>
#include <QWidget>

namespace plateau::ui {

/// What F1 explains of a control: the key of a parameter, a metric or a term, or a page of help and a place in it,
/// "window.md#readout". What a control does not say, what holds it does.
inline constexpr const char* subject_property = "plateau_subject";

inline void set_subject(QWidget* widget, const QString& subject) { widget->setProperty(subject_property, subject); }

inline QString subject_of(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget())
        if (const QString subject = widget->property(subject_property).toString(); !subject.isEmpty())
            return subject;
    return {};
}

inline constexpr const char* role_property = "plateau_role";

/// What a widget that paints itself, or holds labels, is to screen readers.
inline void set_role(QWidget* widget, QAccessible::Role role) { widget->setProperty(role_property, int(role)); }

} // namespace plateau::ui
