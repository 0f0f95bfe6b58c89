// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <memory>

#include "ui/shell/help/help_library.h"

namespace plateau::ui {

class HelpWindow;

/// Opens help: at a page, or with F1 at what has the keyboard or lies under the pointer. A dialog that waits gets a
/// window of its own, for it holds up all others.
class HelpDesk final : public QObject {
    Q_OBJECT
public:
    HelpDesk(std::shared_ptr<const HelpLibrary> library, QWidget& window);

    /// See subject_of().
    HelpWindow& open(const QString& subject);
    const HelpLibrary& library() const { return *library_; }
    void explain_here();
    /// The subject of what has the keyboard, unless what lies under the pointer says more than the panel it is in.
    static QString subject_here();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::shared_ptr<const HelpLibrary> library_;
    QWidget& window_;
    QPointer<HelpWindow> shown_;
};

} // namespace plateau::ui
