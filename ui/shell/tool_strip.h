// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

#include <vector>

class QTabBar;
class QToolButton;

namespace plateau::ui {

class Pages;

/// The bar below the menus: a tab for each page at the left, commands at the right; it cannot be moved or hidden.
class ToolStrip final : public QToolBar {
    Q_OBJECT
public:
    /// The first and the last group are shown as icons alone.
    ToolStrip(Pages& pages, const std::vector<std::vector<QAction*>>& groups, QWidget* parent);

    QToolButton* button(QAction* action) const;
    void set_compact(bool compact);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QTabBar* build_tabs(Pages& pages);

    std::vector<QAction*> icons_alone_;
};

} // namespace plateau::ui
