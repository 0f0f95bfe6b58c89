// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/docks.h"

#include <algorithm>

#include "core/registers.h"
#include "core/text/messages/words.h"
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
        {"tried", "workbench", PLATEAU_TEXT("Tried configurations"), PLATEAU_TEXT("Tried"), Side::Left},
        {"notes", "workbench", PLATEAU_TEXT("Notes of the scenario"), PLATEAU_TEXT("Notes"), Side::Left},
        {"readout", "workbench", PLATEAU_TEXT("Readout"), PLATEAU_TEXT("Readout")},
        {"returns", "workbench", PLATEAU_TEXT("What more GPUs return"), PLATEAU_TEXT("Returns"), Side::Right,
         Start::Folded},
        {"step", "workbench", PLATEAU_TEXT("Where the step goes, what fills the memory"), PLATEAU_TEXT("Step"),
         Side::Right, Start::FoldedUnlessWide},
        {"why", "workbench", PLATEAU_TEXT("Why, and what would help"), PLATEAU_TEXT("Why"), Side::Right, Start::Folded},
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
        if (page == view.page && *view.dock)
            docks.push_back({dock_name(view), view.page, view.title, view.dock, Side::Right, Start::Closed, true});
    return docks;
}

} // namespace plateau::views
