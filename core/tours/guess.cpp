// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tours/guess.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plateau::tours {

namespace {

using figures::Figure;
using figures::Panel;
using figures::Series;
using figures::SeriesForm;
using figures::SeriesRole;

constexpr double gap = std::numeric_limits<double>::quiet_NaN();
constexpr double near_share = 0.1; ///< a guess this near counts as right
constexpr double fair_share = 0.3;

Panel* panel_of(Figure& figure, const Prediction& prediction)
{
    for (Panel& panel : figure.panels())
        if (panel.id == prediction.panel)
            return &panel;
    return nullptr;
}

/// Straight between points, on the logarithm of x; nothing beyond the ends.
std::optional<double> value_at(const std::vector<double>& x, const std::vector<double>& y, double at)
{
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i] == at && std::isfinite(y[i]))
            return y[i];
        if (i + 1 < x.size() && x[i] < at && at < x[i + 1] && std::isfinite(y[i]) && std::isfinite(y[i + 1])) {
            const double share = std::log(at / x[i]) / std::log(x[i + 1] / x[i]);
            return y[i] + share * (y[i + 1] - y[i]);
        }
    }
    return std::nullopt;
}

const Series* asked_series(const Figure& figure, const Prediction& prediction)
{
    for (const Panel& panel : figure.panels())
        if (panel.id == prediction.panel)
            for (const Series& series : panel.series)
                if (series.role == SeriesRole::Current && series.form == SeriesForm::Line)
                    return &series;
    return nullptr;
}

/// Ideals and thresholds are no answers.
bool tells(const Series& series) { return series.role != SeriesRole::Reference; }

void cut(Series& series, double from)
{
    for (std::size_t i = 0; i < series.x.size(); ++i)
        if (series.x[i] > from)
            series.y[i] = gap;
    series.beside = {};
}

template<class Placed>
void drop_beyond(std::vector<Placed>& all, double from)
{
    all.erase(std::remove_if(all.begin(), all.end(), [from](const Placed& each) { return each.x > from; }), all.end());
}

/// Every panel tells what the asked one hides.
void hide(Panel& panel, double from)
{
    for (Series& series : panel.series)
        if (tells(series))
            cut(series, from);
    drop_beyond(panel.notes, from);
    drop_beyond(panel.labels, from);
    panel.brackets.clear();
    panel.regions.clear();
}

} // namespace

std::optional<double> guessed(const Prediction& prediction, const Guess& guess)
{
    std::vector<double> x;
    std::vector<double> y;
    for (const auto& [at, value] : guess) {
        x.push_back(at);
        y.push_back(value);
    }
    return value_at(x, y, prediction.at);
}

std::optional<double> truth(const Prediction& prediction, const Figure& figure)
{
    const Series* series = asked_series(figure, prediction);
    return series ? value_at(series->x, series->y, prediction.at) : std::nullopt;
}

std::optional<double> last_seen(const Prediction& prediction, const Figure& figure)
{
    const Series* series = asked_series(figure, prediction);
    return series ? value_at(series->x, series->y, prediction.from) : std::nullopt;
}

Figure hidden(Figure figure, const Prediction& prediction)
{
    // The axis stays as it would be with the curve, so that nothing moves when it is revealed and zero is in sight.
    for (Panel& panel : figure.panels()) {
        double highest = 0;
        for (const Series& series : panel.series)
            for (const double y : series.y)
                highest = std::isfinite(y) ? std::max(highest, y) : highest;
        if (panel.y.minimum == panel.y.maximum && !panel.y.logarithmic)
            panel.y.maximum = highest * 1.1;
        hide(panel, prediction.from);
        figures::Region region{.from = prediction.from, .to = figure.plot().x.maximum, .strong = true};
        if (panel.id == prediction.panel)
            region.reason = {PLATEAU_TEXT("? hidden until you reveal it"), {}};
        panel.regions = {region};
    }
    figure.sentence = {PLATEAU_TEXT("Part of the curve is hidden until you reveal it."), {}};
    figure.plot().x.note = {};
    return figure;
}

void add_guesses(Figure& figure, const Prediction& prediction, const Guess& guess, const std::vector<double>& marks,
                 bool revealed)
{
    Panel* panel = panel_of(figure, prediction);
    if (!panel)
        return;
    if (!guess.empty()) {
        Series drawn{.name = {PLATEAU_TEXT("your guess"), {}},
                     .role = SeriesRole::PinA,
                     .markers = guess.size() <= 1,
                     .every_value = true};
        if (const auto start = last_seen(prediction, figure)) {
            drawn.x.push_back(prediction.from);
            drawn.y.push_back(*start);
        }
        for (const auto& [x, y] : guess) {
            drawn.x.push_back(x);
            drawn.y.push_back(y);
        }
        panel->series.push_back(std::move(drawn));
    }
    if (!marks.empty()) {
        Series others{.name = {PLATEAU_TEXT("guesses"), {}},
                      .role = SeriesRole::GroupRest,
                      .label_at_end = false,
                      .form = SeriesForm::Points};
        others.x.assign(marks.size(), prediction.at);
        others.y = marks;
        panel->series.push_back(std::move(others));
    }
    const auto mine = guessed(prediction, guess);
    const auto right = truth(prediction, figure);
    if (!revealed || !mine || !right)
        return;
    const bool ring = true;
    panel->notes.push_back({prediction.at, *mine, {PLATEAU_TEXT("Your guess"), {}}, score(*mine, *right).words, ring});
}

Score score(double guess, double truth)
{
    Score score{.ratio = guess / truth};
    const double off = score.ratio - 1;
    const std::string percent = units::format(std::abs(off), units::Unit::Fraction, 2);
    if (std::abs(off) <= near_share)
        score.words = {PLATEAU_TEXT("very near: %1 off"), {percent}};
    else
        score.words = {std::abs(off) <= fair_share
                           ? (off > 0 ? PLATEAU_TEXT("a good guess, %1 high") : PLATEAU_TEXT("a good guess, %1 low"))
                           : (off > 0 ? PLATEAU_TEXT("%1 high, as many think") : PLATEAU_TEXT("%1 low")),
                       {percent}};
    return score;
}

Spread spread(std::vector<double> guesses, double truth)
{
    Spread spread;
    spread.count = static_cast<int>(guesses.size());
    if (guesses.empty())
        return spread;
    std::sort(guesses.begin(), guesses.end());
    const auto quantile = [&](double share) {
        const double place = share * static_cast<double>(guesses.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const std::size_t above = std::min(below + 1, guesses.size() - 1);
        return guesses[below] + (place - static_cast<double>(below)) * (guesses[above] - guesses[below]);
    };
    spread.median = quantile(0.5);
    spread.low = quantile(0.25);
    spread.high = quantile(0.75);
    for (const double guess : guesses)
        if (std::abs(guess / truth - 1) <= near_share)
            ++spread.near;
    return spread;
}

} // namespace plateau::tours
