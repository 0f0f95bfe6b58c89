// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

#include "core/diagnostics/programs/program.h"
#include "core/diagnostics/programs/tables.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using catalog::ModelShape;

constexpr std::pair<const char*, int ModelShape::*> shape_numbers[] = {
    {"layers", &ModelShape::layers},
    {"hidden", &ModelShape::hidden},
    {"heads", &ModelShape::heads},
    {"kv_heads", &ModelShape::kv_heads},
    {"head_dim", &ModelShape::head_dim},
    {"ffn", &ModelShape::ffn},
    {"vocab", &ModelShape::vocab},
    {"max_sequence", &ModelShape::max_sequence},
    {"experts", &ModelShape::experts},
    {"experts_per_token", &ModelShape::experts_per_token},
    {"shared_experts", &ModelShape::shared_experts},
    {"shared_ffn", &ModelShape::shared_ffn},
    {"expert_hidden", &ModelShape::expert_hidden},
    {"dense_layers", &ModelShape::dense_layers},
    {"dense_ffn", &ModelShape::dense_ffn},
    {"kv_rank", &ModelShape::kv_rank},
    {"query_rank", &ModelShape::query_rank},
    {"rope_head_dim", &ModelShape::rope_head_dim},
    {"value_head_dim", &ModelShape::value_head_dim},
    {"index_keys", &ModelShape::index_keys},
    {"window", &ModelShape::window},
    {"window_layers", &ModelShape::window_layers},
    {"ffn_only_layers", &ModelShape::ffn_only_layers},
    {"mixer_only_layers", &ModelShape::mixer_only_layers},
};

const char* name_of(int ModelShape::*member)
{
    for (const auto& [name, each] : shape_numbers)
        if (each == member)
            return name;
    return "";
}

