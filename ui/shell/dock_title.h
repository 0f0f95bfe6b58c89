// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

class QLabel;
class QToolButton;

namespace plateau::ui {

/// A dock's title: its name, float, close.
class DockTitle final : public QWidget {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget& dock);

    /// Among tabs the tab is the title.
    void set_tabbed(bool tabbed);
    QSize sizeHint() const override { return {120, tabbed_ ? 0 : 32}; }
    QSize minimumSizeHint() const override { return {60, tabbed_ ? 0 : 32}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QDockWidget& dock_;
    QLabel* name_;
    QToolButton* float_;
    QToolButton* close_;
    bool tabbed_ = false;
};

} // namespace plateau::ui
