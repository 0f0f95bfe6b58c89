// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages.h"

#include <QScrollArea>

#include <algorithm>

#include "ui/controls/scrolling_column.h"
#include "ui/controls/subject.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

namespace {

constexpr QSize least_size{380, 300}; ///< a page that needs more scrolls

/// The scroll area around a page and its viewport.
QWidget* area_of(const Page& page) { return page.parentWidget()->parentWidget(); }

} // namespace

Pages::Pages(QWidget* parent) : QStackedWidget(parent) { setMinimumSize(least_size); }

void Pages::set_rows(std::vector<PageRow> rows)
{
    rows_ = std::move(rows);
    built_.assign(rows_.size(), nullptr);
}

std::size_t Pages::row_of(const QMetaObject& type) const
{
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const PageRow& row) { return row.type == &type; });
    return static_cast<std::size_t>(found - rows_.begin());
}

std::size_t Pages::active_row() const
{
    return static_cast<std::size_t>(std::find(built_.begin(), built_.end(), active_) - built_.begin());
}

Page& Pages::at(std::size_t row)
{
    if (!built_[row]) {
        Page* page = built_[row] = rows_[row].build();
        set_subject(page, QStringLiteral("window.md#") + QLatin1String(rows_[row].subject));
        QScrollArea* area = scrolled(page, this);
        area->setFocusPolicy(Qt::NoFocus); // the page has its own stops
        addWidget(area);
        emit page_built(*page);
        undo_.addStack(&page->document().undo_stack());
        if (compact_)
            page->set_compact(*compact_);
        connect(page, &Page::updated, this, [this, page] {
            if (active_ == page)
                emit updated();
        });
    }
    return *built_[row];
}

void Pages::go_to(Page& page)
{
    if (active_ == &page)
        return;
    if (active_)
        active_->set_active(false);
    active_ = &page;
    setCurrentWidget(area_of(page));
    undo_.setActiveStack(&page.document().undo_stack());
    emit turned(page);
    page.set_active(true);
    emit updated();
    emit shown(page);
}

void Pages::go_to(const std::string& name)
{
    for (std::size_t row = 0; row < rows_.size(); ++row)
        if (name == rows_[row].name)
            go_to(at(row));
}

void Pages::cover(QWidget* picture)
{
    if (picture && indexOf(picture) < 0)
        addWidget(picture);
    setCurrentWidget(picture ? picture : area_of(*active_));
}

void Pages::set_compact(bool compact)
{
    compact_ = compact;
    for (Page* page : built_)
        if (page)
            page->set_compact(compact);
}

} // namespace plateau::ui
