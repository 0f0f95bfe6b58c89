// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/constant_file.h"
#include "core/catalog/entry_file.h"
#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::catalog {

namespace {

using files::Need;
using files::Node;
using files::Reader;

/// A list of names, as the values that go with them; without the key the values stay.
template<class Value>
void read_names(Reader& reader, const char* key, const char* complaint, std::vector<Value>& values)
{
    std::vector<std::string> names;
    if (!reader.texts(key, names))
        return;
    values.clear();
    for (const std::string& name : names) {
        if (const auto value = from_name<Value>(name))
            values.push_back(*value);
        else
            reader.refuse(key, {complaint, {Verbatim{name}}}, one_of({names_of<Value>.begin(), names_of<Value>.end()}));
    }
}

void read_defaults(Reader& reader, Stack& stack, std::vector<Error>& errors)
{
    const Node* node = reader.map("defaults");
    if (!node)
        return;
    Reader defaults(*node, reader.file(), errors);
    defaults.choice("sharding", stack.default_sharding);
    defaults.choice("recompute", stack.default_recompute);
    defaults.flag("sequence_parallel", stack.default_sequence_parallel);
    defaults.finish();
}

void read_software(Reader& reader, Stack& stack)
{
    reader.texts("frameworks", stack.frameworks);
    constexpr double last_year = 9999;
    double years[2] = {0, last_year};
    if (reader.quantities("years", units::Unit::Count, years, Need::Optional, 0, last_year)) {
        stack.first_year = static_cast<int>(years[0]);
        stack.last_year = static_cast<int>(years[1]);
    }
    read_names(reader, "precisions", PLATEAU_TEXT("%1 is not a precision"), stack.precisions);
    reader.choice("attention", stack.attention);
    reader.choice("dispatcher", stack.dispatcher);
    reader.choice("expert_products", stack.expert_products);
    reader.choice("loss", stack.loss);
    if (bool compiled = false; reader.flag("compile", compiled))
        stack.compiled = compiled;
}

/// `values` of one choice below `runs`, and their source.
void read_ability(Reader& parent, const AbilityRow& row, Stack& stack, std::vector<Error>& errors)
{
    const Node* node = parent.map(row.key);
    if (!node)
        return;
    Reader reader(*node, parent.file(), errors);
    std::vector<std::string> names;
    reader.texts("values", names);
    reader.text("source", stack.runs_sources.edit()[std::size_t(row.ability)], Need::Required);
    stack.runs.clear(row.ability);
    for (const std::string& name : names) {
        const auto found = std::find(row.values.begin(), row.values.end(), name);
        if (found == row.values.end())
            reader.refuse("values", {PLATEAU_TEXT("%1 is not a value of %2"), {Verbatim{name}, Verbatim{row.key}}},
                          one_of({row.values.begin(), row.values.end()}));
        else
            stack.runs.add(row.ability, int(found - row.values.begin()));
    }
    reader.finish();
}

/// Where the file does not say which schedules the program has: those that every pipeline has.
void read_abilities(Reader& parent, Stack& stack, std::vector<Error>& errors)
{
    stack.runs_sources.edit().resize(ability_count);
    stack.runs.clear(Ability::Schedules);
    for (const PipelineSchedule usual :
         {PipelineSchedule::GPipe, PipelineSchedule::OneFOneB, PipelineSchedule::Interleaved})
        stack.runs.add(Ability::Schedules, int(usual));
    std::vector<PipelineSchedule> before; // of stacks that were saved before there was `runs`
    read_names(parent, "schedules", PLATEAU_TEXT("%1 is not a pipeline schedule"), before);
    for (const PipelineSchedule schedule : before)
        stack.runs.add(Ability::Schedules, int(schedule));
    const Node* node = parent.map("runs");
    if (!node)
        return;
    Reader reader(*node, parent.file(), errors);
    for (const AbilityRow& row : ability_rows())
        read_ability(reader, row, stack, errors);
    reader.finish();
}

void read_calibrated(Reader& parent, Stack& stack, std::vector<Error>& errors)
{
    const Node* node = parent.map("calibrated");
    if (!node)
        return;
    Reader reader(*node, parent.file(), errors);
    Calibrated record;
    reader.whole("runs", record.runs, 1, 1000000, Need::Required);
    double gpus[2] = {0, 0};
    reader.quantities("gpus", units::Unit::Count, gpus, Need::Required);
    record.least_gpus = gpus[0];
    record.most_gpus = gpus[1];
    reader.texts("hardware", record.hardware, Need::Required);
    reader.texts("kinds", record.kinds);
    reader.quantity("scatter", units::Unit::None, record.scatter, 0, 10, Need::Required);
    reader.quantity("other_hardware", units::Unit::None, record.other_hardware, 0, 10);
    reader.quantity("other_kind", units::Unit::None, record.other_kind, 0, 10);
    reader.texts("constants", record.constants);
    for (const std::string& key : record.constants)
        if (!find_stack_constant(key))
            reader.refuse("constants", {PLATEAU_TEXT("%1 is not a constant of a stack"), {Verbatim{key}}});
    record.covariance.resize(record.constants.size() * (record.constants.size() + 1) / 2);
    if (!record.constants.empty())
        reader.quantities("covariance", units::Unit::None, record.covariance, Need::Required);
    reader.finish();
    stack.calibrated = std::move(record);
}

void read_tuned(Reader& parent, Stack& stack, std::vector<Error>& errors)
{
    const Node* node = parent.map("tuned");
    if (!node)
        return;
    Reader reader(*node, parent.file(), errors);
    Tuned record;
    reader.text("hardware", record.hardware, Need::Required);
    reader.texts("from", record.from, Need::Required);
    reader.finish();
    stack.tuned = std::move(record);
}

} // namespace

