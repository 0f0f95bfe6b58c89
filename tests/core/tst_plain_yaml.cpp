// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <random>

#include "core/files/plain_yaml.h"
#include "core/files/text_file.h"

using namespace plateau;
using namespace plateau::files;

namespace {

bool same(const Node& left, const Node& right)
{
    if (left.kind != right.kind || left.text != right.text || left.quoted != right.quoted || left.line != right.line
        || left.column != right.column || left.items.size() != right.items.size()
        || left.keys.size() != right.keys.size())
        return false;
    for (std::size_t i = 0; i < left.keys.size(); ++i)
        if (left.keys[i].text != right.keys[i].text || left.keys[i].line != right.keys[i].line
            || left.keys[i].column != right.keys[i].column)
            return false;
    for (std::size_t i = 0; i < left.items.size(); ++i)
        if (!same(left.items[i], right.items[i]))
            return false;
    return true;
}

/// Of all shipped presets.
std::vector<std::string> shipped_texts()
{
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(PRESETS))
        if (entry.path().extension() == ".yaml")
            texts.push_back(read_text(entry.path()).value());
    std::sort(texts.begin(), texts.end());
    return texts;
}

/// Some lines of a text that stand together, with a few letters changed.
std::string mutated(const std::string& text, std::mt19937& random)
{
    static const std::string letters = " \n:-#,[]{}'\"?!&*|>%@`~\\ax1.\t\r\xc3\xa9  \n\n::-";
    std::size_t from = random() % text.size();
    from = text.rfind('\n', from) == std::string::npos ? 0 : text.rfind('\n', from) + 1;
    std::string part = text.substr(from, 40 + random() % 400);
    for (std::size_t change = random() % 4; change > 0 && !part.empty(); --change) {
        const std::size_t at = random() % part.size();
        const char letter = letters[random() % letters.size()];
        switch (random() % 4) {
        case 0:
            part.erase(at, 1 + random() % 3);
            break;
        case 1:
            part[at] = letter;
            break;
        case 2:
            part.insert(at, part.substr(random() % part.size(), random() % 12));
            break;
        default:
            part.insert(at, 1, letter);
        }
    }
    return part;
}

} // namespace

/// What the reader of plain files makes of a text, the full parser makes of it too.
class PlainYamlTest : public QObject {
    Q_OBJECT
private slots:
    void reads_most_of_what_is_shipped()
    {
        std::size_t plain = 0, all = 0;
        for (const std::string& text : shipped_texts()) {
            const auto read = read_plain_yaml(text);
            all += text.size();
            plain += read ? text.size() : 0;
            if (read)
                QVERIFY2(same(*read, parse_full_yaml(text, "x.yaml")->root), text.substr(0, 200).c_str());
        }
        QVERIFY2(plain > all * 3 / 4, qPrintable(QStringLiteral("%1 of %2 bytes").arg(plain).arg(all)));
    }

    void reads_as_the_full_parser_or_leaves_it_to_it()
    {
        const std::vector<std::string> texts = shipped_texts();
        std::mt19937 random(31);
        int read = 0;
        for (int i = 0; i < 40000; ++i) {
            const std::string text = mutated(texts[random() % texts.size()], random);
            const auto plain = read_plain_yaml(text);
            if (!plain)
                continue;
            ++read;
            const auto full = parse_full_yaml(text, "x.yaml");
            QVERIFY2(full && same(*plain, full->root), text.c_str());
        }
        QVERIFY2(read > 1000, qPrintable(QString::number(read)));
    }

    void leaves_the_rest_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 "\n",
                                 "# only a comment\n",
                                 "a",
                                 "a:\n",
                                 "a: ~\n",
                                 "a: null\n",
                                 "null: a\n",
                                 "a: |\n  b\n",
                                 "a: >-\n  b\n",
                                 "a: b\n  c\n",
                                 "a: b: c\n",
                                 "a: b:\n",
                                 "a:\n- b\n",
                                 "a: [b,\n  c]\n",
                                 "a: [b: c]\n",
                                 "a: {b: }\n",
                                 "a: [b, ]\n",
                                 "a: [b?]\n",
                                 "a: \"b\\n\"\n",
                                 "a: 'b\n",
                                 "a: 'b' c\n",
                                 "a: 'b'#c\n",
                                 "a: b\na: c\n",
                                 " a: b\nc: d\n",
                                 "a: b\n c: d\n",
                                 "a:\n  b: c\n d: e\n",
                                 "a:\n  - b\n  c: d\n",
                                 "a: &b c\n",
                                 "a: *b\n",
                                 "a: !b c\n",
                                 "a: -\n",
                                 "a: - b\n",
                                 "---\na: b\n",
                                 "a: b\n---\n",
                                 "a: b\n...\n",
                                 "%YAML 1.2\n",
                                 "a:\tb\n",
                                 "a: b\r\n",
                                 "\xef\xbb\xbf"
                                 "a: b\n",
                                 "\"a\": b\n",
                                 "? a\n: b\n",
                                 "- a\n",
                                 "a: [b\n",
                                 "a: b]}\n c\n"})
            QTest::newRow(text) << QByteArray(text);
    }
    void leaves_the_rest()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!read_plain_yaml(text.toStdString()));
    }
};

PLATEAU_TEST(PlainYamlTest)
#include "tst_plain_yaml.moc"
