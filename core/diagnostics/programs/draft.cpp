// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include <fmt/format.h>

#include "core/catalog/model_sizes.h"
#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using catalog::ModelShape;

/// "layers" of ModelShape::layers.
const char* name_of_size(int ModelShape::*member)
{
    for (const catalog::ShapeSize& size : catalog::shape_sizes())
        if (size.member == member)
            return size.key;
    return "";
}

/// Whether a model has about so many billions of parameters, in all or at work on a token.
bool is_about(const ModelShape& shape, double billions)
{
    const auto off = [&](double parameters) { return std::abs(parameters / 1e9 / billions - 1); };
    return off(catalog::total_parameters(shape)) < 0.25 || off(catalog::active_parameters(shape)) < 0.05;
}

/// The billions (or millions) of parameters that a model's name speaks of, "1.3" in "opt-1.3b"; `points` are what
/// stands for the decimal point.
std::optional<double> size_in(std::string_view name, std::string_view points)
{
    const auto digit = [&](std::size_t at) { return std::isdigit(static_cast<unsigned char>(name[at])) != 0; };
    const auto letter = [&](std::size_t at) { return std::isalpha(static_cast<unsigned char>(name[at])) != 0; };
    for (std::size_t at = name.size(); at-- > 1;) {
        const bool is_unit = std::string_view("bBmM").find(name[at]) != std::string_view::npos;
        if (!is_unit || !digit(at - 1) || (at + 1 < name.size() && letter(at + 1)))
            continue;
        std::size_t start = at - 1;
        while (start > 0
               && (digit(start - 1) || (points.find(name[start - 1]) != std::string_view::npos && digit(start))))
            --start;
        std::string number(name.substr(start, at - start));
        std::replace(number.begin(), number.end(), '_', '.');
        const double billions = std::strtod(number.c_str(), nullptr);
        return std::tolower(static_cast<unsigned char>(name[at])) == 'm' ? billions / 1000 : billions;
    }
    return std::nullopt;
}

} // namespace

bool says_yes(const std::string& value)
{
    const std::string word = lower(trimmed(value));
    return word == "true" || word == "1" || word == "yes" || word == "on";
}