EntryFile<Stack> parse_stack(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<Stack> result;
    Stack& stack = result.entry;
    Reader reader(document.root, document.file, errors);
    reader.text("title", stack.title, Need::Required);
    if (reader.text("based_on", stack.based_on))
        result.reference_where = reader.where("based_on");
    read_software(reader, stack);
    read_abilities(reader, stack, errors);
    read_defaults(reader, stack, errors);
    result.constants_where = reader.where("constants");
    const Node* constants = reader.map("constants", stack.based_on.empty() ? Need::Required : Need::Optional);
    static const Node none{Node::Kind::Map, {}, false, {}, {}, 0, 0};
    Reader values(constants ? *constants : none, document.file, errors);
    for (const StackConstant& constant : stack_constants()) {
        ConstantNote note{constant.key, constant.low, constant.high, KnownBy::Estimated};
        read_constant(values, constant, stack.constants.*constant.value, note, errors);
        stack.notes.edit().push_back(std::move(note));
    }
    values.finish();
    read_calibrated(reader, stack, errors);
    read_tuned(reader, stack, errors);
    reader.whole("version", stack.version, 1, 1000000);
    reader.texts("sources", stack.sources, Need::Required);
    reader.text("remarks", stack.remarks);
    reader.finish();
    return result;
}

Program program_of(const Stack& stack)
{
    return {stack.id, stack.title, !stack.frameworks.empty() || stack.is_own(), stack.runs, stack.runs_sources};
}

void inherit_abilities(Stack& stack, const Stack& base)
{
    for (const AbilityRow& row : ability_rows()) {
        const auto place = std::size_t(row.ability);
        if (!stack.runs_sources[place].empty())
            continue;
        stack.runs.copy(row.ability, base.runs);
        stack.runs_sources.edit()[place] = base.runs_sources[place];
    }
}

void inherit_constants(Stack& stack, const Stack& base)
{
    for (std::size_t i = 0; i < base.notes.size(); ++i) {
        if (stack.notes[i].given == Given::Yes)
            continue;
        const auto value = stack_constants()[i].value;
        stack.constants.*value = base.constants.*value;
        stack.notes.edit()[i] = base.notes[i];
    }
}

} // namespace plateau::catalog
