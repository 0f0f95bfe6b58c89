// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages.h"

#include <QScrollArea>

#include <algorithm>
#include <string_view>

#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/document/edited_question.h"

namespace plateau::ui {

namespace {

constexpr QSize least_size{380, 300}; ///< a page that needs more scrolls

/// The scroll area around a page and its viewport.
QWidget* area_of(const Page& page) { return page.parentWidget()->parentWidget(); }

const std::vector<PageRow>& rows() { return registers().pages; }

} // namespace

Pages::Pages(QWidget* parent) : QStackedWidget(parent), built_(rows().size(), nullptr) { setMinimumSize(least_size); }

std::size_t Pages::row_of(const QMetaObject& type)
{
    const auto found = std::ranges::find(rows(), &type, &PageRow::type);
    return static_cast<std::size_t>(found - rows().begin());
}

const PageRow& Pages::row(const Page& page) const
{
    return rows()[static_cast<std::size_t>(std::ranges::find(built_, &page) - built_.begin())];
}

std::vector<Page*> Pages::built() const
{
    std::vector<Page*> all = built_;
    std::erase(all, nullptr);
    return all;
}

std::size_t Pages::active_row() const
{
    return static_cast<std::size_t>(std::find(built_.begin(), built_.end(), active_) - built_.begin());
}

Page& Pages::at(std::size_t row)
{
    if (!built_[row]) {
        const PageRow& described = rows()[row];
        Page* page = built_[row] = described.build(*parts_);
        for (const PanelRow& panel : registers().panels)
            if (std::string_view(panel.page) == described.name)
                page->add_panel(panel.dock, *panel.build(*parts_, *page));
        set_subject(page, QStringLiteral("window.md#") + QLatin1String(described.subject));
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
    for (std::size_t row = 0; row < rows().size(); ++row)
        if (name == rows()[row].name)
            go_to(at(row));
}

Page* Pages::with_work(const std::string& name)
{
    const auto found = std::ranges::find(rows(), name, &PageRow::work);
    return found == rows().end() ? nullptr : &at(static_cast<std::size_t>(found - rows().begin()));
}

bool Pages::shows_runs() const { return std::ranges::any_of(rows(), &PageRow::shows_runs); }

void Pages::show_run(const std::string& id)
{
    const auto found = std::ranges::find(rows(), true, &PageRow::shows_runs);
    Page& page = at(static_cast<std::size_t>(found - rows().begin()));
    go_to(page);
    page.show_run(id);
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
