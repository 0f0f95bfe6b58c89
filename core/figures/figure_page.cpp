// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures/figure_page.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/figures/embedded.h"
#include "core/figures/figure_csv.h"
#include "core/figures/value_span.h"
#include "core/files/csv.h"
#include "core/messages/foreign.h"
#include "core/messages/nearest.h"
#include "core/scenario/scenario_file.h"
#include "core/units/typeset.h"

namespace plateau::figures {

namespace {

constexpr double room_above = 1.05; ///< of a shared linear axis
constexpr double log_room = 1.7; ///< above and below on a shared logarithmic one
constexpr std::size_t most_comment = 4000; ///< characters

void share_panel(std::vector<Panel*> panels)
{
    if (!panels.front()->y.categories.empty())
        return;
    const bool logarithmic = panels.front()->y.logarithmic;
    ValueSpan span;
    bool automatic = true;
    for (const Panel* panel : panels) {
        if (panel->y.maximum > panel->y.minimum) {
            span.add(panel->y.minimum, false);
            span.add(panel->y.maximum, false);
            automatic = false;
            continue;
        }
        for (const Series& series : panel->series)
            for (const auto* values : {&series.y, &series.y_low})
                for (const double value : *values)
                    span.add(value, logarithmic);
    }
    if (!(span.high > span.low))
        return;
    for (Panel* panel : panels) {
        panel->y.minimum = logarithmic && automatic ? span.low / log_room
            : automatic                             ? std::min(0.0, span.low)
                                                    : span.low;
        panel->y.maximum = !automatic ? span.high : span.high * (logarithmic ? log_room : room_above);
    }
}

std::string comment_line(const char* head, const std::string& words)
{
    return words.empty() ? std::string()
                         : std::string("# ") + head + foreign_line(units::typeset(words), most_comment) + '\n';
}

} // namespace

FigurePage page_of(Figure figure)
{
    FigurePage page;
    page.title = figure.title;
    page.sentence = figure.sentence;
    page.provenance = {figure.scenario, core_version(), units::typeset(english(figure.sentence)), {}};
    page.tiles.push_back({{}, std::move(figure)});
    return page;
}

void share_axes(FigurePage& page)
{
    ValueSpan x;
    for (const PageTile& tile : page.tiles) {
        x.add(tile.figure.x.minimum, false);
        x.add(tile.figure.x.maximum, false);
    }
    for (PageTile& tile : page.tiles)
        if (tile.figure.x.maximum > tile.figure.x.minimum) {
            tile.figure.x.minimum = x.low;
            tile.figure.x.maximum = x.high;
        }
    for (const Panel& like : page.tiles.front().figure.panels) {
        std::vector<Panel*> same;
        for (PageTile& tile : page.tiles)
            for (Panel& panel : tile.figure.panels)
                if (panel.id == like.id && panel.y.logarithmic == like.y.logarithmic)
                    same.push_back(&panel);
        share_panel(same);
    }
}

Expected<void> keep_panels(Figure& figure, const std::vector<std::string>& ids)
{
    std::vector<std::string> names;
    for (const Panel& panel : figure.panels)
        names.push_back(panel.id);
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    for (const std::string& id : ids)
        if (std::find(names.begin(), names.end(), id) == names.end())
            return failure({names.empty() ? PLATEAU_TEXT("this figure has no panels")
                                          : PLATEAU_TEXT("“%1” is not a panel of this figure; the nearest is %2"),
                            {id, names.empty() ? std::string() : nearest(id, names)}},
                           {}, {PLATEAU_TEXT("one or several of %1"), {list}});
    std::erase_if(figure.panels,
                  [&](const Panel& panel) { return std::find(ids.begin(), ids.end(), panel.id) == ids.end(); });
    if (figure.panels.size() == 1) // alone it needs no shares
        figure.panels.front().height = 1;
    return {};
}

std::string page_csv(const FigurePage& page)
{
    std::string lines = comment_line("", english(page.title)) + comment_line("", english(page.sentence));
    lines += csv_comment(page.provenance);
    if (page.tiles.size() == 1 && page.tiles.front().heading.empty())
        return lines + figure_values(page.tiles.front().figure);
    std::string header;
    for (const PageTile& tile : page.tiles) {
        std::istringstream table(figure_values(tile.figure));
        std::string name = files::csv_line({files::csv_words(units::typeset(english(tile.heading)))});
        name.pop_back();
        bool first = true;
        for (std::string line; std::getline(table, line); first = false) {
            if (!first)
                lines += name + ',' + line + '\n';
            else if (line != header) { // curves of other names: a table of its own
                header = line;
                lines += "tile," + line + '\n';
            }
        }
    }
    return lines;
}

} // namespace plateau::figures
