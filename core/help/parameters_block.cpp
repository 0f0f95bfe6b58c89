// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/help/writer.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/parameter_table.h"

namespace plateau::help {

namespace {

bool is_number(const ParameterDescription& row)
{
    return row.kind == ParameterKind::Number || row.kind == ParameterKind::Whole;
}

std::string range_words(const Writer& writer, const ParameterDescription& row)
{
    std::string words = writer.say(PLATEAU_TEXT("%1 to %2"),
                                   {value_words(row, Value(row.minimum)), value_words(row, Value(row.maximum))});
    if (row.unlimited)
        words += writer.say(PLATEAU_TEXT(", or unlimited"));
    if (!row.zero_name.empty())
        words += writer.say(PLATEAU_TEXT(", or 0: %1"), {Word{row.zero_label}});
    if (row.may_be_auto)
        words += writer.say(PLATEAU_TEXT(", or auto: the search chooses"));
    return words;
}

const char* effect_words(const ParameterDescription& row)
{
    switch (row.on_step) {
    case catalog::OnStep::Nothing:
        return PLATEAU_TEXT("It does not change the step time.");
    case catalog::OnStep::NeverFaster:
        return PLATEAU_TEXT("More of it never makes a step faster.");
    case catalog::OnStep::NeverSlower:
        return PLATEAU_TEXT("More of it never makes a step slower.");
    case catalog::OnStep::Anything:
        break;
    }
    return PLATEAU_TEXT("More of it may make a step faster or slower.");
}

std::string row_words(const Writer& writer, const ParameterDescription& row, const std::string& anchor,
                      const std::string& usual, bool is_of_limits)
{
    std::string text = writer.entry(anchor, writer.say(row.label), 4) + writer.say(row.help) + "\n\n";
    text += Writer::item(writer.say(PLATEAU_TEXT("Key")), code(row.key));
    if (is_number(row))
        text += Writer::item(writer.say(PLATEAU_TEXT("Range")), range_words(writer, row));
    text += Writer::item(writer.say(PLATEAU_TEXT("Default")),
                         usual + (usual.empty() || row.provenance.empty() ? "" : "; ") + writer.say(row.provenance));
    if (const auto* assumed = catalog::assumed(writer.catalog(), row.key))
        text += Writer::item(writer.say(PLATEAU_TEXT("Source")),
                             writer.say(assumed->source) + " (" + writer.known(assumed->known_by) + ")");
    if (is_number(row) && !is_of_limits)
        text += Writer::item(writer.say(PLATEAU_TEXT("Effect")), writer.say(effect_words(row)));
    for (const Option& option : row.options)
        text += "- " + code(option.value) + " " + writer.say(option.label)
            + (option.help.empty() ? "" : ": " + writer.say(option.help)) + "\n";
    return text + "\n";
}

template<class S>
std::string table_words(const Writer& writer, const ParameterTable<S>& table, const Expected<S>& usual,
                        const std::set<std::string>& named)
{
    std::string text;
    for (const ParameterGroup& group : parameter_groups()) {
        std::string rows;
        for (const Parameter<S>& row : table.rows())
            if (row.group == group.name)
                rows += row_words(writer, row, (named.count(row.key) ? of_limits : "") + row.key,
                                  usual ? writer.number(value_words(row, row.get(*usual))) : std::string(),
                                  std::is_same_v<S, LimitsScenario>);
        if (!rows.empty())
            text += "### " + writer.say(group.title) + "\n\n" + rows;
    }
    return text;
}

} // namespace

std::string parameters_block(const Writer& writer)
{
    std::set<std::string> named;
    for (const TrainingParameter& row : training_parameters().rows())
        named.insert(row.key);
    return "## " + writer.say(PLATEAU_TEXT("Of a training run")) + "\n\n"
        + table_words(writer, training_parameters(), default_scenario(writer.catalog()), {}) + "## "
        + writer.say(PLATEAU_TEXT("Of the limits of scaling")) + "\n\n"
        + table_words(writer, limits_parameters(), default_limits_scenario(writer.catalog()), named);
}

} // namespace plateau::help