/// Whether a model has about so many billions of parameters, in all or at work on a token.
bool is_about(const ModelShape& shape, double billions)
{
    const auto near = [&](double parameters) { return std::abs(parameters / 1e9 / billions - 1) < 0.25; };
    return near(catalog::total_parameters(shape)) || near(catalog::active_parameters(shape));
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

/// "llama-2-7b-256gpus-h100.yaml" is 256.
std::optional<double> gpus_in_name(const std::string& file)
{
    const std::string name = lower(std::filesystem::path(file).filename().string());
    for (std::size_t at = name.find("gpu"); at != std::string::npos; at = name.find("gpu", at + 1)) {
        std::size_t end = at;
        if (end > 0 && (name[end - 1] == '-' || name[end - 1] == '_'))
            --end;
        std::size_t begin = end;
        while (begin > 0 && std::isdigit(static_cast<unsigned char>(name[begin - 1])) != 0)
            --begin;
        if (begin < end && end - begin < 7)
            return number_of(name.substr(begin, end - begin));
    }
    return std::nullopt;
}

/// "# a preset for 128 H100 GPUs", "# assuming 96 GPUs": the first comment that says so.
std::optional<double> gpus_in_comment(const std::string& text)
{
    const std::string_view head = std::string_view(text).substr(0, 65536);
    for (std::size_t at = head.find("GPUs"); at != std::string_view::npos; at = head.find("GPUs", at + 1)) {
        const std::size_t line = head.rfind('\n', at) == std::string_view::npos ? 0 : head.rfind('\n', at) + 1;
        const std::string_view before = head.substr(line, at - line);
        const std::size_t comment = before.find('#');
        if (comment == std::string_view::npos)
            continue;
        const std::vector<std::string> words = split(trimmed(before.substr(comment)), " ");
        for (std::size_t back = 1; back <= 3 && back <= words.size(); ++back) {
            std::string word = words[words.size() - back];
            if (word.ends_with("x"))
                word.pop_back();
            if (const auto count = number_of(word); count && *count >= 2 && *count == std::floor(*count))
                return count;
        }
    }
    return std::nullopt;
}

std::string canonical(const std::string& value)
{
    const std::string word = lower(trimmed(value));
    return says_yes(word) ? "true" : says_no(word) ? "false" : word;
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
    return word == "false" || word == "0" || word == "no" || word == "off" || word == "none" || word == "null";
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
    if (const Setting* named = settings_.mentioned(key); named && named->empty)
        asked_.insert(named);
    const Setting* found = settings_.find(key);
    if (found)
        asked_.insert(found);
    return found;
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
    if (!number && said_.insert(found).second) {
        Line line = line_of(*found);
        line.why = is_left_open(value) ? Message{PLATEAU_TEXT("the number stands elsewhere"), {}}
                                       : Message{PLATEAU_TEXT("this is no number"), {}};
        reading_.missing.push_back(std::move(line));
    }
    return number;
}

bool Draft::yes(const char* key, bool otherwise)
{
    const Setting* found = at(key);
    return found ? says_yes(found->value) : otherwise;
}

Line Draft::line_of(const Setting& setting) const
{
    return {setting.key, setting.value.substr(0, 200), {}, {}, {}, setting.line, setting.column};
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
    Line line = line_of(*found);
    line.parameter = parameter;
    line.meaning = value;
    reading_.understood.push_back(std::move(line));
    set(parameter, value);
}

void Draft::understood(const char* key, const std::string& parameter, double value)
{
    understood(key, parameter, digits(value));
}

void Draft::assume(const std::string& parameter, const std::string& value, Message why, const char* key)
{
    Line line;
    if (const Setting* found = key ? at(key) : nullptr)
        line = line_of(*found);
    line.parameter = parameter;
    line.meaning = value;
    line.why = std::move(why);
    reading_.assumed.push_back(std::move(line));
    set(parameter, value);
}

void Draft::by_default(const std::string& parameter, const std::string& value)
{
    if (!knows(parameter))
        assume(parameter, value,
               reading_.version.empty() ? Message{PLATEAU_TEXT("the default of %1"), {Verbatim{reading_.program}}}
                                        : Message{PLATEAU_TEXT("the default of %1 %2"),
                                                  {Verbatim{reading_.program}, Verbatim{reading_.version}}});
}

void Draft::missing(const std::string& parameter, Message why)
{
    Line line;
    line.parameter = parameter;
    line.why = std::move(why);
    reading_.missing.push_back(std::move(line));
}

void Draft::recipe_decides(const std::string& parameter)
{
    reading_.scenario.erase(parameter);
    missing(parameter, {PLATEAU_TEXT("the recipe that the file changes says it"), {}});
}

void Draft::cannot(const char* key, Message why)
{
    const Setting* found = at(key);
    Line line = found ? line_of(*found) : Line{};
    if (!found)
        line.key = key;
    else if (!said_.insert(found).second && std::ranges::any_of(reading_.not_expressible, [&](const Line& each) {
                 return each.key == found->key && each.line == found->line;
             }))
        return;
    line.why = std::move(why);
    reading_.not_expressible.push_back(std::move(line));
}

void Draft::contradicts(const char* key, Message why)
{
    const Setting* found = key ? at(key) : nullptr;
    Line line = found ? line_of(*found) : Line{};
    line.why = std::move(why);
    reading_.contradictions.push_back(std::move(line));
}

double Draft::value(const char* parameter, double otherwise) const
{
    const auto found = reading_.scenario.find(parameter);
    return found == reading_.scenario.end() ? otherwise : number_of(found->second).value_or(otherwise);
}

std::string Draft::word(const char* parameter) const
{
    const auto found = reading_.scenario.find(parameter);
    return found == reading_.scenario.end() ? std::string() : found->second;
}

void Draft::shape(const char* key, int ModelShape::*member, double value)
{
    if (!(value >= 0 && value < 1e9))
        return;
    has_shape_ = true;
    model.*member = whole_of(value);
    understood(key, name_of(member), value);
}

void Draft::shape_by_default(int ModelShape::*member, double value)
{
    model.*member = whole_of(value);
    by_default(name_of(member), digits(value));
}

void Draft::shape_or_default(const char* key, int ModelShape::*member, double otherwise)
{
    if (const auto value = number(key))
        shape(key, member, *value);
    else
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
        missing("model", {PLATEAU_TEXT("no shipped model is known as %1"), {Verbatim{name}}});
}

void Draft::read_row(const Row& row)
{
    const char* key = row.key.c_str();
    for (const std::string& older : row.also)
        if (!settings_.find(key) && settings_.find(older))
            key = older.c_str();
    const Setting* found = at(key);
    if (!found) {
        if (!row.otherwise.empty())
            by_default(row.parameter, row.otherwise);
        return;
    }
    for (const Setting* other : settings_.matches(key))
        if (other != found && canonical(other->value) != canonical(found->value)) {
            asked_.insert(other);
            contradicts(key,
                        {PLATEAU_TEXT("%1 in line %2 says %3; this counts"),
                         {Verbatim{other->key}, Verbatim{std::to_string(other->line)}, Verbatim{other->value}}});
        }
    if (row.words.empty()) {
        if (const auto value = number(key))
            understood(key, row.parameter, *value);
        else if (!row.otherwise.empty() && !is_left_open(found->value))
            by_default(row.parameter, row.otherwise);
        return;
    }
    if (const Said* said = find_word(row.words, found->value)) {
        if (said->means == Said::Means::Own)
            understood(key, {}, std::string());
        else if (said->means == Said::Means::Value)
            understood(key, row.parameter, said->value);
        else
            cannot(key, {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{found->value}}});
        return;
    }
    if (is_left_open(found->value))
        missing(row.parameter, {PLATEAU_TEXT("%1 stands elsewhere"), {Verbatim{found->value}}});
    else
        cannot(key, {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{found->value}}});
}

