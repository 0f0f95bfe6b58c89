// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>

#include "app/desktop.h"
#include "app/terminal.h"
#include "ui/figures/export.h"
#include "ui/window/window.h"

namespace plateau::app {

namespace {

/// Qt remarks on what a machine without a desktop lacks; the figure does not need it.
void drop_remark(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        remark(text.toStdString());
}

} // namespace

Expected<void> need_desktop() { return {}; }

int open_window(int argc, char** argv, const std::string& file) { return ui::run_window(argc, argv, file); }

Expected<std::string> picture(const figures::Figure& figure, const figures::ExportOptions& options)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(drop_remark);
    char program[] = "plateau";
    char* words[] = {program, nullptr};
    int count = 1;
    const QApplication application(count, words);
    return ui::figure_bytes(figure, options).toStdString();
}

} // namespace plateau::app
