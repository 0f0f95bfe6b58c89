// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;

namespace plateau::ui {

/// The keys of every command of the window, as a Markdown table: those of the menus in their order, then those of plots
/// and panels.
QString shortcuts_table(const QMainWindow& window);

} // namespace plateau::ui
