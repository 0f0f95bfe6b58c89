// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <QUndoGroup>

#include <optional>
#include <string>
#include <vector>

#include "ui/pages/panels/page.h"
#include "ui/shell/registers.h"

namespace plateau::ui {

/// The centre of the window: one page of several. A page is built when somebody first asks for it.
class Pages final : public QStackedWidget {
    Q_OBJECT
public:
    explicit Pages(QWidget* parent);

    /// Called once, before anybody asks for a page: what they are built from. It outlives this.
    void build_from(const WindowParts& parts) { parts_ = &parts; }
    Page& at(std::size_t row);
    const PageRow& row(const Page& page) const;
    template<class P>
    P& page()
    {
        return *qobject_cast<P*>(&at(row_of(P::staticMetaObject)));
    }
    /// The pages that somebody asked for, in the order of the tabs.
    std::vector<Page*> built() const;
    /// The page whose work has copies of this name; null: there is none.
    Page* with_work(const std::string& name);

    /// The page in front; there is one from the first go_to() on.
    Page& active() const { return *active_; }
    bool has_active() const { return active_ != nullptr; }
    std::size_t active_row() const;
    void go_to(Page& page);
    template<class P>
    P& go_to()
    {
        P& wanted = page<P>();
        go_to(wanted);
        return wanted;
    }
    /// Goes to the page of this name.
    void go_to(const std::string& name);
    /// Goes to the page that shows measured runs.
    void show_run(const std::string& id);
    bool shows_runs() const;
    /// A picture in place of the page, which stays active; null: the page.
    void cover(QWidget* picture);
    void set_compact(bool compact);
    QUndoGroup& undo() { return undo_; } ///< follows the active page

signals:
    void page_built(plateau::ui::Page& page);
    void turned(plateau::ui::Page& page); ///< another page is in front; it computes from now on
    void shown(plateau::ui::Page& page); ///< it has begun to
    void updated(); ///< what the active page says of itself

private:
    static std::size_t row_of(const QMetaObject& type);

    const WindowParts* parts_ = nullptr;
    std::vector<Page*> built_; ///< one for each row of the register; null: nobody asked for it yet
    Page* active_ = nullptr;
    QUndoGroup undo_;
    std::optional<bool> compact_;
};

} // namespace plateau::ui
