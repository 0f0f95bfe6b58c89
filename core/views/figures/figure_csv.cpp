// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/figure_csv.h"

#include "core/views/figures/figure_page.h"

namespace plateau::figures {

std::string figure_values(const Figure& figure)
{
    return std::visit([](const auto& chart) { return csv(chart); }, figure.chart);
}

std::string figure_csv(const Figure& figure) { return page_csv(page_of(figure)); }

} // namespace plateau::figures
