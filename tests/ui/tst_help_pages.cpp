// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QtTest>

#include "ui/base/theme.h"

/// The program carries the pages of help as they stand in the repository.
class HelpPagesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { plateau::ui::load_fonts(); }

    void every_page_is_in_the_program()
    {
        const QDir pages(QStringLiteral(PROJECT "/resources/help"));
        const QStringList names = pages.entryList({"*.md"});
        QVERIFY(names.contains("parallelism.md"));
        for (const QString& name : names)
            QCOMPARE(content(":/plateau/help/" + name), content(pages.filePath(name)));
    }

private:
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read: " + path.toUtf8());
    }
};

PLATEAU_TEST(HelpPagesTest)
#include "tst_help_pages.moc"
