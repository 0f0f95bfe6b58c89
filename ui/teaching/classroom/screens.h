// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScreen;
class QWidget;

namespace plateau::ui {

/// The screen that a class looks at: one beside the first, as a projector is; with one screen alone that one.
QScreen* screen_of_class(const QWidget& window);
/// The first screen that the window is not on; null with one screen.
QScreen* screen_beside(const QWidget& window);
/// The whole of a screen, wherever the window was before.
void fill_screen(QWidget& window, const QScreen& screen);

} // namespace plateau::ui
