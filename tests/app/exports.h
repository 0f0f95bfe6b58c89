// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QTemporaryDir>

#include "plateau_process.h"

/// A folder that a test's figures go into.
class Exports {
public:
    QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    /// The cheapest figure unless one is named; pictures of few dots unless their number is.
    PlateauRun export_to(const QString& file, QStringList more = {}) const
    {
        if (!more.contains(QStringLiteral("--figure")))
            more += {"--figure", "step"};
        if (!more.contains(QStringLiteral("--dpi")) && !more.contains(QStringLiteral("--size")))
            more += {"--dpi", "60"};
        return run_plateau(QStringList{"export", "fernandez-weak-scaling", "--output", file} + more);
    }

    /// Several in one call: the words of each.
    PlateauRun export_all(const QList<QStringList>& figures) const
    {
        QFile list(path("list.txt"));
        if (!list.open(QIODevice::WriteOnly))
            return {};
        for (const QStringList& words : figures)
            list.write(words.join(u' ').toUtf8() + "\n");
        list.close();
        return run_plateau({"export", "--list", list.fileName()});
    }

    QByteArray bytes_of(const QString& file) const
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }

    QTemporaryDir folder_;
};
