// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "core/files/csv.h"
#include "core/files/node.h"
#include "core/files/output.h"
#include "core/files/reader.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/text/messages/nearest.h"

namespace tst_yaml {

using namespace plateau;
using namespace plateau::files;
using units::Unit;

namespace {

enum class Colour { Red, Green };
constexpr std::pair<const char*, Colour> colours[] = {{"red", Colour::Red}, {"green", Colour::Green}};

const char* const question = R"(# A question
kind: training
title: "Weak: scaling"
notes: |-
  A model is trained.
  Source: a paper
hardware: h100_sxm
gpus: 128
model: 'llama2_7b'
plan: {tp: 8, pp: auto}
panels: [throughput, "memory"]
view:
  asks: more
  shows:
    - given
    - best
)";

/// Each value with its path, those in quotes as text; "refused" where there is no document.
void add_values(const Node& node, const QString& path, QStringList& values)
{
    const QString text = QString::fromStdString(node.text).replace('\n', "\\n").replace('\t', "\\t");
    if (node.kind == Node::Kind::Empty)
        values << path + " nothing";
    else if (node.kind == Node::Kind::Scalar)
        values << path + (node.quoted ? " text " : " ") + text;
    for (std::size_t i = 0; i < node.items.size(); ++i)
        add_values(node.items[i],
                   path + "/" + (node.keys.empty() ? QString::number(i) : QString::fromStdString(node.keys[i].text)),
                   values);
}

QStringList values_of(const Expected<Document>& document)
{
    QStringList values;
    if (document)
        add_values(document->root, {}, values);
    return document ? values : QStringList("refused");
}

/// What is new or other, then the paths that have no value any more.
QString difference(const QStringList& before, const QStringList& after)
{
    if (after == QStringList("refused"))
        return after.first();
    QStringList words, paths;
    for (const QString& value : after) {
        paths << value.section(' ', 0, 0);
        if (!before.contains(value))
            words << value;
    }
    for (const QString& value : before)
        if (!paths.contains(value.section(' ', 0, 0)))
            words << "no " + value.section(' ', 0, 0);
    return words.isEmpty() ? "same" : words.join("; ");
}

QString with_escapes(QString text) { return text.replace("\\t", "\t").replace("\\n", "\n"); }

} // namespace

class YamlTest : public QObject {
    Q_OBJECT

private slots:
    void reads_values_with_places()
    {
        const Expected<Document> document
            = parse_yaml("# comment\ntitle: A b\nlist: [1, two]\nmap:\n  inner: \"3\"\nnothing:\n", "x.yaml");
        QVERIFY(document);
        const Node* inner = document->root.find("map")->find("inner");
        QCOMPARE(inner->text, std::string("3"));
        QVERIFY(inner->quoted);
        QCOMPARE(inner->line, 5);
        QCOMPARE(inner->column, 10);
        QCOMPARE(document->root.find("list")->items[1].text, std::string("two"));
        QCOMPARE(document->root.find("list")->items[1].column, 11);
        QVERIFY(document->root.find("nothing")->kind == Node::Kind::Empty);
        QVERIFY(!document->root.find("absent"));
    }

    void reader_fills_variables()
    {
        const Expected<Document> document = parse_yaml("title: T\nmemory: 80 GB\ncount: 8\non: yes\ncolour: green\n"
                                                       "pair: [1 us, 2 ms]\nnames: [a, b]\none: a\n",
                                                       "x.yaml");
        QVERIFY(document);
        std::vector<Error> errors;
        Reader reader(document->root, document->file, errors);
        std::string title;
        double memory = 0, pair[2] = {};
        int count = 0;
        bool on = false;
        Colour colour = Colour::Red;
        std::vector<std::string> names, one;
        QVERIFY(reader.text("title", title, Need::Required));
        QVERIFY(reader.quantity("memory", Unit::Bytes, memory, Need::Required));
        QVERIFY(reader.whole("count", count, 1, 10));
        QVERIFY(reader.flag("on", on));
        QVERIFY(reader.choice<Colour>("colour", colour, colours));
        QVERIFY(reader.quantities("pair", Unit::Seconds, pair));
        QVERIFY(reader.texts("names", names) && reader.texts("one", one));
        QVERIFY(!reader.text("absent", title));
        reader.finish();
        QCOMPARE(errors.size(), size_t(0));
        QCOMPARE(memory, 80e9);
        QCOMPARE(count, 8);
        QVERIFY(on && colour == Colour::Green);
        QCOMPARE(pair[1], 2e-3);
        QCOMPARE(names.size(), size_t(2));
        QCOMPARE(one.size(), size_t(1));
    }