const Rows& Draft::table(std::string_view name) const
{
    static const Rows none;
    if (const auto own = program_.tables.find(name); own != program_.tables.end())
        return own->second;
    const auto shared = programs_.tables.find(name);
    return shared == programs_.tables.end() ? none : shared->second;
}

void Draft::read_rows(const Rows& rows)
{
    for (const Row& row : rows)
        read_row(row);
}

const Words& Draft::word_list(std::string_view list) const
{
    static const Words none;
    const auto found = programs_.words.find(list);
    return found == programs_.words.end() ? none : found->second;
}

std::string Draft::meaning(std::string_view list, const std::string& word) const
{
    const auto said = std::ranges::find(word_list(list), word, &Said::word);
    return said == word_list(list).end() ? std::string() : said->value;
}

void Draft::batch()
{
    const double ranks = value("tp", 1) * value("pp", 1) * value("cp", 1);
    const double micro = value("micro_batch", 0);
    const bool given_dp = knows("dp");
    if (!batch_of_rank && accumulation && micro > 0)
        batch_of_rank = micro * *accumulation;
    if (!knows("gpus") && given_dp)
        assume("gpus", digits(value("dp", 1) * ranks), {PLATEAU_TEXT("DP x TP x PP x CP"), {}});
    const auto named = gpus_in_name(reading_.file);
    if (named && !knows("gpus")) {
        assume("gpus", digits(*named), {PLATEAU_TEXT("only the file's name says it"), {}});
        contradicts(nullptr, {PLATEAU_TEXT("only the file's name says %1 GPUs"), {Verbatim{digits(*named)}}});
    } else if (named && value("gpus", 0) != *named) {
        contradicts(nullptr,
                    {PLATEAU_TEXT("the file's name says %1 GPUs, the file %2"),
                     {Verbatim{digits(*named)}, Verbatim{word("gpus")}}});
    }
    if (const auto said = source && !knows("gpus") ? gpus_in_comment(*source) : std::nullopt) {
        assume("gpus", digits(*said), {PLATEAU_TEXT("only a comment says it"), {}});
        contradicts(nullptr, {PLATEAU_TEXT("only a comment says %1 GPUs"), {Verbatim{digits(*said)}}});
    }
    if (!knows("gpus") && knows("global_batch") && batch_of_rank && *batch_of_rank > 0 && !batch_of_device) {
        const double dp = value("global_batch", 1) / *batch_of_rank;
        if (dp >= 1 && dp == std::floor(dp))
            assume("gpus", digits(dp * ranks),
                   {PLATEAU_TEXT("global batch / (micro-batch x accumulation) x TP x PP x CP"), {}});
    }
    if (!knows("gpus"))
        missing("gpus", {PLATEAU_TEXT("the number of GPUs stands outside of the file"), {}});
    const double dp = value("gpus", 0) / ranks;
    if (knows("gpus") && dp >= 1 && dp == std::floor(dp) && !given_dp)
        assume("dp", digits(dp), {PLATEAU_TEXT("GPUs / (TP x PP x CP)"), {}});
    if (!knows("global_batch") && batch_of_rank) {
        const double of_gpu = batch_of_device ? *batch_of_rank : *batch_of_rank / ranks;
        if (knows("gpus"))
            assume("global_batch", digits(of_gpu * value("gpus", 1)),
                   batch_of_device ? Message{PLATEAU_TEXT("batch of a device x GPUs"), {}}
                                   : Message{PLATEAU_TEXT("micro-batch x accumulation x DP"), {}});
        else
            assume("sequences_per_gpu", digits(of_gpu),
                   batch_of_device ? Message{PLATEAU_TEXT("batch of a device"), {}}
                                   : Message{PLATEAU_TEXT("micro-batch x accumulation / (TP x PP x CP)"), {}});
    }
    if (knows("global_batch"))
        set("batch_mode", "total");
    else if (knows("sequences_per_gpu"))
        set("batch_mode", "per_gpu");
    else
        missing("global_batch", {PLATEAU_TEXT("the file does not say how many sequences a step has"), {}});
    if (!knows("micro_batch"))
        missing("micro_batch", {PLATEAU_TEXT("the file does not say it"), {}});
    const auto told = [&](const char* parameter) {
        return std::ranges::any_of(reading_.missing, [&](const Line& line) { return line.parameter == parameter; });
    };
    if (!has_model() && !told("model"))
        missing("model", {PLATEAU_TEXT("the file does not say which model"), {}});
    if (!knows("sequence"))
        missing("sequence", {PLATEAU_TEXT("the file does not say it"), {}});
}

