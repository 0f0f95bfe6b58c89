// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/keeping.h"

#include <QFileInfo>
#include <QLocale>
#include <QTimer>

#include <set>

#include "core/question/scenario/scenario_file.h"
#include "core/views/readout.h"
#include "ui/controls/text.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/opening.h"
#include "ui/shell/pages.h"
#include "ui/shell/questions.h"
#include "ui/shell/saving.h"

namespace plateau::ui {

namespace {

constexpr int writing_milliseconds = 200; ///< another program may still be at it

} // namespace

Keeping::Keeping(QObject& window, Questions& questions, Pages& pages, NoticeBar& notices, Saving& saving,
                 Opening& opening)
    : QObject(&window), questions_(questions), pages_(pages), notices_(notices), saving_(saving), opening_(opening)
{
    for (QuestionDocument* document : questions.documents()) {
        connect(document, &QuestionDocument::noticed, this,
                [this](const QString& words) { notices_.add(QStringLiteral("opened"), words); });
        connect(document, &QuestionDocument::file_changed, this, &Keeping::watch_files);
    }
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) {
        QTimer::singleShot(writing_milliseconds, this, [this, file] { look_at(file); });
    });
    connect(&pages, &Pages::page_built, this, [this](Page& page) {
        connect(&page, &Page::work_changed, this, [this, &page] {
            if (recovery_)
                recovery_->follow(QString::fromLatin1(pages_.row(page).work), [&page] { return page.work(); });
        });
    });
    watch_files();
}

void Keeping::watch_files()
{
    std::set<QString> wanted;
    for (const QuestionDocument* document : questions_.documents())
        for (const auto& one : document->configurations())
            wanted.insert(one.file);
    wanted.erase(QString());
    for (const QString& file : watcher_.files())
        if (wanted.erase(file) == 0)
            watcher_.removePath(file);
    for (const QString& file : wanted)
        if (QFileInfo::exists(file))
            watcher_.addPath(file);
}

void Keeping::look_at(const QString& file)
{
    watch_files(); // a file that was replaced is a new one
    for (QuestionDocument* document : questions_.documents()) {
        if (!document->changed_outside(file))
            continue;
        notices_.add(file, tr("%1 was changed by another program.").arg(QFileInfo(file).fileName()),
                     {{tr("Reload"),
                       [this, document, file] {
                           if (const auto opened = document->open(file.toStdString()); !opened)
                               notices_.complain(opened.error());
                       }},
                      {tr("Keep mine"), [document, file] { document->keep_over(file); }},
                      {tr("Save mine as..."), [this, document] { saving_.save_as(*document); }}});
        return;
    }
    notices_.remove(file);
}

void Keeping::recover_in(const QString& folder)
{
    folder_ = folder;
    recovery_ = new Recovery(folder, this);
    for (QuestionDocument* document : questions_.documents())
        recovery_->follow(*document);
    left_ = recovery_->left_behind();
    offer_left_behind();
}

void Keeping::finish()
{
    if (recovery_)
        recovery_->finish();
}

std::vector<Recovery::Aside> Keeping::unsaved()
{
    std::vector<Recovery::Aside> all;
    for (const QuestionDocument* document : questions_.documents())
        for (Recovery::Aside& one : Recovery::unsaved(*document))
            all.push_back(std::move(one));
    return all;
}

void Keeping::put_aside(std::vector<Recovery::Aside> aside)
{
    if (recovery_)
        recovery_->keep_aside(std::move(aside));
}

void Keeping::back_in_place()
{
    if (recovery_)
        recovery_->back_in_place();
}

void Keeping::offer_left_behind()
{
    if (left_.empty())
        return;
    const Recovery::Left first = left_.front();
    QString name = first.title.isEmpty() ? tr("Untitled") : text(first.title_words());
    if (const QString subject = subject_of(first); !subject.isEmpty())
        name += QStringLiteral(" (%1)").arg(subject);
    const QString when = QLocale().toString(first.when, QLocale::ShortFormat);
    const auto next = [this] {
        left_.erase(left_.begin());
        offer_left_behind();
    };
    const std::size_t more = left_.size() - 1;
    notices_.add(QStringLiteral("left"),
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

/// "Llama 3 8B on H100 SXM 80GB, ..."; empty: it is none of training.
QString Keeping::subject_of(const Recovery::Left& left) const
{
    const auto yaml = left.kind == QLatin1String("training") ? Recovery::text_of(left) : tl::unexpected(Error{});
    if (!yaml)
        return {};
    const auto scenario
        = read_scenario_text(questions_.training.catalog(), *yaml, left.title.toStdString(), UnknownKeys::Keep);
    return scenario ? text(narrate::question_words(*scenario, 0)) : QString();
}

void Keeping::restore(const Recovery::Left& left)
{
    const auto yaml = Recovery::text_of(left);
    if (!yaml)
        return notices_.complain(yaml.error());
    const QString replaced
        = left.kind == QLatin1String("training") ? text(questions_.training.title_words()) : QString();
    if (Page* page = pages_.with_work(left.kind.toStdString())) {
        pages_.go_to(*page);
        page->restore_work(*yaml);
    } else if (!opening_.open_text(left.kind.toStdString(), *yaml, left.file,
                                   {PLATEAU_TEXT("Restore %1"), {left.title_words()}}, left.shipped)) {
        return;
    }
    if (!replaced.isEmpty())
        notices_.add(
            QStringLiteral("restored"),
            tr("%1 stands in the place of %2; Undo brings that back.").arg(text(left.title_words()), replaced));
    recovery_->keep(); // in a copy of this window's own
    Recovery::forget(left);
}

} // namespace plateau::ui
