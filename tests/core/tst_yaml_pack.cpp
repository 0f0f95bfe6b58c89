// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>
#include <filesystem>

#include <QTest>

#include "core/files/text_file.h"
#include "core/files/yaml_pack.h"

namespace tst_yaml_pack {

namespace fs = std::filesystem;
using namespace plateau;
using namespace plateau::files;

namespace {

const std::string text = "title: \"a\\tb\"\nlist: [1, 'x', {k: }]\nwords: |\n  c\n   d\nflag: ~\nä: ö\n";

constexpr std::size_t entries_begin = 16, entry_size = 40, hash_in_entry = 32; // of the form of a pack

std::vector<std::string> preset_texts()
{
    std::vector<std::string> texts;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(PRESETS))
        if (entry.path().extension() == ".yaml")
            texts.push_back(*read_text(entry.path()));
    return texts;
}

/// What the pack says of the text is nothing or true.
bool is_honest(const std::string& bytes)
{
    const auto found = YamlPack(bytes).find(text);
    return !found || *found == parse_unpacked_yaml(text, {})->root;
}

} // namespace

/// YAML texts that were parsed beforehand.
class TestYamlPack : public QObject {
    Q_OBJECT

private slots:
    void presets_are_in_their_pack()
    {
        for (const std::string& preset : preset_texts())
            QVERIFY2(shipped_pack().find(preset), preset.substr(0, 80).c_str());
    }

    void nodes_are_those_of_the_reader()
    {
        std::vector<std::string> texts = preset_texts();
        texts.insert(texts.end(), {text, "", "# nothing\n", "word", "[]", "{}", "- [[[]]]\n"});
        const YamlPack pack(packed_yaml(texts));
        for (const std::string& each : texts) {
            const auto found = pack.find(each);
            QVERIFY(found);
            QVERIFY(*found == parse_unpacked_yaml(each, {})->root);
        }
    }

    void another_text_is_not_found()
    {
        const YamlPack pack(packed_yaml({text}));
        QVERIFY(pack.find(text));
        QVERIFY(!pack.find(text + " "));
        QVERIFY(!pack.find(""));
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::string other = text;
            other[i] = other[i] == '1' ? '2' : '1';
            QVERIFY(!pack.find(other));
        }
    }

    void texts_that_cannot_be_read_are_left_out()
    {
        const YamlPack pack(packed_yaml({"a: [", text, "a: 1\na: 2\n"}));
        QVERIFY(pack.find(text));
        QVERIFY(!pack.find("a: ["));
        QVERIFY(!pack.find("a: 1\na: 2\n"));
    }

    void damaged_bytes_say_nothing()
    {
        const std::string bytes = packed_yaml({text, "a: 1\n"});
        for (std::size_t i = 0; i < bytes.size(); ++i)
            for (const int change : {0x01, 0x80, 0xFF}) {
                std::string damaged = bytes;
                damaged[i] = static_cast<char>(damaged[i] ^ change);
                QVERIFY2(is_honest(damaged), std::to_string(i).c_str());
            }
    }

    void cut_packs_say_nothing()
    {
        const std::string bytes = packed_yaml({"a: 1\n", text});
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY2(is_honest(bytes.substr(0, size)), std::to_string(size).c_str());
    }

    void wrong_bytes_with_the_right_hash_do_no_harm()
    {
        const std::string bytes = packed_yaml({text});
        const std::size_t nodes = entries_begin + entry_size;
        for (std::size_t i = nodes; i < bytes.size(); ++i)
            for (int value = 0; value < 256; ++value) {
                std::string wrong = bytes;
                wrong[i] = static_cast<char>(value);
                Fingerprint fingerprint;
                fingerprint.add(wrong.substr(nodes));
                const std::uint64_t hash = fingerprint.value();
                std::memcpy(wrong.data() + entries_begin + hash_in_entry, &hash, sizeof hash);
                YamlPack(wrong).find(text); // reads nothing beyond the bytes
            }
    }

    void other_files_are_no_packs()
    {
        for (const std::string& bytes : {std::string(), std::string("YMLP"), std::string(100, '\xff'),
                                         std::string(100, '\0'), *read_text(fs::path(PRESETS) / "README.md")})
            QVERIFY(!YamlPack(bytes).find(text));
        std::string many = packed_yaml({text});
        std::memset(many.data() + 8, 0xFF, 8); // so many entries
        QVERIFY(!YamlPack(many).find(text));
    }
};

PLATEAU_TEST(TestYamlPack)

} // namespace tst_yaml_pack

#include "tst_yaml_pack.moc"
