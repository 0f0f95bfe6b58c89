// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/plot_view.h"

#include <fmt/format.h>
#include <sstream>

namespace plateau::figures {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<const char*, 4> extra_names{"band", "measured", "published", "reference"};
const std::string log_scale = ", log scale";

std::vector<std::string> pieces(const std::string& line, char separator)
{
    std::vector<std::string> result;
    std::stringstream rest(line);
    for (std::string piece; std::getline(rest, piece, separator);) {
        const auto first = piece.find_first_not_of(' ');
        if (first != std::string::npos)
            result.push_back(piece.substr(first, piece.find_last_not_of(' ') + 1 - first));
    }
    return result;
}

std::string written(const AxisView& axis)
{
    std::string words;
    if (axis.is_part())
        words = fmt::format("{:.6g}:{:.6g}", axis.from, axis.to);
    if (axis.logarithmic)
        words += std::string(words.empty() ? "" : ",") + (*axis.logarithmic ? "log" : "linear");
    return words;
}

std::optional<double> read_number(const std::string& words)
{
    std::istringstream in(words);
    in.imbue(std::locale::classic());
    double value = 0;
    return in >> value && in.eof() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

AxisView read_axis(const std::string& words)
{
    AxisView axis;
    for (const std::string& piece : pieces(words, ',')) {
        const auto colon = piece.find(':');
        if (piece == "log" || piece == "linear")
            axis.logarithmic = piece == "log";
        else if (colon != std::string::npos) {
            const auto from = read_number(piece.substr(0, colon)), to = read_number(piece.substr(colon + 1));
            if (from && to && *to > *from) {
                axis.from = *from;
                axis.to = *to;
            }
        }
    }
    return axis;
}

/// Makes a title say on what scale its axis is.
Message on_scale(const Message& title, bool logarithmic)
{
    if (title.text.ends_with(log_scale) == logarithmic)
        return title;
    if (logarithmic)
        return {PLATEAU_TEXT("%1, log scale"), {title}};
    return {title.text.substr(0, title.text.size() - log_scale.size()), title.arguments};
}

std::optional<Extra> extra_of(const Series& series)
{
    if (series.area)
        return {};
    switch (series.role) {
    case SeriesRole::Band:
        return Extra::Band;
    case SeriesRole::Published:
        return Extra::Measured;
    case SeriesRole::Reference:
        return Extra::Reference;
    default:
        return {};
    }
}

void erase_hidden(Panel& panel, const std::set<Extra>& hidden)
{
    std::erase_if(panel.series, [&](const Series& series) {
        const auto extra = extra_of(series);
        return extra && hidden.count(*extra);
    });
    if (hidden.count(Extra::Published))
        panel.brackets.clear();
}

/// Finds the smallest value above zero, or infinity where there is none.
double least_positive(const Panel& panel)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Series& series : panel.series)
        for (const double y : series.y)
            least = y > 0 ? std::min(least, y) : least;
    return least;
}

bool drop_without_logarithm(Panel& panel, double floor)
{
    bool dropped = false;
    for (Series& series : panel.series) {
        for (double& y : series.y)
            if (y <= 0) {
                y = no_value;
                dropped = true;
            }
        for (double& y : series.y_low)
            y = y > 0 ? y : floor; // a fill that starts at zero starts at the edge
    }
    const auto has_no_place = [](const auto& item) { return item.y <= 0; };
    std::erase_if(panel.notes, has_no_place);
    std::erase_if(panel.labels, has_no_place);
    std::erase_if(panel.remarks, has_no_place);
    return dropped;
}

void set_scale(Panel& panel, bool logarithmic)
{
    if (panel.y.logarithmic == logarithmic || !may_change_scale(panel))
        return;
    const double least = logarithmic ? least_positive(panel) : 0;
    if (!std::isfinite(least)) {
        panel.unit = {PLATEAU_TEXT("%1; nothing above zero, so not on a log scale"), {panel.unit}};
        return;
    }
    panel.y.logarithmic = logarithmic;
    panel.unit = on_scale(panel.unit, logarithmic);
    if (!logarithmic)
        return;
    if (panel.y.minimum <= 0)
        panel.y.minimum = panel.y.maximum = 0;
    if (drop_without_logarithm(panel, least))
        panel.unit = {PLATEAU_TEXT("%1; zero and less left out"), {panel.unit}};
}

