// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/exercise_sheet.h"

#include <numeric>
#include <random>

#include <fmt/format.h>

#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/lecture_parts.h"
#include "core/teaching/tours/shown_figures.h"
#include "core/text/messages/speech.h"

namespace plateau::tours {

namespace {

using figures::Figure;
using figures::Panel;
using figures::Series;

constexpr int tries = 60; ///< until a drawn case is given up for the step's own
constexpr double clearly = 1.03; ///< apart, so that an order can be told

std::string say(const Message& message) { return message.empty() ? std::string() : units::typeset(said(message)); }

/// Leaves the axes as they are and removes the curves that are asked for; of a prediction the seen part stays.
Figure blank(Figure figure, const std::optional<Prediction>& prediction)
{
    auto* plot = figure.as<figures::Plot>();
    if (!plot)
        return figure;
    if (prediction && asks_about(figure, *prediction))
        figure = hidden(std::move(figure), *prediction);
    plot = figure.as<figures::Plot>();
    double least = 0, most = 0;
    for (Panel& panel : plot->panels) {
        double highest = 0, lowest = 0;
        for (const Series& series : panel.series)
            for (std::size_t i = 0; i < series.y.size(); ++i) {
                least = least == 0 ? series.x[i] : std::min(least, series.x[i]);
                most = std::max(most, series.x[i]);
                if (!std::isfinite(series.y[i]) || series.role == figures::SeriesRole::Reference)
                    continue;
                highest = std::max(highest, series.y[i]);
                lowest = lowest == 0 ? series.y[i] : std::min(lowest, series.y[i]);
            }
        if (!panel.y.has_ends()) {
            panel.y.minimum = panel.y.logarithmic ? lowest / 1.5 : 0;
            panel.y.maximum = highest * 1.2;
        }
        const bool keeps = prediction.has_value();
        std::erase_if(panel.series,
                      [&](const Series& series) { return !keeps && series.role != figures::SeriesRole::Reference; });
        panel.notes.clear();
        panel.brackets.clear();
        panel.labels.clear();
        panel.regions.clear();
        panel.marks.clear();
    }
    if (!plot->x.has_ends()) {
        plot->x.minimum = least;
        plot->x.maximum = most;
    }
    plot->marker = 0;
    figure.sentence = {PLATEAU_TEXT("Axes to draw into."), {}};
    return figure;
}

class SheetMaker {
public:
    SheetMaker(std::shared_ptr<answers::Answers> answers, const PaperClaims& claims, unsigned seed)
        : answers_(std::move(answers)), catalog_(answers_->data()->catalog()), claims_(claims), numbers_(answers_),
          random_(seed)
    {
    }

    SheetTask make(const Step& step)
    {
        const Grid grid(catalog_, step);
        SheetTask task;
        task.title = step.title;
        if (step.prediction)
            predict(task, step, grid);
        else if (step.exercise->form == Exercise::Form::Order)
            order(task, step, grid);
        else if (step.exercise->form == Exercise::Form::Which)
            which(task, step, grid);
        else
            reach(task, step, grid);
        return task;
    }

private:
    std::size_t drawn(std::size_t count) { return count == 0 ? 0 : random_() % count; }

    /// Draws a point that `is_good` takes; gives the step's own point where it finds none.
    template<class IsGood>
    std::size_t point(const Grid& grid, IsGood is_good)
    {
        for (int i = 0; i < tries; ++i)
            if (const std::size_t one = drawn(grid.size()); one != grid.own_point() && is_good(one))
                return one;
        return grid.own_point();
    }

