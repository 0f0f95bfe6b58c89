// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <thread>

#include "core/views/report/report.h"

class QWidget;

namespace plateau::ui {

class StatusLine;

/// Reports into files: worked out beside the window, drawn in it.
class Reporting final : public QObject {
    Q_OBJECT
public:
    Reporting(QWidget& window, StatusLine& status);
    ~Reporting() override;

    /// Asks for the file, `name` first.
    void ask(const QString& name, std::function<views::Report()> make);
    /// A .pdf or .html file.
    void write(const QString& file, std::function<views::Report()> make);
    bool is_working() const { return working_; }

private:
    void finish(const QString& file, const views::Report& report);

    QWidget& window_;
    StatusLine& status_;
    std::thread worker_;
    bool working_ = false;
};

} // namespace plateau::ui
