// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/catalog/accelerator.h"
#include "core/catalog/shared_list.h"
#include "core/plan/plan.h"

/// What a program can run of all the plans there are, one choice at a time.
namespace plateau::catalog {

enum class Ability { Sharding, ShardingInPipelines, ShardingOfExperts, Schedules, Context, Formats };
inline constexpr std::size_t ability_count = std::size_t(Ability::Formats) + 1;

/// By ability, a bit for every value of its choice that the program has: none of Schedules means no pipelines, none of
/// Context no context parallelism, none of ShardingOfExperts no expert parallelism beside data parallelism.
class Abilities {
public:
    /// A program that can run every plan.
    constexpr Abilities() { bits_.fill(~std::uint32_t(0)); }

    constexpr bool has(Ability ability, int value) const { return (bits_[std::size_t(ability)] >> value & 1) != 0; }
    template<class Enum>
    constexpr bool has(Ability ability, Enum value) const
    {
        return has(ability, int(value));
    }
    constexpr bool none(Ability ability) const { return bits_[std::size_t(ability)] == 0; }
    constexpr void clear(Ability ability) { bits_[std::size_t(ability)] = 0; }
    constexpr void add(Ability ability, int value) { bits_[std::size_t(ability)] |= std::uint32_t(1) << value; }
    /// Every value of its choice.
    constexpr void fill(Ability ability) { bits_[std::size_t(ability)] = ~std::uint32_t(0); }
    constexpr void copy(Ability ability, const Abilities& other)
    {
        bits_[std::size_t(ability)] = other.bits_[std::size_t(ability)];
    }

    friend constexpr bool operator==(const Abilities&, const Abilities&) = default;

private:
    std::array<std::uint32_t, ability_count> bits_{};
};

/// One of them: what files and sentences know it by.
struct AbilityRow {
    Ability ability;
    const char* key; ///< in the file of a stack
    std::span<const char* const> values; ///< of its choice, by name
    std::span<const char* const> chosen_by; ///< keys of the plan dimensions that a plan needs it by
    bool (*needed)(const Plan&); ///< of a plan with every degree filled in
    int (*value)(const Plan&, Precision); ///< that the plan needs
    const char* lacking; ///< "%1 has no %2": program, value
    const char* lacking_all; ///< where it has none at all; null: as `lacking`
    const char* (*words)(int value);
};
std::span<const AbilityRow> ability_rows(); ///< by Ability

/// The first that a plan needs and the program lacks; null: it runs the plan.
const AbilityRow* lacking(const Abilities& abilities, const Plan& plan, Precision precision);

/// A program as far as plans go.
struct Program {
    std::string stack; ///< id
    std::string title;
    bool known = true; ///< stands for some software; else for any
    Abilities runs;
    SharedList<std::string> sources; ///< by Ability, where that is read; empty: not told
};

/// "Megatron-LM does not run FSDP with pipeline stages (its arguments.py)." Empty where it runs the plan.
Message refusal(const Program& program, const Plan& plan, Precision precision);

} // namespace plateau::catalog
