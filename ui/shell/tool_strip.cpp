// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/tool_strip.h"

#include <QPainter>
#include <QTabBar>
#include <QToolButton>

#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/shell/pages.h"

namespace plateau::ui {

namespace {

constexpr int strip_height = 40;

} // namespace

ToolStrip::ToolStrip(Pages& pages, const std::vector<std::vector<QAction*>>& groups, QWidget* parent)
    : QToolBar(tr("Tools"), parent), icons_alone_(groups.front())
{
    setObjectName(QStringLiteral("tools"));
    set_subject(this, QStringLiteral("window.md#tools"));
    setMovable(false);
    setFloatable(false);
    setIconSize({16, 16});
    setFixedHeight(strip_height);
    setContextMenuPolicy(Qt::PreventContextMenu);
    icons_alone_.insert(icons_alone_.end(), groups.back().begin(), groups.back().end());
    addWidget(build_tabs(pages));
    auto* spacer = new QWidget(this);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(spacer);
    for (const std::vector<QAction*>& group : groups) {
        if (&group != &groups.front())
            addSeparator();
        for (QAction* action : group) {
            addAction(action);
            button(action)->setFocusPolicy(Qt::StrongFocus);
            button(action)->setAccessibleName(action->toolTip());
        }
    }
}

QTabBar* ToolStrip::build_tabs(Pages& pages)
{
    auto* tabs = new QTabBar(this);
    tabs->setObjectName(QStringLiteral("pages"));
    tabs->setDocumentMode(true);
    tabs->setDrawBase(false);
    tabs->setExpanding(false);
    tabs->setAccessibleName(tr("Pages"));
    tabs->setFixedHeight(strip_height);
    for (const PageRow& row : registers().pages)
        tabs->addTab(row.title());
    connect(tabs, &QTabBar::currentChanged, this,
            [&pages](int row) { pages.go_to(pages.at(static_cast<std::size_t>(row))); });
    connect(&pages, &Pages::turned, tabs, [&pages, tabs] {
        tabs->setCurrentIndex(static_cast<int>(pages.active_row()));
        tabs->updateGeometry(); // the current one is bold, so the row's width changes
    });
    return tabs;
}

QToolButton* ToolStrip::button(QAction* action) const { return qobject_cast<QToolButton*>(widgetForAction(action)); }

void ToolStrip::set_compact(bool compact)
{
    setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    for (QAction* action : icons_alone_)
        button(action)->setToolButtonStyle(Qt::ToolButtonIconOnly);
}

void ToolStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme_of(this).divider);
}

} // namespace plateau::ui
