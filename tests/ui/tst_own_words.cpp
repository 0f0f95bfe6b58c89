// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QtTest>

#include <set>

#include "core/answers/step.h"
#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/foreign.h"
#include "core/text/messages/speech.h"
#include "core/views/words.h"
#include "tests/core/sample_scenarios.h"
#include "tests/core/shipped_answers.h"
#include "ui/controls/text.h"

/// What a person called things is said as it was written, in every language: also where the program has the same words
/// among its own texts.
namespace tst_own_words {

using namespace plateau;

namespace {

/// Stands for a person's words while sentences are made; they are put in afterwards.
const std::string stand_in = "words-of-a-person";

/// Every English text of the catalogues of translations.
std::set<std::string> texts_of_ours()
{
    static const QRegularExpression entry(QLatin1String(R"re(^msgid "((?:[^"\\]|\\.)+)"$)re"),
                                          QRegularExpression::MultilineOption);
    std::set<std::string> texts;
    QDirIterator files(QStringLiteral(PROJECT "/resources/translations"), {QStringLiteral("*.po")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s", qPrintable(file.fileName()));
        const QByteArray one_line_each = file.readAll().replace("\"\n\"", "");
        for (auto found = entry.globalMatch(QString::fromUtf8(one_line_each)); found.hasNext();) {
            const QByteArray literal = "[\"" + found.next().captured(1).toUtf8() + "\"]"; // escaped as JSON has it
            texts.insert(QJsonDocument::fromJson(literal).array().at(0).toString().toStdString());
        }
    }
    return texts;
}

bool put_in(std::string& text, const std::string& words)
{
    const std::size_t at = text.find(stand_in);
    if (at == std::string::npos)
        return false;
    text.replace(at, stand_in.size(), words);
    return true;
}

/// Puts a person's words where the stand-in is, whatever kind of argument holds it; false: it is nowhere.
bool put_in(Message& message, const std::string& words)
{
    bool found = put_in(message.text, words);
    for (Argument& argument : message.arguments) {
        if (auto* verbatim = std::get_if<Verbatim>(&argument.value))
            found |= put_in(verbatim->text, words);
        else if (auto* word = std::get_if<Word>(&argument.value))
            found |= put_in(word->text, words);
        else if (auto* part = std::get_if<Message>(&argument.value))
            found |= put_in(*part, words);
    }
    return found;
}

struct Sentences {
    std::vector<Message> all = {}; ///< each with the stand-in

    void add(const Message& message)
    {
        Message tried = message;
        if (put_in(tried, "") && std::find(all.begin(), all.end(), message) == all.end())
            all.push_back(message);
    }
    void add(const std::vector<Message>& messages)
    {
        for (const Message& message : messages)
            add(message);
    }
    void add(const Error& error)
    {
        add(error.what);
        add(error.accepted);
    }
    void add(const views::Report& report)
    {
        add(report.title);
        for (const views::ReportSection& section : report.sections) {
            add(section.heading);
            add(section.paragraphs);
            add(section.list);
            add(section.table.head);
            for (const auto& row : section.table.rows)
                add(row);
            for (const figures::FigurePage& page : section.pictures) {
                add(page.title);
                add(page.sentence);
                for (const figures::PageTile& tile : page.tiles) {
                    add(tile.heading);
                    add(figures::summary(tile.figure));
                    add(figures::series_names(tile.figure));
                }
            }
        }
    }
    void add(const std::vector<narrate::Fact>& facts)
    {
        for (const narrate::Fact& fact : facts) {
            add(fact.name);
            add(fact.values);
        }
    }
};

/// Everything in it that a person may name has the stand-in for its name.
Scenario named_by_a_person(Scenario scenario)
{
    scenario.title = stand_in;
    scenario.notes = stand_in;
    scenario.shipped = false;
    scenario.workload.shape.title = stand_in;
    scenario.cluster.accelerator.title = stand_in;
    scenario.assumptions.stack.title = stand_in;
    scenario.assumptions.stack.file = "/home/a-person/stacks/own.yaml";
    return scenario;
}

/// Sentences of reports, captions, comparisons and errors about things that a person named.
Sentences sentences()
{
    Sentences said;
    answers::Answers& answers = *test::shipped_answers();
    const Scenario first = named_by_a_person(test::weak_scaling("128"));
    const Scenario second = named_by_a_person(test::weak_scaling("2048"));
    said.add(views::training_report(answers, {first, second}, {}, "2026-11-26"));
    const auto parts = [&](const Scenario& scenario) {
        return *answers.get<answers::StepParts>(
            {std::make_shared<const Scenario>(scenario), search::PlanChoice::Given, search::Objective::Throughput});
    };
    const Parts few = parts(first), many = parts(second);
    said.add(narrate::differing_parameters({first, few}, {test::weak_scaling("128"), many}));
    const Message name{"%1", {title_of(first)}};
    said.add(narrate::comparison_sentence(name, {first, few}, name, {second, many}, {}));

    LimitsScenario limits = *find_limits_scenario(test::shipped(), "limits-h100-dense");
    limits.title = limits.notes = stand_in;
    limits.shipped = false;
    limits.accelerator.title = stand_in;
    said.add(views::limits_report(answers, {limits}, {}, "2026-11-26"));

    for (const std::string& text :
         {"kind: training\n" + stand_in + ": 3\n", "kind: training\nmodel: " + stand_in + "\n",
          "kind: training\nhardware: " + stand_in + "\n", "kind: training\ngpus: " + stand_in + "\n",
          "kind: training\ndp_mode: " + stand_in + "\n", "kind: training\nlocked: [" + stand_in + "]\n",
          "kind: " + stand_in + "\n"}) {
        const auto read = read_scenario_text(test::shipped(), text, stand_in);
        if (read)
            qFatal("read: %s", text.c_str());
        said.add(read.error());
    }
    return said;
}

} // namespace

class TestOwnWords : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { ui::speak_language(ui::language_of(QStringLiteral("en"))); }

    void stay_as_they_were_written_data()
    {
        QTest::addColumn<QString>("code");
        for (const ui::Language& language : ui::languages())
            QTest::newRow(language.code) << QString::fromLatin1(language.code);
    }
    void stay_as_they_were_written()
    {
        QFETCH(QString, code);
        ui::speak_language(ui::language_of(code));
        const Sentences about = sentences();
        QVERIFY2(about.all.size() >= 15, qPrintable(QString::number(about.all.size())));
        std::set<std::string> names = texts_of_ours();
        QVERIFY2(names.size() > 4000, qPrintable(QString::number(names.size())));
        names.insert({"Full, 1.500 steps", "Step, 2,048 runs: none", "2.5 days: Best", "Data", "Best", "Full"});
        int at = 0, tried = 0, changed = 0;
        for (const std::string& name : names) {
            if (at++ % test::row_stride)
                continue;
            const std::string shown = foreign_line(name, 1000);
            for (const Message& message : about.all) {
                Message named = message;
                put_in(named, name);
                ++tried;
                if (said(named).find(shown) != std::string::npos)
                    continue;
                if (++changed <= 20)
                    qWarning("“%s” in “%s” is said “%s”", name.c_str(), english(message).c_str(), said(named).c_str());
            }
        }
        qInfo("%d names in %zu sentences", tried, about.all.size());
        QCOMPARE(changed, 0);
    }
};

PLATEAU_TEST(TestOwnWords)

} // namespace tst_own_words

#include "tst_own_words.moc"
