// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/window_filters.h"

#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWindow>

#include "ui/controls/controls.h"

namespace plateau::ui {

namespace {

bool is_undo(const QKeyEvent& event) { return event.key() == Qt::Key_Z && event.modifiers() == Qt::ControlModifier; }

bool is_redo(const QKeyEvent& event)
{
    return (event.key() == Qt::Key_Z && event.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier))
        || (event.key() == Qt::Key_Y && event.modifiers() == Qt::ControlModifier);
}

} // namespace

FieldUndo::FieldUndo(QWidget& window) : QObject(&window), window_(window) { qApp->installEventFilter(this); }

bool FieldUndo::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    auto* field = qobject_cast<QLineEdit*>(watched);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (!field || field->window() != &window_ || !(is_undo(key) || is_redo(key)))
        return false;
    auto* value = qobject_cast<ValueField*>(field);
    const bool typing = value ? value->is_typing() : field->isModified();
    if (event->type() == QEvent::ShortcutOverride) {
        event->setAccepted(typing); // else the shortcut of the window takes it
        return true;
    }
    if (!typing || !value)
        return false;
    if (is_undo(key))
        value->give_up();
    return true;
}

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
