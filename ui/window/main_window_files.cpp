// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>

#include <filesystem>
#include <set>

#include "core/catalog/catalog.h"
#include "core/files/output.h"
#include "ui/base/ask_file.h"
#include "ui/base/text.h"
#include "ui/document/recent_files.h"
#include "ui/window/export_dialog.h"
#include "ui/window/help_dialogs.h"
#include "ui/window/main_window.h"
#include "ui/window/status_line.h"

namespace plateau::ui {

namespace {

constexpr double screen_dpi = 96;
constexpr double metres_per_inch = 0.0254;

} // namespace

void MainWindow::ask_open()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open scenario"), QFileInfo(active_->document().file()).path(),
        tr("Scenarios and figures (*.yaml *.yml *.png *.svg *.pdf *.csv);;All files (*)"));
    if (file.isEmpty())
        return;
    open(file);
    if (active_->document().file() == QFileInfo(file).absoluteFilePath())
        add_recent_file(active_->document().file());
}

bool MainWindow::save()
{
    QuestionDocument& document = active_->document();
    if (document.file().isEmpty())
        return save_as();
    const auto saved = document.save(document.file());
    if (!saved) {
        status_->show_error(text(saved.error()), text(english(saved.error())));
        return false;
    }
    status_->clear_error();
    add_recent_file(document.file());
    return true;
}

bool MainWindow::save_as()
{
    QuestionDocument& document = active_->document();
    const QString file = ask_save_file(this, tr("Save scenario"), document.title() + QStringLiteral(".yaml"),
                                       tr("Scenarios (*.yaml)"), {QStringLiteral("yaml"), QStringLiteral("yml")});
    if (file.isEmpty())
        return false;
    const auto saved = document.save(file);
    if (!saved) {
        status_->show_error(text(saved.error()), text(english(saved.error())));
        return false;
    }
    add_recent_file(file);
    return true;
}

bool MainWindow::may_close()
{
    std::set<const QuestionDocument*> asked; // pages share documents
    for (const Tab& tab : pages_) {
        if (!tab.page)
            continue;
        const QuestionDocument& document = tab.page->document();
        if (!document.is_modified() || document.file().isEmpty() || !asked.insert(&document).second)
            continue;
        const auto answer = QMessageBox::question(
            this, tr("Plateau"), tr("Save the changes to %1?").arg(QFileInfo(document.file()).fileName()),
            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
        if (answer == QMessageBox::Cancel)
            return false;
        if (answer == QMessageBox::Save) {
            show_page(*tab.page);
            if (!save())
                return false;
        }
    }
    return true;
}

void MainWindow::export_figure()
{
    ExportDialog dialog(active_->figures(), active_->document().title(), this);
    dialog.exec();
}

void MainWindow::save_timeline()
{
    const QString file
        = ask_save_file(this, tr("Save timeline"), active_->document().title() + QStringLiteral(" timeline.json"),
                        tr("Traces (*.json)"), {QStringLiteral("json")});
    if (file.isEmpty())
        return;
    const auto saved = files::write_file(file.toStdU16String(), active_->step_trace(), files::Replacing::any_file());
    if (!saved)
        status_->show_error(text(saved.error()), text(english(saved.error())));
    else
        status_->show_message(tr("Timeline saved; open it at ui.perfetto.dev"));
}

void MainWindow::copy_figure()
{
    const NamedFigure shown = active_->figures().front();
    figures::ExportOptions options;
    const QSizeF metres = QSizeF(shown.on_screen) / screen_dpi * metres_per_inch;
    options.size = {metres.width(), metres.height()};
    options.dpi = 2 * screen_dpi;
    options.base_points = 8.25;
    options.letters = false;
    auto* formats = new QMimeData;
    formats->setImageData(figure_image(shown.figure, options));
    formats->setData(QStringLiteral("image/svg+xml"), figure_svg(shown.figure, options));
    QApplication::clipboard()->setMimeData(formats);
    status_->show_message(tr("Figure copied as PNG and SVG"));
}

void MainWindow::show_keyboard_help() { show_keyboard_dialog(this); }

void MainWindow::show_about() { show_about_dialog(this); }

void MainWindow::show_accuracy()
{
    QString file;
    for (const auto& page : catalog::preset_files(document_.catalog().folders, "evidence", ".md"))
        file = QString::fromStdString(page.string());
    show_accuracy_dialog(this, file);
}

} // namespace plateau::ui
