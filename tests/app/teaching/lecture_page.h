// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "tests/app/plateau_process.h"

/// A tour as the one page that `plateau export --format html` writes.
struct LecturePage {
    QString file;
    QByteArray html;
    QJsonObject lecture;
    PlateauRun run;

    QJsonArray steps() const { return lecture[QStringLiteral("steps")].toArray(); }
    /// The drawing of a picture, "wide" or "narrow", as SVG.
    QString drawn(const QJsonValue& picture, const char* size = "wide") const
    {
        const QJsonObject shown = lecture[QStringLiteral("pictures")].toArray()[picture.toInt()].toObject();
        QString svg;
        for (const QJsonValue& part : shown[QLatin1String(size)].toArray()[2].toArray())
            svg += lecture[QStringLiteral("parts")].toArray()[part.toInt()].toString();
        return svg;
    }
    /// Where its plots stand.
    QString plots(const QJsonValue& picture, const char* size) const
    {
        return lecture[QStringLiteral("pictures")][picture.toInt()][QLatin1String(size)][1].toString();
    }
    QJsonObject step(const char* id) const
    {
        for (const QJsonValue& step : steps())
            if (step[QStringLiteral("id")].toString() == QLatin1String(id))
                return step.toObject();
        return {};
    }
};

inline LecturePage lecture_of(const QTemporaryDir& folder, const QString& tour, const QString& language = {},
                              const QStringList& more = {})
{
    LecturePage page;
    page.file = folder.filePath(tour + language + QStringLiteral(".html"));
    QStringList words
        = QStringList{"export", "--tour", tour, "--format", "html", "--output", page.file, "--force"} + more;
    if (!language.isEmpty())
        words << "--language" << language;
    page.run = run_plateau(words);
    QFile file(page.file);
    if (!file.open(QIODevice::ReadOnly))
        return page;
    page.html = file.readAll();
    const QByteArray begin = "id=\"lecture\">";
    const qsizetype from = page.html.indexOf(begin) + begin.size(), to = page.html.indexOf("</script>", from);
    const QByteArray deflated = QByteArray::fromBase64(page.html.mid(from, to - from));
    page.lecture = QJsonDocument::fromJson(qUncompress(QByteArray("\0\0\0\1", 4) + deflated)).object();
    return page;
}
