// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QObject>
#include <QWidget>

/// How few Tabs lead past many controls.
namespace plateau::ui {

/// Does Tab stop here, now or once the keyboard is inside the gate around it?
bool is_tab_stop(const QWidget& widget);
/// setFocusPolicy() for what a gate may be around.
void set_focus_policy(QWidget& widget, Qt::FocusPolicy policy);

/// Tab goes past what is inside until the keyboard is in it; then from one to the next, and out at its end.
class TabGate final : public QObject {
public:
    explicit TabGate(QWidget& inside);
    /// For what is put inside later, once it is whole.
    void hold(QWidget& added) const;
    /// The keyboard to the first that Tab would stop at; false: there is none.
    bool enter();

private:
    void set_open(bool open);

    QWidget& inside_;
    bool open_ = false;
};

/// Has Tab stop at one of many controls, the one that had the keyboard last. Arrows go from one to the next, Home and
/// End to the first and the last.
class OneTabStop final : public QObject {
public:
    explicit OneTabStop(QWidget& holder);
    void add(QWidget& control);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool can_stop(const QWidget& control) const;
    void settle();
    QWidget* reached(const QWidget& from, int key) const;

    QWidget& holder_;
    std::vector<QWidget*> controls_;
    QWidget* stop_ = nullptr;
};

// What is the same for all fields and dialogs of a window.

/// One undo for a window: Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y in a text field are the window's, except while something
/// typed there is not committed yet; then Ctrl+Z gives back what stood there before typing.
class FieldUndo final : public QObject {
    Q_OBJECT
public:
    explicit FieldUndo(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& window_;
};

/// While it lives, a dialog holds up the window it belongs to and no other: one over a window that is minimized leaves
/// the classroom its keys.
class DialogsHoldUpTheirWindow final : public QObject {
public:
    explicit DialogsHoldUpTheirWindow(QObject* owner);
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace plateau::ui
