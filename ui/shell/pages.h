// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <QUndoGroup>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/pages/panels/page.h"

namespace plateau::ui {

/// What the window knows of a page before it is built.
struct PageRow {
    const QMetaObject* type; ///< of its class
    QString title; ///< of its tab
    const char* name; ///< in the tables of views and docks
    const char* subject; ///< its place in resources/help/window.md
    std::function<Page*()> build;
};

/// The centre of the window: one page of several. A page is built when somebody first asks for it.
class Pages final : public QStackedWidget {
    Q_OBJECT
public:
    explicit Pages(QWidget* parent);

    /// Once, in the order of the tabs.
    void set_rows(std::vector<PageRow> rows);
    const std::vector<PageRow>& rows() const { return rows_; }
    Page& at(std::size_t row);
    template<class P>
    P& page()
    {
        return *qobject_cast<P*>(&at(row_of(P::staticMetaObject)));
    }
    /// Null: nobody asked for it yet.
    template<class P>
    P* built() const
    {
        return qobject_cast<P*>(built_[row_of(P::staticMetaObject)]);
    }

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
    std::size_t row_of(const QMetaObject& type) const;

    std::vector<PageRow> rows_;
    std::vector<Page*> built_; ///< beside the rows
    Page* active_ = nullptr;
    QUndoGroup undo_;
    std::optional<bool> compact_;
};

} // namespace plateau::ui