/// Cuts a series between two places. A line is cut at the edges, between its points on the axis' own scale.
Series cut(const Series& series, const Axis& x, bool logarithmic_y)
{
    Series part = series;
    for (auto* values : {&part.x, &part.y, &part.y_low, &part.x_low, &part.x_high})
        values->clear();
    part.names.clear();
    const auto append = [&](std::size_t i) {
        part.x.push_back(series.x[i]);
        part.y.push_back(series.y[i]);
        for (const auto& [from, to] : {std::pair(&series.y_low, &part.y_low), std::pair(&series.x_low, &part.x_low),
                                       std::pair(&series.x_high, &part.x_high)})
            if (i < from->size())
                to->push_back((*from)[i]);
        if (i < series.names.size())
            part.names.push_back(series.names[i]);
    };
    const auto edge = [&](double at) {
        if (series.form != SeriesForm::Line || series.every_value)
            return;
        const double y = value_at(series, at, x.logarithmic, logarithmic_y);
        if (!std::isfinite(y))
            return;
        part.x.push_back(at);
        part.y.push_back(y);
        if (series.y_low.empty())
            return;
        Series low = series;
        low.y = series.y_low;
        part.y_low.push_back(value_at(low, at, x.logarithmic, logarithmic_y));
    };
    const auto inside = [&](double at) { return at >= x.minimum && at <= x.maximum; };
    bool before = true;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (before && series.x[i] > x.minimum) {
            if (i > 0)
                edge(x.minimum);
            before = false;
        }
        if (inside(series.x[i]))
            append(i);
        else if (i > 0 && series.x[i] > x.maximum && series.x[i - 1] < x.maximum)
            edge(x.maximum);
    }
    return part;
}

/// Cuts curves at the ends of the axes and removes the words of what lies outside.
void keep_inside(Panel& panel, const Axis& x)
{
    for (Series& series : panel.series)
        series = cut(series, x, panel.y.logarithmic);
    const bool part = panel.y.has_ends();
    const auto outside = [&](const auto& item) {
        return item.x < x.minimum || item.x > x.maximum
            || (part && (item.y < panel.y.minimum || item.y > panel.y.maximum));
    };
    std::erase_if(panel.notes, outside);
    std::erase_if(panel.labels, outside);
    std::erase_if(panel.remarks, outside);
    std::erase_if(panel.brackets, [&](const Bracket& bracket) {
        return bracket.x_from < x.minimum || bracket.x_to > x.maximum || bracket.x_to < x.minimum;
    });
    std::erase_if(panel.marks, [&](const Mark& mark) { return mark.x < x.minimum || mark.x > x.maximum; });
}

} // namespace

const char* extra_name(Extra extra) { return extra_names[static_cast<std::size_t>(extra)]; }

bool has(const Figure& figure, Extra extra)
{
    return std::ranges::any_of(figure.panels(), [&](const Panel& panel) {
        return (extra == Extra::Published && !panel.brackets.empty())
            || std::any_of(panel.series.begin(), panel.series.end(),
                           [&](const Series& series) { return extra_of(series) == extra; });
    });
}

std::string key_of(const Panel& panel) { return panel.shows.empty() ? panel.id : panel.id + '_' + panel.shows; }

std::string written(const PlotView& view)
{
    std::vector<std::string> lines;
    const auto add = [&](const std::string& key, const std::string& words) {
        if (!words.empty())
            lines.push_back(key + '=' + words);
    };
    add("x", written(view.x));
    for (const auto& [key, axis] : view.y)
        add(key, written(axis));
    std::vector<std::string> hidden;
    for (const Extra extra : view.hidden)
        hidden.emplace_back(extra_name(extra));
    add("hidden", fmt::format("{}", fmt::join(hidden, ",")));
    return fmt::format("{}", fmt::join(lines, "; "));
}

PlotView read_plot_view(const std::string& line)
{
    PlotView view;
    for (const std::string& piece : pieces(line, ';')) {
        const auto equals = piece.find('=');
        if (equals == std::string::npos || equals == 0)
            continue;
        const std::string key = piece.substr(0, equals), words = piece.substr(equals + 1);
        if (key == "hidden") {
            for (const std::string& hidden : pieces(words, ','))
                for (std::size_t i = 0; i < extra_names.size(); ++i)
                    if (hidden == extra_names[i])
                        view.hidden.insert(static_cast<Extra>(i));
            continue;
        }
        const AxisView axis = read_axis(words);
        if (axis == AxisView())
            continue;
        (key == "x" ? view.x : view.y[key]) = axis;
    }
    return view;
}