/// Tokens of the whole run, from its samples or its steps.
void Draft::length()
{
    constexpr double least = 1e6; // fewer are a trial
    for (const Row& row : table("length")) {
        const Setting* found = settings_.find(row.key);
        const auto count = found ? number_of(trimmed(found->value)) : std::nullopt;
        const double each = row.parameter == "samples" ? 1 : value("global_batch", 0);
        if (const double tokens = count.value_or(0) * each * value("sequence", 0); tokens >= least) {
            understood(row.key.c_str(), "tokens", tokens);
            return;
        }
    }
}

void Draft::check()
{
    const double ranks = value("tp", 1) * value("pp", 1) * value("cp", 1);
    const double dp = value("gpus", 0) / ranks;
    const double batch = value("global_batch", 0), micro = value("micro_batch", 0);
    if (knows("gpus") && dp != std::floor(dp))
        contradicts(nullptr,
                    {PLATEAU_TEXT("%1 GPUs are no multiple of TP x PP x CP = %2"),
                     {Verbatim{word("gpus")}, Verbatim{digits(ranks)}}});
    else if (knows("gpus") && batch > 0 && micro > 0 && std::fmod(batch, micro * dp) != 0)
        contradicts(nullptr,
                    {PLATEAU_TEXT("a global batch of %1 is no multiple of micro-batch x DP = %2: this cannot run"),
                     {Verbatim{digits(batch)}, Verbatim{digits(micro * dp)}}});
    const double expert_ranks = value("ep", 1) * value("etp", value("tp", 1));
    if (knows("gpus") && dp == std::floor(dp) && std::fmod(ranks / value("pp", 1) * dp, expert_ranks) != 0)
        contradicts(nullptr,
                    {PLATEAU_TEXT("EP x ETP = %1 does not divide the ranks of a stage, %2"),
                     {Verbatim{digits(expert_ranks)}, Verbatim{digits(ranks / value("pp", 1) * dp)}}});
    if (word("sequence_parallel") == "on" && value("tp", 1) == 1) {
        for (const char* key : {"sequence_parallel", "sequence_parallel_size"})
            if (at(key)) {
                contradicts(key, {PLATEAU_TEXT("sequence parallelism without tensor parallelism does nothing"), {}});
                break;
            }
    }
}

void Draft::left_over()
{
    for (const Setting& setting : settings_.all()) {
        if (setting.replaced && !setting.empty) {
            const Setting* last = settings_.mentioned(folded_key(setting.key));
            if (last && last->value != setting.value) {
                Line line = line_of(setting);
                line.why = {PLATEAU_TEXT("the key stands again in line %1, which counts"),
                            {Verbatim{std::to_string(last->line)}}};
                reading_.contradictions.push_back(std::move(line));
            }
            continue;
        }
        const std::string::size_type dot = setting.key.rfind('.');
        const bool item = dot != std::string::npos && dot + 1 < setting.key.size()
            && setting.key.find_first_not_of("0123456789", dot + 1) == std::string::npos;
        if (setting.replaced || setting.empty || item || (setting.is_list && setting.value.empty())
            || setting.key.starts_with("env.") || asked_.contains(&setting))
            continue;
        reading_.ignored.push_back(line_of(setting));
    }
    // Settings that were read and changed nothing else
    for (const Setting* setting : asked_)
        if (!said_.contains(setting) && !setting->empty && !setting->key.starts_with("env."))
            reading_.understood.push_back(line_of(*setting));
    const auto by_place
        = [](const Line& a, const Line& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); };
    for (auto* lines : {&reading_.understood, &reading_.ignored, &reading_.not_expressible, &reading_.contradictions})
        std::ranges::stable_sort(*lines, by_place);
}

void Draft::finish()
{
    if (has_shape_) {
        for (const auto& [name, member] : shape_numbers)
            if (model.*member > 0)
                set(name, std::to_string(model.*member));
        if (model.experts > 0 && !knows("dense_layers"))
            set("dense_layers", "0");
    }
    batch();
    length();
    check();
    left_over();
}

} // namespace plateau::programs
