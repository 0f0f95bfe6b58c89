// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/figure.h"

namespace plateau::figures {

std::vector<Message> readings(const Figure& figure)
{
    return std::visit([](const auto& chart) { return readings(chart); }, figure.chart);
}

std::vector<Message> summary(const Figure& figure)
{
    std::vector<Message> lines = readings(figure);
    if (!figure.sentence.empty())
        lines.insert(lines.begin(), figure.sentence);
    return lines;
}

} // namespace plateau::figures
