// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/log_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "core/files/budget.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using Json = nlohmann::json;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A count that a log prints with three digits: near a whole number of hosts of eight it is that.
double nearest_count(double value)
{
    const double hosts = 8 * std::round(value / 8);
    return hosts > 0 && std::abs(value / hosts - 1) < 0.02 ? hosts : std::round(value);
}

/// Decimals behind a comma or a point: ",110" is 0.11; 0 where there are none.
double decimals_at(std::string_view text)
{
    if (text.empty() || (text.front() != ',' && text.front() != '.'))
        return 0;
    double value = 0, unit = 0.1;
    for (std::size_t i = 1; i < text.size() && is_digit(text[i]); ++i, unit /= 10)
        value += unit * (text[i] - '0');
    return value;
}

/// "09:01:10", "09:01:10,110" as seconds of the day.
std::optional<double> clock_of(std::string_view line)
{
    for (std::size_t i = 0; i + 8 <= line.size() && i < 80; ++i)
        if (line[i + 2] == ':' && line[i + 5] == ':' && is_digit(line[i]) && is_digit(line[i + 1])
            && is_digit(line[i + 3]) && is_digit(line[i + 4]) && is_digit(line[i + 6]) && is_digit(line[i + 7])) {
            const auto two = [&](std::size_t at) { return (line[at] - '0') * 10 + line[at + 1] - '0'; };
            return two(i) * 3600 + two(i + 3) * 60 + two(i + 6) + decimals_at(line.substr(i + 8));
        }
    return std::nullopt;
}

/// The words of a pattern in a line; nothing where they do not stand there.
std::optional<std::string> words_of(const Pattern& pattern, const std::string& line)
{
    const std::size_t at = line.find(pattern.after);
    const std::size_t from = at + pattern.after.size();
    if (at == std::string::npos || !pattern.says.empty())
        return at == std::string::npos ? std::nullopt : std::optional(pattern.says);
    const std::size_t end = line.find(pattern.until, from);
    return end == std::string::npos ? std::nullopt : std::optional(trimmed(line.substr(from, end - from)));
}

std::optional<double> number_by(const Pattern& pattern, const std::string& line)
{
    std::optional<double> value;
    if (pattern.before.empty()) {
        if (const std::size_t at = line.find(pattern.after); at != std::string::npos)
            value = number_at(std::string_view(line).substr(at + pattern.after.size()));
    } else if (const std::size_t end = line.find(pattern.before); end != std::string::npos) {
        const std::string_view before = std::string_view(line).substr(0, end);
        value = positive(number_at(before.substr(before.find_last_not_of("0123456789.") + 1)));
    }
    if (!value)
        return value;
    return pattern.inverse ? pattern.unit / *value : *value * pattern.unit;
}

std::optional<double> first_number(const std::vector<Pattern>& patterns, const std::string& line)
{
    for (const Pattern& pattern : patterns)
        if (const auto value = number_by(pattern, line))
            return value;
    return std::nullopt;
}

/// What follows from the rest of what is told.
void complete_step(Told& told)
{
    const auto &rate = told[StepFact::Rate], &all = told[StepFact::AllRate], &tokens = told[StepFact::Tokens];
    auto& seconds = told[StepFact::Seconds];
    if (!seconds && tokens && all)
        seconds = *tokens / *all;
    if (all && rate)
        told.gpus = nearest_count(*all / *rate);
    else if (tokens && positive(seconds) && rate)
        told.gpus = std::round(*tokens / (*seconds * *rate));
}

} // namespace

