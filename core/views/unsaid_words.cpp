// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/unsaid_words.h"

#include "core/question/scenario/unsaid.h"

namespace plateau::narrate {

namespace {

Message head_of(UnsaidKind kind, Message list)
{
    switch (kind) {
    case UnsaidKind::Missing:
        return {PLATEAU_TEXT("Not said, and it decides: %1"), {std::move(list)}};
    case UnsaidKind::Assumed:
        return {PLATEAU_TEXT("Not said, and taken: %1"), {std::move(list)}};
    case UnsaidKind::Unknown:
        break;
    }
    return {PLATEAU_TEXT("Not understood, and it may matter: %1"), {std::move(list)}};
}

/// "hardware=h100_sxm"; a model's sizes are too long to stand among other words.
Message setting(const Unsaid& entry)
{
    const std::string& name = entry.parameter.empty() ? entry.key : entry.parameter;
    const bool is_short = !entry.value.empty() && !entry.value.starts_with('{');
    return {"%1", {Verbatim{is_short ? name + "=" + entry.value : name}}};
}

Message entry_words(const Unsaid& entry)
{
    if (entry.kind == UnsaidKind::Assumed)
        return setting(entry);
    if (entry.kind == UnsaidKind::Missing)
        return entry.why.empty() ? setting(entry) : Message{PLATEAU_TEXT("%1 (%2)"), {setting(entry), entry.why}};
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
            lines.push_back(head_of(kind, listed(words, "; ")));
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

} // namespace plateau::narrate