bool may_change_scale(const Panel& panel)
{
    return panel.y.categories.empty() && !panel.y.with_plus
        && std::none_of(panel.series.begin(), panel.series.end(),
                        [](const Series& series) { return series.form == SeriesForm::Bars || series.area; });
}

bool may_change_scale(const Plot& plot) { return plot.x.categories.empty() && !plot.x.with_plus && plot.x.minimum > 0; }

bool PlotView::is_part() const
{
    return x.is_part() || std::any_of(y.begin(), y.end(), [](const auto& axis) { return axis.second.is_part(); });
}

void PlotView::show_all()
{
    x.from = x.to = 0;
    for (auto& [key, axis] : y)
        axis.from = axis.to = 0;
    std::erase_if(y, [](const auto& entry) { return entry.second == AxisView(); });
}

Figure seen(Figure figure, const PlotView& view)
{
    auto* plot = figure.as<Plot>();
    if (!plot)
        return figure;
    Axis& x = plot->x;
    if (view.x.logarithmic && *view.x.logarithmic != x.logarithmic && may_change_scale(*plot)) {
        x.logarithmic = *view.x.logarithmic;
        x.title = on_scale(x.title, x.logarithmic);
    }
    const double from = std::max(x.minimum, view.x.from), to = std::min(x.maximum, view.x.to);
    const bool part = view.x.is_part() && to > from;
    if (part) {
        x.minimum = from;
        x.maximum = to;
    }
    for (Panel& panel : plot->panels) {
        erase_hidden(panel, view.hidden);
        const auto found = view.y.find(key_of(panel));
        const AxisView axis = found == view.y.end() ? AxisView() : found->second;
        if (axis.logarithmic)
            set_scale(panel, *axis.logarithmic);
        if (axis.is_part() && (axis.from > 0 || !panel.y.logarithmic)) {
            panel.y.minimum = axis.from;
            panel.y.maximum = axis.to;
        }
        if (part || axis.is_part())
            keep_inside(panel, x);
    }
    return figure;
}

namespace {

const std::string remark_prefix = "remark_";

/// The number of a remark's key; 0: it is no remark.
int number_of(const std::string& key)
{
    if (!key.starts_with(remark_prefix) || key.size() > remark_prefix.size() + 6)
        return 0;
    int number = 0;
    for (const char digit : key.substr(remark_prefix.size())) {
        if (digit < '0' || digit > '9')
            return 0;
        number = 10 * number + (digit - '0');
    }
    return number;
}

} // namespace

std::vector<PlacedRemark> remarks(const View& view)
{
    std::vector<PlacedRemark> result;
    for (const auto& [key, words] : view) {
        PlacedRemark placed;
        placed.remark.number = number_of(key);
        std::istringstream in(words);
        in.imbue(std::locale::classic());
        if (placed.remark.number == 0 || !(in >> placed.panel >> placed.remark.x >> placed.remark.y >> std::ws)
            || !std::isfinite(placed.remark.x) || !std::isfinite(placed.remark.y))
            continue;
        std::getline(in, placed.remark.text, '\0');
        if (!placed.remark.text.empty())
            result.push_back(std::move(placed));
    }
    return result;
}

std::string remark_key(int number) { return remark_prefix + std::to_string(number); }

std::string written(const PlacedRemark& placed)
{
    if (placed.remark.text.empty())
        return {};
    return fmt::format("{} {:.6g} {:.6g} {}", placed.panel, placed.remark.x, placed.remark.y, placed.remark.text);
}

int next_remark(const View& view)
{
    int last = 0;
    for (const auto& entry : view)
        last = std::max(last, number_of(entry.first));
    return last + 1;
}

void place_remarks(Figure& figure, const View& view)
{
    const auto all = remarks(view);
    for (Panel& panel : figure.panels()) {
        panel.remarks.clear();
        for (const PlacedRemark& placed : all)
            if (placed.panel == key_of(panel))
                panel.remarks.push_back(placed.remark);
    }
}

} // namespace plateau::figures