std::optional<double> number_at(std::string_view text)
{
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" :='\"\t")));
    std::string digits;
    std::size_t i = 0;
    for (; i < text.size() && i < 40; ++i) {
        const char c = text[i];
        const bool exponent
            = (c == '+' || c == '-') && !digits.empty() && (digits.back() == 'e' || digits.back() == 'E');
        if (is_digit(c) || c == '.' || exponent || (c == '-' && digits.empty())
            || ((c == 'e' || c == 'E') && !digits.empty()))
            digits += c;
        else if (c == ',' && i + 3 < text.size() && is_digit(text[i + 1]) && is_digit(text[i + 2])
                 && is_digit(text[i + 3]))
            continue;
        else
            break;
    }
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    if (end == digits.c_str() || !std::isfinite(value))
        return std::nullopt;
    const char suffix = i < text.size() ? text[i] : ' ';
    const bool alone = i + 1 >= text.size() || std::string_view(" |,}\t").find(text[i + 1]) != std::string_view::npos;
    const double factor = !alone         ? 1
        : suffix == 'K'                  ? 1e3
        : suffix == 'M'                  ? 1e6
        : suffix == 'G' || suffix == 'B' ? 1e9
                                         : 1;
    return value * factor;
}

std::optional<double> positive(std::optional<double> value) { return value && *value > 0 ? value : std::nullopt; }

std::string without_colours(std::string_view line)
{
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool escape = line[i] == '\x1b';
        const std::size_t open = escape ? i + 1 : i;
        if (open < line.size() && line[open] == '[') {
            std::size_t end = open + 1;
            while (end < line.size() && (is_digit(line[end]) || line[end] == ';'))
                ++end;
            if (end < line.size() && line[end] == 'm' && (escape || end > open + 1)) {
                i = end;
                continue;
            }
        }
        text += line[i];
    }
    return text;
}

void read_step(const LogFormat& format, const std::string& line, Told& told)
{
    if (const auto clock = clock_of(line))
        told.clock = clock;
    if (line.find(format.only) == std::string::npos)
        return;
    for (std::size_t fact = 0; fact < format.step.size(); ++fact)
        if (auto value = first_number(format.step[fact], line)) {
            const bool rate = fact == std::size_t(StepFact::Rate) || fact == std::size_t(StepFact::AllRate);
            if (!rate || *value > 0)
                told.facts[fact] = value;
        }
    complete_step(told);
}

void LogHead::read(const std::string& line, int number)
{
    read_arguments(line, number);
    read_rows(line, number);
    read_mesh(line, number);
    read_parameters(line, number);
    if (const std::size_t at = line.find("cmd = "); at != std::string::npos)
        read_command_line(line.substr(at), number);
}

/// Of a log without end no more than a configuration can have.
void LogHead::tell(std::string key, std::string value, int number)
{
    constexpr std::size_t each = 64; // a key and its word, kept
    told_ += key.size() + value.size() + each;
    if (told_ < files::budget::log_head)
        run_.tell(std::move(key), std::move(value), number);
}

/// A row of several keys gives each a word, and the last what is left.
void LogHead::read_rows(const std::string& line, int number)
{
    for (const auto& [keys, pattern] : format_.head) {
        std::string value;
        if (!pattern.until.empty() || !pattern.says.empty())
            value = words_of(pattern, line).value_or("");
        else if (const auto found = number_by(pattern, line))
            value = std::to_string(std::llround(*found));
        if (value.empty())
            continue;
        const std::vector<std::string> each = split(keys, " ");
        const std::vector<std::string> words = split(value, " ");
        if (words.size() < each.size())
            continue;
        for (std::size_t i = 0, at = 0; i < each.size(); at += words[i].size() + 1, ++i)
            tell(each[i], i + 1 < each.size() ? words[i] : value.substr(at), number);
    }
    const auto found = [&](const char* key) { return first_number(found_in(format_.run, key), line); };
    if (const auto gpus = found("gpus"))
        run_.gpus = gpus;
    if (line.find("parallel") != std::string::npos) // as all of these lines do
        for (const char* degree : {"dp", "tp", "pp", "cp"})
            if (const auto size = positive(found(degree)))
                run_.degrees[degree] = *size;
    if (const auto whole = found("seconds"))
        seconds = whole;
    if (const auto count = found("steps"))
        steps = count;
    if (const auto row = format_.run.find("device"); row != format_.run.end())
        if (const auto name = words_of(row->second.front(), line); name && !name->empty())
            run_.device = *name;
}

