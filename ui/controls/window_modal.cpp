// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/window_modal.h"

#include <QCoreApplication>
#include <QDialog>
#include <QEvent>
#include <QWindow>

namespace plateau::ui {

DialogsHoldUpTheirWindow::DialogsHoldUpTheirWindow(QObject* owner) : QObject(owner)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool DialogsHoldUpTheirWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Polish) // comes before a dialog is on the screen: later is too late
        return false;
    if (auto* dialog = qobject_cast<QDialog*>(watched);
        dialog && dialog->parentWidget() && dialog->windowModality() == Qt::ApplicationModal) {
        dialog->setWindowModality(Qt::WindowModal);
        if (QWindow* made = dialog->windowHandle()) // with the modality of before
            made->setModality(Qt::WindowModal);
    }
    return false;
}

} // namespace plateau::ui
