// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/remarks.h"

#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "core/charts/plot_view.h"

namespace plateau::figures {

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