/// "  hidden_size ..................................... 4096"
void LogHead::read_arguments(const std::string& line, int number)
{
    if (line.find("---- arguments ----") != std::string::npos)
        inside_ = true;
    if (line.find("end of arguments") != std::string::npos)
        inside_ = false;
    const std::size_t dots = line.find(" ...");
    if (inside_ && dots != std::string::npos) {
        const std::size_t end = line.find_first_not_of('.', dots + 1);
        if (end != std::string::npos)
            tell(trimmed(line.substr(0, dots)), trimmed(line.substr(end)), number);
        constexpr int whole = 60; // the oldest Megatron prints more
        run_.arguments_cut = ++arguments_ < whole;
    }
    constexpr std::string_view parameter = "Config param ";
    if (const std::size_t at = line.find(parameter); at != std::string::npos)
        if (const std::size_t colon = line.find(": ", at); colon != std::string::npos)
            tell(line.substr(at + parameter.size(), colon - at - parameter.size()), trimmed(line.substr(colon + 2)),
                 number);
}

/// "cmd = deepspeed main.py --max_seq_len 512 --lr=1e-5"
void LogHead::read_command_line(const std::string& line, int number)
{
    const std::vector<std::string> words = split(line, " ");
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with("--"))
            continue;
        const std::size_t equals = words[i].find('=');
        const bool has_next = i + 1 < words.size() && !words[i + 1].starts_with("--");
        const std::string value = equals != std::string::npos ? words[i].substr(equals + 1)
            : has_next                                        ? words[i + 1]
                                                              : std::string("true");
        tell(words[i].substr(2, equals == std::string::npos ? equals : equals - 2), value, number);
    }
}

/// "Building 2-D device mesh with ['dp_shard', 'tp'], [8, 4]"
void LogHead::read_mesh(const std::string& line, int number)
{
    const std::size_t start = line.find("device mesh with [");
    const std::size_t names = start == std::string::npos ? start : line.find('[', start);
    const std::size_t middle = names == std::string::npos ? names : line.find("], [", names);
    const std::size_t end = middle == std::string::npos ? middle : line.find(']', middle + 4);
    if (end == std::string::npos)
        return;
    const auto axes = split(line.substr(names + 1, middle - names - 1), ",");
    const auto sizes = split(line.substr(middle + 4, end - middle - 4), ",");
    constexpr std::pair<const char*, const char*> keys[]
        = {{"dp_shard", "data_parallel_shard_degree"}, {"dp_replicate", "data_parallel_replicate_degree"},
           {"tp", "tensor_parallel_degree"},           {"pp", "pipeline_parallel_degree"},
           {"cp", "context_parallel_degree"},          {"ep", "expert_parallel_degree"}};
    double ranks = 1;
    for (std::size_t i = 0; i < axes.size() && i < sizes.size(); ++i) {
        const std::string axis = trimmed(axes[i]);
        const auto size = number_at(trimmed(sizes[i]));
        if (!size)
            return;
        ranks *= *size;
        for (const auto& [name, key] : keys)
            if (axis == "'" + std::string(name) + "'")
                tell(std::string("parallelism.") + key, std::to_string(std::llround(*size)), number);
    }
    run_.gpus = ranks;
}

/// DLLogger, "DLLL {...}".
void LogHead::read_parameters(const std::string& line, int number)
{
    const std::size_t brace = line.find('{');
    if (brace == std::string::npos || line.find("\"PARAMETER\"") == std::string::npos)
        return;
    const Json json = Json::parse(line.substr(brace), nullptr, false);
    const auto data = json.is_object() ? json.find("data") : json.end();
    if (data == json.end() || !data->is_object())
        return;
    for (const auto& [key, value] : data->items())
        if (key.starts_with("cfg/") && value.is_primitive() && !value.is_null())
            tell("model." + key.substr(4), value.is_string() ? value.get<std::string>() : value.dump(), number);
}

} // namespace plateau::programs