    void reports_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QString(text) << QString(message);
        };
        row("unknown key", "memory: 80 GB\ncolor: red\n",
            "x.yaml:2:1: color is not a known key; the nearest is colour");
        row("missing key", "colour: red\n", "x.yaml:1:1: the key memory is missing");
        row("bad quantity", "memory: 80 apples\n",
            "x.yaml:1:9: \u201capples\u201d is not understood after the number; write it like 80 GB");
        row("bad choice", "memory: 80 GB\ncolour: gren\n",
            "x.yaml:2:9: gren is not a value of colour; the nearest is green; one of red, green");
        row("out of range", "memory: 80 GB\ncount: 11\n", "x.yaml:2:8: count is out of range: 11; 1 to 10");
        row("not whole", "memory: 80 GB\ncount: 1.5\n", "x.yaml:2:8: count must be a whole number");
        row("list for a value", "memory: [80 GB]\n", "x.yaml:1:9: memory must be a single value");
        row("short list", "memory: 80 GB\npair: [1 us]\n", "x.yaml:2:7: pair must be a list of 2 values");
        row("bad item", "memory: 80 GB\npair: [1 us, x]\n", "x.yaml:2:14: \u201cx\u201d is not a number");
        row("no mapping", "- a\n- b\n", "x.yaml:1:1: this must be a mapping");
        row("empty", "", "x.yaml:1:1: this must be a mapping");
    }

    void reports()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const Expected<Document> document = parse_yaml(text.toStdString(), "x.yaml");
        QVERIFY(document);
        std::vector<Error> errors;
        Reader reader(document->root, document->file, errors);
        double memory = -1, pair[2] = {-1, -1};
        int count = -1;
        Colour colour = Colour::Red;
        reader.quantity("memory", Unit::Bytes, memory, Need::Required);
        reader.whole("count", count, 1, 10);
        reader.choice<Colour>("colour", colour, colours);
        reader.quantities("pair", Unit::Seconds, pair);
        reader.finish();
        QCOMPARE(errors.size(), size_t(1));
        const QString said = QString::fromStdString(english(errors.front()));
        QVERIFY2(said.startsWith(message), qPrintable(said));
        QCOMPARE(count, -1);
        QCOMPARE(pair[0], -1.0);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        const auto row = [](const char* name, const QByteArray& text, const char* where) {
            QTest::newRow(name) << text << QString(where);
        };
        row("duplicate key", "a: 1\nb: 2\na: 3\n", "x.yaml:3:1");
        row("tab", "a:\n\t- b\n", "x.yaml:2:");
        row("unclosed list", "a: [1, 2\n", "x.yaml:");
        row("anchor", "a: &x 1\nb: 2\n", "x.yaml:1:4");
        row("alias", "b: *x\n", "x.yaml:1:4");
        row("tag", "a: !!binary aGk=\n", "x.yaml:1:4");
        row("list as key", "? [a]\n: 1\n", "x.yaml:1:3");
        row("two documents", "a: 1\n---\nb: 2\n", "x.yaml");
        row("deep", QByteArray(100, '[') + QByteArray(100, ']'), "x.yaml:1:65");
        row("very deep", QByteArray(100000, '['), "x.yaml:1:");
        row("deep maps", QByteArray("{a: ").repeated(5000), "x.yaml:1:");
        row("too many values", "a: [" + QByteArray("1,").repeated(250000) + "1]", "x.yaml:1:");
        row("too large", QByteArray(4 * 1024 * 1024 + 1, ' '), "x.yaml");
        row("deep blocks", QByteArray("- ").repeated(100000), "x.yaml:1:");
        row("deep keys", QByteArray("? ").repeated(100000), "x.yaml:1:");
        row("deep mappings", QByteArray(100000, '{'), "x.yaml:1:");
        row("mixed brackets", QByteArray("[{").repeated(50000), "x.yaml:1:");
        row("zero bytes", QByteArray("a: \0\0: [", 8), "x.yaml");
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, where);
        const Expected<Document> document = parse_yaml(text.toStdString(), "x.yaml");
        QVERIFY(!document);
        QVERIFY2(QString::fromStdString(document.error().where).startsWith(where), document.error().where.c_str());
    }

    void quotes_that_are_not_closed_are_refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        const auto row = [](const char* name, const QByteArray& text, const char* where) {
            QTest::newRow(name) << text << QString(where);
        };
        row("double", "a: \"b\nc: d\n", "x.yaml:1:4");
        row("single", "a: 1\nb: 'b\nc: d\n", "x.yaml:2:4");
        row("without a last line end", "a: \"b", "x.yaml:1:");
        row("escaped", "a: \"b\\\"\n", "x.yaml:1:4");
        row("doubled", "a: 'b''\n", "x.yaml:1:4");
        row("key", "\"a: b\n", "x.yaml:1:1");
        row("item", "- a\n- 'b\n", "x.yaml:2:3");
        row("after a tag", "a: ! 'b\n", "x.yaml:1:6");
    }

    void quotes_that_are_not_closed_are_refused()
    {
        refuses();
        for (const char* closed : {"a: \"b\\\"\"\n", "a: 'b'''\n", "a: ''\n", "a: \"b\n  c\"\n", "a: it's\nb: 5\"\n"})
            QVERIFY2(parse_yaml(closed, "x.yaml"), closed);
    }

    void nothing_is_lost_in_silence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        const auto row = [](const char* name, const QByteArray& text, const char* where) {
            QTest::newRow(name) << text << QString(where);
        };
        row("less indented", "  a: 1\nb: 2\n", "x.yaml:2:1");
        row("list after a mapping", "a: 1\n- b\n", "x.yaml:2:1");
        row("after the end", "a: 1\n...\nb: 2\n", "x.yaml:3:1");
        row("a line that begins with %", "%a: 1\nb: 2\n", "x.yaml:2:1");
        row("a word at the end", "a: 1\nb\n", "x.yaml:2:1");
        row("end of transmission", "a: 1\n\x04\nb: 2\n", "x.yaml:2:1");
        row("escape", "a: \x1b[1m\n", "x.yaml:1:4");
        row("not UTF-8", "a: caf\xe9\n", "x.yaml:1:7");
        row("UTF-16",
            QByteArray("\xff\xfe"
                       "a\0:\0 \0b\0",
                       10),
            "x.yaml:1:1");
    }

    void nothing_is_lost_in_silence();

    void edits_are_read_or_refused()
    {
        const Expected<CsvTable> edits = read_csv(std::string(TEST_DATA) + "/yaml_edits.csv");
        QVERIFY(edits);
        QVERIFY(edits->rows.size() > 200);
        const QStringList lines = QString(question).split('\n');
        const QStringList before = values_of(parse_yaml(question, "x.yaml"));
        for (const CsvRow& edit : edits->rows) {
            const auto cell = [&](std::size_t column) { return QString::fromStdString(edit.cells[column]); };
            QStringList changed = lines;
            changed[cell(0).toInt() - 1].replace(cell(1).toInt() - 1, cell(2).toInt(), with_escapes(cell(3)));
            const QStringList after = values_of(parse_yaml(changed.join('\n').toStdString(), "x.yaml"));
            QVERIFY2(difference(before, after) == cell(4),
                     qPrintable(QString("%1:%2 %3: %4").arg(cell(0), cell(1), cell(3), difference(before, after))));
        }
    }

    void columns_count_characters()
    {
        const Expected<Document> document = parse_yaml("größe: [ä, b]\n", "x.yaml");
        QVERIFY(document);
        QCOMPARE(document->root.items[0].column, 8);
        QCOMPARE(document->root.items[0].items[1].column, 12);
        const Expected<Document> missing
            = parse_yaml("{ä, ö: é, ü}\n", "x.yaml"); // the place of ä's value is that of ä
        QVERIFY(missing);
        QCOMPARE(missing->root.keys[1].column, 5);
        QCOMPARE(missing->root.items[1].column, 8);
        QCOMPARE(missing->root.keys[2].column, 11);
    }

    void a_long_line_is_read_in_near_linear_work()
    {
        std::string text = "[";
        while (text.size() < 400'000)
            text += "{ä: ö, é}, ";
        QVERIFY(parse_yaml(text + "]", "x.yaml"));
    }

    void lines_may_end_in_carriage_returns()
    {
        for (const char* text : {"# c\ra: 1\rb: 2\r", "# c\r\na: 1\r\nb: 2\r\n"}) {
            const Expected<Document> document = parse_yaml(text, "x.yaml");
            QVERIFY2(document, text);
            QCOMPARE(document->root.find("b")->text, std::string("2"));
            QCOMPARE(document->root.find("b")->line, 3);
        }
    }

    void json_places()
    {
        const Expected<Document> document = parse_json(
            "{\n  \"a\": 12,\n  \"b\\\"q\": {\"c\": [true, null, \"x\\\\\"]},\n  \"d\": -1.5e3}\n", "x.json");
        QVERIFY2(document, document ? "" : english(document.error()).c_str());
        const Node& root = document->root;
        QCOMPARE(root.find("a")->text, std::string("12"));
        QCOMPARE(root.find("a")->line, 2);
        QCOMPARE(root.find("a")->column, 8);
        QCOMPARE(root.keys[1].text, std::string("b\"q"));
        QCOMPARE(root.keys[1].line, 3);
        QCOMPARE(root.keys[1].column, 3);
        const Node* list = root.items[1].find("c");
        QCOMPARE(list->items[0].text, std::string("true"));
        QVERIFY(list->items[1].kind == Node::Kind::Empty);
        QCOMPARE(list->items[2].text, std::string("x\\"));
        QCOMPARE(list->items[2].column, 30);
        QCOMPARE(root.find("d")->text, std::string("-1.5e3"));
        QCOMPARE(root.find("d")->line, 4);
        QCOMPARE(root.find("d")->column, 8);
    }

    void json_refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        QTest::newRow("empty") << QByteArray() << "x.json:1:1";
        QTest::newRow("comma") << QByteArray("{\"a\": 1,\n}") << "x.json:2:1";
        QTest::newRow("duplicate") << QByteArray("{\"a\": 1,\n \"a\": 2}") << "x.json:2:2";
        QTest::newRow("trailing") << QByteArray("{} x") << "x.json:1:4";
        QTest::newRow("deep") << QByteArray(100000, '[') << "x.json:1:65";
        QTest::newRow("number") << QByteArray("[1e999]") << "x.json:1:";
        QTest::newRow("not utf-8") << QByteArray("[\"\xff\"]") << "x.json:1:";
    }

    void json_refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, where);
        const Expected<Document> document = parse_json(text.toStdString(), "x.json");
        QVERIFY(!document);
        QVERIFY2(QString::fromStdString(document.error().where).startsWith(where), english(document.error()).c_str());
    }

    void scalars_survive_writing()
    {
        const std::vector<std::string> texts
            = {"",        "plain", "with: colon", "# hash",     "a #b",        "- dash",     "-5",       "null",
               "~",       "yes",   "[x]",         "\"quoted\"", "back\\slash", "two\nlines", "tab\t",    "caf\u00e9",
               " space ", "\x01",  "a: ",         "key:",       "%1",          "@x",         "400 Gb/s", "1e-6",
               "'",       "!t",    "*a",          "&a",         "?",           "why? so"};
        YamlWriter writer;
        writer.comment("all of them");
        writer.begin("map");
        for (size_t i = 0; i < texts.size(); ++i)
            writer.entry("k" + std::to_string(i), texts[i]);
        writer.end();
        writer.list("list", texts);
        const Expected<Document> document = parse_yaml(writer.text(), "x.yaml");
        QVERIFY2(document, (writer.text() + (document ? "" : english(document.error()))).c_str());
        for (size_t i = 0; i < texts.size(); ++i) {
            QCOMPARE(document->root.find("map")->items[i].text, texts[i]);
            QCOMPARE(document->root.find("list")->items[i].text, texts[i]);
            QVERIFY(document->root.find("map")->items[i].kind == Node::Kind::Scalar);
        }
    }

    void files_are_read_without_a_mark()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("a.yaml").toStdString();
        QVERIFY(write_file(file,
                           "\xef\xbb\xbf"
                           "a: 2\n",
                           {}));
        QCOMPARE(*read_text(file), std::string("a: 2\n"));
        QCOMPARE(read_yaml(file)->root.find("a")->text, std::string("2"));
        QVERIFY(!read_text(folder.path().toStdString()));
        QVERIFY(!read_text(folder.filePath("none").toStdString()));
    }

    void nearest_names()
    {
        const std::vector<std::string> names = {"v100_sxm2_32", "a100_sxm_80", "h100_sxm", "h200", "b200"};
        QCOMPARE(nearest("h100", names), std::string("h100_sxm"));
        QCOMPARE(nearest("H100-SXM", names), std::string("h100_sxm"));
        QCOMPARE(nearest("h20", names), std::string("h200"));
        QCOMPARE(nearest("A100 80", names), std::string("a100_sxm_80"));
        QCOMPARE(nearest("x", std::vector<std::string>()), std::string());
    }
};

void YamlTest::nothing_is_lost_in_silence() { refuses(); }

PLATEAU_TEST(YamlTest)

} // namespace tst_yaml

#include "tst_yaml.moc"
