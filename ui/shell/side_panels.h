// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>
#include <QVariantMap>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ui/pages/panels/page.h"

class QAction;
class QScrollArea;
class QTabWidget;
class QVBoxLayout;

namespace plateau::ui {

class GroupHeader;

/// How much room the window has.
enum class Room { Compact, Usual, Wide };

/// A panel beside the page. At the left a tab names it and it scrolls; at the right it stands in a column that scrolls,
/// under a title that folds it.
class SidePanel final : public QWidget {
    Q_OBJECT
public:
    SidePanel(const PageDock& panel, QWidget* parent);

    const views::Dock& row() const { return row_; }
    QWidget& content() const { return content_; }
    QAction& toggle() const { return *toggle_; } ///< in the menu of panels; checked: it stands beside the active page
    bool is_folded() const;
    void set_folded(bool folded);
    void come_to_front() { emit wanted(); }
    /// Tells the content that it has come into sight, if it has.
    void look();

signals:
    void wanted(); ///< somebody wants to look at it
    void folded_by_hand();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void fit();

    const views::Dock row_;
    QWidget& content_;
    QAction* toggle_;
    GroupHeader* title_ = nullptr; ///< null: at the left
    bool seen_ = false;
};

/// The page of the window between its panels: tabs at the left, one column at the right. Those of the active page are
/// shown, as the person left them; the others wait. A side folds where the window has no room for both sides and the
/// page; its action in the tools opens it.
class SidePanels final : public QSplitter {
    Q_OBJECT
public:
    SidePanels(QWidget& centre, QWidget* parent);

    void add(Page& page, const char* name);
    void turn_to(const Page& page);
    Room room() const { return room_; }
    void set_room(Room room);
    /// All panels of the active page back as they are at first.
    void reset();
    /// Brings a panel of the active page to the front, opened if it was closed.
    void bring(const QString& name);
    /// A panel above the right ones of every page; nothing: there is none any more.
    void set_guest(const std::optional<PageDock>& guest);
    /// While it asks something the panels below it, which would tell, are out of sight.
    void set_guest_alone(bool alone);
    std::vector<QAction*> toggles() const; ///< of the active page's panels
    QAction* fold_action(views::Dock::Side side) const; ///< checked: it is open
    /// What a person did to the panels of each page, for the next start; what restore() cannot read it leaves.
    QVariantMap state() const;
    void restore(const QVariantMap& state);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    using Side = views::Dock::Side;
    struct Beside {
        QString page; ///< its name
        std::vector<SidePanel*> panels;
        SidePanel* used = nullptr; ///< of the right ones, last: it stays in view
    };

    SidePanel* made(const PageDock& panel);
    QVariantMap& by_hand() { return by_hand_[active_->page]; }
    /// What a person chose on the active page, or what is usual.
    QVariant chosen(const QString& key, const QVariant& usual) const;
    bool is_shown(const SidePanel& panel) const;
    void show_panel(SidePanel& panel, bool shown);
    void bring(SidePanel& panel);
    void arrange();
    void keep_in_view(SidePanel& panel);
    void scroll_to(const SidePanel& panel);
    void look();
    bool has_rows() const; ///< of parameters, at the left
    bool stands(Side side) const; ///< is there anything to show
    int least_room(Side side) const; ///< pixels; 0: nothing stands there
    bool is_folded(Side side) const;
    void open_side(Side side);
    void fit();

    std::map<QString, SidePanel*> made_; ///< by name
    std::map<const Page*, Beside> pages_;
    Beside* active_ = nullptr;
    /// What a person did, by the page's name: "NAME shown" and "NAME folded" of panels, "front" of the left ones,
    /// "left" and "right", the widths of the sides.
    std::map<QString, QVariantMap> by_hand_;
    SidePanel* guest_ = nullptr;
    bool guest_alone_ = false;
    Room room_ = Room::Usual;
    QTabWidget* tabs_;
    QWidget* right_;
    QVBoxLayout* above_; ///< the guest over the column
    QScrollArea* area_;
    QVBoxLayout* column_;
    std::map<Side, QAction*> fold_actions_;
    std::set<Side> shut_; ///< by the user, however wide the window is
    std::optional<Side> opened_; ///< by the user, where there is no room for both
};

} // namespace plateau::ui
