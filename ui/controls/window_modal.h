// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace plateau::ui {

/// While it lives, a dialog holds up the window it belongs to and no other: one over a window that is minimized leaves
/// the classroom its keys.
class DialogsHoldUpTheirWindow final : public QObject {
public:
    explicit DialogsHoldUpTheirWindow(QObject* owner);
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace plateau::ui
