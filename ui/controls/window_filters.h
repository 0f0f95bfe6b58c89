// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

/// What is the same for all fields and dialogs of a window.
namespace plateau::ui {

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
