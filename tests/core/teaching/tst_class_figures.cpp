// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/paper/figure_page.h"
#include "core/teaching/tours/shown_figures.h"
#include "tests/core/shipped_answers.h"

namespace tst_class_figures {

using namespace plateau;
using namespace plateau::tours;

namespace {

/// Of each curve that a question may be about: its place, and what stands beside it.
std::map<std::size_t, std::string> names(const std::vector<figures::Figure>& all)
{
    std::map<std::size_t, std::string> names;
    for (figures::Figure figure : all)
        for (const figures::Panel& panel : figure.panels())
            for (const figures::Series& series : panel.series)
                if (is_asked_about(series))
                    names[place_of(series.role)] = english(series.label_at_end ? series.name : series.beside);
    return names;
}

const Step* step_of(const std::vector<Tour>& tours, const std::string& id)
{
    for (const Tour& tour : tours)
        for (const Step& step : tour.steps)
            if (step.id == id)
                return &step;
    return nullptr;
}

} // namespace

/// What a class sees of the shipped tours: curves under the names that the text uses, and pictures that move when a
/// control of the lesson does.
class TestClassFigures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        claims_ = read_paper_claims(catalog_, evidence::read_claims(catalog_.folders));
        std::vector<Error> problems;
        for (const TourEntry& entry : tour_entries(catalog_, problems))
            tours_.push_back(read_tour(catalog_, claims_, entry.file, problems));
        QVERIFY(problems.empty());
    }

    /// A letter that was asked about is the letter of the same curve with the answer, and it is drawn.
    void curves_have_the_names_of_the_step()
    {
        int asked = 0;
        answers::Answers& answers = *test::shipped_answers();
        for (const Tour& tour : tours_)
            for (const Step& step : tour.steps) {
                if (step.beside.empty())
                    continue;
                QVERIFY2(!step.name.empty(), step.id.c_str());
                const auto told = names(shown_figures(answers, step, step.question, claims_, Shown::Told));
                QCOMPARE(told.size(), step.beside.size() + 1);
                const bool which = step.exercise && step.exercise->form == Exercise::Form::Which;
                const std::vector<int> signs = letters(step.id, told.size());
                for (std::size_t i = 0; i < told.size(); ++i) {
                    const std::string name = i == 0 ? step.name : step.beside[i - 1].name;
                    QCOMPARE(told.at(i), which ? letter(signs[i]) + ": " + name : name);
                }
                if (!which)
                    continue;
                ++asked;
                const auto before = names(shown_figures(answers, step, step.question, claims_, Shown::Asked));
                QCOMPARE(before.size(), told.size());
                for (const auto& [place, name] : before)
                    QCOMPARE(name, letter(signs[place]));
            }
        QVERIFY(asked >= 6);
    }

    void a_curve_that_was_changed_has_its_name_no_more()
    {
        const Step* step = step_of(tours_, "hybrid-sharding");
        QVERIFY(step);
        const auto name_at = [&](const Changes& changes) {
            const Question there = with(catalog_, step->question, changes).value();
            return names(shown_figures(*test::shipped_answers(), *step, there, claims_, Shown::Told)).at(0);
        };
        QCOMPARE(name_at({}), std::string("hybrid"));
        QCOMPARE(name_at({{"gpus", "512"}}), std::string("hybrid"));
        QCOMPARE(name_at({{"dp_mode", "fsdp"}}), std::string("Current"));
    }

    void every_control_of_a_lecture_moves_the_picture_data()
    {
        QTest::addColumn<int>("tour");
        for (std::size_t i = 0; i < tours_.size(); ++i)
            if (!tours_[i].goals.empty())
                QTest::newRow(tours_[i].id.c_str()) << int(i);
    }

    void every_control_of_a_lecture_moves_the_picture()
    {
        QFETCH(int, tour);
        for (const Step& step : tours_[std::size_t(tour)].steps) {
            const std::string before = drawn(step, step.question);
            for (const std::string& key : step.lesson.controls) {
                const ParameterDescription* row = find_parameter(step.question, key);
                QVERIFY2(row, key.c_str());
                std::vector<std::string> values;
                for (const Option& option : row->options)
                    values.push_back(option.value);
                if (values.empty())
                    for (const double stop : stops(*row))
                        values.push_back(units::exact(stop, row->unit));
                const bool moves = std::any_of(values.begin(), values.end(), [&](const std::string& value) {
                    const auto there = with(catalog_, step.question, {{key, value}});
                    return there && drawn(step, *there) != before;
                });
                QVERIFY2(moves, (step.id + ": " + key).c_str());
            }
        }
    }

private:
    std::string drawn(const Step& step, const Question& question);

    const catalog::Catalog& catalog_ = test::shipped();
    PaperClaims claims_;
    std::vector<Tour> tours_;
};

/// Everything that is drawn.
std::string TestClassFigures::drawn(const Step& step, const Question& question)
{
    std::string all;
    answers::Answers& answers = *test::shipped_answers();
    if (is_schematic(step.picture))
        if (const auto drawing = schematic(answers, step.picture, question))
            for (const figures::Schematic::Box& box : drawing->boxes)
                all += std::to_string(box.x) + ' ' + std::to_string(box.width) + ' ' + std::to_string(box.height) + ' ';
    for (const figures::Figure& figure : shown_figures(answers, step, question, claims_, Shown::Told)) {
        all += figures::page_csv(figures::page_of(figure));
        if (const auto* plot = figure.as<figures::Plot>())
            all += std::to_string(plot->marker);
        if (const auto* moving = figure.as<figures::Mechanism>())
            for (const mechanisms::Actor& actor : moving->actors)
                for (const mechanisms::Key& key : actor.keys)
                    all += std::to_string(key.time / moving->seconds) + ' ' + std::to_string(key.x + key.width) + ' ';
    }
    return all;
}

PLATEAU_TEST(TestClassFigures)

} // namespace tst_class_figures

#include "tst_class_figures.moc"
