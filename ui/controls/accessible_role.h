// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QVariant>
#include <QWidget>

namespace plateau::ui {

inline constexpr const char* role_property = "plateau_role";

/// What a widget that paints itself, or holds labels, is to screen readers.
inline void set_role(QWidget* widget, QAccessible::Role role) { widget->setProperty(role_property, int(role)); }

} // namespace plateau::ui
