// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/shown_figure.h"

#include <algorithm>
#include <string_view>

#include "core/charts/figure.h"
#include "core/views/scaling_figure.h"

namespace plateau::figures {

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
