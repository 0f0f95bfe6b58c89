// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>

#include <fmt/format.h>

#include "app/desktop.h"
#include "ui/figures/export.h"
#include "ui/window/window.h"

namespace plateau::app {

namespace {

/// Qt remarks on what a machine without a desktop lacks; the figure does not need it.
void drop_remark(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        fmt::print(stderr, "plateau: {}\n", text.toStdString());
}

} // namespace

Expected<void> need_desktop() { return {}; }

int open_window(int argc, char** argv, const std::string& file) { return ui::run_window(argc, argv, file); }

Expected<void> write_picture(const figures::Figure& figure, const figures::ExportOptions& options,
                             const std::string& file)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(drop_remark);
    char program[] = "plateau";
    char* words[] = {program, nullptr};
    int count = 1;
    const QApplication application(count, words);
    return ui::export_figure(figure, options, QString::fromStdString(file));
}

} // namespace plateau::app
