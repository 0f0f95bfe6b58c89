// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/teaching/tours/tour.h"

namespace plateau::tours {

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
