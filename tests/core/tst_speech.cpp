// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <map>

#include "core/text/messages/korean.h"
#include "core/text/messages/live.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"
#include "tests/test_program.h"

namespace tst_speech {

using namespace plateau;

namespace {

const std::map<std::string, std::string>& german()
{
    static const std::map<std::string, std::string> words{{"%1 does not fit; %2 does.", "%2 passt, %1 nicht."},
                                                          {"%1.", "%1."},
                                                          {"%1, log scale", "%1, logarithmisch"},
                                                          {"GPU count", "Zahl der GPUs"},
                                                          {"days", "Tage"},
                                                          {"tokens", "Token"},
                                                          {"full", "voll"},
                                                          {"Sharding", "Verteilung"},
                                                          {"FSDP, whole world", "FSDP, alle"}};
    return words;
}

std::optional<std::string> in_german(const std::string& english)
{
    const auto found = german().find(english);
    return found == german().end() ? std::nullopt : std::optional(found->second);
}

} // namespace

/// What the window says in another language; what files say never changes.
class TestSpeech : public QObject {
    Q_OBJECT
private slots:
    void init() { speak({in_german, true}); }
    void cleanup() { speak({}); }

    void arguments_may_change_their_order()
    {
        const Message message{"%1 does not fit; %2 does.", {"A", "B"}};
        QCOMPARE(said(message), std::string("B passt, A nicht."));
        QCOMPARE(english(message), std::string("A does not fit; B does."));
    }

