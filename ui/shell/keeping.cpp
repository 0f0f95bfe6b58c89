// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/keeping.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QSocketNotifier>
#include <QUuid>

#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

#include "core/files/output.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/views/words.h"
#include "ui/shell/main_window.h"
#include "ui/shell/opening.h"
#include "ui/shell/pages.h"

namespace plateau::ui {

namespace {

const QString copies = QStringLiteral("*.yaml");
const std::string belongs = "# belongs to: ", comes_with_program = "# title and notes come with the program\n";

QString instance_of(const QFileInfo& copy) { return copy.fileName().section(QLatin1Char('_'), 0, 0); }

constexpr int writing_milliseconds = 200; ///< another program may still be at it

constexpr int asked_by[] = {SIGTERM, SIGHUP, SIGINT};
int ends[2] = {-1, -1}; ///< a handler may only write

void tell(int signal)
{
    const char byte = static_cast<char>(signal);
    if (write(ends[0], &byte, 1) < 0)
        _exit(128 + signal);
}

} // namespace

QString Recovery::usual_folder()
{
    const QString state = qEnvironmentVariable("XDG_STATE_HOME", QDir::homePath() + QStringLiteral("/.local/state"));
    return state + QStringLiteral("/plateau/unsaved");
}

Recovery::Recovery(QString folder, QObject* parent)
    : QObject(parent), folder_(std::move(folder)), instance_(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    QDir().mkpath(folder_);
    QFile::setPermissions(folder_, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    own_ = std::make_unique<QLockFile>(name(QStringLiteral(".lock")));
    own_->setStaleLockTime(0); // only the death of its owner frees it
    own_->tryLock(0);
    later_.setSingleShot(true);
    later_.setInterval(delay_milliseconds);
    connect(&later_, &QTimer::timeout, this, &Recovery::keep);
}

Recovery::~Recovery() = default;

void Recovery::follow(QuestionDocument& document)
{
    documents_.push_back(&document);
    connect(&document, &QuestionDocument::changed, this, &Recovery::soon);
    connect(&document, &QuestionDocument::file_changed, this, &Recovery::soon);
}

void Recovery::follow(const QString& kind, std::function<std::string()> text)
{
    others_[kind] = std::move(text);
    soon();
}

void Recovery::soon()
{
    if (!later_.isActive())
        later_.start();
}

std::vector<Recovery::Aside> Recovery::unsaved(const QuestionDocument& document)
{
    std::vector<Aside> all;
    for (const auto& unsaved : document.unsaved())
        all.push_back({QString::fromLatin1(document.kind()), unsaved.file, document.text_to_save(unsaved.index, false),
                       std::holds_alternative<Word>(unsaved.title.value)});
    return all;
}

void Recovery::keep()
{
    std::set<QString> kept;
    const auto write = [&](const Aside& one, const QString& number) {
        const QString file = name(QStringLiteral("_%1_%2.yaml").arg(one.kind, number));
        const std::string head
            = belongs + files::yaml_scalar(one.file.toStdString()) + "\n" + (one.shipped ? comes_with_program : "");
        if (files::write_file(file.toStdU16String(), head + one.text, files::Replacing::any_file()))
            kept.insert(QFileInfo(file).fileName());
    };
    if (aside_) {
        for (std::size_t i = 0; i < aside_->size(); ++i)
            write((*aside_)[i], QStringLiteral("aside%1").arg(i));
    } else {
        for (const QuestionDocument* document : documents_) {
            int number = 0;
            for (const Aside& one : unsaved(*document))
                write(one, QString::number(number++));
        }
    }
    for (const auto& [kind, copy] : others_)
        if (const std::string yaml = copy(); !yaml.empty())
            write({kind, {}, yaml}, QStringLiteral("0"));
    for (const QFileInfo& copy : QDir(folder_).entryInfoList({instance_ + copies}, QDir::Files))
        if (!kept.count(copy.fileName()))
            QFile::remove(copy.filePath());
}

void Recovery::keep_aside(std::vector<Aside> aside)
{
    aside_ = std::move(aside);
    keep();
}

void Recovery::back_in_place()
{
    aside_.reset();
    keep();
}

void Recovery::finish()
{
    later_.stop();
    documents_.clear();
    others_.clear();
    aside_.reset();
    keep();
    own_->unlock();
}

/// A program that died with everything saved leaves only its lock.
void Recovery::clear_locks() const
{
    for (const QFileInfo& lock : QDir(folder_).entryInfoList({QStringLiteral("*.lock")}, QDir::Files)) {
        if (!QDir(folder_).entryList({lock.completeBaseName() + copies}, QDir::Files).isEmpty())
            continue;
        QLockFile theirs(lock.filePath());
        theirs.setStaleLockTime(0);
        if (theirs.tryLock(0))
            theirs.unlock();
    }
}

std::vector<Recovery::Left> Recovery::left_behind()
{
    clear_locks();
    std::vector<Left> left;
    std::set<QString> alive{instance_}, dead;
    for (const QFileInfo& copy : QDir(folder_).entryInfoList({copies}, QDir::Files, QDir::Time)) {
        const QString instance = instance_of(copy);
        if (!alive.count(instance) && !dead.count(instance)) {
            const QFileInfo file(folder_ + QLatin1Char('/') + instance + QStringLiteral(".lock"));
            auto lock = std::make_unique<QLockFile>(file.filePath());
            lock->setStaleLockTime(0);
            if ((file.exists() && !file.isFile()) || lock->tryLock(0)) { // nobody holds a pipe, which has no end
                dead.insert(instance);
                theirs_.push_back(std::move(lock));
            } else {
                alive.insert(instance);
            }
        }
        if (!dead.count(instance))
            continue;
        Left one{copy.filePath(), {}, copy.fileName().section(QLatin1Char('_'), 1, 1), {}, copy.lastModified()};
        const auto words = files::read_text(one.copy.toStdU16String());
        const Expected<files::Document> document
            = words ? files::parse_yaml(*words, {}) : tl::make_unexpected(words.error());
        if (!document)
            continue;
        if (words->starts_with(belongs)) {
            const auto head = files::parse_yaml(words->substr(2, words->find('\n') - 2), {});
            const files::Node* file = head ? head->root.find("belongs to") : nullptr;
            one.file = file ? text(file->text) : QString();
            one.shipped = words->compare(words->find('\n') + 1, comes_with_program.size(), comes_with_program) == 0;
        }
        const files::Node* title = document->root.find("title");
        one.title = title ? text(title->text) : QFileInfo(one.file).completeBaseName();
        left.push_back(std::move(one));
    }
    return left;
}

Expected<std::string> Recovery::text_of(const Left& left)
{
    auto words = files::read_text(left.copy.toStdU16String());
    if (words && words->starts_with(belongs))
        words->erase(0, words->find('\n') + 1);
    if (words && words->starts_with(comes_with_program))
        words->erase(0, comes_with_program.size());
    return words;
}

void Recovery::forget(const Left& left) { QFile::remove(left.copy); }

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
