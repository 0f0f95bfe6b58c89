// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>

/// How files and flags spell the values of an enumeration.
namespace plateau {

/// In the order of the enumerators. Specialized beside the enumeration; empty for any other type.
template<class Enum>
inline constexpr std::array<const char*, 0> names_of{};

template<class Enum>
requires(!names_of<Enum>.empty()) constexpr const char* name(Enum value)
{
    return names_of<Enum>[static_cast<std::size_t>(value)];
}

/// The values with their names.
template<class Enum>
constexpr auto named_values()
{
    std::array<std::pair<const char*, Enum>, names_of<Enum>.size()> values;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = {names_of<Enum>[i], static_cast<Enum>(i)};
    return values;
}

/// The value of that name; nothing where none has it.
template<class Enum>
std::optional<Enum> from_name(const std::string& text)
{
    for (const auto& [name, value] : named_values<Enum>())
        if (text == name)
            return value;
    return {};
}

/// The names of options that say more about each value.
template<class Option, std::size_t count>
constexpr std::array<const char*, count> option_names(const Option (&options)[count])
{
    std::array<const char*, count> names{};
    for (std::size_t i = 0; i < count; ++i)
        names[i] = options[i].name;
    return names;
}

} // namespace plateau
