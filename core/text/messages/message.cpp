// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/error.h"

#include <cmath>
#include <tuple>
#include <utility>

namespace plateau {

bool operator==(const Quantity& a, const Quantity& b)
{
    const bool same_value = a.value == b.value || (std::isnan(a.value) && std::isnan(b.value));
    return same_value && std::tie(a.unit, a.digits, a.style) == std::tie(b.unit, b.digits, b.style);
}

bool operator==(const Message& a, const Message& b) { return a.text == b.text && a.arguments == b.arguments; }

Message listed(const std::vector<Argument>& parts, std::string_view between)
{
    if (parts.empty())
        return {};
    Message all{"%1", {parts.front()}};
    for (std::size_t i = 1; i < parts.size(); ++i)
        all = {"%1" + std::string(between) + "%2", {std::move(all), parts[i]}};
    return all;
}

std::string english(const Error& error)
{
    std::string result;
    if (!error.where.empty())
        result = error.where + ": ";
    result += english(error.what);
    if (!error.accepted.empty())
        result += "; " + english(error.accepted);
    return result;
}

} // namespace plateau
