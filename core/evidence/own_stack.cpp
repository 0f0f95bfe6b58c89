// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/own_stack.h"

#include <cctype>

#include "core/files/yaml_writer.h"
#include "core/question/scenario/scenario.h"
#include "core/text/messages/words.h"

namespace plateau::evidence {

namespace fs = std::filesystem;

namespace {

constexpr const char* written_by = "Written by Plateau: a stack calibrated on runs of one's own.";
constexpr const char* tuned_by = "Written by Plateau: a stack tuned to measurements of one's own.";

std::vector<std::string> plain(const std::vector<double>& values)
{
    std::vector<std::string> words;
    words.reserve(values.size());
    for (const double value : values)
        words.push_back(units::exact(value, units::Unit::None));
    return words;
}

void write_defaults(files::YamlWriter& yaml, const catalog::Stack& stack)
{
    yaml.entry("attention", plateau::name(stack.attention));
    yaml.entry("dispatcher", plateau::name(stack.dispatcher));
    yaml.entry("expert_products", plateau::name(stack.expert_products));
    yaml.entry("loss", plateau::name(stack.loss));
    yaml.entry("graphs", plateau::name(stack.graphs));
    if (stack.compiled)
        yaml.entry("compile", *stack.compiled ? "true" : "false");
    if (!stack.precisions.empty()) {
        std::vector<std::string> names;
        for (const Precision precision : stack.precisions)
            names.emplace_back(plateau::name(precision));
        yaml.list("precisions", names);
    }
    yaml.begin("defaults");
    yaml.entry("sharding", plateau::name(stack.default_sharding));
    yaml.entry("recompute", plateau::name(stack.default_recompute));
    yaml.entry("sequence_parallel", stack.default_sequence_parallel ? "true" : "false");
    yaml.end();
}

void write_abilities(files::YamlWriter& yaml, const catalog::Stack& stack)
{
    const auto is_told = [](const std::string& source) { return !source.empty(); };
    if (std::none_of(stack.runs_sources.begin(), stack.runs_sources.end(), is_told))
        return;
    yaml.begin("runs");
    for (const catalog::AbilityRow& row : catalog::ability_rows()) {
        const std::string& source = stack.runs_sources[std::size_t(row.ability)];
        if (source.empty())
            continue;
        std::vector<std::string> values;
        for (std::size_t value = 0; value < row.values.size(); ++value)
            if (stack.runs.has(row.ability, int(value)))
                values.emplace_back(row.values[value]);
        yaml.begin(row.key);
        yaml.list("values", values);
        yaml.entry("source", source);
        yaml.end();
    }
    yaml.end();
}

/// Those that differ from what the stack extends.
void write_constants(files::YamlWriter& yaml, const catalog::Stack& stack, const catalog::Stack& root)
{
    yaml.begin("constants");
    for (const catalog::StackConstant& constant : catalog::stack_constants()) {
        const auto by_key = [&](const catalog::ConstantNote& note) { return note.key == constant.key; };
        const auto note = std::find_if(stack.notes.begin(), stack.notes.end(), by_key);
        if (note == stack.notes.end())
            continue;
        const auto theirs = std::find_if(root.notes.begin(), root.notes.end(), by_key);
        if (root.constants.*constant.value == stack.constants.*constant.value && theirs != root.notes.end()
            && theirs->source == note->source)
            continue;
        yaml.begin(constant.key);
        yaml.entry("value", units::exact(stack.constants.*constant.value, constant.unit));
        yaml.list("range", {units::exact(note->low, constant.unit), units::exact(note->high, constant.unit)});
        yaml.entry("known_by", plateau::name(note->known_by));
        yaml.entry("source", note->source);
        yaml.end();
    }
    yaml.end();
}

void write_record(files::YamlWriter& yaml, const catalog::Calibrated& record)
{
    yaml.begin("calibrated");
    yaml.entry("runs", std::to_string(record.runs));
    yaml.list("gpus", plain({record.least_gpus, record.most_gpus}));
    yaml.list("hardware", record.hardware);
    if (!record.kinds.empty())
        yaml.list("kinds", record.kinds);
    yaml.entry("scatter", plain({record.scatter}).front());
    yaml.entry("other_hardware", plain({record.other_hardware}).front());
    yaml.entry("other_kind", plain({record.other_kind}).front());
    yaml.list("constants", record.constants);
    yaml.list("covariance", plain(record.covariance));
    yaml.end();
}

} // namespace

std::string write_stack(const catalog::Catalog& catalog, const catalog::Stack& stack)
{
    // A stack may be based only on one that is not itself based on another.
    const catalog::Stack* root = catalog.stack(stack.based_on);
    files::YamlWriter yaml;
    yaml.comment(stack.calibrated ? written_by : tuned_by);
    yaml.entry("title", stack.title);
    if (stack.version > 0)
        yaml.entry("version", std::to_string(stack.version));
    if (root)
        yaml.entry("based_on", root->id);
    write_abilities(yaml, stack);
    write_defaults(yaml, stack);
    write_constants(yaml, stack, root ? *root : catalog.common);
    if (stack.calibrated)
        write_record(yaml, *stack.calibrated);
    if (stack.tuned) {
        yaml.begin("tuned");
        yaml.entry("hardware", stack.tuned->hardware);
        yaml.list("from", stack.tuned->from);
        yaml.end();
    }
    yaml.list("sources", stack.sources);
    if (!stack.remarks.empty())
        yaml.entry("remarks", stack.remarks);
    return yaml.text();
}

std::string stack_id(const std::string& title)
{
    std::string id;
    for (const unsigned char c : title) {
        if (std::isalnum(c) != 0)
            id += static_cast<char>(std::tolower(c));
        else if (!id.empty() && id.back() != '_')
            id += '_';
    }
    while (!id.empty() && id.back() == '_')
        id.pop_back();
    return id;
}

Expected<fs::path> own_stack_file(const catalog::Catalog& catalog, const std::string& title)
{
    const std::string id = stack_id(title);
    if (id.empty())
        return failure({PLATEAU_TEXT("the stack needs a name"), {}}, {},
                       {PLATEAU_TEXT("letters from a to z and digits"), {}});
    const catalog::Stack* taken = catalog.stack(id);
    if (id == catalog::common_stack || (taken && !taken->is_own()))
        return failure({PLATEAU_TEXT("%1 is the name of a shipped stack"), {Verbatim{id}}}, {},
                       {PLATEAU_TEXT("another name"), {}});
    if (taken && lower(taken->title) != lower(trimmed(title)))
        return failure(
            {PLATEAU_TEXT("this would overwrite the stack “%1”"), {Verbatim{taken->title}}}, {},
            {PLATEAU_TEXT("its own name for a new version of it, or a name with other letters and digits"), {}});
    if (catalog.folders.size() < 2)
        return failure({PLATEAU_TEXT("there is no folder for presets of one's own"), {}}, {},
                       {PLATEAU_TEXT("HOME or XDG_DATA_HOME set"), {}});
    return catalog.folders.back() / "stacks" / (id + ".yaml");
}

bool is_own_stack(const std::string& yaml)
{
    return yaml.starts_with(std::string("# ") + written_by) || yaml.starts_with(std::string("# ") + tuned_by);
}

Expected<fs::path> save_stack(const catalog::Catalog& catalog, catalog::Stack stack, const std::string& base_id,
                              const std::string& title, files::Replacing::What what)
{
    auto file = own_stack_file(catalog, title);
    if (!file)
        return file;
    stack.id = stack_id(title);
    stack.title = trimmed(title);
    const catalog::Stack* earlier = catalog.stack(stack.id);
    stack.version = (earlier ? earlier->version : 0) + 1;
    const catalog::Stack* base = catalog.stack(base_id);
    if (base && base->based_on.empty() && !base->is_own())
        stack.based_on = base->id;
    else if (base)
        stack.based_on = base->based_on;
    std::error_code problem;
    fs::create_directories(file->parent_path(), problem);
    const files::Replacing replacing{what, is_own_stack, {}, {PLATEAU_TEXT("another name"), {}}};
    if (const auto written = files::write_file(*file, write_stack(catalog, stack), replacing); !written)
        return tl::unexpected(written.error());
    return file;
}

} // namespace plateau::evidence
