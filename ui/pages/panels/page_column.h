// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QVBoxLayout;
class QWidget;

namespace plateau::ui {

/// Pixels every page keeps from its edges.
inline constexpr int page_padding = 16;
inline constexpr int plot_inset = 8; ///< a plot keeps less: its labels stand inside it

/// The column of a page that begins with its question and the sentence that answers it.
QVBoxLayout* page_column(QWidget* page, QWidget* question, QWidget* sentence, int bottom_margin);
/// The controls of a page: what has no room in a line stands in the next. Words of choices are never cut.
QWidget* controls_row(std::initializer_list<QWidget*> controls);
/// The plot in the rest of the column.
void add_plot(QVBoxLayout* column, QWidget* plot);

} // namespace plateau::ui
