// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/files/error.h"
#include "core/scenario/scenario.h"
#include "core/units/quantity.h"

/// The parameter table describes every knob once. Sliders, YAML, --set, undo texts, help and tests read it.
namespace plateau {

enum class ParameterScale {
    Linear,
    Log2,    ///< powers of two are the stops; anything between is legal when typed
    OneTwoFive, ///< 1, 2, 5, 10, 20 ...
    Ladder,  ///< the stops are Parameter::ladder
};

enum class ParameterKind { Number, Whole, Choice, Name, Switch };

/// One of a Choice's legal values.
struct Option {
    std::string value;  ///< as in files and flags
    std::string label;  ///< as shown
    std::string help;
};

/// One row, for a scenario type S (training or limits).
template<class S>
struct Parameter {
    std::string key;
    std::string label;     ///< short: "GPU count"
    std::string group;     ///< cluster, model, batch, plan, assumptions
    std::string help;      ///< one sentence
    std::string provenance; ///< where the default comes from, in words
    ParameterKind kind = ParameterKind::Number;
    units::Unit unit = units::Unit::None;
    ParameterScale scale = ParameterScale::Linear;
    double minimum = 0;
    double maximum = 1;
    bool unlimited = false;      ///< infinity is legal ("unlimited")
    bool may_be_auto = false;    ///< the search may choose it
    bool advanced = false;       ///< not shown as a slider; reachable by --set, files and search
    std::vector<double> ladder;  ///< stops when scale is Ladder
    std::vector<Option> options; ///< Choice; empty for Name (the catalog's)
    std::function<Value(const S&)> get;
    std::function<void(S&, const Value&)> set; ///< only called with a legal value
    std::function<bool(const S&)> applies;     ///< false: without effect now, show it as not applicable
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

/// Reads what a person typed: units, suffixes, option names and labels. Checks kind, range and legal values.
template<class S>
Expected<Value> parse_value(const Parameter<S>& parameter, const std::string& text);
/// Checks a value without text: range, whole number, option.
template<class S>
Expected<Value> check_value(const Parameter<S>& parameter, const Value& value);
/// "2,048 GPUs", "FSDP, whole world".
template<class S>
std::string format_value(const Parameter<S>& parameter, const Value& value);
/// What files hold: parse_value() reads it back to the same value.
template<class S>
std::string exact_value(const Parameter<S>& parameter, const Value& value);

/// Slider stops of a numeric row, ascending (powers of two, 1-2-5, the ladder, or 41 even steps).
template<class S>
std::vector<double> stops(const Parameter<S>& parameter);

/// "8,16,32", "8..2048" (every stop between), "8..2048/20" (evenly spaced on the scale), option lists.
template<class S>
Expected<std::vector<Value>> parse_values(const Parameter<S>& parameter, const std::string& text);

} // namespace plateau
