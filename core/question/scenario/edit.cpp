// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/parameter_table_impl.h"
#include "core/text/messages/words.h"

namespace plateau {

namespace {

/// An option that the chosen hardware does not have.
std::optional<Error> unavailable(const Scenario& scenario, const std::string& key)
{
    const TrainingParameter* row = training_parameters().find(key);
    const auto found = scenario.overrides.find(key);
    if (!row || !row->available || found == scenario.overrides.end())
        return {};
    const std::string* option = std::get_if<std::string>(&found->second);
    if (!option || row->available(scenario, *option))
        return {};
    std::vector<std::string> legal;
    for (const Option& candidate : row->options) {
        if (row->available(scenario, candidate.value))
            legal.push_back(candidate.value);
    }
    return Error{{PLATEAU_TEXT("%1 cannot be %2 on %3"),
                  {Word{row->label}, value_words(*row, found->second), Verbatim{scenario.cluster.accelerator.title}}},
                 {},
                 one_of(legal)};
}

/// "Llama 3 70B on 512 H100s", a shipped title, is one of that question alone.
void drop_untrue_title(Scenario& now, const Scenario& before)
{
    const auto first_word = [](const std::string& title) { return title.substr(0, title.find(' ')); };
    const auto number = [](double count) { return ' ' + units::show(count, units::Unit::Count).number + ' '; };
    const auto states = [&](const std::string& was, const std::string& is, const std::string& stated) {
        return was != is && now.title.find(stated) != std::string::npos;
    };
    const auto states_number = [&](double was, double is) { return states(number(was), number(is), number(was)); };
    const std::string& model = before.workload.shape.title;
    const std::string& hardware = before.cluster.accelerator.title;
    if (now.shipped
        && (states(model, now.workload.shape.title, first_word(model))
            || states(hardware, now.cluster.accelerator.title, first_word(hardware))
            || states_number(before.cluster.gpus, now.cluster.gpus)
            || states_number(before.workload.sequence, now.workload.sequence)))
        now.title.clear();
}

} // namespace

Expected<Scenario> with_all(const catalog::Catalog& catalog, const Scenario& scenario,
                            const std::vector<std::pair<std::string, Value>>& changes)
{
    Scenario changed = scenario;
    for (const auto& [key, value] : changes) {
        const auto row = training_parameters().require(key);
        if (!row)
            return tl::make_unexpected(row.error());
        const auto legal = check_value(**row, value);
        if (!legal)
            return tl::make_unexpected(legal.error());
        changed.overrides.erase(key);
        changed.open.erase(key);
        say_parameter(changed.unsaid, key);
        if (is_auto(value) && (*row)->may_be_auto) {
            changed.open.insert(key);
            changed.locked.erase(key);
        } else {
            changed.overrides[key] = value;
        }
    }
    Expected<Scenario> result = resolve(catalog, std::move(changed));
    if (!result)
        return result;
    drop_untrue_title(*result, scenario);
    for (const auto& change : changes) {
        if (auto error = unavailable(*result, change.first))
            return tl::make_unexpected(std::move(*error));
    }
    return result;
}

Expected<Scenario> with_value(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key,
                              Value value)
{
    return with_all(catalog, scenario, {{key, std::move(value)}});
}

Expected<Scenario> with(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key,
                        const std::string& text)
{
    return edit::with(training_parameters(), catalog, scenario, key, text);
}

Expected<Scenario> without(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key)
{
    return edit::without(training_parameters(), catalog, scenario, key);
}

Value default_value(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& key)
{
    return edit::default_value(training_parameters(), catalog, scenario, key);
}

} // namespace plateau
