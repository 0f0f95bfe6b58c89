// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <string_view>

#include "core/charts/figure.h"
#include "core/charts/plot_view.h"
#include "core/registers.h"
#include "core/text/messages/words.h"
#include "core/views/looks.h"
#include "core/views/scaling_view.h"
#include "core/views/view.h"

namespace plateau::views {

namespace {

using Side = Dock::Side;
using Start = Dock::Start;

std::vector<Dock> every_dock()
{
    std::vector<Dock> docks{
        {"parameters", "workbench,plans,hardware", PLATEAU_TEXT("Parameters"), PLATEAU_TEXT("Parameters"), Side::Left,
         Start::Open, false, true},
        {"compare", "workbench,plans", PLATEAU_TEXT("Pinned questions"), PLATEAU_TEXT("Compare"), Side::Left},
        {"tried", "workbench", PLATEAU_TEXT("Tried configurations"), PLATEAU_TEXT("Tried"), Side::Left, Start::Closed},
        {"notes", "workbench", PLATEAU_TEXT("Notes of the scenario"), PLATEAU_TEXT("Notes"), Side::Left, Start::Closed},
        {"why", "workbench", PLATEAU_TEXT("Why not more"), PLATEAU_TEXT("Why")},
        {"would-help", "workbench", PLATEAU_TEXT("What would help"), PLATEAU_TEXT("Help")},
        {"view_what-equals-it", "workbench", PLATEAU_TEXT("What equals it"), PLATEAU_TEXT("Equals")},
        {"step", "workbench", PLATEAU_TEXT("Where the step goes"), PLATEAU_TEXT("Step"), Side::Right,
         Start::FoldedUnlessWide},
        {"memory", "workbench", PLATEAU_TEXT("Memory"), PLATEAU_TEXT("Memory"), Side::Right, Start::Folded},
        {"readout", "workbench", PLATEAU_TEXT("Readout"), PLATEAU_TEXT("Readout"), Side::Right, Start::Folded},
        {"returns", "workbench", PLATEAU_TEXT("What more GPUs return"), PLATEAU_TEXT("Returns"), Side::Right,
         Start::Folded},
        {"solve", "workbench", PLATEAU_TEXT("Solve for"), PLATEAU_TEXT("Solve"), Side::Right, Start::Folded},
        {"plan", "plans", PLATEAU_TEXT("Selected plan"), PLATEAU_TEXT("Plan")},
        {"plan-reasons", "plans", PLATEAU_TEXT("Against the current plan"), PLATEAU_TEXT("Why")},
        {"hardware", "hardware", PLATEAU_TEXT("Compared hardware"), PLATEAU_TEXT("Hardware"), Side::Right, Start::Open,
         true},
        {"limits_parameters", "limits", PLATEAU_TEXT("Parameters"), PLATEAU_TEXT("Parameters"), Side::Left, Start::Open,
         false, true},
        {"limits_configurations", "limits", PLATEAU_TEXT("Configurations"), PLATEAU_TEXT("List"), Side::Left},
        {"limits_landmarks", "limits", PLATEAU_TEXT("Landmarks"), PLATEAU_TEXT("Marks")},
        {"limits_readout", "limits", PLATEAU_TEXT("At the marker"), PLATEAU_TEXT("Run")},
        {"limits_binds", "limits", PLATEAU_TEXT("What binds here"), PLATEAU_TEXT("Why")},
        {"limits_left_out", "limits", PLATEAU_TEXT("What the model leaves out"), PLATEAU_TEXT("Caveats")},
    };
    for (const Dock* dock : registers().docks)
        docks.push_back(*dock);
    std::stable_sort(docks.begin(), docks.end(), [](const Dock& a, const Dock& b) { return a.side < b.side; });
    return docks;
}

const std::vector<Dock>& all_docks()
{
    static const std::vector<Dock> docks = every_dock();
    return docks;
}

} // namespace

std::vector<Dock> docks_beside(const std::string& page)
{
    std::vector<Dock> docks;
    for (const Dock& dock : all_docks())
        if (const std::vector<std::string> pages = split(dock.pages, ",");
            std::find(pages.begin(), pages.end(), page) != pages.end())
            docks.push_back(dock);
    for (const View& view : all())
        if (page == view.page && *view.dock
            && std::none_of(docks.begin(), docks.end(), [&](const Dock& one) { return one.name == dock_name(view); }))
            docks.push_back({dock_name(view), view.page, view.title, view.dock, Side::Right, Start::Closed, true});
    return docks;
}

} // namespace plateau::views

namespace plateau::figures {

namespace looks {

bool is_look(std::string_view key)
{
    constexpr std::array all{axes, curves, throughput, time, picture, map, plans};
    return std::find(all.begin(), all.end(), key) != all.end();
}

std::string of(const View& view, std::string_view key)
{
    const auto found = view.find(std::string(key));
    return found == view.end() ? std::string() : found->second;
}

View without(View view)
{
    std::erase_if(view, [](const auto& entry) { return is_look(entry.first); });
    return view;
}

View with_looks_of(View view, const View& other)
{
    view = without(std::move(view));
    for (const auto& [key, value] : other)
        if (is_look(key))
            view[key] = value;
    return view;
}

} // namespace looks

answers::RunClock clock_of(const View& view)
{
    return scaling_axis(looks::of(view, looks::throughput)).is_to_loss() ? answers::RunClock::Loss
                                                                         : answers::RunClock::Tokens;
}

TimePlot time_plot(const View& view)
{
    return from_name<TimePlot>(looks::of(view, looks::time)).value_or(TimePlot::Step);
}

Figure as_viewed(Figure figure, const View& view)
{
    place_remarks(figure, view);
    return seen(std::move(figure), read_plot_view(looks::of(view, looks::axes)));
}

Figure on_paper(Figure figure)
{
    const std::vector<NamedPart> parts = named_parts(figure);
    if (std::ranges::any_of(parts, [](const NamedPart& part) { return is_pin(part.role); }))
        return figure;
    return alone(std::move(figure));
}

Figure alone(Figure figure)
{
    for (const NamedPart& part : named_parts(figure))
        if (part.role == SeriesRole::Current && part.name.text == std::string_view(current_name))
            part.name = {PLATEAU_TEXT("Predicted"), {}};
    return figure;
}

} // namespace plateau::figures
