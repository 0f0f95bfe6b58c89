// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/settings.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/diagnostics/programs/program.h"
#include "core/files/budget.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

std::size_t parts_of(std::string_view key) { return static_cast<std::size_t>(std::ranges::count(key, '.')); }

std::string_view last_part(std::string_view key)
{
    const std::size_t dot = key.rfind('.');
    return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

/// Whether a path is a key or ends in it; whole parts of the path are compared.
bool is_or_ends_in(std::string_view path, std::string_view key)
{
    return path == key
        || (path.size() > key.size() && path.ends_with(key) && path[path.size() - key.size() - 1] == '.');
}

/// The end of "${...}" that begins at `from`; npos where it never ends.
std::size_t closing(std::string_view text, std::size_t from)
{
    int open = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
        if (text.substr(i, 2) == "${")
            ++open;
        else if (text[i] == '}' && --open == 0)
            return i;
    }
    return std::string_view::npos;
}

/// multiply, divide, int_div, add, sub, max, min of two or more numbers.
std::optional<std::string> computed(std::string_view name, std::string_view arguments)
{
    std::vector<double> values;
    for (const std::string& part : split(arguments, ",")) {
        const auto value = number_of(trimmed(part));
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    double result = values.front();
    for (std::size_t i = 1; i < values.size(); ++i) {
        const double other = values[i];
        if (name == "multiply" || name == "mul")
            result *= other;
        else if (name == "add" || name == "sum")
            result += other;
        else if (name == "sub" || name == "subtract")
            result -= other;
        else if ((name == "divide" || name == "div") && other != 0)
            result /= other;
        else if ((name == "int_div" || name == "divide_floor") && other != 0)
            result = std::floor(result / other);
        else if (name == "divide_ceil" && other != 0)
            result = std::ceil(result / other);
        else
            return std::nullopt;
    }
    return values.size() > 1 ? std::optional(fmt::format("{}", result)) : std::nullopt;
}

} // namespace

std::string folded_key(std::string_view key)
{
    std::string result;
    bool at_start = true;
    for (const char c : key) {
        if (c == '-' && at_start)
            continue;
        at_start = c == '.';
        result += c == '-' ? '_' : c;
    }
    return result;
}

std::optional<double> number_of(std::string_view text)
{
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '_' || i == 0 || i + 1 == text.size())
            digits += text[i];
    if (digits.empty() || digits.size() > 40 || digits.find_first_not_of("+-0123456789.eE") != std::string::npos)
        return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    return end == digits.c_str() + digits.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string first_words(const std::string& text)
{
    for (const std::string& line : split(std::string_view(text).substr(0, 65536), "\n"))
        if (const std::string words = trimmed(line); !words.empty() && !words.starts_with("#"))
            return words;
    return {};
}

std::vector<std::string> blank_parted(std::string_view line)
{
    std::vector<std::string> words;
    for (const std::string& word : split(line, " "))
        if (!trimmed(word).empty())
            words.push_back(trimmed(word));
    return words;
}

int whole_of(double value)
{
    constexpr double most = 1e9;
    return std::isnan(value) ? 0 : static_cast<int>(std::clamp(value, -most, most));
}

void Settings::add(Setting setting)
{
    folded_.push_back(folded_key(setting.key));
    by_last_.emplace(last_part(folded_.back()), all_.size());
    all_.push_back(std::move(setting));
}

std::vector<const Setting*> Settings::matches(std::string_view key) const
{
    std::vector<const Setting*> result;
    for (auto [at, end] = by_last_.equal_range(last_part(key)); at != end; ++at)
        if (is_or_ends_in(folded_[at->second], key) && !all_[at->second].replaced && !all_[at->second].empty)
            result.push_back(&all_[at->second]);
    return result;
}

const Setting* Settings::mentioned(std::string_view key) const
{
    const Setting* best = nullptr;
    std::size_t fewest = 0;
    for (auto [at, end] = by_last_.equal_range(last_part(key)); at != end; ++at) {
        const std::string& full = folded_[at->second];
        const Setting& setting = all_[at->second];
        if (setting.replaced || !is_or_ends_in(full, key))
            continue;
        const std::size_t parts = parts_of(full);
        if (!best || parts <= fewest) {
            best = &setting;
            fewest = parts;
        }
    }
    return best;
}

const Setting* Settings::find(std::string_view key) const
{
    const Setting* found = mentioned(key);
    return found && !found->empty ? found : nullptr;
}

/// What "${name}" stands for where it is written in the setting `at`.
std::optional<std::string> Settings::meaning(std::string_view name, const std::string& at, int depth) const
{
    std::size_t budget = 1 << 16;
    if (name.starts_with(".")) { // of the same mapping; each further dot is one mapping out
        std::string path = at;
        while (name.starts_with(".")) {
            name.remove_prefix(1);
            const std::size_t dot = path.rfind('.');
            path.erase(dot == std::string::npos ? 0 : dot);
        }
        const std::string whole = folded_key(path.empty() ? std::string(name) : path + "." + std::string(name));
        const Setting* found = find(whole);
        return found ? std::optional(resolved(found->value, found->key, depth + 1, budget)) : std::nullopt;
    }
    if (const std::size_t colon = name.find(':'); colon != std::string_view::npos) {
        const std::string_view function = name.substr(0, colon);
        std::string_view rest = name.substr(colon + 1);
        if (function == "oc.env") {
            const std::size_t comma = rest.find(',');
            return comma == std::string_view::npos ? std::nullopt : std::optional(trimmed(rest.substr(comma + 1)));
        }
        if (const auto result = computed(function, rest))
            return result;
        const bool variable
            = function.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string_view::npos;
        if (rest.starts_with("-"))
            rest.remove_prefix(1);
        return variable ? std::optional(trimmed(rest)) : std::nullopt;
    }
    for (std::string_view path = name;;) { // the file may be a part of a larger configuration
        if (const Setting* found = find(folded_key(path)); found && folded_key(found->key) != folded_key(at))
            return resolved(found->value, found->key, depth + 1, budget);
        const std::size_t dot = path.find('.');
        if (dot == std::string_view::npos)
            return std::nullopt;
        path.remove_prefix(dot + 1);
    }
}

