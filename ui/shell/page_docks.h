// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ui/pages/panels/page.h"

class QAction;
class QDockWidget;
class QMainWindow;
class QTabBar;

namespace plateau::ui {

/// How much room the window has.
enum class Room { Compact, Usual, Wide };

/// The panels beside the pages: those of the active page are shown, as the user left them; the others wait. The panels
/// of a side stand one above the other where those in front can be seen whole, else they are tabs; only a list may
/// scroll. What was in front is in front again when its page comes back. A side folds where the window has no room for
/// both sides and the page; its action in the tools opens it.
class PageDocks final : public QObject {
public:
    explicit PageDocks(QMainWindow& window);

    void add(Page& page);
    void show(const Page& page);
    Room room() const { return room_; }
    void set_room(Room room);
    /// All panels of the active page back in their places.
    void reset();
    /// Brings a panel to the front, opened if it was closed.
    void raise(const QWidget* content);
    void raise(const QString& name);
    /// A panel above the right ones of every page, which become tabs below it; nothing: there is none any more.
    void set_guest(const std::optional<PageDock>& guest);
    std::vector<QAction*> toggles() const; ///< of the active page's panels
    std::vector<bool> open() const; ///< beside them: not closed by the user
    void set_open(const std::vector<bool>& open);
    /// The sides as the window's width allows.
    void fold();
    QAction* fold_action(views::Dock::Side side) const; ///< checked: it is open

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Member {
        QDockWidget* dock;
        views::Dock row;
        QWidget* content;
        bool is_among_rows = false; ///< of parameters, in its column
    };
    /// The members of a side, from the top; those that stand in one place: one, or tabs.
    using Column = std::vector<Member>;
    using Group = std::vector<Member>;

    QDockWidget* dock_of(const PageDock& panel);
    Column column(const Page& page, views::Dock::Side side) const;
    bool has_guest(const Column& column) const; ///< at its head
    static Group seen_of(const Column& column); ///< in the window, not closed
    std::vector<Group> groups(const Column& column) const;
    /// The one of them that the person last looked at.
    const Member& front(const Group& group) const;
    int looks_at(const QDockWidget* dock) const;
    int wanted_height(const Group& group) const;
    int column_height() const;
    bool fits(const Column& column) const;
    bool joins(const Member& member) const;
    void arrange(const Column& column);
    void stack(const std::vector<Group>& groups);
    /// An answer made a panel longer: they make room for it, or become tabs.
    void make_room();
    void make_room(views::Dock::Side side);
    void become_tabs_if_cut(const Page& page, views::Dock::Side side);
    void become_tabs(const Column& column);
    void dress(QTabBar& bar) const;
    QList<QTabBar*> tab_bars() const;
    void arrange_all();
    void come_to_front(QDockWidget* dock);
    void look_at(const QDockWidget* dock);
    int least_room(views::Dock::Side side) const; ///< pixels; 0: nothing stands there
    bool is_folded(views::Dock::Side side) const;
    void set_folded(views::Dock::Side side, bool folded);
    void open_side(views::Dock::Side side);

    QMainWindow& window_;
    std::map<const QWidget*, QDockWidget*> docks_; ///< by content
    std::map<const Page*, Column> pages_;
    std::map<const Page*, std::set<const QDockWidget*>> closed_; ///< by the user
    const Page* active_ = nullptr;
    Room room_ = Room::Usual;
    std::set<views::Dock::Side> tabbed_; ///< of the active page, until it or the window's size is another one
    std::map<const QDockWidget*, int> seen_; ///< the later it came to the front the higher
    int looks_ = 0;
    bool arranging_ = false;
    bool moved_ = false; ///< another size of the window or another panel in front, since they last took their places
    QTimer later_;
    std::optional<Member> guest_;
    std::map<views::Dock::Side, QAction*> fold_actions_;
    std::set<QDockWidget*> folded_; ///< hidden with their side
    std::set<views::Dock::Side> shut_; ///< by the user, however wide the window is
    std::optional<views::Dock::Side> opened_; ///< by the user, where there is no room for both
};

} // namespace plateau::ui
