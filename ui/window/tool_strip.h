// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QToolBar>

#include "ui/base/appearance.h"

namespace plateau::ui {

/// The row under the menus: flat, with one line below that a selected tab's underline stands on.
class ToolStrip final : public QToolBar {
    Q_OBJECT
public:
    using QToolBar::QToolBar;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), theme_of(this).window);
        painter.fillRect(QRect(0, height() - 1, width(), 1), theme_of(this).divider);
    }
};

} // namespace plateau::ui
