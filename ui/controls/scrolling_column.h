// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMargins;
class QScrollArea;
class QVBoxLayout;
class QWidget;

namespace plateau::ui {

/// Makes the area what a dock holds: it scrolls downwards only, never takes the focus itself, and shows this column.
QVBoxLayout* scrolling_column(QScrollArea& area, const QMargins& margins, int spacing);

/// The content behind scroll bars where it is larger than its place; without a frame, never taking the focus itself.
QScrollArea* scrolled(QWidget* content, QWidget* parent);

} // namespace plateau::ui