    /// A step's text holds elsewhere where the choices are the same, and what it compares differs in the same sense.
    bool holds(const Prose& words, const Step& step, const Grid& grid, std::size_t one)
    {
        for (std::size_t i = 0; i < grid.controls().size(); ++i)
            if (const GridControl& control = grid.controls()[i]; !control.numeric && grid.index(one, i) != control.at)
                return false;
        const auto question = grid.question(one);
        const auto is_more = [&](const Question& of, const Ask& ask) { // a ratio, however it is told
            return numbers_.value(of, ask).value_or(1) > 1;
        };
        return question && std::ranges::all_of(words, [&](const Piece& piece) {
                   const Ask::Form form = piece.ask.form;
                   const bool compares
                       = form == Ask::Form::Change || form == Ask::Form::Loss || form == Ask::Form::Times;
                   return piece.kind != Piece::Kind::Number || !compares
                       || is_more(step.question, piece.ask) == is_more(*question, piece.ask);
               });
    }

    /// Says where the controls stand, but for those that do not matter.
    static Message given(const Grid& grid, std::size_t point, const std::set<std::string>& without = {})
    {
        std::vector<Argument> all;
        for (std::size_t i = 0; i < grid.controls().size(); ++i) {
            const GridControl& control = grid.controls()[i];
            if (without.count(control.key))
                continue;
            all.push_back(Message{"%1: %2", {Word{control.row.label}, control.words(grid.index(point, i))}});
        }
        return listed(all, "; ");
    }

    std::string prose(const Prose& prose, const Question& question)
    {
        return units::typeset(plain_text(prose, question, claims_, numbers_, catalog_));
    }

    std::vector<Figure> figures_of(const Step& step, const Question& question)
    {
        std::vector<Figure> all = shown_figures(*answers_, step, question, claims_, Shown::Told);
        std::erase_if(all, [](const Figure& figure) { return !figure.as<figures::Plot>(); });
        return all;
    }

    /// Does a control move along the axis that is drawn? Its own place is kept.
    static bool is_axis(const GridControl& control)
    {
        return control.row.unit == units::Unit::Gpus || control.row.unit == units::Unit::Flop
            || control.key == "nvlink_domain";
    }

    void predict(SheetTask& task, const Step& step, const Grid& grid)
    {
        const Prediction& prediction = *step.prediction;
        std::optional<Figure> figure;
        const auto stays = [&](std::size_t one) {
            for (std::size_t i = 0; i < grid.controls().size(); ++i)
                if (is_axis(grid.controls()[i]) && grid.index(one, i) != grid.controls()[i].at)
                    return false;
            return true;
        };
        const auto asked = [&](std::size_t one) -> std::optional<Figure> {
            const auto question = grid.question(one);
            if (!question)
                return std::nullopt;
            for (Figure& each : figures_of(step, *question))
                if (asks_about(each, prediction) && truth(prediction, each))
                    return std::move(each);
            return std::nullopt;
        };
        const std::size_t one = point(
            grid, [&](std::size_t any) { return stays(any) && holds(prediction.flat, step, grid, any) && asked(any); });
        figure = asked(one);
        if (!figure)
            return;
        std::vector<double> places; // beyond what is seen, where the curve has points
        Message title, unit_words;
        units::Unit unit = units::Unit::None;
        for (const Panel& panel : figure->panels())
            if (panel.id == prediction.panel) {
                title = panel.unit.empty() ? panel.title : Message{"%1 (%2)", {panel.title, panel.unit}};
                unit = panel.y.unit;
                unit_words = panel.unit;
                for (const Series& series : panel.series)
                    if (series.role == figures::SeriesRole::Current && series.form == figures::SeriesForm::Line)
                        for (std::size_t i = 0; i < series.x.size(); ++i)
                            if (series.x[i] > prediction.from && std::isfinite(series.y[i])
                                && std::log2(series.x[i]) == std::floor(std::log2(series.x[i])))
                                places.push_back(series.x[i]);
            }
        const double at = places.empty() ? prediction.at : places[drawn(places.size())];
        const units::Unit axis = figure->plot().x.unit;
        const auto number = [](double value, units::Unit of, const Message& words = {}) -> Argument {
            const Quantity read{value, of == units::Unit::None ? units::Unit::Count : of};
            return of != units::Unit::None || words.empty() ? Argument(read) : Message{"%1 %2", {read, words}};
        };
        Prediction there = prediction;
        there.at = at;
        task.given = say(given(grid, one));
        task.ask
            = {say({PLATEAU_TEXT("The curve of %1 is drawn as far as %2. Sketch the rest, and say what it is at %3."),
                    {title, number(prediction.from, axis), number(at, axis)}})};
        task.blank = {blank(*figure, prediction)};
        task.answer = {say(
            {PLATEAU_TEXT("At %1 it is %2; at %3 it was %4."),
             {number(at, axis), number(truth(there, *figure).value_or(0), unit, unit_words),
              number(prediction.from, axis), number(last_seen(prediction, *figure).value_or(0), unit, unit_words)}})};
        if (!prediction.flat.empty())
            task.answer.push_back(prose(prediction.flat, *grid.question(one)));
        task.told = {std::move(*figure)};
    }

