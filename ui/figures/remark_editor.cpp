// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/remark_editor.h"

#include <QKeyEvent>

#include <algorithm>

#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int field_width = 240;
constexpr int longest_remark = 300;

} // namespace

RemarkEditor::RemarkEditor(QWidget* parent) : QLineEdit(parent)
{
    setMaxLength(longest_remark);
    setPlaceholderText(tr("A note; Enter keeps it"));
    setAccessibleName(tr("Note on the plot"));
    hide();
}

void RemarkEditor::edit(const QString& panel, const figures::Remark& remark, QPointF at)
{
    panel_ = panel;
    remark_ = remark;
    open_ = true;
    setText(ui::text(remark.text));
    selectAll();
    resize(std::min(field_width, parentWidget()->width()), sizeHint().height());
    const auto inside
        = [](double place, int size, int room) { return std::clamp(int(place), 0, std::max(0, room - size)); };
    move(inside(at.x(), width(), parentWidget()->width()),
         inside(at.y() - height() / 2.0, height(), parentWidget()->height()));
    show();
    raise();
    setFocus(Qt::OtherFocusReason);
}

void RemarkEditor::finish()
{
    if (!open_)
        return;
    open_ = false;
    const std::string words = text().trimmed().toStdString();
    const bool had_focus = hasFocus();
    hide();
    if (had_focus)
        parentWidget()->setFocus(Qt::OtherFocusReason);
    if (words == remark_.text)
        return;
    remark_.text = words;
    emit written(panel_, remark_);
}

void RemarkEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        open_ = false;
        hide();
        parentWidget()->setFocus(Qt::OtherFocusReason);
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        finish();
    else
        QLineEdit::keyPressEvent(event);
}

void RemarkEditor::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        finish();
}

} // namespace plateau::ui
