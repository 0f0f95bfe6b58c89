// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/plan_filter.h"

#include <cctype>

#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::answers {

namespace {

struct Field {
    std::string name;
    const search::PlanAxis* axis = nullptr;
    const Metric* metric = nullptr;
};

std::string plain(std::string text)
{
    text = lower(text);
    std::erase_if(text, [](char letter) { return letter == '-' || letter == '_' || letter == ' '; });
    return text;
}

/// Every name a field answers to; the first is the one lists show.
std::vector<std::string> names_of(const search::PlanAxis& axis)
{
    std::vector<std::string> names;
    if (*axis.symbol())
        names.push_back(lower(axis.symbol()));
    names.emplace_back(axis.key());
    names.push_back(lower(axis.label()));
    return names;
}

Expected<Field> find_field(const std::string& word)
{
    const std::string wanted = plain(word);
    std::vector<std::string> known;
    for (const search::PlanAxis& axis : search::plan_axes()) {
        const auto names = names_of(axis);
        for (const std::string& name : names) {
            if (plain(name) == wanted)
                return Field{names.front(), &axis, nullptr};
        }
        known.push_back(names.front());
    }
    for (const Metric& metric : metrics()) {
        const std::string name = *metric.word ? metric.word : metric.key;
        if (plain(name) == wanted || plain(metric.key) == wanted)
            return Field{name, nullptr, &metric};
        known.push_back(name);
    }
    Error error = unknown_name({PLATEAU_TEXT("plans have no “%1”"), {Verbatim{word}}}, wanted, known, {}, word);
    error.accepted = {"%1", {Verbatim{joined(known)}}}; // nothing else lists them
    return tl::unexpected(std::move(error));
}

Expected<double> choice_value(const search::PlanAxis& axis, const std::string& word)
{
    std::vector<std::string> words;
    for (int value = 0; value < axis.values(); ++value) {
        if (plain(english(axis.value_words(value))) == plain(word)
            || plain(plan_value_name(*axis.dimension, value)) == plain(word))
            return double(value);
        words.push_back(lower(english(axis.value_words(value))));
    }
    return failure({PLATEAU_TEXT("“%1” is not a value of %2"), {Verbatim{word}, Verbatim{axis.key()}}}, word,
                   one_of(words));
}

Expected<double> read_value(const Field& field, const std::string& word)
{
    if (field.metric)
        return parse_metric(*field.metric, word);
    return field.axis->has_words() ? choice_value(*field.axis, word) : units::parse(word, units::Unit::Count);
}

bool is_operator(char letter) { return letter == '=' || letter == '<' || letter == '>' || letter == '!'; }
bool is_gap(char letter) { return std::isspace(static_cast<unsigned char>(letter)) || letter == ',' || letter == ';'; }

Expected<Comparison> read_comparison(const std::string& sign, const std::string& where)
{
    if (sign == "=" || sign == "==")
        return Comparison::Equal;
    if (sign == "!=" || sign == "<>")
        return Comparison::NotEqual;
    if (sign == "<")
        return Comparison::Less;
    if (sign == "<=")
        return Comparison::LessOrEqual;
    if (sign == ">")
        return Comparison::Greater;
    if (sign == ">=")
        return Comparison::GreaterOrEqual;
    return failure({PLATEAU_TEXT("“%1” is not a comparison"), {Verbatim{sign}}}, where,
                   {PLATEAU_TEXT("one of = != < <= > >="), {}});
}

class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) { }

    Expected<PlanFilter> read()
    {
        std::vector<PlanCondition> conditions;
        for (skip(); at_ < text_.size(); skip()) {
            if (lower(peek_word()) == "and") {
                word();
                continue;
            }
            auto condition = read_condition();
            if (!condition)
                return tl::unexpected(condition.error());
            conditions.push_back(std::move(*condition));
        }
        return PlanFilter(std::move(conditions));
    }

