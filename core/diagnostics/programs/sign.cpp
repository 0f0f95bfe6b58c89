// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/program.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

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

/// Whether all of the words stand in a text.
bool fits(const auto& words, std::string_view text)
{
    return std::ranges::all_of(words, [&](const auto& word) { return text.find(word) != std::string_view::npos; });
}

std::optional<Sign> sign_among(std::span<const Mark> marks, std::string_view text)
{
    for (const Mark& mark : marks)
        if (fits(mark.words, text))
            return Sign{mark.kind, mark.program};
    return std::nullopt;
}

std::optional<Sign> sign_of_log(const Programs& programs, std::string_view text, bool json)
{
    for (const Program& program : programs.all)
        for (const auto& words : json ? program.log.json_signs : program.log.signs)
            if (fits(words, text))
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
    const std::string_view head = std::string_view(text).substr(0, std::size_t{1} << 20);
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
