// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace plateau::ui {

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
