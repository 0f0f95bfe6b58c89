// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/plateau_process.h"

namespace tst_tours_command {

/// Tours in the terminal: what lists them, what tells them, their figures in a folder.
class TestToursCommand : public QObject {
    Q_OBJECT
private slots:
    void the_catalog_lists_tours()
    {
        const QJsonArray listed = run_plateau("catalog --json").json()[u"tours"].toArray();
        QCOMPARE(run_plateau("catalog tours --json").json().keys(), QStringList{"tours"});
        QCOMPARE(run_plateau("catalog tours --json").json()[u"tours"].toArray(), listed);
        QVERIFY(std::any_of(listed.begin(), listed.end(), [](const QJsonValue& tour) {
            return tour[u"name"] == QStringLiteral("diminishing-returns");
        }));
        for (const QJsonValue& tour : listed) {
            for (const char* key : {"name", "title", "file"})
                QVERIFY2(tour.toObject().contains(QLatin1String(key)), key);
            const QJsonObject told = run_plateau({"tours", tour[u"name"].toString(), "--json"}).json();
            QCOMPARE(told[u"steps"].toArray().size(), tour[u"steps"].toInt());
            for (const QJsonValue& step : told[u"steps"].toArray())
                for (const char* key : {"title", "page", "scenario", "text", "look", "source", "known_by"})
                    QVERIFY2(!step[QLatin1String(key)].toString().isEmpty(), key);
        }
    }

    void the_steps_of_a_tour_go_into_a_folder()
    {
        const QTemporaryDir folder;
        const QString tour = folder.filePath("tour");
        const PlateauRun run
            = run_plateau({"export", "--tour", "end-of-scaling", "--format", "csv", "--quiet", "--output", tour});
        QVERIFY2(run.status == 0, run.errors);
        const QStringList files = QDir(tour).entryList({"*.csv"});
        QVERIFY2(files.size() >= 5 && files.first().startsWith("01-"), qPrintable(files.join(u' ')));
        const PlateauRun wrong = run_plateau({"export", "--tour", "end-of-scalin", "--output", tour});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.contains("end-of-scaling"), wrong.errors);
    }
};

PLATEAU_TEST(TestToursCommand)

} // namespace tst_tours_command

#include "tst_tours_command.moc"