    /// Keys that every item sets itself.
    static std::set<std::string> set_by_all(const Exercise& exercise)
    {
        std::set<std::string> keys;
        for (const auto& [key, value] : exercise.items.front().value.at)
            if (std::all_of(exercise.items.begin(), exercise.items.end(), [&, &name = key](const Exercise::Item& item) {
                    return std::any_of(item.value.at.begin(), item.value.at.end(),
                                       [&](const auto& change) { return change.first == name; });
                }))
                keys.insert(key);
        return keys;
    }

    /// Is the step's own curve another one than those beside it?
    static bool tells_apart(const Figure& figure)
    {
        for (const Panel& panel : figure.panels())
            for (const Series& own : panel.series)
                for (const Series& other : panel.series)
                    if (own.role == figures::SeriesRole::Current && figures::is_pin(other.role) && own.y == other.y)
                        return false;
        return true;
    }

    void order(SheetTask& task, const Step& step, const Grid& grid)
    {
        const std::set<std::string> fixed = set_by_all(*step.exercise);
        const auto is_clear = [&](std::size_t one) {
            for (std::size_t i = 0; i < grid.controls().size(); ++i)
                if (fixed.count(grid.controls()[i].key) && grid.index(one, i) != grid.controls()[i].at)
                    return false;
            if (!holds(step.exercise->ask, step, grid, one))
                return false;
            const auto question = grid.question(one);
            if (!question)
                return false;
            std::vector<double> values;
            for (const Exercise::Item& item : step.exercise->items) {
                const auto value = numbers_.value(*question, item.value);
                if (!value)
                    return false;
                values.push_back(item.value.form == Ask::Form::Loss ? 1 - *value : *value);
            }
            std::sort(values.begin(), values.end());
            for (std::size_t i = 1; i < values.size(); ++i)
                if (!(values[i] > clearly * values[i - 1]) || values[i - 1] <= 0)
                    return false;
            return true;
        };
        const std::size_t one = point(grid, is_clear);
        const auto question = grid.question(one);
        task.given = say(given(grid, one, fixed));
        task.ask = {prose(step.exercise->ask, *question)};
        std::vector<std::size_t> places(step.exercise->items.size());
        for (std::size_t i = 0; i < places.size(); ++i)
            places[i] = i;
        for (std::size_t i = places.size(); i > 1; --i)
            std::swap(places[i - 1], places[drawn(i)]);
        for (const std::size_t place : places)
            task.items.push_back(prose(step.exercise->items[place].say, *question));
        if (const auto right = right_order(*step.exercise, *question, numbers_))
            for (const int place : *right) {
                const Exercise::Item& item = step.exercise->items[static_cast<std::size_t>(place)];
                const auto value = numbers_.text(*question, item.value);
                task.answer.push_back(prose(item.say, *question) + ": "
                                      + (value ? say(*value) : std::string("\u2013")));
            }
    }