private:
    void skip()
    {
        while (at_ < text_.size() && is_gap(text_[at_]))
            ++at_;
    }
    void skip_spaces()
    {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }
    std::string word()
    {
        const std::size_t start = at_;
        while (at_ < text_.size() && !is_gap(text_[at_]) && !is_operator(text_[at_]))
            ++at_;
        return text_.substr(start, at_ - start);
    }
    std::string peek_word()
    {
        const std::size_t start = at_;
        const std::string result = word();
        at_ = start;
        return result;
    }

    /// A value may hold a space before its unit ("60 GB") and commas in threes ("1,024").
    std::string value_text()
    {
        const std::size_t start = at_;
        while (at_ < text_.size() && !is_operator(text_[at_])) {
            const bool digit_after = at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1]));
            const bool inside_number = text_[at_] == ',' && at_ > start && digit_after;
            if (is_gap(text_[at_]) && !inside_number)
                break;
            ++at_;
        }
        std::string result = text_.substr(start, at_ - start);
        const std::size_t end = at_;
        skip_spaces();
        const std::string next = peek_word();
        const std::string lowered = lower(next);
        const bool unit = lowered == "gb" || lowered == "gib" || lowered == "tb" || lowered == "s" || lowered == "ms"
            || next == "%";
        if (unit && result.find('|') == std::string::npos)
            result += " " + word();
        else
            at_ = end;
        return result;
    }

    Expected<PlanCondition> read_condition()
    {
        const std::string name = word();
        const auto field = find_field(name);
        if (!field)
            return tl::unexpected(field.error());
        skip_spaces();
        std::string sign;
        while (at_ < text_.size() && is_operator(text_[at_]))
            sign += text_[at_++];
        if (sign.empty())
            return failure({PLATEAU_TEXT("%1 has no comparison and no value"), {Verbatim{name}}}, name,
                           {PLATEAU_TEXT("%1 = 8, %1 > 1"), {Verbatim{name}}});
        const auto comparison = read_comparison(sign, name);
        if (!comparison)
            return tl::unexpected(comparison.error());
        skip_spaces();
        return read_values(*field, name + " " + sign, *comparison);
    }

    Expected<PlanCondition> read_values(const Field& field, const std::string& where, Comparison comparison)
    {
        PlanCondition condition{field.name, field.axis, field.metric, comparison, {}};
        std::string rest = value_text();
        const bool equality = comparison == Comparison::Equal || comparison == Comparison::NotEqual;
        if (rest.empty() || (!equality && rest.find('|') != std::string::npos))
            return failure({PLATEAU_TEXT("“%1” needs one value"), {Verbatim{where}}}, where,
                           {PLATEAU_TEXT("%1 8"), {Verbatim{where}}});
        while (!rest.empty()) {
            const std::size_t bar = std::min(rest.find('|'), rest.size());
            const auto value = read_value(field, rest.substr(0, bar));
            if (!value)
                return tl::unexpected(value.error());
            condition.values.push_back(*value);
            rest = bar < rest.size() ? rest.substr(bar + 1) : std::string();
        }
        return condition;
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

} // namespace

bool PlanCondition::holds(double value) const
{
    const auto equals = [value](double other) { return std::abs(value - other) <= 1e-9 * std::abs(other); };
    const bool among = std::any_of(values.begin(), values.end(), equals);
    const double limit = values.front();
    switch (comparison) {
    case Comparison::Equal:
        return among;
    case Comparison::NotEqual:
        return !among;
    case Comparison::Less:
        return value < limit && !among;
    case Comparison::LessOrEqual:
        return value <= limit || among;
    case Comparison::Greater:
        return value > limit && !among;
    case Comparison::GreaterOrEqual:
        return value >= limit || among;
    }
    return false;
}

bool PlanFilter::matches(const Parts& parts) const
{
    return std::all_of(conditions_.begin(), conditions_.end(), [&](const PlanCondition& condition) {
        return condition.holds(condition.axis ? condition.axis->get(parts.plan) : condition.metric->value(parts));
    });
}

bool PlanFilter::matches_plan(const Plan& plan) const
{
    return std::all_of(conditions_.begin(), conditions_.end(), [&](const PlanCondition& condition) {
        return !condition.axis || condition.holds(condition.axis->get(plan));
    });
}

bool PlanFilter::has_plan_conditions() const
{
    return std::any_of(conditions_.begin(), conditions_.end(),
                       [](const PlanCondition& condition) { return condition.axis != nullptr; });
}

bool PlanFilter::same_plans(const PlanFilter& other) const
{
    const auto on_plans = [](const PlanFilter& filter) {
        std::vector<PlanCondition> conditions;
        std::copy_if(filter.conditions_.begin(), filter.conditions_.end(), std::back_inserter(conditions),
                     [](const PlanCondition& condition) { return condition.axis != nullptr; });
        return conditions;
    };
    return on_plans(*this) == on_plans(other);
}

Expected<PlanFilter> parse_plan_filter(const std::string& text) { return Reader(text).read(); }

} // namespace plateau::answers
