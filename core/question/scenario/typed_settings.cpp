// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/typed_settings.h"

#include <algorithm>
#include <cmath>

#include "core/text/messages/words.h"

namespace plateau {

namespace {

constexpr std::size_t longest_name = 4, longest_value = 2; ///< in words

std::vector<std::string> words_of(std::string_view line)
{
    std::vector<std::string> words(1);
    for (const char c : lower(line)) {
        const bool apart = c == ' ' || c == ';' || c == '=' || c == '\t';
        if (apart && !words.back().empty())
            words.emplace_back();
        else if (!apart)
            words.back() += c;
    }
    for (std::string& word : words)
        if (word.size() > 1 && word.back() == ',')
            word.pop_back();
    std::erase(words, std::string());
    return words;
}

std::string joined_words(const std::vector<std::string>& words, std::size_t from, std::size_t count)
{
    std::string text;
    for (std::size_t i = from; i < from + count; ++i)
        text += (i > from ? " " : "") + words[i];
    return text;
}

/// Whether the words stand one after another among those of a title: "llama 3 8b" in "Llama 3 8B Instruct".
bool stands_in(const std::string& title, const std::string& name)
{
    return (" " + lower(title) + " ").find(" " + name + " ") != std::string::npos;
}

std::string first_word(const std::string& title) { return lower(title.substr(0, title.find(' '))); }

/// "70b": a number of parameters; 0 for what is none.
double size_of(const std::string& word)
{
    if (word.size() < 2 || (word.back() != 'b' && word.back() != 't'))
        return 0;
    const auto number = units::parse(word.substr(0, word.size() - 1), units::Unit::None);
    return number && *number > 0 ? *number * (word.back() == 'b' ? 1e9 : 1e12) : 0;
}

/// "32k", "1m": of what comes in powers of two, so many kibi or mebi; 0 for what is none.
double kibi_of(const std::string& word)
{
    if (word.size() < 2 || (word.back() != 'k' && word.back() != 'm'))
        return 0;
    const auto number = units::parse(word.substr(0, word.size() - 1), units::Unit::None);
    if (!number || !(*number >= 1) || std::exp2(std::round(std::log2(*number))) != *number)
        return 0;
    return *number * (word.back() == 'k' ? 1024. : 1024. * 1024);
}

const ParameterTable<Scenario>& table_of(const Scenario&) { return training_parameters(); }
const ParameterTable<LimitsScenario>& table_of(const LimitsScenario&) { return limits_parameters(); }

/// Reads a line word by word; every way to go on is followed.
template<class S>
class Reader {
public:
    Reader(const catalog::Catalog& catalog, const S& scenario, std::vector<std::string> words, const SaidWords& said,
           std::size_t most)
        : catalog_(catalog), scenario_(scenario), words_(std::move(words)), said_(said), most_(most)
    {
    }

    std::vector<TypedSettings> read()
    {
        go_on(0);
        return std::move(found_);
    }

private:
    void go_on(std::size_t at)
    {
        if (found_.size() >= most_)
            return;
        if (at == words_.size()) {
            if (!now_.empty() && std::find(found_.begin(), found_.end(), now_) == found_.end())
                found_.push_back(now_);
            return;
        }
        const std::size_t left = words_.size() - at;
        for (const bool begun : {false, true})
            for (std::size_t name = std::min(longest_name, left); name > 0; --name)
                named(at, name, begun);
        for (std::size_t name = std::min(longest_name, left); name > 0; --name)
            bare(at, name);
    }

    void set(const std::string& key, const Value& value, std::size_t next)
    {
        const bool twice
            = std::any_of(now_.begin(), now_.end(), [&](const auto& setting) { return setting.first == key; });
        if (twice || !with_value(catalog_, scenario_, key, value))
            return;
        now_.emplace_back(key, value);
        go_on(next);
        now_.pop_back();
    }

    /// A name before or after its value: "gpus 2k", "2k gpus".
    void named(std::size_t at, std::size_t count, bool begun)
    {
        for (std::size_t length = 1; length <= longest_value; ++length) {
            if (at + count + length <= words_.size())
                value_of(joined_words(words_, at, count), joined_words(words_, at + count, length), at + count + length,
                         begun);
            if (at + length + count <= words_.size())
                value_of(joined_words(words_, at + length, count), joined_words(words_, at, length),
                         at + length + count, begun);
        }
    }

    void value_of(const std::string& name, const std::string& value, std::size_t next, bool begun)
    {
        for (const Parameter<S>& parameter : table_of(scenario_).rows()) {
            if (parameter.kind == ParameterKind::Name || !is_called(parameter, name, begun, said_))
                continue;
            const double kibi = parameter.scale == ParameterScale::Log2 ? kibi_of(value) : 0;
            const auto read = kibi > 0 ? check_value(parameter, Value(kibi)) : parse_value(parameter, value);
            if (read && !is_auto(*read))
                set(parameter.key, *read, next);
        }
    }

