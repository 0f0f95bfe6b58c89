// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ui/panels/page.h"

class QDockWidget;
class QMainWindow;

namespace plateau::ui {

/// How much room the window has.
enum class Room { Compact, Usual, Wide };

/// The panels beside the pages: those of the active page are shown, as the user left them; the others wait.
class PageDocks final {
public:
    explicit PageDocks(QMainWindow& window) : window_(window) { }

    void add(Page& page);
    void show(const Page& page, Room room);
    /// All panels of the page back in their places.
    void reset(const Page& page, Room room);
    /// Brings a panel to the front, opened if it was closed.
    void raise(const QWidget* content);
    void raise(const QString& name);
    /// A panel above the right ones of every page, which become tabs below it; nothing: there is none any more. To be
    /// followed by show().
    void set_guest(const std::optional<PageDock>& guest);
    std::vector<QAction*> toggles(const Page& page) const;

private:
    struct Place {
        QDockWidget* dock;
        PageDock described;
    };
    QDockWidget* dock_of(const PageDock& described);
    std::vector<Place> places(const Page& page, Qt::DockWidgetArea area) const;
    void arrange(const std::vector<Place>& column, Room room);

    QMainWindow& window_;
    std::map<const QWidget*, QDockWidget*> docks_; ///< by content
    std::map<const Page*, std::vector<Place>> pages_;
    std::map<const Page*, std::vector<QDockWidget*>> closed_; ///< by the user
    const Page* active_ = nullptr;
    std::optional<Place> guest_;
};

} // namespace plateau::ui
