// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recovery.h"

#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include <algorithm>
#include <set>

#include "core/files/node.h"
#include "core/files/output.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/question/scenario/scenario_file.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

const QString copies = QStringLiteral("*.yaml");
const std::string belongs = "# belongs to: ", comes_with_program = "# title and notes come with the program\n";

QString instance_of(const QFileInfo& copy) { return copy.fileName().section(QLatin1Char('_'), 0, 0); }

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
            auto lock = std::make_unique<QLockFile>(folder_ + QLatin1Char('/') + instance + QStringLiteral(".lock"));
            lock->setStaleLockTime(0);
            if (lock->tryLock(0)) {
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

} // namespace plateau::ui