    /// What is named without saying of what: hardware, a choice, and what such a scenario is mostly about.
    void bare(std::size_t at, std::size_t count)
    {
        const std::string name = joined_words(words_, at, count);
        for (const catalog::Accelerator& accelerator : catalog_.accelerators)
            if (lower(accelerator.id) == name || stands_in(accelerator.title, name))
                set("hardware", accelerator.id, at + count);
        bare_of(scenario_, name, at, count);
        if (count > 1)
            return;
        for (const Parameter<S>& parameter : table_of(scenario_).rows())
            for (const Option& option : parameter.options)
                if (lower(option.value) == name || lower(option.label) == name)
                    set(parameter.key, option.value, at + 1);
    }

    /// A model or its size, a context length.
    void bare_of(const Scenario&, const std::string& name, std::size_t at, std::size_t count)
    {
        const double size = count == 1 ? size_of(name) : 0;
        const std::string family = first_word(scenario_.workload.shape.title);
        for (const bool kin : {true, false}) // of the family of the scenario's model first
            for (const catalog::ModelShape& model : catalog_.models) {
                const bool named = lower(model.id) == name || stands_in(model.title, name);
                const bool sized = size > 0 && std::abs(catalog::total_parameters(model) / size - 1) < same_size;
                if ((named || sized) && (first_word(model.title) == family) == kin)
                    set("model", model.id, at + count);
            }
        if (const double context = count == 1 ? kibi_of(name) : 0; context > 0)
            set("sequence", context, at + 1);
    }

    /// "1e29": no other number is so large; "3 months", with its unit.
    void bare_of(const LimitsScenario&, const std::string& name, std::size_t at, std::size_t count)
    {
        const LimitsParameter &compute = *limits_parameters().find("training_flop"),
                              &duration = *limits_parameters().find("duration");
        const auto plain = units::parse(name, units::Unit::None);
        if (const auto flop = parse_value(compute, name); flop && (!plain || *plain >= compute.minimum))
            set(compute.key, *flop, at + count);
        if (const auto time = parse_value(duration, name); time && !plain)
            set(duration.key, *time, at + count);
    }

    static constexpr double same_size = 0.06;

    const catalog::Catalog& catalog_;
    const S& scenario_;
    const std::vector<std::string> words_;
    const SaidWords& said_;
    const std::size_t most_;
    TypedSettings now_;
    std::vector<TypedSettings> found_;
};

} // namespace

bool is_called(const ParameterDescription& parameter, std::string_view name, bool begun, const SaidWords& said)
{
    const std::string wanted = lower(name);
    const auto fits = [&](const std::string& words) {
        const std::string own = lower(words);
        return begun ? own.rfind(wanted + " ", 0) == 0 : own == wanted;
    };
    const auto translated = [&](const std::string& words) { return said ? said(words) : words; };
    if (fits(parameter.key) || fits(parameter.label) || fits(translated(parameter.label)))
        return true;
    const auto any_fits = [&](const std::string& list) {
        const std::vector<std::string> all = split(list, ",");
        return std::any_of(all.begin(), all.end(), [&](const std::string& each) { return fits(trimmed(each)); });
    };
    return !parameter.also.empty() && (any_fits(parameter.also) || any_fits(translated(parameter.also)));
}

std::vector<TypedSettings> typed_settings(const catalog::Catalog& catalog, const Scenario& scenario,
                                          const std::string& line, const SaidWords& said, std::size_t most)
{
    return Reader<Scenario>(catalog, scenario, words_of(line), said, most).read();
}

std::vector<TypedSettings> typed_settings(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                          const std::string& line, const SaidWords& said, std::size_t most)
{
    return Reader<LimitsScenario>(catalog, scenario, words_of(line), said, most).read();
}

namespace {

template<class S>
std::string words_of_settings(const catalog::Catalog& catalog, const ParameterTable<S>& table,
                              const TypedSettings& settings, const SaidWords& said)
{
    std::string text;
    for (const auto& [key, value] : settings) {
        const Parameter<S>& parameter = *table.find(key);
        std::string shown = format_value(parameter, value);
        if (const auto* id = std::get_if<std::string>(&value)) {
            if (const catalog::Accelerator* accelerator = catalog.accelerator(*id); accelerator && key == "hardware")
                shown = accelerator->title;
            if (const catalog::ModelShape* model = catalog.model(*id); model && key == "model")
                shown = model->title;
        }
        text += (text.empty() ? "" : "; ") + (said ? said(parameter.label) : parameter.label) + " " + shown;
    }
    return text;
}

} // namespace

std::string settings_words(const catalog::Catalog& catalog, const Scenario& of, const TypedSettings& settings,
                           const SaidWords& said)
{
    return words_of_settings(catalog, table_of(of), settings, said);
}

std::string settings_words(const catalog::Catalog& catalog, const LimitsScenario& of, const TypedSettings& settings,
                           const SaidWords& said)
{
    return words_of_settings(catalog, table_of(of), settings, said);
}

} // namespace plateau
