// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace plateau::ui {

/// Ends the program when the system asks for it (logging out, kill): after `keep`, so that nothing is lost, whatever
/// dialog is open. One at a time.
class Termination final : public QObject {
    Q_OBJECT
public:
    explicit Termination(std::function<void()> keep, QObject* parent = nullptr);
    ~Termination() override;

private:
    void end(int signal);

    std::function<void()> keep_;
};

} // namespace plateau::ui