std::string digits(double value)
{
    return value == std::floor(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                                : fmt::format("{}", value);
}

bool says_no(const std::string& value)
{
    const std::string word = lower(trimmed(value));
    return word == "false" || number_of(word) == 0.0 || word == "no" || word == "off" || word == "none"
        || word == "null";
}

bool is_left_open(const std::string& value)
{
    const std::string text = trimmed(value);
    const bool capitals = text.size() > 1
        && std::ranges::all_of(text,
                               [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9'); })
        && std::isdigit(static_cast<unsigned char>(text.front())) == 0;
    return text == "auto" || text.find('$') != std::string::npos || text.starts_with("<")
        || text.find("{{") != std::string::npos || capitals;
}

Draft::Draft(const Settings& settings, const catalog::Catalog& catalog, const Programs& programs,
             const Program& program, Reading& reading)
    : settings_(settings), catalog_(catalog), programs_(programs), program_(program), reading_(reading)
{
    reading.program = program.title;
}

const Setting* Draft::at(const char* key)
{
    const Setting* named = key ? settings_.mentioned(key) : nullptr;
    if (named)
        asked_.insert(named);
    return named && !named->empty ? named : nullptr;
}

std::string Draft::text(const char* key)
{
    const Setting* found = at(key);
    return found ? trimmed(found->value) : std::string();
}

std::optional<double> Draft::number(const char* key)
{
    const Setting* found = at(key);
    if (!found)
        return std::nullopt;
    const std::string value = trimmed(found->value);
    const auto number = number_of(std::string_view(value).substr(0, value.find(' ')));
    if (!number && said_.insert(found).second)
        reading_.missing.push_back(line_of(
            found,
            {is_left_open(value) ? PLATEAU_TEXT("the number stands elsewhere") : PLATEAU_TEXT("this is no number"),
             {}}));
    return number;
}

bool Draft::yes(const char* key, bool otherwise)
{
    const Setting* found = at(key);
    return found ? says_yes(found->value) : otherwise;
}

Line Draft::line_of(const Setting* setting, Message why, const std::string& parameter, const std::string& meaning)
{
    static const Setting none{};
    const Setting& said = setting ? *setting : none;
    return {said.key, said.value.substr(0, 200), parameter, meaning, std::move(why), said.line, said.column};
}

void Draft::set(const std::string& parameter, const std::string& value)
{
    if (!parameter.empty())
        reading_.scenario[parameter] = value;
}

void Draft::understood(const char* key, const std::string& parameter, const std::string& value)
{
    const Setting* found = at(key);
    if (!found) {
        assume(parameter, value, {PLATEAU_TEXT("follows from the settings above"), {}});
        return;
    }
    said_.insert(found);
    Line line = line_of(found, {}, parameter, value);
    const auto same = [&](const Line& each) {
        return std::tie(each.key, each.line, each.parameter, each.meaning)
            == std::tie(line.key, line.line, line.parameter, line.meaning);
    };
    if (std::ranges::none_of(reading_.understood, same))
        reading_.understood.push_back(std::move(line));
    set(parameter, value);
}

void Draft::understood(const char* key, const std::string& parameter, double value)
{
    understood(key, parameter, digits(value));
}

bool Draft::number_means(const char* key, const std::string& parameter)
{
    const auto value = number(key);
    if (value)
        understood(key, parameter, *value);
    return value.has_value();
}

void Draft::assume(const std::string& parameter, const std::string& value, Message why, const char* key)
{
    reading_.assumed.push_back(line_of(at(key), std::move(why), parameter, value));
    set(parameter, value);
}

void Draft::covered(const std::string& section)
{
    for (const Setting& setting : settings_.all())
        if (setting.key.starts_with(section + ".")) {
            asked_.insert(&setting);
            said_.insert(&setting);
        }
}

void Draft::by_default(const std::string& parameter, const std::string& value)
{
    if (cut && !knows(parameter))
        missing(parameter, {PLATEAU_TEXT("the log shows a part of the arguments"), {}});
    else if (!knows(parameter))
        assume(parameter, value,
               reading_.version.empty() ? Message{PLATEAU_TEXT("the default of %1"), {Verbatim{reading_.program}}}
                                        : Message{PLATEAU_TEXT("the default of %1 %2"),
                                                  {Verbatim{reading_.program}, Verbatim{reading_.version}}});
}

void Draft::missing(const std::string& parameter, Message why, const char* key)
{
    const Setting* found = at(key);
    if (found)
        said_.insert(found);
    reading_.missing.push_back(line_of(found, std::move(why), parameter));
}

void Draft::recipe_decides(const std::string& parameter)
{
    reading_.scenario.erase(parameter);
    missing(parameter, {PLATEAU_TEXT("the recipe that the file changes says it"), {}});
}

void Draft::cannot(const char* key, Message why)
{
    const Setting* found = at(key);
    Line line = line_of(found, std::move(why));
    if (!found)
        line.key = key;
    else if (!said_.insert(found).second && std::ranges::any_of(reading_.not_expressible, [&](const Line& each) {
                 return each.key == found->key && each.line == found->line;
             }))
        return;
    reading_.not_expressible.push_back(std::move(line));
}

void Draft::correct(const std::string& parameter, const std::string& value)
{
    const auto is_of = [&](const Line& line) { return line.parameter == parameter; };
    for (auto* lines : {&reading_.assumed, &reading_.missing})
        std::erase_if(*lines, is_of);
    for (Line& line : reading_.understood)
        if (is_of(line)) {
            line.parameter.clear();
            line.meaning.clear();
            line.why = {PLATEAU_TEXT("%1 is set instead"), {Verbatim{parameter + "=" + value}}};
        }
    if (parameter == "model")
        has_shape_ = false;
    for (const auto& [one, other] :
         {std::pair("global_batch", "sequences_per_gpu"), {"sequences_per_gpu", "global_batch"}})
        if (parameter == one)
            reading_.scenario.erase(other);
    assume(parameter, value, {PLATEAU_TEXT("set by hand"), {}});
}

void Draft::contradicts(const char* key, Message why)
{
    reading_.contradictions.push_back(line_of(at(key), std::move(why)));
}

bool Draft::is_missing(const char* parameter) const
{
    return std::ranges::find(reading_.missing, parameter, &Line::parameter) != reading_.missing.end();
}

double Draft::value(const char* parameter, double otherwise) const
{
    return number_of(word(parameter)).value_or(otherwise);
}

std::string Draft::word(const char* parameter) const { return found_in(reading_.scenario, parameter); }

void Draft::shape(const char* key, int ModelShape::*member, double value)
{
    if (!(value >= 0 && value < 1e9))
        return;
    has_shape_ = true;
    model.*member = whole_of(value);
    understood(key, name_of_size(member), value);
}

void Draft::shape_by_default(int ModelShape::*member, double value)
{
    model.*member = whole_of(value);
    by_default(name_of_size(member), digits(value));
}

bool Draft::shape(const char* key, int ModelShape::*member)
{
    const auto value = number(key);
    if (value)
        shape(key, member, *value);
    return value.has_value();
}

void Draft::shape_or_default(const char* key, int ModelShape::*member, double otherwise)
{
    if (!shape(key, member))
        shape_by_default(member, otherwise);
}

void Draft::model_named(const char* key, const std::string& name)
{
    const std::string own = name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1);
    const std::string wanted = bare_name(own);
    const std::optional<double> size = size_in(own, ".");
    const ModelShape* best = nullptr;
    std::size_t longest = 0;
    const auto consider = [&](const ModelShape& shape, const std::string& title) {
        const std::string known = bare_name(title);
        const std::optional<double> sizes[] = {size_in(title, "."), size_in(title, "._")};
        if (size && sizes[0] ? size != sizes[0] && size != sizes[1] : size && !is_about(shape, *size))
            return;
        const std::size_t at = known.size() < 4 ? std::string::npos : wanted.find(known);
        const std::size_t end = at + known.size();
        const bool whole = at != std::string::npos
            && (end == wanted.size() || std::isdigit(static_cast<unsigned char>(wanted[end])) == 0
                || std::isdigit(static_cast<unsigned char>(known.back())) == 0);
        if (whole && known.size() > longest) {
            longest = known.size();
            best = &shape;
        }
    };
    for (const ModelShape& shape : catalog_.models) {
        consider(shape, shape.id);
        consider(shape, shape.title);
        for (const std::string& other : shape.known_as)
            consider(shape, other);
    }
    if (best)
        understood(key, "model", best->id);
    else
        missing("model", {PLATEAU_TEXT("no shipped model is known as %1"), {Verbatim{name}}}, key);
}

void Draft::no_model(const char* key, Message why)
{
    missing("model", std::move(why), key);
    is_stranger_ = true;
}

/// What a row says by more than its value: whose name it is, what it stands beside.
bool Draft::read_special(const Row& row, const char* key)
{
    if (row.parameter == "model") {
        std::string name = text(key);
        for (const char* ending : {".yaml", ".yml"})
            if (name.ends_with(ending))
                name.resize(name.rfind('.'));
        model_named(key, name);
    } else if (row.parameter == "lora_modules") {
        adapted_modules(*this, key);
    } else if (row.parameter == "accumulation") {
        accumulation = number(key);
    } else if (row.parameter == "layers_per_stage") {
        if (const double chunks = std::round(layers_of(*this) / std::max(1.0, number_or(key, 1)) / value("pp", 1));
            has(key) && chunks > 1)
            understood(key, "virtual_stages", chunks);
    } else {
        return false;
    }
    return true;
}

/// Whether what a row depends on holds: "fine_tune=lora".
bool Draft::holds(const std::string& when) const
{
    const std::size_t equals = when.find('=');
    if (const std::size_t more = when.find('>'); more != std::string::npos)
        return computed(when.substr(0, more), 0).value_or(0) > number_of(trimmed(when.substr(more + 1))).value_or(0);
    return when.empty() || word(when.substr(0, equals).c_str()) == when.substr(equals + 1);
}

const char* Draft::key_of(const Row& row) const
{
    for (const std::string& older : row.also)
        if (!settings_.find(row.key) && settings_.find(older))
            return older.c_str();
    return row.key.c_str();
}

void Draft::read_row(const Row& row)
{
    const char* key = key_of(row);
    const Setting* found = at(key);
    if (!holds(row.when))
        return;
    if (!found) {
        if (row.parameter == "accumulation" && !row.otherwise.empty() && !knows("global_batch"))
            accumulation = number_of(row.otherwise);
        else if (row.parameter != "accumulation" && !row.otherwise.empty())
            by_default(row.parameter, row.otherwise);
        return;
    }
    for (const Setting* other : settings_.matches(key))
        if (other != found && lowered(other->value) != lowered(found->value)) {
            asked_.insert(other);
            contradicts(key,
                        {PLATEAU_TEXT("%1 in line %2 says %3; this counts"),
                         {Verbatim{other->key}, Verbatim{std::to_string(other->line)}, Verbatim{other->value}}});
        }
    if (row.words.empty()) {
        if (read_special(row, key))
            return;
        const auto value = number(key);
        if (value && *value > row.above)
            understood(key, row.parameter, *value);
        else if (!row.otherwise.empty() && !is_left_open(found->value))
            by_default(row.parameter, row.otherwise);
        return;
    }
    if (const Said* said = find_word(row.words, found->value)) {
        if (said->means == Said::Means::Own)
            understood(key, {}, "");
        else if (said->means == Said::Means::Value)
            understood(key, row.parameter, said->value);
        else if (said->means == Said::Means::Stranger)
            no_model(key, {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{found->value}}});
        else if (said->means == Said::Means::Open)
            missing(row.parameter, {PLATEAU_TEXT("%1, and the file does not say how long"), {Verbatim{row.key}}}, key);
        else
            cannot(key, {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{found->value}}});
        return;
    }
    if (is_left_open(found->value))
        missing(row.parameter, {PLATEAU_TEXT("%1 stands elsewhere"), {Verbatim{found->value}}}, key);
    else
        cannot(key, {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{found->value}}});
}

const Rows& Draft::table(std::string_view name) const
{
    return found_in((program_.tables.contains(name) ? program_ : programs_.common).tables, name);
}

void Draft::read_rows(const Rows& rows)
{
    for (const Row& row : rows)
        read_row(row);
}

const Words& Draft::word_list(std::string_view list) const { return found_in(programs_.words, list); }

std::string Draft::meaning(std::string_view list, const std::string& word) const
{
    const auto said = std::ranges::find(word_list(list), word, &Said::word);
    return said == word_list(list).end() ? std::string() : said->value;
}

} // namespace plateau::programs
