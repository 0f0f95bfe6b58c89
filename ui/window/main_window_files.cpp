// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include "core/catalog/catalog.h"
#include "core/files/output.h"
#include "core/scenario/scenario_file.h"
#include "ui/base/ask_file.h"
#include "ui/base/language.h"
#include "ui/base/text.h"
#include "ui/document/recent_files.h"
#include "ui/window/main_window.h"
#include "ui/window/new_dialog.h"
#include "ui/window/notes_dialog.h"
#include "ui/window/notice_bar.h"
#include "ui/window/scenario_cards.h"
#include "ui/window/status_line.h"
#include "ui/workbench/workbench_page.h"

namespace plateau::ui {

void MainWindow::complain(const Error& error) { notices_->add(QStringLiteral("error"), placed_text(error)); }

void MainWindow::offer_as_model(const QString& file)
{
    notices_->add(QStringLiteral("error"),
                  tr("%1 is the shape of a model, not a scenario.").arg(QFileInfo(file).fileName()),
                  {{tr("Use it in this scenario"), [this, path = QFileInfo(file).absoluteFilePath()] {
                        show_page(*workbench_);
                        document_.edit_text("model", path.toStdString()); // a refusal stands beside the row
                    }}});
}

void MainWindow::ask_new()
{
    if (!cards_)
        cards_ = new ScenarioCards(document_.answers(), this);
    NewDialog dialog(*cards_, active_->document().kind() != std::string(limits_document_.kind()), this);
    if (dialog.exec() == QDialog::Accepted && !dialog.file().isEmpty())
        ask_and_open(dialog.file());
}

void MainWindow::ask_open()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open scenario"), QFileInfo(active_->document().file()).path(),
        tr("Scenarios, models and figures (*.yaml *.yml *.json *.png *.svg *.pdf *.csv);;All files (*)"));
    if (!file.isEmpty())
        ask_and_open(file);
}

bool MainWindow::save()
{
    QuestionDocument& document = active_->document();
    const std::size_t index = document.current_index();
    return document.file().isEmpty() ? save_as() : save_question(document, index, document.file());
}

bool MainWindow::save_as()
{
    QuestionDocument& document = active_->document();
    return ask_and_save(document, document.current_index(), document.title());
}

bool MainWindow::ask_and_save(QuestionDocument& document, std::size_t index, const QString& title)
{
    const QString file = ask_save_file(this, tr("Save scenario"), title + QStringLiteral(".yaml"),
                                       tr("Scenarios (*.yaml)"), {QStringLiteral("yaml"), QStringLiteral("yml")});
    if (file.isEmpty())
        return false;
    const auto saved = document.save(index, QFileInfo(file).absoluteFilePath());
    if (!saved) {
        complain(saved.error());
        return false;
    }
    notices_->remove(QStringLiteral("error"));
    add_recent_file(QFileInfo(file).absoluteFilePath());
    return true;
}

bool MainWindow::save_question(QuestionDocument& document, std::size_t index, const QString& file)
{
    if (document.changed_outside(file)) {
        QMessageBox box(
            QMessageBox::Warning, tr("Plateau"),
            tr("%1 was changed by another program since it was opened here.").arg(QFileInfo(file).fileName()),
            QMessageBox::Cancel, this);
        box.setTextFormat(Qt::PlainText);
        const QPushButton* put = box.addButton(tr("Save my values into it"), QMessageBox::AcceptRole);
        const QPushButton* other = box.addButton(tr("Save as..."), QMessageBox::ActionRole);
        box.exec();
        if (box.clickedButton() == other)
            return ask_and_save(document, index, QFileInfo(file).completeBaseName());
        if (box.clickedButton() != put)
            return false;
        document.keep_over(file);
    }
    const auto saved = document.save(index, file);
    if (!saved) {
        complain(saved.error());
        return false;
    }
    notices_->remove(QStringLiteral("error"));
    notices_->remove(file);
    add_recent_file(file);
    return true;
}

void MainWindow::paste(const QString& words)
{
    const std::string yaml = words.toStdString();
    const auto kind = scenario_kind_of_text(yaml, tr("the text").toStdString());
    if (!kind)
        return complain(kind.error());
    Page& asked = page_for(*kind);
    if (!make_room(asked.document()))
        return;
    if (const auto opened = asked.document().open_text(yaml, {}, {PLATEAU_TEXT("Paste a scenario"), {}}); !opened)
        return complain(opened.error());
    notices_->remove(QStringLiteral("error"));
    show_page(asked);
}

void MainWindow::copy_text()
{
    QApplication::clipboard()->setText(text(active_->document().plain_text()));
    status_->show_message(tr("Scenario copied as text"));
}

void MainWindow::edit_notes()
{
    QuestionDocument& document = active_->document();
    NotesDialog dialog(document.title(), text(document.notes()), this);
    if (dialog.exec() == QDialog::Accepted)
        document.describe(dialog.title(), dialog.notes());
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
        complain(saved.error());
    else
        status_->show_message(tr("Timeline saved; open it at ui.perfetto.dev"));
}

} // namespace plateau::ui
