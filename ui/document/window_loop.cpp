// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/window_loop.h"

#include <QCoreApplication>
#include <QTimer>

#include <memory>

namespace plateau::ui {

answers::Loop window_loop()
{
    const auto context = std::make_shared<QObject>();
    return {[context](std::function<void()> call) {
                QMetaObject::invokeMethod(context.get(), std::move(call), Qt::QueuedConnection);
            },
            [context](int milliseconds, std::function<void()> call) {
                QTimer::singleShot(milliseconds, Qt::PreciseTimer, context.get(), std::move(call));
            },
            [context] { QCoreApplication::sendPostedEvents(context.get()); }};
}

} // namespace plateau::ui