std::string Settings::resolved(std::string_view text, const std::string& at, int depth, std::size_t& budget) const
{
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = text.find("${", i);
        const std::size_t end = begin == std::string_view::npos ? begin : closing(text, begin);
        if (end == std::string_view::npos || depth > files::budget::reference_depth || budget == 0) {
            result += text.substr(i);
            break;
        }
        --budget;
        result += text.substr(i, begin - i);
        const std::string inside = resolved(text.substr(begin + 2, end - begin - 2), at, depth + 1, budget);
        const auto value = inside.find("${") == std::string::npos ? meaning(trimmed(inside), at, depth) : std::nullopt;
        result += value && value->size() < 4096 ? *value : std::string(text.substr(begin, end - begin + 1));
        i = end + 1;
    }
    return result;
}

void Settings::resolve()
{
    std::size_t references = 0;
    for (Setting& setting : all_) {
        if (setting.value.size() > 4096 || setting.value.find("${") == std::string::npos || ++references > 10'000)
            continue;
        std::size_t budget = 1000;
        setting.value = resolved(setting.value, setting.key, 0, budget);
        setting.empty = setting.value.empty() || setting.value == "null";
    }
}

namespace {

/// Words that must all stand in a text, the first kind that fits counts.
struct Mark {
    FileKind kind;
    const char* program;
    std::initializer_list<const char*> words;
};
const Mark json_marks[] = {
    {FileKind::Trace, "Kineto", {"\"traceEvents\""}},
    {FileKind::Trace, "Kineto", {"\"ph\"", "\"ts\"", "\"dur\""}},
    {FileKind::Collectives, "nccl-tests", {"\"results\"", "\"devices\"", "nccl_version"}},
};
const Mark text_marks[] = {
    {FileKind::Collectives, "rccl-tests", {"rccl-tests", "algbw"}},
    {FileKind::Collectives, "nccl-tests", {"# nThread"}},
    {FileKind::Collectives, "nccl-tests", {"redop", "algbw", "busbw"}},
    {FileKind::Products, "hipblaslt-bench", {"hipblaslt-Gflops"}},
    {FileKind::Products, "mamf-finder", {"TFLOPS @"}},
};

/// A head of a table of matrix products among the first lines: "m,n,k,time".
bool is_product_table(const std::string& text)
{
    int lines = 0;
    constexpr int first_lines = 20;
    for (const std::string& line : split(std::string_view(text).substr(0, 8192), "\n")) {
        const std::string head = lower(trimmed(line));
        if (head.empty() || head.starts_with("#"))
            continue;
        if (++lines > first_lines)
            break;
        std::vector<std::string> cells = split(head, head.find(',') != std::string::npos ? "," : " ");
        for (std::string& cell : cells)
            cell = trimmed(cell);
        const auto has = [&](const char* name) { return std::ranges::find(cells, name) != cells.end(); };
        if (has("m") && has("n") && has("k"))
            return true;
    }
    return false;
}

std::optional<Sign> sign_among(std::span<const Mark> marks, std::string_view text)
{
    for (const Mark& mark : marks)
        if (all_stand(mark.words, text))
            return Sign{mark.kind, mark.program};
    return std::nullopt;
}

std::optional<Sign> sign_of_log(const Programs& programs, std::string_view text, bool json)
{
    for (const Program& program : programs.all)
        for (const auto& words : json ? program.log.json_signs : program.log.signs)
            if (all_stand(words, text))
                return Sign{FileKind::Log, program.title, &program.log};
    return std::nullopt;
}

} // namespace

std::optional<Sign> sign_of(const std::vector<std::filesystem::path>& presets, const std::string& text,
                            const std::string& file)
{
    if (text.starts_with("\x1f\x8b"))
        return Sign{FileKind::Trace, "gzip"};
    const Programs& programs = programs_in(presets);
    const std::string_view head = std::string_view(text).substr(0, files::budget::head);
    const std::string start = trimmed(head.substr(0, 4096));
    const bool script = start.starts_with("#!") || head.find("--num-layers") != std::string_view::npos;
    if (start.starts_with("{") || start.starts_with("[")) {
        if (const auto sign = sign_among(json_marks, head))
            return sign;
        if (const auto sign = sign_of_log(programs, head, true))
            return sign;
    }
    if (!script) {
        if (const auto sign = sign_among(text_marks, head))
            return sign;
        if (const auto sign = sign_of_log(programs, head, false))
            return sign;
    }
    if (is_product_table(text))
        return Sign{FileKind::Products, std::filesystem::path(file).extension() == ".csv" ? "CSV" : "table"};
    return std::nullopt;
}

} // namespace plateau::programs
