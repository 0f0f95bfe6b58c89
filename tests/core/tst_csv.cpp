// SPDX-License-Identifier: GPL-3.0-or-later
#include <random>

#include <QTest>

#include "core/files/csv.h"

namespace tst_csv {

using namespace plateau;
using namespace plateau::files;

class CsvTest : public QObject {
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("cells"); // header, then rows
        QTest::newRow("plain") << QByteArray("a,b\n1,2\n") << QStringList{"a", "b", "1", "2"};
        QTest::newRow("no last line end") << QByteArray("a,b\n1,2") << QStringList{"a", "b", "1", "2"};
        QTest::newRow("crlf") << QByteArray("a,b\r\n1,2\r\n") << QStringList{"a", "b", "1", "2"};
        QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf"
                                                       "a,b\n1,2\n")
                                         << QStringList{"a", "b", "1", "2"};
        QTest::newRow("quoted comma") << QByteArray("a,b\n\"1,5\",2\n") << QStringList{"a", "b", "1,5", "2"};
        QTest::newRow("quoted quote") << QByteArray("a,b\n\"say \"\"x\"\"\",\"\"\"\"\n")
                                      << QStringList{"a", "b", "say \"x\"", "\""};
        QTest::newRow("quoted lines") << QByteArray("a,b\n\"1\r\n2\",\"3\n4\"\n")
                                      << QStringList{"a", "b", "1\n2", "3\n4"};
        QTest::newRow("empty cells") << QByteArray("a,b\n,\n\"\",x\n") << QStringList{"a", "b", "", "", "", "x"};
        QTest::newRow("comments and empty lines")
            << QByteArray("# source\n\n# more\na,b\n\n#1,2\n\n") << QStringList{"a", "b", "#1", "2"};
        QTest::newRow("header only") << QByteArray("a,b") << QStringList{"a", "b"};
        QTest::newRow("quoted at the end") << QByteArray("a\n\"x\"") << QStringList{"a", "x"};
        QTest::newRow("lone carriage return") << QByteArray("a,b\n1\r2,3\n") << QStringList{"a", "b", "1\r2", "3"};
    }

    void reads()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, cells);
        const Expected<CsvTable> table = parse_csv(text.toStdString(), "x.csv");
        QVERIFY2(table, table ? "" : english(table.error()).c_str());
        QStringList found;
        for (const std::string& name : table->header)
            found << QString::fromStdString(name);
        for (const CsvRow& row : table->rows)
            for (const std::string& cell : row.cells)
                found << QString::fromStdString(cell);
        QCOMPARE(found, cells);
    }

    void places()
    {
        const Expected<CsvTable> table = parse_csv("a,b,c\n\"x\ny\",22,3\n4,5,6\n", "x.csv");
        QVERIFY(table);
        QCOMPARE(table->where(0, 0), std::string("x.csv:2:1"));
        QCOMPARE(table->where(0, 2), std::string("x.csv:3:7"));
        QCOMPARE(table->where(1, 1), std::string("x.csv:4:3"));
        QCOMPARE(table->where(1, -1), std::string("x.csv:4"));
        QCOMPARE(table->cell(1, "c"), std::string("6"));
        QCOMPARE(table->cell(1, "none"), std::string());
        QVERIFY(table->column("b") == std::size_t(1));
        QVERIFY(!table->column("none"));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        QTest::newRow("empty") << QByteArray() << "x.csv:1:1";
        QTest::newRow("comments only") << QByteArray("# a\n#b") << "x.csv:1:1";
        QTest::newRow("unclosed quote") << QByteArray("a,b\n1,\"2\n") << "x.csv:2:3";
        QTest::newRow("lone quote") << QByteArray("a\n\"") << "x.csv:2:1";
        QTest::newRow("quote inside") << QByteArray("a,b\n1,2\"3\n") << "x.csv:2:4";
        QTest::newRow("text after quote") << QByteArray("a,b\n\"1\"x,2\n") << "x.csv:2:4";
        QTest::newRow("short row") << QByteArray("a,b\n1,2\n3\n") << "x.csv:3:1";
        QTest::newRow("long row") << QByteArray("a,b\n1,2,3\n") << "x.csv:2:1";
        QTest::newRow("double column") << QByteArray("a,b,a\n1,2,3\n") << "x.csv:1:5";
        QTest::newRow("nameless column") << QByteArray("a,,b\n1,2,3\n") << "x.csv:1:3";
        QTest::newRow("too large") << QByteArray(17 * 1024 * 1024, 'a') << "x.csv";
        QTest::newRow("too many rows") << "a\n" + QByteArray("1\n").repeated(250000) << "x.csv:200002:1";
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, where);
        const Expected<CsvTable> table = parse_csv(text.toStdString(), "x.csv");
        QVERIFY(!table);
        QCOMPARE(QString::fromStdString(table.error().where), where);
    }

    void writing_reads_back()
    {
        std::mt19937 random(3);
        const std::string letters = "a,\"\n# \u00e9\r;";
        for (int round = 0; round < 500; ++round) {
            CsvTable table;
            const size_t width = 1 + random() % 4;
            for (size_t i = 0; i < width; ++i)
                table.header.push_back("c" + std::to_string(i));
            for (int r = 0; r < 3; ++r) {
                CsvRow row;
                for (size_t i = 0; i < width; ++i) {
                    std::string cell;
                    for (size_t n = random() % 6; n > 0; --n)
                        cell += letters[random() % letters.size()];
                    for (size_t at; (at = cell.find("\r\n")) != std::string::npos;)
                        cell.erase(at, 1); // a line break inside a field is read as LF
                    row.cells.push_back(cell);
                }
                table.rows.push_back(row);
            }
            std::string text = csv_line(table.header);
            for (const CsvRow& row : table.rows)
                text += csv_line(row.cells);
            const Expected<CsvTable> read = parse_csv(text, "x.csv");
            QVERIFY2(read, (text + (read ? "" : english(read.error()))).c_str());
            QCOMPARE(read->rows.size(), table.rows.size());
            for (size_t r = 0; r < table.rows.size(); ++r)
                QVERIFY2(read->rows[r].cells == table.rows[r].cells, text.c_str());
        }
    }
};

PLATEAU_TEST(CsvTest)

} // namespace tst_csv

#include "tst_csv.moc"
