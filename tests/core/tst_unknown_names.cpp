// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace tst_unknown_names {

using namespace plateau;

/// What is said of a name nobody knows.
class TestUnknownNames : public QObject {
    Q_OBJECT

private slots:
    void few_names_are_listed_and_of_many_it_is_said_what_lists_them()
    {
        const Message what{"%1 is not a letter", {"bb"}};
        const Error few = unknown_name(what, "bb", std::vector<std::string>{"aa", "b"}, "the alphabet");
        QCOMPARE(english(few), std::string("bb is not a letter; the nearest is b; one of aa, b"));
        QCOMPARE(few.nearest, std::string("b"));
        const std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g", "h", "i"};
        QCOMPARE(english(unknown_name(what, "bb", names, "the alphabet")),
                 std::string("bb is not a letter; the nearest is b; the alphabet lists all of them"));
        QCOMPARE(english(unknown_name(what, "bb", names)), std::string("bb is not a letter; the nearest is b"));
    }

    void everyday_words_find_a_name()
    {
        const std::vector<Called> names{{"accelerators", "gpus, hardware"}, {"tours", "lessons"}};
        QCOMPARE(nearest("GPUs", names), std::string("accelerators"));
        QCOMPARE(nearest("lessons", names), std::string("tours"));
        QCOMPARE(nearest("tour", names), std::string("tours"));
        const std::vector<Called> keys{{"hardware", "gpu, accelerator"}, {"gpus", "cluster size"}};
        QCOMPARE(nearest("gpu", keys), std::string("gpus")); // written nearly so
        QCOMPARE(nearest("accelerator", keys), std::string("hardware"));
    }

    /// What people mean by a bare name: the measured accelerator, and of those the larger one.
    void a_bare_name_is_the_one_in_use()
    {
        const std::vector<std::string> names = catalog::names_of_entries(catalog::read({PRESETS}).accelerators);
        QCOMPARE(nearest("a100", names), std::string("a100_sxm_80"));
        QCOMPARE(nearest("h100", names), std::string("h100_sxm"));
        QCOMPARE(nearest("mi300", names), std::string("mi300x"));
    }

    /// Where every file of a kind is refused there is no nearest name.
    void without_names_none_is_the_nearest()
    {
        const catalog::Catalog shipped = catalog::read({PRESETS});
        for (const char* kind : {"hardware", "stack", "model"}) {
            catalog::Catalog catalog = shipped;
            catalog.accelerators.resize(kind == std::string("hardware") ? 0 : catalog.accelerators.size());
            catalog.stacks.resize(kind == std::string("stack") ? 0 : catalog.stacks.size());
            catalog.models.resize(kind == std::string("model") ? 0 : catalog.models.size());
            const auto scenario = read_scenario_text(catalog, "kind: training\n", "own.yaml");
            QVERIFY(!scenario);
            const std::string words = english(scenario.error());
            QVERIFY2(words.find("nearest") == std::string::npos && words.find("; one of ") == std::string::npos,
                     words.c_str());
            QVERIFY2(words.find("none of the files that hold them can be read") != std::string::npos, words.c_str());
        }
    }

    void versions_are_compared_by_their_numbers()
    {
        QVERIFY(is_later_version("1.10.0", "1.9"));
        QVERIFY(!is_later_version("1.9", "1.9.0"));
        QVERIFY(!is_later_version("0.9", "1.0"));
        QVERIFY(!is_later_version("", "1.0"));
    }

    void parts_go_there_and_back()
    {
        QVERIFY((split("a,,b", ",") == std::vector<std::string>{"a", "", "b"}));
        QVERIFY((split("", ",") == std::vector<std::string>{""}));
        QVERIFY((split("a; b; ", "; ") == std::vector<std::string>{"a", "b", ""}));
        for (const std::string text : {"", "a", ", ", "a, b, , c"})
            QCOMPARE(joined(split(text, ", ")), text);
        QCOMPARE(joined({}), std::string());
    }

    void blanks_around_and_capitals_go()
    {
        QCOMPARE(trimmed(" \t a b\r\n"), std::string("a b"));
        QCOMPARE(trimmed(" \n"), std::string());
        QCOMPARE(lower("FSDP-2 Ü"), std::string("fsdp-2 Ü")); // letters beyond ASCII stay
    }
};

PLATEAU_TEST(TestUnknownNames)

} // namespace tst_unknown_names

#include "tst_unknown_names.moc"
