// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScreen;
class QWidget;

namespace plateau::ui {

/// Where a class looks: the projector is a screen beside the first one; with one screen alone it is that.
QScreen* screen_of_class(const QWidget& window);
/// The first screen that the window is not on; null with one screen.
QScreen* screen_beside(const QWidget& window);
/// The whole of a screen, wherever the window was before.
void fill_screen(QWidget& window, const QScreen& screen);

} // namespace plateau::ui
