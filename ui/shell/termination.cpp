// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/termination.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <csignal>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace plateau::ui {

namespace {

constexpr int asked_by[] = {SIGTERM, SIGHUP, SIGINT};
int ends[2] = {-1, -1}; ///< a handler may only write

void tell(int signal)
{
    const char byte = static_cast<char>(signal);
    if (write(ends[0], &byte, 1) < 0)
        _exit(128 + signal);
}

} // namespace

Termination::Termination(std::function<void()> keep, QObject* parent) : QObject(parent), keep_(std::move(keep))
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return;
    auto* notifier = new QSocketNotifier(ends[1], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (read(ends[1], &byte, 1) == 1)
            end(byte);
    });
    for (const int each : asked_by)
        std::signal(each, tell);
}

Termination::~Termination()
{
    for (const int each : asked_by)
        std::signal(each, SIG_DFL);
    for (int& each : ends)
        if (each >= 0)
            close(std::exchange(each, -1));
}

void Termination::end(int signal)
{
    keep_();
    QCoreApplication::exit(128 + signal);
}

} // namespace plateau::ui
