// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/tab_stops.h"

#include <algorithm>

#include <QApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QWindow>

#include "ui/controls/controls.h"

namespace plateau::ui {

namespace {

constexpr const char* held_policy = "plateau_held_policy"; ///< what a closed gate has taken

Qt::FocusPolicy without_tab(Qt::FocusPolicy policy) { return static_cast<Qt::FocusPolicy>(policy & ~Qt::TabFocus); }

Qt::FocusPolicy own_policy(const QWidget& widget)
{
    const QVariant held = widget.property(held_policy);
    return held.isValid() ? static_cast<Qt::FocusPolicy>(held.toInt()) : widget.focusPolicy();
}

void hold_one(QWidget& widget)
{
    if (widget.property(held_policy).isValid() || (widget.focusPolicy() & Qt::TabFocus) == 0)
        return;
    widget.setProperty(held_policy, static_cast<int>(widget.focusPolicy()));
    widget.setFocusPolicy(without_tab(widget.focusPolicy()));
}

void release_one(QWidget& widget)
{
    const Qt::FocusPolicy policy = own_policy(widget);
    widget.setProperty(held_policy, QVariant());
    widget.setFocusPolicy(policy);
}

} // namespace

bool is_tab_stop(const QWidget& widget)
{
    return (own_policy(widget) & Qt::TabFocus) != 0 && widget.isVisible() && widget.isEnabled();
}

void set_focus_policy(QWidget& widget, Qt::FocusPolicy policy)
{
    const bool held = widget.property(held_policy).isValid();
    if (held)
        widget.setProperty(held_policy, static_cast<int>(policy));
    widget.setFocusPolicy(held ? without_tab(policy) : policy);
}

TabGate::TabGate(QWidget& inside) : QObject(&inside), inside_(inside)
{
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        if (now && now->window() == inside_.window()) // a list that opened keeps it as it is
            set_open(inside_.isAncestorOf(now));
    });
}

void TabGate::hold(QWidget& added) const
{
    if (open_)
        return;
    hold_one(added);
    for (QWidget* each : added.findChildren<QWidget*>())
        hold_one(*each);
}

void TabGate::set_open(bool open)
{
    if (open == open_)
        return;
    open_ = open;
    for (QWidget* each : inside_.findChildren<QWidget*>())
        open ? release_one(*each) : hold_one(*each);
}

bool TabGate::enter()
{
    for (QWidget* next = inside_.nextInFocusChain(); next && next != &inside_; next = next->nextInFocusChain())
        if (inside_.isAncestorOf(next) && is_tab_stop(*next)) {
            next->setFocus(Qt::TabFocusReason);
            return true;
        }
    return false;
}

OneTabStop::OneTabStop(QWidget& holder) : QObject(&holder), holder_(holder) { }

void OneTabStop::add(QWidget& control)
{
    controls_.push_back(&control);
    control.installEventFilter(this);
    connect(&control, &QObject::destroyed, this, [this, gone = &control] {
        std::erase(controls_, gone);
        stop_ = stop_ == gone ? nullptr : stop_;
    });
    control.setFocusPolicy(Qt::ClickFocus);
    settle();
}

bool OneTabStop::can_stop(const QWidget& control) const { return control.isEnabled() && control.isVisibleTo(&holder_); }

void OneTabStop::settle()
{
    if (stop_ && can_stop(*stop_))
        return;
    const auto first
        = std::find_if(controls_.begin(), controls_.end(), [this](const QWidget* each) { return can_stop(*each); });
    if (stop_)
        stop_->setFocusPolicy(Qt::ClickFocus);
    stop_ = first == controls_.end() ? nullptr : *first;
    if (stop_)
        stop_->setFocusPolicy(Qt::StrongFocus);
}

QWidget* OneTabStop::reached(const QWidget& from, int key) const
{
    std::vector<QWidget*> all;
    std::copy_if(controls_.begin(), controls_.end(), std::back_inserter(all),
                 [this](const QWidget* each) { return can_stop(*each); });
    const auto at = std::find(all.begin(), all.end(), &from);
    if (at == all.end())
        return nullptr;
    switch (key) {
    case Qt::Key_Home:
        return all.front();
    case Qt::Key_End:
        return all.back();
    case Qt::Key_Down:
    case Qt::Key_Right:
        return at + 1 == all.end() ? *at : *(at + 1);
    case Qt::Key_Up:
    case Qt::Key_Left:
        return at == all.begin() ? *at : *(at - 1);
    default:
        return nullptr;
    }
}

bool OneTabStop::eventFilter(QObject* watched, QEvent* event)
{
    auto* control = qobject_cast<QWidget*>(watched);
    switch (event->type()) {
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        QWidget* next = key->modifiers() == Qt::NoModifier ? reached(*control, key->key()) : nullptr;
        if (next)
            next->setFocus(Qt::TabFocusReason);
        return next != nullptr;
    }
    case QEvent::FocusIn:
        if (stop_ && stop_ != control)
            stop_->setFocusPolicy(Qt::ClickFocus);
        stop_ = control;
        stop_->setFocusPolicy(Qt::StrongFocus);
        return false;
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
    case QEvent::EnabledChange:
        settle();
        return false;
    default:
        return false;
    }
}

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
