// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/charts/bars.h"
#include "core/charts/heat_map.h"
#include "core/charts/mechanism.h"
#include "core/charts/plot.h"
#include "core/charts/swings.h"
#include "core/charts/waterfall.h"
#include "core/text/messages/error.h"

/// What is drawn, as a plain value. The window's plots, PNG, SVG, PDF, CSV and scripts are all made from one Figure.
namespace plateau::figures {

/// The kinds of chart beside plots. A kind is a value in KIND.h, with its functions beside it (csv(), readings(),
/// named_parts(), leave_out()), and its painter in ui/figures/KIND_painter.cpp. What is told apart by kind is a
/// std::visit that calls them: where one lacks, it does not compile.
#define PLATEAU_PICTURES(KIND) KIND(Bars) KIND(HeatMap) KIND(Mechanism) KIND(Swings) KIND(Waterfall)

#define PLATEAU_ALSO(KIND) , KIND
using Chart = std::variant<Plot PLATEAU_PICTURES(PLATEAU_ALSO)>;
#undef PLATEAU_ALSO

struct Figure {
    std::string id = {}; ///< "scaling"
    Message title = {}; ///< the page's question
    Message sentence = {}; ///< generated, also the accessible summary
    Chart chart = {};
    Roles earlier = {}; ///< whose parts answer an earlier question: they are grey
    std::string scenario = {}; ///< YAML of the scenario it was made from, carried into exports
    Message seen = {}; ///< what to see in it, in one sentence; empty: the sentence
    std::vector<std::string> sources = {}; ///< of what others published and is drawn in it
    bool general = false; ///< the same whatever is asked
    std::string main_panel = {}; ///< of a plot: what paper shows of it unless more is asked for; empty: all panels

    /// Null: the chart is of another kind.
    template<class Kind>
    Kind* as()
    {
        return std::get_if<Kind>(&chart);
    }
    template<class Kind>
    const Kind* as() const
    {
        return std::get_if<Kind>(&chart);
    }

    /// Where it is known to be one.
    Plot& plot() & { return std::get<Plot>(chart); }
    const Plot& plot() const& { return std::get<Plot>(chart); }
    Plot plot() && { return std::get<Plot>(std::move(chart)); }

    /// Those of a plot; a chart of another kind has none.
    std::span<Panel> panels() & { return as<Plot>() ? std::span<Panel>(plot().panels) : std::span<Panel>(); }
    std::span<const Panel> panels() const&
    {
        return as<Plot>() ? std::span<const Panel>(plot().panels) : std::span<const Panel>();
    }
    std::span<const Panel> panels() const&& = delete;
};

/// What `call` answers for a chart of another kind, `none` for a plot: that is drawn by panels, in a way of its own.
template<class Answer, class Call>
Answer of_picture(const Figure& figure, Answer none, Call call)
{
    return std::visit(
        [&](const auto& chart) -> Answer {
            if constexpr (std::is_same_v<decltype(chart), const Plot&>)
                return none;
            else
                return call(chart);
        },
        figure.chart);
}

/// Plot by plot where each curve stands at the marker and at its ends; of bars the largest parts; of a map the best
/// cell.
std::vector<Message> readings(const Figure& figure);
/// The figure's own sentence, then its readings.
std::vector<Message> summary(const Figure& figure);

/// Only the panels with these ids, in the order of the ids; the names of those there are when one is missing.
Expected<void> keep_panels(Figure& figure, const std::vector<std::string>& ids);

/// Leaves out what paper does not show unless it is asked for.
void keep_main_panel(Figure& figure);

std::vector<NamedPart> named_parts(Figure& figure);
/// Their names, each once.
std::vector<Message> series_names(Figure figure);
/// Takes away what is called so; the error names what there is when one is missing or nothing would be left.
Expected<void> leave_out(Figure& figure, const std::vector<std::string>& left_out);

/// Its table: one row per x, one column per curve; bars, heat maps and swings a row each (figure_csv() says it in
/// full).
std::string figure_values(const Figure& figure);

} // namespace plateau::figures
