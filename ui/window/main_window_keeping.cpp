// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QLocale>
#include <QTimer>

#include <set>

#include "core/figures/question_file.h"
#include "ui/base/text.h"
#include "ui/document/recent_files.h"
#include "ui/evidence/calibrate_panel.h"
#include "ui/evidence/evidence_page.h"
#include "ui/limits/limits_page.h"
#include "ui/tours/tour_player.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/unsaved_dialog.h"
#include "ui/workbench/workbench_page.h"

namespace plateau::ui {

namespace {

constexpr int writing_milliseconds = 200; ///< another program may still be at it

} // namespace

std::vector<MainWindow::Losable> MainWindow::losable(QuestionDocument& document)
{
    std::vector<Losable> all;
    for (const auto& unsaved : document.unsaved())
        all.push_back({&document, unsaved});
    return all;
}

std::vector<MainWindow::Losable> MainWindow::losable()
{
    std::vector<Losable> all = losable(document_);
    for (const Losable& one : losable(limits_document_))
        all.push_back(one);
    if (pages_.back().page && evidence_page().calibrate().is_unsaved())
        all.push_back({nullptr, {0, tr("Calibration on runs of one's own"), {}}});
    return all;
}

bool MainWindow::settle(const std::vector<Losable>& all)
{
    if (all.empty())
        return true;
    QStringList names;
    for (const Losable& one : all) {
        const QString title = translated_text(one.unsaved.title.toStdString());
        names << (one.unsaved.file.isEmpty() ? title
                                             : tr("%1 (%2)").arg(title, QFileInfo(one.unsaved.file).fileName()));
    }
    UnsavedDialog dialog(names, this);
    dialog.exec();
    if (dialog.answer() != UnsavedDialog::Answer::Save)
        return dialog.answer() == UnsavedDialog::Answer::Discard;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!dialog.is_ticked(static_cast<int>(i)))
            continue;
        const auto& [document, unsaved] = all[i];
        if (!document) {
            show_page(evidence_page());
            if (!evidence_page().calibrate().save())
                return false;
        } else if (unsaved.file.isEmpty() ? !ask_and_save(*document, unsaved.index, unsaved.title)
                                          : !save_question(*document, unsaved.index, unsaved.file)) {
            return false;
        }
    }
    return true;
}

bool MainWindow::make_room(QuestionDocument& document)
{
    tours_->leave();
    const bool beside = &document == &limits_document_
        && limits_document_.configurations().size() < LimitsDocument::most_configurations;
    return beside || settle(losable(document));
}

bool MainWindow::may_close()
{
    tours_->leave();
    if (!settle(losable()))
        return false;
    if (recovery_)
        recovery_->finish();
    return true;
}

Page& MainWindow::page_for(const std::string& kind)
{
    if (kind == active_->document().kind())
        return *active_;
    return kind == limits_document_.kind() ? static_cast<Page&>(limits()) : *workbench_;
}

void MainWindow::ask_and_open(const QString& file_or_name)
{
    tours_->leave();
    const auto kind = figures::question_kind(document_.catalog(), file_or_name.toStdString());
    if (kind && !settle(losable(page_for(*kind).document())))
        return;
    open(file_or_name);
    const QString file = QFileInfo(file_or_name).absoluteFilePath();
    if (active_->document().file() == file)
        add_recent_file(file);
}

/// What is told of the documents, and their files watched.
void MainWindow::keep_all()
{
    for (QuestionDocument* document :
         {static_cast<QuestionDocument*>(&document_), static_cast<QuestionDocument*>(&limits_document_)}) {
        connect(document, &QuestionDocument::noticed, this,
                [this](const QString& words) { notices_->add(QStringLiteral("opened"), words); });
        connect(document, &QuestionDocument::file_changed, this, &MainWindow::watch_files);
    }
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) {
        QTimer::singleShot(writing_milliseconds, this, [this, file] { look_at(file); });
    });
    watch_files();
}

void MainWindow::watch_files()
{
    std::set<QString> wanted;
    for (const auto& one : document_.configurations())
        wanted.insert(one.file);
    for (const auto& one : limits_document_.configurations())
        wanted.insert(one.file);
    wanted.erase(QString());
    for (const QString& file : watcher_.files())
        if (wanted.erase(file) == 0)
            watcher_.removePath(file);
    for (const QString& file : wanted)
        if (QFileInfo::exists(file))
            watcher_.addPath(file);
}

void MainWindow::look_at(const QString& file)
{
    watch_files(); // a file that was replaced is a new one
    for (QuestionDocument* document :
         {static_cast<QuestionDocument*>(&document_), static_cast<QuestionDocument*>(&limits_document_)}) {
        if (!document->changed_outside(file))
            continue;
        notices_->add(file, tr("%1 was changed by another program.").arg(QFileInfo(file).fileName()),
                      {{tr("Reload"),
                        [this, document, file] {
                            if (const auto opened = document->open(file.toStdString()); !opened)
                                complain(opened.error());
                        }},
                       {tr("Keep mine"), [document, file] { document->keep_over(file); }},
                       {tr("Save mine as..."),
                        [this, document] { ask_and_save(*document, document->current_index(), document->title()); }}});
        return;
    }
    notices_->remove(file);
}

void MainWindow::recover_in(const QString& folder)
{
    recovery_folder_ = folder;
    recovery_ = new Recovery(folder, this);
    recovery_->follow(document_);
    recovery_->follow(limits_document_);
    left_ = recovery_->left_behind();
    offer_left_behind();
}

void MainWindow::offer_left_behind()
{
    if (left_.empty())
        return;
    const Recovery::Left first = left_.front();
    const QString name = first.title.isEmpty() ? tr("Untitled") : translated_text(first.title.toStdString());
    const QString when = QLocale().toString(first.when, QLocale::ShortFormat);
    const auto next = [this] {
        left_.erase(left_.begin());
        offer_left_behind();
    };
    const std::size_t more = left_.size() - 1;
    notices_->add(QStringLiteral("left"),
                  more == 0 ? tr("%1 of %2 was not saved when the program ended.").arg(name, when)
                            : tr("%1 of %2 was not saved when the program ended (%3 more).").arg(name, when).arg(more),
                  {{tr("Restore"),
                    [this, first, next] {
                        restore(first);
                        next();
                    }},
                   {tr("Throw away"), [first, next] {
                        Recovery::forget(first);
                        next();
                    }}});
}

void MainWindow::restore(const Recovery::Left& left)
{
    const auto yaml = Recovery::text_of(left);
    if (!yaml)
        return complain(yaml.error());
    if (left.kind == calibration_kind) {
        show_page(evidence_page());
        evidence_page().calibrate().restore(*yaml);
        recovery_->keep();
        Recovery::forget(left);
        return;
    }
    Page& asked = page_for(left.kind.toStdString());
    if (!make_room(asked.document()))
        return;
    if (const auto opened
        = asked.document().open_text(*yaml, left.file, {PLATEAU_TEXT("Restore %1"), {left.title.toStdString()}});
        !opened)
        return complain(opened.error());
    show_page(asked);
    recovery_->keep(); // in a copy of this window's own
    Recovery::forget(left);
}

} // namespace plateau::ui
