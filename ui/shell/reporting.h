// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

#include "core/paper/report.h"

class QWidget;

namespace plateau::ui {

class StatusLine;
class WritingBeside;

/// Reports into files: worked out beside the window, drawn in it.
class Reporting final : public QObject {
    Q_OBJECT
public:
    Reporting(QWidget& window, StatusLine& status);

    /// Asks for the file, `name` first.
    void ask(const QString& name, std::function<views::Report()> make);
    /// A .pdf or .html file.
    void write(const QString& file, std::function<views::Report()> make);

private:
    QWidget& window_;
    WritingBeside& writing_;
};

} // namespace plateau::ui
