// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/question/scenario/scenario.h"
#include "core/text/messages/error.h"
#include "core/text/messages/message.h"
#include "core/text/units/quantity.h"

/// The parameter table describes every knob once. Sliders, YAML, --set, undo texts, help and tests read it.
namespace plateau {

enum class ParameterScale {
    Linear,
    Log2, ///< powers of two are the stops; anything between is legal when typed
    OneTwoFive, ///< 1, 2, 5, 10, 20 ...
    Ladder, ///< the stops are Parameter::ladder
};
template<>
inline constexpr std::array names_of<ParameterScale>{"linear", "log2", "1-2-5", "ladder"};

enum class ParameterKind { Number, Whole, Choice, Name, Switch };

/// One of a Choice's legal values.
struct Option {
    std::string value; ///< as in files and flags
    std::string label; ///< as shown
    std::string help;
};

/// What a row says, whatever it is a row of.
struct ParameterDescription {
    std::string key;
    std::string label; ///< short: "GPU count"
    std::string group; ///< cluster, model, batch, plan, assumptions
    std::string help; ///< one sentence
    std::string provenance; ///< where the default comes from, in words
    ParameterKind kind = ParameterKind::Number;
    units::Unit unit = units::Unit::None;
    ParameterScale scale = ParameterScale::Linear;
    double minimum = 0;
    double maximum = 1;
    bool unlimited = false; ///< infinity is legal ("unlimited")
    catalog::OnStep on_step = catalog::OnStep::Anything;
    bool may_be_auto = false; ///< the search may choose it
    bool advanced = false; ///< not shown as a slider; reachable by --set, files and search
    std::vector<double> ladder = {}; ///< stops when scale is Ladder
    std::vector<Option> options = {}; ///< Choice; empty for Name (the catalog's)
    std::string zero_name = {}; ///< not empty: 0 is legal and is called this in files and flags ("follows")
    std::string zero_label = {}; ///< what people see for it ("one NVLink domain")
    std::string also = {}; ///< everyday words it is looked for by: "context length, tokens per sample"
};

/// One row, for a scenario type S (training or limits).
template<class S>
struct Parameter : ParameterDescription {
    std::function<Value(const S&)> get = {};
    std::function<void(S&, const Value&)> set = {}; ///< only called with a legal value
    std::function<bool(const S&)> applies = {}; ///< false: without effect now, show it as not applicable
    std::function<bool(const S&, const std::string&)> available = {}; ///< empty: every option; else which exist now
};

template<class S>
class ParameterTable {
public:
    explicit ParameterTable(std::vector<Parameter<S>> rows);

    const std::vector<Parameter<S>>& rows() const { return rows_; }
    const Parameter<S>* find(const std::string& key) const;
    /// find(), or the error that names the nearest key.
    Expected<const Parameter<S>*> require(const std::string& key) const;

private:
    std::vector<Parameter<S>> rows_;
};

using TrainingParameter = Parameter<Scenario>;
const ParameterTable<Scenario>& training_parameters();

/// The keys a search may choose and a scenario may lock: the rows of Plan.
bool is_plan_key(const std::string& key);

/// Reads what a person typed: units, suffixes, option names and labels; `auto` where the search may choose (held as
/// the text "auto"); a bare number too large for the unit people use is SI; on/off, yes/no, true/false for switches
/// (held as 1 and 0). Checks kind, range, legal values.
Expected<Value> parse_value(const ParameterDescription& parameter, const std::string& text);
/// Checks a value without text: range, whole number, option.
Expected<Value> check_value(const ParameterDescription& parameter, const Value& value);
/// "2,048 GPUs", "FSDP, whole world".
Argument value_words(const ParameterDescription& parameter, const Value& value,
                     Quantity::Style style = Quantity::Style::Short);
/// The same in English.
std::string format_value(const ParameterDescription& parameter, const Value& value);
/// What files hold: parse_value() reads it back to the same value.
std::string exact_value(const ParameterDescription& parameter, const Value& value);

/// Whether the value means "open to the search".
bool is_auto(const Value& value);

/// Slider stops of a numeric row, ascending (powers of two, 1-2-5, the ladder, or 41 even steps).
std::vector<double> stops(const ParameterDescription& parameter);

/// "8,16,32"; "8..2048": the stops between where the row has stops (powers of two, 1-2-5, ladder), else every whole
/// number; "8..2048/20": 20 values evenly spaced on the row's scale (rounded, without repeats, for whole numbers);
/// lists of option names. At most 1,000,000 values.
Expected<std::vector<Value>> parse_values(const ParameterDescription& parameter, const std::string& text);

/// The groups that rows of both parameter tables name, in the order in which people see them.
struct ParameterGroup {
    const char* name; ///< ParameterDescription::group
    const char* title;
};

inline std::span<const ParameterGroup> parameter_groups()
{
    static constexpr std::array<ParameterGroup, 9> groups{{
        {"view", PLATEAU_TEXT("Read-out and years")},
        {"cluster", PLATEAU_TEXT("Cluster")},
        {"model", PLATEAU_TEXT("Model")},
        {"batch", PLATEAU_TEXT("Batch")},
        {"rules", PLATEAU_TEXT("Model and batch")},
        {"plan", PLATEAU_TEXT("Plan")},
        {"returns", PLATEAU_TEXT("Returns")},
        {"assumptions", PLATEAU_TEXT("Assumptions")},
        {"quirks", PLATEAU_TEXT("Quirks of the published code")},
    }};
    return groups;
}

} // namespace plateau
