// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/unsaid.h"

#include <algorithm>

#include "core/files/text_file.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario.h"

namespace plateau {

namespace {

constexpr const char* length_key = "tokens";
constexpr double usual_tokens = 1e12; ///< of a run, as --assume takes it

/// What decides every answer, and has a default that nobody would guess.
constexpr const char* deciding[]
    = {"hardware", "gpus", "model", "sequence", "global_batch", "sequences_per_gpu", "stack"};

/// A batch is said by either of two parameters; the one that counts now stands for both.
bool is_batch(const std::string& key) { return key == "global_batch" || key == "sequences_per_gpu"; }

bool is_same(const std::string& key, const std::string& other)
{
    return key == other || (is_batch(key) && (is_batch(other) || other == "batch_mode"));
}

bool is_chosen(const Scenario& scenario, const std::string& key)
{
    const auto is = [&](const auto& said) { return is_same(key, said.first) && said.first != "batch_mode"; };
    return std::ranges::any_of(scenario.overrides, is) || scenario.open.contains(key);
}

bool counts_now(const Scenario& scenario, const std::string& key)
{
    return !is_batch(key) || (key == "global_batch") == (scenario.workload.batch_mode == BatchMode::Total);
}

/// The value that the scenario has now; that of the entry where no row has the parameter.
std::string value_now(const Scenario& scenario, const Unsaid& entry)
{
    const TrainingParameter* row = training_parameters().find(entry.parameter);
    return !row || (entry.parameter == length_key && !is_chosen(scenario, length_key))
        ? entry.value
        : exact_value(*row, row->get(scenario));
}

/// What to type where an entry is missing.
Message what_says(const Scenario& scenario, const Unsaid& entry)
{
    const bool is_length = entry.parameter == length_key;
    const bool has_no_stand_in = is_length && scenario.workload.fine_tune != FineTune::None;
    if (has_no_stand_in)
        return {PLATEAU_TEXT("--set %1=VALUE"), {Verbatim{entry.parameter}}};
    return {PLATEAU_TEXT("--set %1=VALUE, or --assume, which takes %2 and says so"),
            {Verbatim{entry.parameter},
             Verbatim{is_length ? exact_value(*training_parameters().find(length_key), usual_tokens) : entry.value}}};
}

} // namespace

std::vector<Unsaid> unsaid(const Scenario& scenario)
{
    std::vector<Unsaid> list = scenario.unsaid;
    for (const char* key : deciding) {
        const auto is = [key](const Unsaid& entry) { return is_same(key, entry.parameter); };
        if (!is_chosen(scenario, key) && counts_now(scenario, key) && std::ranges::none_of(list, is))
            list.push_back({.kind = UnsaidKind::Assumed,
                            .parameter = key,
                            .why = {PLATEAU_TEXT("the default; nothing says it"), {}}});
    }
    if (!is_chosen(scenario, length_key) && !find_unsaid(list, length_key))
        list.push_back({.parameter = length_key, .why = {PLATEAU_TEXT("nothing says how long the run is"), {}}});
    for (Unsaid& entry : list)
        entry.value = value_now(scenario, entry);
    return list;
}

const Unsaid* find_unsaid(const std::vector<Unsaid>& list, const std::string& parameter)
{
    const auto found = std::ranges::find_if(
        list, [&](const Unsaid& entry) { return !parameter.empty() && entry.parameter == parameter; });
    return found == list.end() ? nullptr : &*found;
}

Expected<void> require_said(const Scenario& scenario, std::initializer_list<const char*> parameters)
{
    const std::vector<Unsaid> list = unsaid(scenario);
    for (const char* key : parameters)
        if (const Unsaid* entry = find_unsaid(list, key); entry && entry->kind == UnsaidKind::Missing)
            return failure({PLATEAU_TEXT("%1 is not known: %2"), {Verbatim{key}, entry->why}},
                           entry->line > 0 ? files::where(entry->file, entry->line, entry->column) : entry->file,
                           what_says(scenario, *entry));
    return {};
}

bool is_length_said(const Scenario& scenario) { return scenario.overrides.contains(length_key); }

double told_tokens(const Scenario& scenario) { return is_length_said(scenario) ? scenario.workload.tokens : 1e6; }

Expected<Scenario> with_stand_ins(const catalog::Catalog& catalog, const Scenario& scenario)
{
    const Message why{PLATEAU_TEXT("taken because of --assume"), {}};
    Scenario taken = scenario;
    for (Unsaid& entry : taken.unsaid)
        if (entry.kind == UnsaidKind::Missing && training_parameters().find(entry.parameter)) {
            entry.kind = UnsaidKind::Assumed;
            entry.why = why;
        }
    if (is_chosen(scenario, length_key) || scenario.workload.fine_tune != FineTune::None)
        return taken;
    auto longer = with_value(catalog, taken, length_key, usual_tokens);
    if (longer)
        longer->unsaid.push_back({.kind = UnsaidKind::Assumed,
                                  .parameter = length_key,
                                  .value = exact_value(*training_parameters().find(length_key), usual_tokens),
                                  .why = why});
    return longer;
}

void say_parameter(std::vector<Unsaid>& list, const std::string& key)
{
    std::erase_if(list, [&](const Unsaid& entry) { return is_same(entry.parameter, key); });
}

std::vector<std::string> kept_unsaid(const std::vector<Unsaid>& list, UnsaidKind kind)
{
    std::vector<std::string> kept;
    for (const Unsaid& entry : list)
        if (entry.kind == kind)
            kept.push_back(kind == UnsaidKind::Unknown ? entry.key + "=" + entry.text
                               : entry.value.empty()   ? entry.parameter
                                                       : entry.parameter + "=" + entry.value);
    return kept;
}

Unsaid read_unsaid(UnsaidKind kind, const std::string& kept)
{
    const std::size_t equals = std::min(kept.find('='), kept.size());
    const std::string name = kept.substr(0, equals);
    const std::string value = equals < kept.size() ? kept.substr(equals + 1) : std::string();
    if (kind == UnsaidKind::Unknown)
        return {.kind = kind,
                .why = {PLATEAU_TEXT("the file that this was saved from says it; it was not understood"), {}},
                .key = name,
                .text = value};
    return {.kind = kind,
            .parameter = name,
            .value = value,
            .why = {PLATEAU_TEXT("the file that this was saved from does not say it"), {}}};
}

} // namespace plateau
