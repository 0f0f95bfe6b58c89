// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace plateau::ui {

/// A ring of light round the pointer, which a class in the last row sees too.
class CursorHalo final : public QWidget {
    Q_OBJECT
public:
    explicit CursorHalo(QWidget& window);

    void set_radius(int pixels);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace plateau::ui
