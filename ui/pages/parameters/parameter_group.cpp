// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/layouts.h"
#include "ui/pages/parameters/parameter_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/tab_stops.h"

namespace plateau::ui {

GroupHeader::GroupHeader(const QString& title, QWidget* parent) : QAbstractButton(parent)
{
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setChecked(true);
    setFixedHeight(28);
    setFocusPolicy(Qt::StrongFocus);
}

void GroupHeader::set_summary(const QString& summary)
{
    if (summary == summary_)
        return;
    summary_ = summary;
    setAccessibleDescription(summary);
    update();
}

void GroupHeader::set_quiet()
{
    quiet_ = true;
    setFixedHeight(26);
}

void GroupHeader::set_control(QWidget* control, int left, int right)
{
    control_ = control;
    delete layout();
    auto* line = box_layout<QHBoxLayout>(this, {left, 0, right, 0});
    line->addWidget(control, 1, Qt::AlignVCenter);
}

void GroupHeader::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Right)
        emit entered();
    else
        QAbstractButton::keyPressEvent(event);
}

void GroupHeader::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.text2, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF centre(16, height() / 2.0);
    if (isChecked())
        painter.drawPolyline(QPolygonF({centre + QPointF(-4, -2), centre + QPointF(0, 2), centre + QPointF(4, -2)}));
    else
        painter.drawPolyline(QPolygonF({centre + QPointF(-2, -4), centre + QPointF(2, 0), centre + QPointF(-2, 4)}));
    painter.setFont(interface_font(12, quiet_ ? 400 : 600));
    painter.setPen(quiet_ ? theme.text2 : theme.text);
    painter.drawText(rect().adjusted(28, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
    if (!isChecked() && !summary_.isEmpty()) {
        const int from = 28 + painter.fontMetrics().horizontalAdvance(text()) + 16;
        painter.setFont(interface_font(12));
        painter.setPen(theme.text2);
        const QRect room = rect().adjusted(from, 0, control_ ? control_->x() - width() - 8 : -12, 0);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight,
                         painter.fontMetrics().elidedText(summary_, Qt::ElideRight, room.width()));
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(5, 2, -5, -2), 3, 3);
    }
}

ParameterGroup::ParameterGroup(const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent), name_(name), header_(new GroupHeader(title, this)), body_(new QWidget(this)),
      gate_(new TabGate(*body_))
{
    auto* column = box_layout<QVBoxLayout>(this, {0, 0, 0, 8}, 0);
    column->addWidget(header_);
    column->addWidget(body_);
    box_layout<QVBoxLayout>(body_, {}, 0);
    connect(header_, &QAbstractButton::toggled, this, [this](bool open) {
        body_->setVisible(open);
        refresh_summary();
        emit toggled(open);
    });
    connect(header_, &GroupHeader::entered, this, [this] {
        set_open(true);
        gate_->enter();
    });
}

bool ParameterGroup::has_keyboard() const
{
    const QWidget* focused = body_->window()->focusWidget();
    return focused && body_->isAncestorOf(focused);
}

void ParameterGroup::add(ParameterRow* row)
{
    rows_.push_back(row);
    body_->layout()->addWidget(row);
    hold(*row);
}

void ParameterGroup::hold(ParameterRow& row) const
{
    gate_->hold(row);
    connect(&row, &ParameterRow::part_made, gate_, [gate = gate_](QWidget& part) { gate->hold(part); });
}

void ParameterGroup::add_widget(QWidget* widget)
{
    body_->layout()->addWidget(widget);
    gate_->hold(*widget);
}

void ParameterGroup::offer_more()
{
    more_ = new GroupHeader({}, body_);
    more_->set_quiet();
    more_->setChecked(false);
    more_body_ = new QWidget(body_);
    box_layout<QVBoxLayout>(more_body_, {}, 0);
    more_body_->hide();
    body_->layout()->addWidget(more_);
    gate_->hold(*more_);
    body_->layout()->addWidget(more_body_);
    connect(more_, &QAbstractButton::toggled, this, [this](bool open) {
        if (open && more_body_->layout()->isEmpty())
            emit more_wanted();
        more_body_->setVisible(open);
    });
}

void ParameterGroup::add_more(ParameterRow* row)
{
    more_body_->layout()->addWidget(row);
    hold(*row);
}

void ParameterGroup::set_more_words(const QString& words)
{
    if (more_->text() == words)
        return;
    more_->setText(words);
    more_->setAccessibleName(header_->text() + QStringLiteral(", ") + words);
    more_->update();
}

void ParameterGroup::offer(bool offered) { more_->setVisible(offered); }

void ParameterGroup::set_more_open(bool open) { more_->setChecked(open); }

void ParameterGroup::set_open(bool open) { header_->setChecked(open); }

void ParameterGroup::refresh_summary()
{
    const qsizetype most = name_ == QLatin1String("plan") || name_ == QLatin1String("assumptions") ? 1 : 2;
    QStringList words;
    for (const ParameterRow* row : rows_)
        if (!row->isHidden() && !row->follows() && words.size() < most)
            words << row->summary();
    header_->set_summary(words.join(QStringLiteral(", ")));
}

} // namespace plateau::ui
