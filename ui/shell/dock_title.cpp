// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dock_title.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "ui/controls/appearance.h"
#include "ui/controls/tab_stops.h"

namespace plateau::ui {

DockTitle::DockTitle(QDockWidget& dock)
    : QWidget(&dock), dock_(dock), name_(new QLabel(dock.windowTitle(), this)), float_(new QToolButton(this)),
      close_(new QToolButton(this))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 0, 8, 1);
    line->setSpacing(4);
    name_->setFont(interface_font(12, 600));
    line->addWidget(name_);
    line->addStretch();
    auto* buttons = new OneTabStop(*this);
    for (QToolButton* button : {float_, close_}) {
        button->setObjectName(QStringLiteral("small"));
        button->setFixedSize(20, 20);
        button->setIconSize({14, 14});
        buttons->add(*button);
        line->addWidget(button);
    }
    connect(float_, &QToolButton::clicked, this, [this] { dock_.setFloating(!dock_.isFloating()); });
    connect(close_, &QToolButton::clicked, &dock_, &QDockWidget::close);
    connect(&dock_, &QDockWidget::topLevelChanged, this, &DockTitle::refresh);
    refresh();
}

void DockTitle::set_tabbed(bool tabbed)
{
    tabbed_ = tabbed;
    for (QWidget* widget : std::initializer_list<QWidget*>{name_, float_, close_})
        widget->setVisible(!tabbed);
    layout()->setContentsMargins(12, 0, 8, tabbed ? 0 : 1);
    updateGeometry();
    // QDockWidget reads the title's size when the title is set.
    dock_.setTitleBarWidget(nullptr);
    dock_.setTitleBarWidget(this);
    show();
}

void DockTitle::refresh()
{
    float_->setToolTip(dock_.isFloating() ? tr("Back into the window") : tr("Own window"));
    float_->setAccessibleName(tr("%1: own window").arg(dock_.windowTitle()));
    close_->setToolTip(tr("Close (View menu brings it back)"));
    close_->setAccessibleName(tr("%1: close").arg(dock_.windowTitle()));
    float_->setIcon(icon(QStringLiteral("float"), theme_of(this).text2));
    close_->setIcon(icon(QStringLiteral("close"), theme_of(this).text2));
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    painter.setPen(theme_of(this).divider);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

void DockTitle::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace plateau::ui
