// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/cursor_halo.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWindow>

namespace plateau::ui {

CursorHalo::CursorHalo(QWidget& window) : QWidget(&window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    window.installEventFilter(this);
    hide();
}

void CursorHalo::set_radius(int pixels) { resize(2 * pixels, 2 * pixels); }

/// The window system's own window hears of every move, whatever widget is below.
bool CursorHalo::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && watched == parent() && window()->windowHandle())
        window()->windowHandle()->installEventFilter(this);
    if (event->type() == QEvent::Leave && watched == parent())
        hide();
    if (event->type() == QEvent::MouseMove && watched == window()->windowHandle()) {
        const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
        move(at - rect().center());
        raise();
        show();
    }
    return QWidget::eventFilter(watched, event);
}

void CursorHalo::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xF0, 0xE4, 0x42, 128));
    painter.drawEllipse(rect());
}

} // namespace plateau::ui