    void which(SheetTask& task, const Step& step, const Grid& grid)
    {
        const auto is_drawn = [&](std::size_t one) {
            const auto question = grid.question(one);
            if (!question)
                return false;
            const std::vector<Figure> all = figures_of(step, *question);
            return holds(step.exercise->why, step, grid, one) && !all.empty()
                && std::all_of(all.begin(), all.end(), tells_apart);
        };
        const std::size_t one = point(grid, is_drawn);
        const auto question = grid.question(one);
        std::vector<Figure> all = figures_of(step, *question);
        std::vector<Argument> names;
        for (const Figure& figure : all)
            for (const Panel& panel : figure.panels())
                for (const Series& series : panel.series)
                    if (series.form == figures::SeriesForm::Line && !series.area
                        && (series.role == figures::SeriesRole::Current || figures::is_pin(series.role)))
                        if (std::find(names.begin(), names.end(), Argument(series.name)) == names.end())
                            names.emplace_back(series.name);
        task.given = say(given(grid, one));
        task.ask = {say({PLATEAU_TEXT("Sketch a curve for each of these and write its name beside it: %1. Where do "
                                      "they cross, and why?"),
                         {listed(names)}})};
        for (const Figure& figure : all)
            task.blank.push_back(blank(figure, std::nullopt));
        task.answer = {prose(step.exercise->why, *question)};
        task.told = std::move(all);
    }

    void reach(SheetTask& task, const Step& step, const Grid& grid)
    {
        const Exercise& exercise = *step.exercise;
        const auto start = numbers_.value(step.question, exercise.goal);
        const auto goal_at = [&](std::size_t one) -> std::optional<double> {
            const auto question = grid.question(one);
            const auto value = question ? numbers_.value(*question, exercise.goal) : Expected<double>(failure({}));
            return value ? std::optional(*value) : std::nullopt;
        };
        // One control is moved; the goal lies where it then is, on the side that the step asks for.
        const auto is_way = [&](std::size_t one) {
            int moved = 0;
            for (std::size_t i = 0; i < grid.controls().size(); ++i)
                moved += grid.index(one, i) != grid.controls()[i].at ? 1 : 0;
            const auto value = moved == 1 ? goal_at(one) : std::nullopt;
            return value && start && *value > 0
                && (exercise.at_most ? *value * clearly < *start : *value > *start * clearly);
        };
        const std::size_t one = point(grid, is_way);
        const auto question = grid.question(one);
        const auto words = [&](const Question& of) {
            const auto number = numbers_.text(of, exercise.goal);
            return number ? *number : Message{};
        };
        const Message value = words(*question), before = words(step.question);
        Argument label = Verbatim{};
        for (const Result& result : results(is_training(step.question)))
            if (result.key == exercise.goal.key)
                label = Word{result.label};
        task.given = say(given(grid, grid.own_point()));
        task.ask
            = {say({exercise.at_most
                        ? PLATEAU_TEXT("%1: here it is %2. What would bring it to %3 or less? Change one thing alone.")
                        : PLATEAU_TEXT("%1: here it is %2. What would bring it to %3 or more? Change one thing alone."),
                    {label, before, value}})};
        task.answer = {say({PLATEAU_TEXT("One way: %1. Other ways count if the model says so."), {given(grid, one)}})};
    }

