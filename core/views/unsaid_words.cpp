// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/words.h"

#include "core/text/messages/words.h"

namespace plateau::narrate {

namespace {

const char* head_of(UnsaidKind kind)
{
    static constexpr const char* heads[]
        = {PLATEAU_TEXT("Not said, and it decides: %1"), PLATEAU_TEXT("Not said, and taken: %1"),
           PLATEAU_TEXT("Not understood, and it may matter: %1")};
    static_assert(std::size(heads) == names_of<UnsaidKind>.size());
    return heads[static_cast<std::size_t>(kind)];
}

/// "hardware=h100_sxm"; a model's sizes are too long to stand among other words.
Message setting(const Unsaid& entry)
{
    const std::string& name = entry.parameter.empty() ? entry.key : entry.parameter;
    const bool is_short = !entry.value.empty() && !entry.value.starts_with('{');
    return {"%1", {Verbatim{!is_short ? name : name.empty() ? entry.value : name + "=" + entry.value}}};
}

Message entry_words(const Unsaid& entry)
{
    const bool is_named = !entry.parameter.empty() || !entry.key.empty();
    if (entry.kind != UnsaidKind::Unknown)
        return entry.why.empty() || (is_named && entry.kind == UnsaidKind::Assumed)
            ? setting(entry)
            : Message{PLATEAU_TEXT("%1 (%2)"), {setting(entry), entry.why}};
    if (entry.line == 0)
        return {"%1", {Verbatim{entry.key}}};
    return {PLATEAU_TEXT("%1 (line %2)"), {Verbatim{entry.key}, Verbatim{std::to_string(entry.line)}}};
}

} // namespace

std::vector<Message> unsaid_lines(const Scenario& scenario) { return unsaid_lines(unsaid(scenario)); }

std::vector<Message> unsaid_lines(const std::vector<Unsaid>& all)
{
    std::vector<Message> lines;
    for (const UnsaidKind kind : {UnsaidKind::Missing, UnsaidKind::Assumed, UnsaidKind::Unknown}) {
        std::vector<Argument> words;
        for (const Unsaid& entry : all)
            if (entry.kind == kind)
                words.emplace_back(entry_words(entry));
        if (!words.empty())
            lines.push_back({head_of(kind), {listed(words, "; ")}});
    }
    return lines;
}

Message stand_ins_line(const Scenario& scenario)
{
    std::vector<Unsaid> list = unsaid(scenario);
    std::erase_if(list, [](const Unsaid& entry) { return entry.kind != UnsaidKind::Missing || entry.value.empty(); });
    const std::vector<Message> lines = unsaid_lines(list);
    return lines.empty() ? Message{} : lines.front();
}

namespace {

using units::Unit;

Quantity hourly(double usd) { return {usd, Unit::UsdPerGpuHour, 4}; }

/// "(2026-03; ornnai.com)"
Message seen_words(Message amount, const std::string& date, const std::string& source)
{
    return source.empty() ? amount : Message{PLATEAU_TEXT("%1 (%2; %3)"), {amount, Verbatim{date}, Verbatim{source}}};
}

Message owned_words(const Scenario& scenario)
{
    const catalog::PurchasePrice& price = scenario.cluster.accelerator.purchase;
    const Message amount{PLATEAU_TEXT("Price: %1 to buy a GPU, written off over %2 years"),
                         {in_prose(scenario.assumptions.money.usd_per_gpu, Unit::Usd),
                          Quantity{scenario.assumptions.money.years, Unit::Count}}};
    return scenario.overrides.contains("capex_per_gpu") ? amount : seen_words(amount, price.date, price.source);
}

} // namespace

Message price_words(const Scenario& scenario, bool brief)
{
    if (scenario.assumptions.money.pricing == Pricing::Owned)
        return owned_words(scenario);
    const double usd = scenario.assumptions.usd_per_gpu_hour;
    if (scenario.overrides.contains("usd_per_gpu_hour"))
        return {PLATEAU_TEXT("Price: %1, as set"), {hourly(usd)}};
    const catalog::Price& price = scenario.cluster.accelerator.price;
    if (price.source.empty())
        return {PLATEAU_TEXT("Price: none is known for %1"), {Verbatim{scenario.cluster.accelerator.title}}};
    const std::string source = brief ? price.source.substr(0, price.source.find_first_of(";/")) : price.source;
    if (brief && price.high > 0)
        return {PLATEAU_TEXT("Price: %1 (%2 to %3; %4, %5)"),
                {hourly(usd), Quantity{price.low, Unit::None, 4}, Quantity{price.high, Unit::None, 4},
                 Verbatim{price.date}, Verbatim{source}}};
    const Message amount = price.high > 0 ? Message{PLATEAU_TEXT("Price: %1, offered from %2 to %3"),
                                                    {hourly(usd), hourly(price.low), hourly(price.high)}}
                                          : Message{PLATEAU_TEXT("Price: %1"), {hourly(usd)}};
    return seen_words(amount, price.date, source);
}

Message equal_price_words(const Scenario& scenario, const Parts& parts, const Scenario& other, const Parts& other_parts)
{
    const double own = scenario.assumptions.usd_per_gpu_hour, its = other.assumptions.usd_per_gpu_hour;
    const double ratio
        = parts.usd_per_million_tokens * other_parts.goodput / (other_parts.usd_per_million_tokens * parts.goodput);
    const bool rented = scenario.assumptions.money.pricing != Pricing::Owned;
    if (!rented || !(own > 0) || !(its > 0) || !(ratio > 0))
        return {};
    return {PLATEAU_TEXT("At %1 in place of %2, %3 would cost as much for the same tokens as %4 at %5."),
            {hourly(its * ratio), hourly(its), Verbatim{other.cluster.accelerator.title},
             Verbatim{scenario.cluster.accelerator.title}, hourly(own)}};
}

} // namespace plateau::narrate
