// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/text/messages/words.h"

namespace tst_words {

using namespace plateau;

using Parts = std::vector<std::string>;

/// Plain text, split and joined.
class TestWords : public QObject {
    Q_OBJECT

private slots:
    void parts_go_there_and_back()
    {
        QVERIFY((split("a,,b", ",") == Parts{"a", "", "b"}));
        QVERIFY((split("", ",") == Parts{""}));
        QVERIFY((split("a; b; ", "; ") == Parts{"a", "b", ""}));
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

PLATEAU_TEST(TestWords)

} // namespace tst_words

#include "tst_words.moc"