    std::shared_ptr<answers::Answers> answers_;
    const catalog::Catalog& catalog_;
    const PaperClaims& claims_;
    Numbers numbers_;
    std::mt19937 random_;
};

} // namespace

SheetWords sheet_words()
{
    return {.exercises = translated(PLATEAU_TEXT("Exercises")),
            .answers = translated(PLATEAU_TEXT("The answers")),
            .sheet = translated(PLATEAU_TEXT("Sheet")),
            .name = translated(PLATEAU_TEXT("Name:"))};
}

std::vector<SheetTask> exercise_sheet(const std::shared_ptr<answers::Answers>& answers, const Tour& tour,
                                      const PaperClaims& claims, unsigned seed)
{
    SheetMaker maker(answers, claims, seed);
    std::vector<SheetTask> tasks;
    for (const Step& step : tour.steps)
        if (step.prediction || step.exercise)
            tasks.push_back(maker.make(step));
    return tasks;
}

namespace {

using figures::Series;
using figures::SeriesRole;

} // namespace

bool is_asked_about(const Series& series)
{
    return series.form == figures::SeriesForm::Line && !series.area
        && (series.role == SeriesRole::Current || figures::is_pin(series.role));
}

std::size_t place_of(SeriesRole role)
{
    return static_cast<std::size_t>(role) - static_cast<std::size_t>(SeriesRole::Current);
}

std::vector<int> letters(const std::string& id, std::size_t count)
{
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    unsigned seed = 2166136261U; // FNV-1a
    for (const char c : id)
        seed = (seed ^ static_cast<unsigned char>(c)) * 16777619U;
    for (std::size_t i = count; i > 1; --i) {
        std::swap(all[i - 1], all[seed % i]);
        seed = seed * 1664525U + 1013904223U;
    }
    return all;
}

std::string letter(int number) { return std::string(1, static_cast<char>('A' + number)); }

figures::Figure nameless(figures::Figure figure, const std::vector<int>& letters)
{
    for (figures::Panel& panel : figure.panels()) {
        std::erase_if(panel.series, [](const Series& series) {
            return !is_asked_about(series) && series.role != SeriesRole::Reference;
        });
        for (Series& series : panel.series) {
            const bool is_named_beside = !series.beside.empty();
            series.beside = {};
            series.own_x = 0; // a ring there would tell whose question it is
            if (!is_asked_about(series)) {
                series.label_at_end = false; // "ideal of Current"
                series.name = {};
                continue;
            }
            const std::size_t at = place_of(series.role);
            series.name = {"%1", {Verbatim{at < letters.size() ? letter(letters[at]) : "?"}}};
            if (is_named_beside)
                series.beside = series.name;
        }
        panel.notes.clear();
        panel.brackets.clear();
        panel.regions.clear();
        panel.labels.clear();
        panel.marks.clear();
    }
    if (auto* plot = figure.as<figures::Plot>()) {
        plot->marker = 0; // its dot rides on the step's own curve
        plot->x.note = {};
    }
    figure.sentence = {PLATEAU_TEXT("The names of the curves are hidden until you reveal them."), {}};
    return figure;
}

std::optional<std::vector<int>> right_order(const Exercise& exercise, const Question& question, Numbers& numbers)
{
    std::vector<double> values;
    for (const Exercise::Item& item : exercise.items) {
        const auto value = numbers.value(question, item.value);
        if (!value)
            return std::nullopt;
        values.push_back(item.value.form == Ask::Form::Loss ? 1 - *value : *value);
    }
    std::vector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return values[static_cast<std::size_t>(a)] < values[static_cast<std::size_t>(b)];
    });
    return order;
}

int pairs_alike(const std::vector<int>& order, const std::vector<int>& right)
{
    const auto place = [&](int item) { return std::find(right.begin(), right.end(), item) - right.begin(); };
    int alike = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t j = i + 1; j < order.size(); ++j)
            alike += place(order[i]) < place(order[j]) ? 1 : 0;
    return alike;
}

Expected<std::vector<Moved>> moved(const Question& question, const Cause& cause, Numbers& numbers)
{
    const auto after = numbers.parts(question, cause.at);
    if (!after)
        return tl::unexpected(after.error());
    const auto before = numbers.parts(question, cause.against);
    if (!before)
        return tl::unexpected(before.error());
    const auto of_a_token = [](const Parts& parts, Part part) {
        return parts[part] * parts.gpus_used / (parts.tokens_per_s * parts.step_seconds);
    };
    std::vector<Moved> all;
    all.reserve(time_part_count);
    for (int i = 0; i < time_part_count; ++i)
        all.push_back({Part(i), of_a_token(*after, Part(i)) - of_a_token(*before, Part(i))});
    std::stable_sort(all.begin(), all.end(),
                     [](const Moved& a, const Moved& b) { return std::abs(a.seconds) > std::abs(b.seconds); });
    return all;
}

} // namespace plateau::tours
