// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help/help_desk.h"

#include <QApplication>
#include <QCursor>
#include <QKeyEvent>

#include "ui/controls/subject.h"
#include "ui/shell/help/help_window.h"

namespace plateau::ui {

namespace {

bool is_place(const QString& subject) { return subject.isEmpty() || subject.contains(QLatin1String(".md")); }

} // namespace

HelpDesk::HelpDesk(std::shared_ptr<const HelpLibrary> library, QWidget& window)
    : QObject(&window), library_(std::move(library)), window_(window)
{
    qApp->installEventFilter(this);
}

HelpWindow& HelpDesk::open(const QString& subject)
{
    QWidget* waiting = QApplication::activeModalWidget();
    HelpWindow* window = shown_;
    if (waiting && waiting != &window_) {
        window = waiting->findChild<HelpWindow*>(QString(), Qt::FindDirectChildrenOnly);
        if (!window) {
            window = new HelpWindow(library_, waiting);
            window->setAttribute(Qt::WA_DeleteOnClose);
        }
    } else if (!window) {
        window = shown_ = new HelpWindow(library_, &window_);
    }
    window->show(); // first: where a place is depends on the width
    window->show_subject(subject);
    window->raise();
    window->activateWindow();
    window->setFocus();
    return *window;
}

/// A list or a menu that is open goes: it would keep the keyboard.
void HelpDesk::explain_here()
{
    QWidget* list = QApplication::activePopupWidget();
    const QString subject = list ? subject_of(list) : subject_here();
    while (QWidget* opened = QApplication::activePopupWidget())
        opened->close();
    open(subject);
}

QString HelpDesk::subject_here()
{
    const QString focused = subject_of(QApplication::focusWidget());
    if (!is_place(focused))
        return focused;
    const QWidget* under = QApplication::widgetAt(QCursor::pos());
    const QString pointed = under && under->window() == QApplication::activeWindow() ? subject_of(under) : QString();
    return focused.isEmpty() || !is_place(pointed) ? pointed : focused;
}

bool HelpDesk::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && watched->isWidgetType()) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (key->key() == Qt::Key_F1 && key->modifiers() == Qt::NoModifier) {
            explain_here();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace plateau::ui
