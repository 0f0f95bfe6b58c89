// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/evidence_model.h"

#include <QFileInfo>
#include <QSettings>

namespace plateau::ui {

EvidenceModel::EvidenceModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), runs_(document.answers(), [this](answers::News) { take(); })
{
}

const evidence::Claims& EvidenceModel::claims() const { return document_.answers()->data()->claims(); }

void EvidenceModel::load()
{
    const auto* before = runs_.answer();
    runs_.ask({});
    if (runs_.answer() != before) // remembered: nobody will tell
        take();
}

void EvidenceModel::take()
{
    by_id_.clear();
    for (std::size_t i = 0; i < evidence().sample.rows.size(); ++i)
        by_id_.emplace(evidence().sample.rows[i].id, i);
    emit loaded();
}

std::optional<std::size_t> EvidenceModel::find(const std::string& id) const
{
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
}

namespace {

const QString key = QStringLiteral("recent_files");
constexpr qsizetype most = 10;

} // namespace

QStringList recent_files()
{
    QStringList files = QSettings().value(key).toStringList();
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files;
}

void add_recent_file(const QString& file)
{
    QStringList files = recent_files();
    files.removeAll(file);
    files.prepend(file);
    QSettings().setValue(key, files.mid(0, most));
}

void forget_recent_files() { QSettings().remove(key); }

} // namespace plateau::ui
