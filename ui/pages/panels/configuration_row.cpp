// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/configuration_row.h"

#include <QContextMenuEvent>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/panel.h"

namespace plateau::ui {

namespace {

constexpr int text_left = 48;
constexpr int eye_room = 36;

} // namespace

ConfigurationRow::ConfigurationRow(QWidget* parent)
    : QWidget(parent), eye_(new QToolButton(this)), editor_(new QLineEdit(this))
{
    setFocusPolicy(Qt::StrongFocus);
    set_role(this, QAccessible::ListItem);
    setFixedHeight(44);
    eye_->setObjectName(QStringLiteral("small"));
    eye_->setFixedSize(24, 24);
    eye_->setCheckable(true);
    editor_->hide();
    follow_theme(*this, [this] { dress(); });
    connect(eye_, &QToolButton::clicked, this, [this](bool hidden) { emit hide_wanted(hidden); });
    connect(editor_, &QLineEdit::editingFinished, this, [this] { end_rename(true); });
}

void ConfigurationRow::show_content(const Content& content)
{
    content_ = content;
    setAccessibleName(content.name);
    setAccessibleDescription(content.words);
    setToolTip(tip(content.words.isEmpty() ? content.name : content.name + QLatin1Char('\n') + content.words));
    dress();
    update();
}

void ConfigurationRow::dress()
{
    eye_->setChecked(content_.hidden);
    eye_->setEnabled(content_.may_hide);
    eye_->setIcon(icon(content_.hidden ? QStringLiteral("eye-off") : QStringLiteral("eye"), theme_of(this).text2));
    const QString name = content_.hidden ? tr("Show %1").arg(content_.name) : tr("Hide %1").arg(content_.name);
    eye_->setToolTip(content_.may_hide ? name : tr("The current configuration is always shown"));
    eye_->setAccessibleName(name);
}

void ConfigurationRow::begin_rename()
{
    editor_->setText(content_.name);
    editor_->selectAll();
    editor_->show();
    editor_->setFocus();
}

void ConfigurationRow::end_rename(bool keep)
{
    if (editor_->isHidden())
        return;
    editor_->hide();
    setFocus();
    if (keep)
        emit renamed(editor_->text());
}

void ConfigurationRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (content_.current)
        painter.fillRect(rect(), theme.selected);
    const SeriesStyle style = theme.series(content_.role);
    painter.setOpacity(content_.hidden ? 0.4 : 1);
    draw_line_sample(painter, {12, 15, 40, 15}, style, style.line);
    painter.setOpacity(1);
    const int room = width() - text_left - eye_room;
    painter.setFont(interface_font(13, content_.current ? 600 : 400));
    painter.setPen(content_.hidden ? theme.text3 : theme.text);
    const QString name
        = content_.sign.isEmpty() ? content_.name : QStringLiteral("%1  %2").arg(content_.sign, content_.name);
    painter.drawText(QRect(text_left, 4, room, 20), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, room));
    painter.setFont(interface_font(12));
    painter.setPen(content_.hidden ? theme.text3 : theme.text2);
    painter.drawText(QRect(text_left, 22, room, 18), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(content_.words, Qt::ElideRight, room));
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void ConfigurationRow::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::LeftButton)
        emit chosen();
}

void ConfigurationRow::mouseDoubleClickEvent(QMouseEvent*) { begin_rename(); }

void ConfigurationRow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        end_rename(false);
        return;
    case Qt::Key_F2:
        begin_rename();
        return;
    case Qt::Key_Delete:
        emit removal_wanted();
        return;
    case Qt::Key_Up:
        emit step_wanted(-1);
        return;
    case Qt::Key_Down:
        emit step_wanted(1);
        return;
    case Qt::Key_Space:
        if (content_.may_hide)
            emit hide_wanted(!content_.hidden);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (editor_->isHidden())
            emit chosen();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void ConfigurationRow::contextMenuEvent(QContextMenuEvent* event) { emit menu_wanted(event->globalPos()); }

void ConfigurationRow::resizeEvent(QResizeEvent*)
{
    eye_->move(width() - 32, 10);
    editor_->setGeometry(text_left - 6, 3, width() - text_left - eye_room + 6, 24);
}

ConfigurationList::ConfigurationList(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
}

void ConfigurationList::add_row()
{
    auto* row = new ConfigurationRow(this);
    const int index = static_cast<int>(rows_.size());
    rows_.push_back(row);
    layout()->addWidget(row);
    connect(row, &ConfigurationRow::chosen, this, [this, index] { emit chosen(index); });
    connect(row, &ConfigurationRow::renamed, this, [this, index](const QString& name) { emit renamed(index, name); });
    connect(row, &ConfigurationRow::removal_wanted, this, [this, index] { emit removal_wanted(index); });
    connect(row, &ConfigurationRow::hide_wanted, this, [this, index](bool hidden) { emit hide_wanted(index, hidden); });
    connect(row, &ConfigurationRow::menu_wanted, this,
            [this, index](const QPoint& global) { emit menu_wanted(index, global); });
    connect(row, &ConfigurationRow::step_wanted, this, [this, index](int rows) {
        const int wanted = std::clamp(index + rows, 0, shown_ - 1);
        emit chosen(wanted);
        this->row(wanted)->setFocus();
    });
}

void ConfigurationList::show_rows(const std::vector<ConfigurationRow::Content>& contents)
{
    while (rows_.size() < contents.size())
        add_row();
    shown_ = static_cast<int>(contents.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i]->setVisible(i < contents.size());
        if (i < contents.size())
            rows_[i]->show_content(contents[i]);
    }
}

} // namespace plateau::ui
