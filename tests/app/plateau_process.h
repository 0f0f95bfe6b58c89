// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTest>

/// Runs the built executable as a script would: no display, output and errors apart.
struct PlateauRun {
    int status = -1;
    QByteArray output;
    QByteArray errors;

    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
};

/// `platform`: what the environment asks of Qt; empty: nothing.
inline PlateauRun run_program(const QString& program, const QStringList& words, const QString& folder = {},
                              const QString& platform = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QString::fromLatin1(variable));
    if (!platform.isEmpty())
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(program, words);
    if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

inline PlateauRun run_plateau(const QStringList& words, const QString& folder = {})
{
    return run_program(QStringLiteral(PLATEAU_EXECUTABLE), words, folder);
}

/// One command line as a person types it, without quoting.
inline PlateauRun run_plateau(const char* line)
{
    return run_plateau(QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts));
}

/// A mistake of a command line: exit status 2, and an error that says what.
inline void verify_refused(const char* line, const char* says)
{
    const PlateauRun run = run_plateau(line);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.errors.contains(says), run.errors.constData());
    QVERIFY(run.output.isEmpty());
}
