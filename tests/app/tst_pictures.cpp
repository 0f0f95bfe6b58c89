// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "plateau_process.h"
#include "tests/annexes.h"

namespace tst_pictures {

/// The figures of README.md and the pages of help are those the program draws now: sh packaging/pictures.sh.
class TestPictures : public QObject {
    Q_OBJECT

private slots:
    void no_figure_is_stale()
    {
        QTemporaryDir folder;
        const QList<QByteArray> lines = bytes_of(PROJECT "/packaging/pictures.txt").split('\n');
        QFile list(folder.filePath("list.txt"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        for (const QByteArray& line : lines)
            if (!line.contains("--figure mechanism-") || plateau::test::has_annex("teaching"))
                list.write(
                    QByteArray(line).replace("--output resources/help/", "--output " + folder.path().toUtf8() + '/')
                    + '\n');
        list.close();
        const PlateauRun run = run_plateau({"export", "--list", folder.filePath("list.txt")});
        QVERIFY2(run.status == 0, run.errors);
        const QStringList drawn = QDir(folder.path()).entryList({"*.png"});
        QVERIFY(drawn.size() >= 3);
        for (const QString& name : drawn)
            QVERIFY2(bytes_of(folder.filePath(name)) == bytes_of(QStringLiteral(PROJECT "/resources/help/") + name),
                     qPrintable(name + " is stale: sh packaging/pictures.sh"));
    }

    void every_picture_is_drawn_by_the_script()
    {
        const QByteArray list = bytes_of(PROJECT "/packaging/pictures.txt");
        QStringList pages{QStringLiteral(PROJECT "/README.md")};
        const QDir help(QStringLiteral(PROJECT "/resources/help"));
        for (const QString& page : help.entryList({"*.md"}))
            pages << help.filePath(page);
        static const QRegularExpression picture(
            QStringLiteral("!\\[[^\\]]*\\]\\((?:resources/help/)?([^)]+\\.(?:png|gif))\\)"));
        int found = 0;
        for (const QString& page : pages)
            for (auto match = picture.globalMatch(QString::fromUtf8(bytes_of(page))); match.hasNext(); ++found) {
                const QString name = match.next().captured(1);
                QVERIFY2(help.exists(name), qPrintable(name));
                QVERIFY2(name == QStringLiteral("workbench.png") || name == QStringLiteral("moving.gif")
                             || list.contains(name.toUtf8()),
                         qPrintable(name));
            }
        QVERIFY(found >= 3);
    }

private:
    static QByteArray bytes_of(const QString& file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
};

PLATEAU_TEST(TestPictures)

} // namespace tst_pictures

#include "tst_pictures.moc"
