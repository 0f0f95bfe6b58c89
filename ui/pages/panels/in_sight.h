// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QShowEvent>
#include <QWidget>

/// Panels behind another tab are visible to Qt, which keeps them beyond the edge of the window.
namespace plateau::ui {

/// What is not need not be filled before it comes there.
inline bool is_in_sight(const QWidget& panel) { return panel.isVisible() && !panel.visibleRegion().isEmpty(); }

/// Its tab was brought to the front: it hears of that as when it is shown.
inline void come_into_sight(QWidget& panel)
{
    QShowEvent shown;
    QCoreApplication::sendEvent(&panel, &shown);
}

} // namespace plateau::ui
