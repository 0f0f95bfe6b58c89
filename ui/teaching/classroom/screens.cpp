// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/screens.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

namespace plateau::ui {

QScreen* screen_of_class(const QWidget& window)
{
    if (window.screen() != QGuiApplication::primaryScreen())
        return window.screen();
    QScreen* other = screen_beside(window);
    return other ? other : window.screen();
}

QScreen* screen_beside(const QWidget& window)
{
    for (QScreen* screen : QGuiApplication::screens()) // the primary one stands first
        if (screen != window.screen())
            return screen;
    return nullptr;
}

void fill_screen(QWidget& window, const QScreen& screen)
{
    if (window.isVisible() && window.isFullScreen())
        window.showNormal(); // else it stays on its screen
    window.setGeometry(screen.geometry());
    window.showFullScreen();
}

} // namespace plateau::ui
