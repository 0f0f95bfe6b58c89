// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QTest>

#include "core/catalog/catalog.h"
#include "core/files/csv.h"
#include "core/files/node.h"
#include "core/paper/embedded.h"
#include "core/text/messages/foreign.h"

namespace tst_foreign {

namespace fs = std::filesystem;
using namespace plateau;

/// What others wrote: shown without harm, read in time, said when it cannot be read.
class TestForeign : public QObject {
    Q_OBJECT

private slots:
    void lines_do_not_steer_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("plain") << QByteArray("Größe 4 µs – 語") << QByteArray("Größe 4 µs – 語");
        QTest::newRow("escape") << QByteArray("a\x1b[31mb") << QByteArray("a\\x1b[31mb");
        QTest::newRow("lines") << QByteArray("a\nb\r\tc") << QByteArray("a\\nb\\x0d\\x09c");
        QTest::newRow("delete") << QByteArray("a\x7f") << QByteArray("a\\x7f");
        QTest::newRow("control of eight bits") << QByteArray("\xc2\x9b"
                                                             "31m")
                                               << QByteArray("\\x9b31m");
        QTest::newRow("turned around") << QByteArray("a\xe2\x80\xaexb") << QByteArray("a\\u202exb");
        QTest::newRow("not UTF-8") << QByteArray("a\xff\xc3") << QByteArray("a\\xff\\xc3");
        QTest::newRow("overlong") << QByteArray("\xc0\x9b") << QByteArray("\\xc0\\x9b");
    }

    void lines_do_not_steer()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(foreign_line(text.toStdString())), shown);
    }

    void long_text_is_cut()
    {
        QCOMPARE(foreign_line(std::string(1'000'000, 'x'), 5), std::string("xxxxx…"));
        QCOMPARE(foreign_line("xxxxx", 5), std::string("xxxxx"));
        QCOMPARE(foreign_lines("a\nb\x1b"), std::string("a\nb\\x1b"));
        const Error error = foreign_error({{"%1 is wrong", {Verbatim{std::string(1'000'000, 'x')}}}, "f\x1b", {}});
        QVERIFY(english(error).size() < 300);
    }

    void cells_are_no_formulas_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        QTest::newRow("formula") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::newRow("command") << QByteArray("@SUM(A1)") << QByteArray("'@SUM(A1)");
        QTest::newRow("plus") << QByteArray("+cmd|x") << QByteArray("'+cmd|x");
        QTest::newRow("negative number") << QByteArray("-3.5e-2") << QByteArray("-3.5e-2");
        QTest::newRow("words") << QByteArray("fits") << QByteArray("fits");
        QTest::newRow("control") << QByteArray("a\x1b") << QByteArray("a\\x1b");
    }

    void cells_are_no_formulas()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        QCOMPARE(QByteArray::fromStdString(files::csv_words(text.toStdString())), cell);
    }

    void xml_holds_only_what_it_may() { QCOMPARE(figures::xml_escaped("a\x1b<b>\n"), std::string("a?&lt;b&gt;\n")); }

    void large_files_are_read()
    {
        constexpr int keys = 100'000;
        std::string yaml, json = "{", header, row;
        for (int i = 0; i < keys; ++i) {
            const std::string name = "k" + std::to_string(i), comma = i > 0 ? "," : "";
            yaml += name + ": 1\n";
            json += comma + '"' + name + "\":1";
            header += comma + name;
            row += comma + "1";
        }
        const auto from_yaml = files::parse_yaml(yaml, "a.yaml");
        const auto from_json = files::parse_json(json + "}", "a.json");
        const auto from_csv = files::parse_csv(header + "\n" + row + "\n", "a.csv");
        QVERIFY(from_yaml && from_json && from_csv);
        QCOMPARE(from_yaml->root.keys.size(), std::size_t(keys));
        QCOMPARE(from_json->root.keys.size(), std::size_t(keys));
        QCOMPARE(from_csv->header.size(), std::size_t(keys));
        const auto twice = files::parse_yaml(yaml + "k5: 2\n", "a.yaml");
        QVERIFY(!twice);
        QCOMPARE(english(twice.error()), std::string("a.yaml:100001:1: k5 stands here twice, first in line 6"));
    }

    void what_is_no_file_is_said()
    {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        for (const char* kind : {"hardware", "models", "scenarios"})
            fs::create_directory(root / kind);
        QCOMPARE(::mkfifo((root / "hardware/pipe.yaml").c_str(), 0600), 0);
        fs::create_directory(root / "models/folder.json");
        fs::create_symlink("nowhere", root / "scenarios/link.yaml");
        const catalog::Catalog catalog = catalog::read({root});
        std::string all;
        for (const Error& problem : catalog.problems)
            all += english(problem) + "\n";
        for (const char* said : {"pipe.yaml: this preset is a device or a pipe", "folder.json: this preset is a folder",
                                 "link.yaml: this preset is a link to nothing"})
            QVERIFY2(all.find(said) != std::string::npos, all.c_str());
    }
};

PLATEAU_TEST(TestForeign)

} // namespace tst_foreign

#include "tst_foreign.moc"
