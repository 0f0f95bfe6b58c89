// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/looks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/charts/figure.h"
#include "core/charts/plot_view.h"
#include "core/views/scaling_view.h"

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
