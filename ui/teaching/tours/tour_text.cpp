// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/tour_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTextBlock>

#include "ui/teaching/tours/tour_words.h"

namespace plateau::ui {

namespace {

constexpr int pixels_per_stop = 14;
constexpr int least_drag = 5;

} // namespace

TourText::TourText(QWidget* parent) : QTextBrowser(parent)
{
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setUndoRedoEnabled(false);
    setObjectName(QStringLiteral("dock"));
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
}

void TourText::show_html(const QString& html)
{
    if (html == html_)
        return;
    html_ = html;
    const QString focused = focused_link();
    const int place = verticalScrollBar()->value();
    setHtml(html);
    if (!focused.isEmpty())
        focus_link(focused);
    verticalScrollBar()->setValue(place);
}

/// Coming back to it, the keyboard is on the last link at once, as it is on the first one going forward.
void TourText::focusInEvent(QFocusEvent* event)
{
    QTextBrowser::focusInEvent(event);
    if (event->reason() != Qt::BacktabFocusReason || textCursor().hasSelection())
        return;
    moveCursor(QTextCursor::End);
    focusNextPrevChild(false);
}

QString TourText::focused_link() const { return textCursor().charFormat().anchorHref(); }

void TourText::focus_link(const QString& target)
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            if (at.fragment().charFormat().anchorHref() == target) {
                QTextCursor cursor(document());
                cursor.setPosition(at.fragment().position());
                cursor.setPosition(at.fragment().position() + at.fragment().length(), QTextCursor::KeepAnchor);
                setTextCursor(cursor);
                return;
            }
}

void TourText::mousePressEvent(QMouseEvent* event)
{
    pressed_ = event->button() == Qt::LeftButton ? anchorAt(event->position().toPoint()) : QString();
    pressed_x_ = event->position().toPoint().x();
    dragging_ = false;
    if (pressed_.isEmpty())
        QTextBrowser::mousePressEvent(event);
    else
        setFocus(Qt::MouseFocusReason);
}

void TourText::mouseMoveEvent(QMouseEvent* event)
{
    if (pressed_.isEmpty()) {
        QTextBrowser::mouseMoveEvent(event);
        if (anchorAt(event->position().toPoint()).startsWith(parameter_link))
            viewport()->setCursor(Qt::SizeHorCursor);
        return;
    }
    if (!pressed_.startsWith(parameter_link))
        return;
    const int moved = event->position().toPoint().x() - pressed_x_;
    const QString key = pressed_.mid(parameter_link.size());
    if (!dragging_ && std::abs(moved) >= least_drag) {
        dragging_ = true;
        emit turn_begun(key);
    }
    if (dragging_)
        emit turned(key, moved / pixels_per_stop);
}

void TourText::mouseReleaseEvent(QMouseEvent* event)
{
    if (pressed_.isEmpty()) {
        QTextBrowser::mouseReleaseEvent(event);
        return;
    }
    const QString target = std::exchange(pressed_, {});
    if (std::exchange(dragging_, false))
        emit turn_ended();
    else if (anchorAt(event->position().toPoint()) == target)
        emit link_clicked(target);
}

void TourText::keyPressEvent(QKeyEvent* event)
{
    const QString target = focused_link();
    const int key = event->key();
    const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (arrow && target.startsWith(parameter_link)) {
        emit turned(target.mid(parameter_link.size()), key == Qt::Key_Right || key == Qt::Key_Up ? 1 : -1);
        return;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && !target.isEmpty()) {
        emit link_clicked(target);
        return;
    }
    QTextBrowser::keyPressEvent(event);
}

} // namespace plateau::ui
