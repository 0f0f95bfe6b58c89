// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/guess.h"

#include "core/text/messages/words.h"

namespace plateau::tours {

namespace {

using figures::Figure;
using figures::Panel;
using figures::Series;
using figures::SeriesForm;
using figures::SeriesRole;

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

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

constexpr const char* hidden_words = PLATEAU_TEXT("? hidden until you reveal it");
constexpr const char* guess_words = PLATEAU_TEXT("Your guess");

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

bool is_hidden(const figures::Region& region)
{
    return region.strong && (region.reason.empty() || region.reason.text == hidden_words);
}

bool is_of_guess(const figures::Note& note) { return note.head.text == guess_words; }

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

bool asks_about(const Figure& figure, const Prediction& prediction)
{
    return asked_series(figure, prediction) != nullptr;
}

Figure hidden(Figure figure, const Prediction& prediction)
{
    // The axis stays as it would be with the curve, so that nothing moves when it is revealed and zero is in sight.
    for (Panel& panel : figure.panels()) {
        double highest = 0;
        for (const Series& series : panel.series)
            for (const double y : series.y)
                highest = std::isfinite(y) ? std::max(highest, y) : highest;
        if (!panel.y.has_ends() && !panel.y.logarithmic)
            panel.y.maximum = highest * 1.1;
        hide(panel, prediction.from);
        figures::Region region{.from = prediction.from, .to = figure.plot().x.maximum, .strong = true};
        if (panel.id == prediction.panel)
            region.reason = {hidden_words, {}};
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
    panel->notes.push_back({prediction.at,
                            *mine,
                            {guess_words, {}},
                            score(*mine, *right, last_seen(prediction, figure).value_or(0)).words,
                            ring});
}

const char* nearness_text(Nearness how)
{
    static constexpr std::array texts{
        PLATEAU_TEXT("right: hardly anything changes"), PLATEAU_TEXT("too much: hardly anything changes"),
        PLATEAU_TEXT("very near: %1 of the change"),    PLATEAU_TEXT("the other way"),
        PLATEAU_TEXT("as if nothing changed"),          PLATEAU_TEXT("not far: %1 of the change"),
        PLATEAU_TEXT("only %1 of the change"),          PLATEAU_TEXT("too much: %1 of the change")};
    return texts[static_cast<std::size_t>(how)];
}

Score score(double guess, double truth, double start)
{
    Score score;
    const double change = truth - start;
    const double least = no_change * std::abs(start);
    if (std::abs(change) <= least) {
        const double off = std::abs(guess - truth);
        score.near = off <= std::max(least, near_share * std::abs(truth));
        score.share = score.near ? 1 : (guess - start) / (change == 0 ? least : change);
        score.how = score.near ? Nearness::HardlyAny : Nearness::NotThatMuch;
        score.words = {nearness_text(score.how), {}};
        return score;
    }
    score.share = (guess - start) / change;
    const double off = std::abs(score.share - 1);
    score.near = off <= near_share;
    score.how = score.near          ? Nearness::VeryNear
        : score.share < -near_share ? Nearness::OtherWay
        : score.share < near_share  ? Nearness::AsIfNothing
        : off <= fair_share         ? Nearness::NotFar
        : score.share < 1           ? Nearness::Only
                                    : Nearness::TooMuch;
    score.words = {nearness_text(score.how), {}};
    if (score.how != Nearness::OtherWay && score.how != Nearness::AsIfNothing)
        score.words.arguments = {Quantity{score.share, units::Unit::Fraction, 2}};
    return score;
}

namespace {

/// Without blanks at either end, words for "about" before it and "x" on either side; minus as ASCII has it.
std::string plain(std::string typed, bool& times)
{
    for (const char* minus : {"\u2212", "\u2013"})
        for (std::size_t at = typed.find(minus); at != std::string::npos; at = typed.find(minus))
            typed.replace(at, std::char_traits<char>::length(minus), "-");
    for (const char* about : {"~", "\u2248", "\u00d7", "\u00a0", "\u202f"})
        for (std::size_t at = typed.find(about); at != std::string::npos; at = typed.find(about)) {
            times = times || std::string_view(about) == "\u00d7";
            typed.replace(at, std::char_traits<char>::length(about), " ");
        }
    typed = trimmed(typed);
    if (!typed.empty() && (typed.front() == 'x' || typed.back() == 'x')) {
        times = true;
        typed.erase(typed.front() == 'x' ? 0 : typed.size() - 1, 1);
    }
    return trimmed(typed);
}

/// People type it with the number: "48 GB".
bool has_own_unit(units::Unit unit)
{
    return unit != units::Unit::None && unit != units::Unit::Count && unit != units::Unit::Fraction;
}

tl::unexpected<Error> not_a_guess(units::Unit unit, const std::string& typed)
{
    if (unit == units::Unit::Fraction)
        return failure({PLATEAU_TEXT("“%1” is no share; a guess is a number such as 37 or 37 %, from 0 to 100"),
                        {Verbatim{typed}}});
    return failure(
        {PLATEAU_TEXT("“%1” is no guess; one is 8,000 or 8k, or of what is seen 0.7 or −30 %"), {Verbatim{typed}}});
}

} // namespace

Expected<double> read_guess(const std::string& typed, double start, units::Unit unit)
{
    bool times = false;
    std::string text = plain(typed, times);
    const bool percent = !text.empty() && text.back() == '%';
    if (percent)
        text = trimmed(text.substr(0, text.size() - 1));
    const bool is_change = !text.empty() && (text.front() == '-' || text.front() == '+');
    if (!text.empty() && text.front() == '+')
        text.erase(0, 1);
    if (const auto whole = units::parse(text, unit); whole && !percent && !is_change && !times && has_own_unit(unit))
        if (const auto bare = units::parse(text, units::Unit::None); !bare || *bare > 2)
            return *whole;
    const auto read = units::parse(text, units::Unit::None);
    if (!read || !std::isfinite(*read))
        return not_a_guess(unit, typed);
    const double number = *read;
    if (unit == units::Unit::Fraction) {
        const double share = percent || number > 1 ? number / 100 : number;
        if (is_change || times || share < 0 || share > 1)
            return not_a_guess(unit, typed);
        return share;
    }
    if (is_change) {
        if (!percent || number < -100)
            return not_a_guess(unit, typed);
        return start * (1 + number / 100);
    }
    if (percent)
        return start * number / 100;
    constexpr double most_of_a_ratio = 10; ///< nobody guesses ten tokens a second where there are thousands
    if (times || (number <= most_of_a_ratio && start > 10 * most_of_a_ratio))
        return start * number;
    return number;
}

Spread spread(std::vector<double> guesses, double truth, double start)
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
        if (score(guess, truth, start).near)
            ++spread.near;
    return spread;
}

} // namespace plateau::tours
