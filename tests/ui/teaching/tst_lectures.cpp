// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>

#include "core/teaching/tours/tour.h"
#include "core/text/messages/speech.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/text.h"

namespace tst_lectures {

namespace ui = plateau::ui;

using namespace plateau;
using namespace plateau::test;

namespace {

/// A calm pace before a class, assumed: conversation runs at 150 words a minute in English and is too fast to take
/// notes by. German words are longer, so there are fewer of them to as many syllables; Korean is counted in syllables.
struct Pace {
    const char* language;
    double units_a_minute;
    bool syllables;
};
constexpr Pace paces[] = {{"en", 130, false}, {"de", 110, false}, {"ko", 260, true}};

/// Of a step's minutes, what is left for the class: it guesses, moves a slider, asks back.
constexpr double of_the_class = 1.0 / 3;
/// Whoever has less to say runs out of words before the class has.
constexpr double of_talk_at_least = 1.0 / 4;

/// What is read aloud: a digit is a word (2,048 is two thousand forty-eight), and so is a sign.
double spoken(const QString& text, bool syllables)
{
    static const QRegularExpression word(QStringLiteral("[[:alpha:]]+|[0-9]|[%×$]"),
                                         QRegularExpression::UseUnicodePropertiesOption);
    double units = 0;
    for (auto found = word.globalMatch(text); found.hasNext();) {
        const QString one = found.next().captured();
        units += !syllables ? 1 : one.front().isDigit() ? 2 : static_cast<double>(one.size());
    }
    return units;
}

} // namespace

/// What makes a lecture of a tour: it can be given in its time, by its notes.
class TestLectures : public WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        set_up();
        answers_ = answers_of(catalog_);
    }

    void cleanup() { ui::speak_language(ui::language_of(QStringLiteral("en"))); }

    /// Three quarters of an hour in eight to ten steps of four to five minutes; the others are read alone.
    void a_tour_says_whether_it_is_a_lecture()
    {
        int lectures = 0;
        for (const tours::Tour& tour : all()) {
            const QString summary = ui::text(tour.summary);
            double minutes = 0;
            for (const tours::Step& step : tour.steps) {
                minutes += step.minutes;
                QVERIFY2(tour.goals.empty() ? step.minutes == 0 : step.minutes >= 4 && step.minutes <= 5,
                         step.id.c_str());
            }
            if (tour.goals.empty()) {
                QVERIFY2(summary.contains(QStringLiteral("For your own reading")), qPrintable(summary));
                continue;
            }
            ++lectures;
            QVERIFY2(tour.steps.size() >= 8 && tour.steps.size() <= 10 && minutes <= 50, tour.id.c_str());
            QVERIFY2(summary.contains(QStringLiteral("A lecture of %1 minutes").arg(minutes)), qPrintable(summary));
        }
        QCOMPARE(lectures, 3);
    }

    void a_step_can_be_spoken_in_its_minutes_data()
    {
        QTest::addColumn<int>("pace");
        for (int i = 0; i < int(std::size(paces)); ++i)
            QTest::newRow(paces[i].language) << i;
    }

    /// Its text, its question with the answer and what is said to who guesses wrong, what to look at and the notes.
    void a_step_can_be_spoken_in_its_minutes()
    {
        QFETCH(int, pace);
        const Pace& at = paces[pace];
        ui::speak_language(ui::language_of(QString::fromLatin1(at.language)));
        const tours::PaperClaims claims = tours::read_paper_claims(*catalog_, answers_->data()->claims());
        tours::Numbers numbers(answers_);
        QStringList late;
        for (const tours::Tour& tour : all()) {
            for (const tours::Step& step : tour.steps) {
                std::vector<const tours::Prose*> said{&step.text, &step.look, &step.notes};
                if (step.prediction)
                    for (const tours::Prose* prose :
                         {&step.prediction->ask, &step.prediction->why, &step.prediction->flat})
                        said.push_back(prose);
                if (step.exercise) {
                    for (const tours::Prose* prose : {&step.exercise->ask, &step.exercise->why, &step.exercise->trap})
                        said.push_back(prose);
                    for (const tours::Exercise::Item& item : step.exercise->items)
                        said.insert(said.end(), {&item.say, &item.trap});
                }
                double units = 0;
                for (const tours::Prose* prose : said)
                    units += spoken(ui::text(tours::plain_text(*prose, step.question, claims, numbers, *catalog_)),
                                    at.syllables);
                if (tour.goals.empty())
                    continue;
                const double needed = units / at.units_a_minute / (1 - of_the_class);
                qInfo("%s %s: %.1f of %.0f minutes", tour.id.c_str(), step.id.c_str(), needed, step.minutes);
                const double talk = units / at.units_a_minute;
                if (needed > step.minutes || talk < of_talk_at_least * step.minutes)
                    late << QStringLiteral("%1 %2: %3 of %4 minutes")
                                .arg(ui::text(tour.id), ui::text(step.id))
                                .arg(needed, 0, 'f', 1)
                                .arg(step.minutes);
            }
        }
        QVERIFY2(late.isEmpty(), qPrintable(late.join(u'\n')));
    }

private:
    std::vector<tours::Tour> all();

    std::shared_ptr<answers::Answers> answers_;
};

std::vector<tours::Tour> TestLectures::all()
{
    const tours::PaperClaims claims = tours::read_paper_claims(*catalog_, answers_->data()->claims());
    std::vector<Error> problems;
    std::vector<tours::Tour> all;
    for (const tours::TourEntry& entry : tours::tour_entries(*catalog_, problems))
        all.push_back(tours::read_tour(*catalog_, claims, entry.file, problems));
    return all;
}

PLATEAU_TEST(TestLectures)

} // namespace tst_lectures

#include "tst_lectures.moc"
