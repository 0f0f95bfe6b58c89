// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/messages/error.h"

/// Configurations of training programs, whatever their syntax, as one flat list of settings with their places.
namespace plateau::programs {

/// One key and its value: `model.num_layers: 32`, `--num-layers 32`.
struct Setting {
    std::string key; ///< as the file writes it; parts of a path divided by dots, items of a list by number
    std::string value; ///< of a list of texts: these, divided by ", "; a switch of a command line: "true"
    int line = 0;
    int column = 0;
    bool empty = false; ///< null, or no value at all
    bool is_list = false;
    bool replaced = false; ///< the key stands again further down, which counts
};

class Settings {
public:
    void add(Setting setting);
    /// Values that name others: `${model.hidden_size}`, `${.hidden_size}`, `${multiply:4, ${.hidden_size}}`,
    /// `${VARIABLE:otherwise}`. What nothing in the file says stays as written.
    void resolve();

    const std::vector<Setting>& all() const { return all_; }
    std::vector<Setting>& all() { return all_; }
    /// The setting whose key ends in `key`, whole parts compared, - and _ alike: "stage" finds
    /// `zero_optimization.stage`. The outermost counts, of several the last; null where there is none or it is null.
    const Setting* find(std::string_view key) const;
    /// Every setting whose key ends in `key` and that has a value.
    std::vector<const Setting*> matches(std::string_view key) const;
    /// find(), null values included.
    const Setting* mentioned(std::string_view key) const;

private:
    std::optional<std::string> meaning(std::string_view name, const std::string& at, int depth) const;
    std::string resolved(std::string_view text, const std::string& at, int depth, std::size_t& budget) const;

    std::vector<Setting> all_;
    std::vector<std::string> folded_; ///< the keys with _ for -, without leading ones
    std::multimap<std::string, std::size_t, std::less<>> by_last_; ///< last part of a key
};

/// Lower case where keys are compared: without leading hyphens, _ for -.
std::string folded_key(std::string_view key);
/// Whether a key stands in the text of a setting at all, as found by find().
inline bool has(const Settings& settings, std::string_view key) { return settings.find(key) != nullptr; }
/// What a map has under a name; an empty value where it has none.
const auto& found_in(const auto& map, const auto& name)
{
    static const typename std::decay_t<decltype(map)>::mapped_type none{};
    const auto found = map.find(name);
    return found == map.end() ? none : found->second;
}
/// "12_000", "4.5e-4", "32"; nothing for anything else.
std::optional<double> number_of(std::string_view text);
/// Whether all of the words stand in a text.
bool all_stand(const auto& words, std::string_view text)
{
    return std::ranges::all_of(words, [&](const auto& word) { return text.find(word) != std::string_view::npos; });
}
/// The first line that is neither empty nor a remark.
std::string first_words(const std::string& text);
/// The words of a line, however many blanks part them.
std::vector<std::string> blank_parted(std::string_view line);
/// Without its fraction, and no further from 0 than a billion; 0 for NaN.
int whole_of(double value);

/// YAML as PyYAML reads it: of a key that stands twice the last counts; anchors and merged mappings. JSON is read too.
Expected<Settings> yaml_settings(const std::string& text, const std::string& file);
Expected<Settings> toml_settings(const std::string& text, const std::string& file);
bool looks_like_python(const std::string& text);
/// What the functions of a Python file return as a configuration, `training.steps` of
/// `Trainer.Config(training=TrainingConfig(steps=9))`: of several the first that is not for debugging, whose name is
/// `config`; all names are `configs`. Empty where none does. Nothing is run; what is computed stays as it is written.
Settings python_settings(const std::string& text);
/// Command lines of a shell script, which is never executed: variables, arrays, arithmetic, conditions, here-documents
/// with JSON. Options are settings, and so are variables, as "env.NAME".
Expected<Settings> shell_settings(const std::string& text, const std::string& file);

} // namespace plateau::programs
