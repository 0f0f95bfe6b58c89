// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <map>

#include "core/text/messages/korean.h"
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

    void a_sentence_within_another_is_said_in_the_language_too()
    {
        const Message inner{"%1 does not fit; %2 does.", {"A", "B"}};
        const Message outer{"%1.", {Message{"%1, log scale", {inner}}}};
        QCOMPARE(said(outer), std::string("B passt, A nicht., logarithmisch."));
        QCOMPARE(english(outer), std::string("A does not fit; B does., log scale."));
    }

    /// Nobody who prints a sentence sees the marks; a window finds its numbers in any language.
    void a_number_can_be_found_in_its_sentence()
    {
        const Message inner{"%1 does not fit; %2 does.",
                            {live("gpus", Quantity{2048, units::Unit::Gpus}), Quantity{8, units::Unit::Gpus}}};
        const Message message{"%1.", {inner}};
        QCOMPARE(english(message), std::string("2,048\u00a0GPUs does not fit; 8\u00a0GPUs does.."));
        QCOMPARE(said(message), std::string("8\u00a0GPUs passt, 2.048\u00a0GPUs nicht.."));
        const LiveWords found = said_live(message);
        QCOMPARE(found.words, said(message));
        QCOMPARE(found.numbers.size(), std::size_t(1));
        QCOMPARE(found.numbers[0].key, std::string("gpus"));
        QCOMPARE(found.words.substr(found.numbers[0].from, found.numbers[0].size), std::string("2.048\u00a0GPUs"));
    }

    void a_number_is_found_where_compute_is_set_as_books_set_it()
    {
        const Message message{"%1 does not fit; %2 does.",
                              {live("gpus", Quantity{8, units::Unit::Gpus}), Quantity{2.05e28, units::Unit::Flop}}};
        const LiveWords found = typeset(said_live(message));
        QCOMPARE(found.words, std::string("2,05\u00a0×\u00a010²⁸\u00a0FLOP passt, 8\u00a0GPUs nicht."));
        QCOMPARE(found.words.substr(found.numbers.at(0).from, found.numbers.at(0).size), std::string("8\u00a0GPUs"));
    }

    void what_was_typed_stays_as_it_is()
    {
        for (const std::string typed :
             {"days", "full", "GPU count", "2,048", "1.5 days: full", "Sharding FSDP, whole world"}) {
            const Message message{"%1.", {Verbatim{typed}}};
            QCOMPARE(said(message), typed + ".");
            QCOMPARE(english(message), typed + ".");
        }
        QCOMPARE(said(Message{"%1.", {Verbatim{"a\x1b[2J%2\n"}}}), std::string("a\\x1b[2J%2\\n.")); // on one line
    }

    void a_marked_text_is_translated_as_a_whole()
    {
        QCOMPARE(said(Message{"%1.", {"full"}}), std::string("voll."));
        QCOMPARE(said(Message{"%1.", {Word{"full, GPU count 8"}}}), std::string("full, GPU count 8."));
        QCOMPARE(said(Message{"%1.", {listed({"full", Quantity{2.5, units::Unit::None}, Verbatim{"full"}})}}),
                 std::string("voll, 2,5, full."));
    }

    void a_quantity_is_written_in_the_language()
    {
        using units::Unit;
        QCOMPARE(said(Argument(Quantity{1024.5, Unit::None, 5})), std::string("1.024,5"));
        QCOMPARE(said(Argument(Quantity{12.5 * 86400, Unit::Seconds})), std::string("12,5\u00a0Tage"));
        QCOMPARE(said(Argument(Quantity{1.2e6, Unit::Tokens})), std::string("1,2\u00a0M Token"));
        QCOMPARE(said(Argument(in_prose(80100, Unit::Usd))), std::string("80.100 USD"));
        QCOMPARE(said(Argument(Quantity{2.5, Unit::None, 3, Quantity::Style::Times})), std::string("2,5\u00a0×"));
        speak({in_german, false, true});
        QCOMPARE(said(Argument(in_prose(68.7e9, Unit::Count))), std::string("687억"));
        QCOMPARE(said(Argument(Quantity{475e12, Unit::Count})), std::string("475조"));
        QCOMPARE(said(Argument(Quantity{2e12, Unit::Tokens})), std::string("2조 Token"));
        QCOMPARE(said(Argument(in_prose(31e9, Unit::Usd))), std::string("310억 USD"));
        QCOMPARE(said(Argument(Quantity{400e9, Unit::Bytes})), std::string("400\u00a0GB"));
        QCOMPARE(said(Argument(Quantity{1.55, Unit::Multiplier})), std::string("1.55배"));
        QCOMPARE(said(Argument(Quantity{2048, Unit::Count})), std::string("2,048"));
    }

    void numbers_have_a_decimal_comma_and_names_keep_their_point()
    {
        const std::map<std::string, std::string> cases{{"2,048", "2.048"},
                                                       {"0.125", "0,125"},
                                                       {"1,024.5 GB", "1.024,5 GB"},
                                                       {"\u22123.1 %", "\u22123,1 %"},
                                                       {"2.05e28 FLOP", "2,05e28 FLOP"},
                                                       {"1.5 to 2.5", "1,5 to 2,5"},
                                                       {"0.1.0", "0.1.0"}};
        for (const auto& [words, wanted] : cases)
            QCOMPARE(written_number(words), wanted);
        QCOMPARE(said(Argument(Verbatim{"Llama 3.1 70B"})), std::string("Llama 3.1 70B"));
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
        QCOMPARE(said(Message{"%1 %2", {"GPU count", Quantity{2048, units::Unit::Count}}}),
                 std::string("GPU count 2,048"));
        QCOMPARE(typed_number("2,048"), std::string("2,048"));
        QCOMPARE(said(Error{{"%1.", {"A"}}, "file:1:2", {"full", {}}}), std::string("file:1:2: A.; full"));
    }
};

PLATEAU_TEST(TestSpeech)

} // namespace tst_speech

#include "tst_speech.moc"
