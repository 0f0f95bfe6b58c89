// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/field_undo.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>

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

} // namespace plateau::ui