    void korean_particles_follow_the_sound_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* written, const char* words) {
            QTest::newRow(written) << QString::fromUtf8(written) << QString::fromUtf8(words);
        };
        row("154 GB이(가) 필요합니다", "154 GB가 필요합니다");
        row("H100을(를)", "H100을"); // baek
        row("2,048을(를)", "2,048을"); // pal
        row("4은(는)", "4는"); // sa
        row("37 %을(를)", "37 %를");
        row("1.4×이(가)", "1.4×가");
        row("메모리이(가)", "메모리가");
        row("모델이(가)", "모델이");
        row("모델(으)로", "모델로"); // after rieul
        row("핀(으)로", "핀으로");
        row("7(으)로", "7로"); // chil
        row("10(으)로", "10으로"); // sip
        row("TP와(과) PP", "TP와 PP");
        row("“모델”은(는)", "“모델”은");
        row("모델(7B)을(를)", "모델(7B)을"); // what stands in brackets makes no sound
        row("<b>154 GB</b>이(가)", "<b>154 GB</b>가");
        row("LLM을(를)", "LLM을"); // em
        row("이(가)", "이(가)"); // nothing to hear yet
    }

    void korean_particles_follow_the_sound()
    {
        QFETCH(QString, written);
        QFETCH(QString, said);
        QCOMPARE(QString::fromStdString(korean::with_particles(written.toStdString())), said);
    }

    void korean_counts_by_ten_thousands()
    {
        speak({in_german, false, true});
        QCOMPARE(said(std::string("68.7\u00a0billion")), std::string("687억"));
        QCOMPARE(said(std::string("475 T")), std::string("475조"));
        QCOMPARE(said(std::string("12.5 k")), std::string("1.25만"));
        QCOMPARE(said(std::string("400 GB")), std::string("400 GB"));
        QCOMPARE(said(std::string("31\u00a0billion USD")), std::string("310억 USD"));
        QCOMPARE(said(std::string("2 T tokens")), std::string("2조 Token"));
        QCOMPARE(said(std::string("1.55\u00a0×")), std::string("1.55배"));
        QCOMPARE(said(std::string("2,048")), std::string("2,048"));
    }

    void a_label_stands_before_a_value_of_several_words()
    {
        QCOMPARE(said(std::string("Sharding FSDP, whole world")), std::string("Verteilung FSDP, alle"));
    }

    void a_sentence_within_another_is_said_in_the_language_too()
    {
        const Message inner{"%1 does not fit; %2 does.", {"A", "B"}};
        const Message outer{"%1.", {within(Message{"%1, log scale", {within(inner)}})}};
        QCOMPARE(said(outer), std::string("B passt, A nicht., logarithmisch."));
        QCOMPARE(english(outer), std::string("A does not fit; B does., log scale."));
    }

    /// Nobody who prints a sentence sees the marks; a window finds its numbers in any language.
    void a_number_can_be_found_in_its_sentence()
    {
        const Message inner{"%1 does not fit; %2 does.", {live("gpus", "2,048 GPUs"), "8 GPUs"}};
        const Message message{"%1.", {within(inner)}};
        QCOMPARE(english(message), std::string("2,048 GPUs does not fit; 8 GPUs does.."));
        QCOMPARE(said(message), std::string("8 GPUs passt, 2.048 GPUs nicht.."));
        const LiveWords found = unmarked(said_marked(message));
        QCOMPARE(found.words, said(message));
        QCOMPARE(found.numbers.size(), std::size_t(1));
        QCOMPARE(found.numbers[0].key, std::string("gpus"));
        QCOMPARE(found.words.substr(found.numbers[0].from, found.numbers[0].size), std::string("2.048 GPUs"));
        QCOMPARE(unmarked("half a mark \x04").words, std::string("half a mark \x04"));
    }

    void what_was_typed_is_no_message()
    {
        for (const std::string typed : {"\x02", "\x02\x03",
                                        "\x02"
                                        "99:x\x03",
                                        "\x02"
                                        "1:a1:\x03",
                                        "\x02x\x03"})
            QVERIFY(!held_message(typed) || *held_message(typed) == (Message{"a", {}}));
        QCOMPARE(*held_message(within({"a%1", {"1:b", ""}})), (Message{"a%1", {"1:b", ""}}));
    }

    void numbers_have_a_decimal_comma_and_names_keep_their_point()
    {
        const std::map<std::string, std::string> cases{{"2,048", "2.048"},
                                                       {"0.125", "0,125"},
                                                       {"1,024.5 GB", "1.024,5 GB"},
                                                       {"\u22123.1 %", "\u22123,1 %"},
                                                       {"2.05e28 FLOP", "2,05e28 FLOP"},
                                                       {"12.5\u00a0days", "12,5\u00a0Tage"},
                                                       {"1.2\u00a0M tokens", "1,2\u00a0M Token"},
                                                       {"1.5 to 2.5", "1,5 to 2,5"},
                                                       {"0.1.0", "0.1.0"},
                                                       {"Llama 3.1 70B", "Llama 3.1 70B"},
                                                       {"GPU count 2,048", "Zahl der GPUs 2.048"},
                                                       {"full, GPU count 8", "voll, Zahl der GPUs 8"}};
        for (const auto& [words, wanted] : cases)
            QCOMPARE(said(words), wanted);
    }

    void typed_numbers_may_have_either_mark_and_what_is_shown_is_read_back()
    {
        const std::map<std::string, std::string> cases{
            {"0,5", "0.5"},       {"0.5", "0.5"},         {"0.125", "0.125"},         {"2.048", "2,048"},
            {"2,5 GB", "2.5 GB"}, {"1.024,5", "1,024.5"}, {"3.35 TB/s", "3.35 TB/s"}, {"unlimited", "unlimited"}};
        for (const auto& [typed, wanted] : cases)
            QCOMPARE(typed_number(typed), wanted);
        for (const double value : {0.125, 2.5, 1024.0, 2048.5, 1e5, 12345.0, 0.001}) {
            const std::string shown = written_number(units::show(value, units::Unit::None, 8).number);
            QCOMPARE(units::parse(typed_number(shown), units::Unit::None).value(), value);
        }
    }

    void english_is_said_as_it_stands()
    {
        speak({});
        QCOMPARE(said(std::string("GPU count 2,048, full")), std::string("GPU count 2,048, full"));
        QCOMPARE(typed_number("2,048"), std::string("2,048"));
        QCOMPARE(said(Error{{"%1.", {"A"}}, "file:1:2", {"full", {}}}), std::string("file:1:2: A.; full"));
    }
};

PLATEAU_TEST(TestSpeech)

} // namespace tst_speech

#include "tst_speech.moc"
