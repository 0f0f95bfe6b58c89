// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include <vector>

/// What the keyboard does in the window as a whole.
namespace plateau::ui {

/// What F6 goes through: the tools, the panels that are seen and the page in the centre, from the left and the top.
std::vector<QWidget*> regions(const QMainWindow& window);

/// The keyboard to the next region, direction -1 to the one before: where it was last in it, else to its first control.
void go_to_region(const QMainWindow& window, int direction);

/// The keys of every command of the window, as a Markdown table: those of the menus in their order, then those of plots
/// and panels.
QString shortcuts_table(const QMainWindow& window);

} // namespace plateau::ui
