// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/reading.h"
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
    {FileKind::Log, "Hugging Face Trainer", {"\"log_history\""}},
    {FileKind::Collectives, "nccl-tests", {"\"results\"", "\"devices\"", "nccl_version"}},
    {FileKind::Log, "Megatron-LM", {"iteration-time", "\"values\""}},
    {FileKind::Log, "NeMo Automodel", {"{\"step\":", "\"loss\""}},
};
const Mark text_marks[] = {
    {FileKind::Log, "NeMo", {"DLLL {"}},
    {FileKind::Collectives, "rccl-tests", {"rccl-tests", "algbw"}},
    {FileKind::Collectives, "nccl-tests", {"# nThread"}},
    {FileKind::Collectives, "nccl-tests", {"redop", "algbw", "busbw"}},
    {FileKind::Products, "hipblaslt-bench", {"hipblaslt-Gflops"}},
    {FileKind::Products, "mamf-finder", {"TFLOPS @"}},
    {FileKind::Log, "MaxText", {"completed step:", "seconds:"}},
    {FileKind::Log, "NeMo", {"train_step_timing in s"}},
    {FileKind::Log, "nanotron", {"tokens_per_sec_per_gpu:"}},
    {FileKind::Log, "llm-foundry", {"[batch=", "Train time/"}},
    {FileKind::Log, "llm-foundry", {"[batch=", "throughput/"}},
    {FileKind::Log, "InternEvo", {"tgs (tokens/gpu/second)"}},
    {FileKind::Log, "Megatron-LM", {"iteration", "elapsed time per iteration"}},
    {FileKind::Log, "DeepSpeed", {"SamplesPerSec="}},
    {FileKind::Log, "torchtitan", {"step:", " tps:"}},
    {FileKind::Log, "torchtitan", {"step:", "mtps:"}}, // behind a colour
    {FileKind::Log, "Hugging Face Trainer", {"'train_runtime'"}},
    {FileKind::Log, "Hugging Face Trainer", {"{'loss':"}},
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

bool fits(const Mark& mark, std::string_view text)
{
    return std::ranges::all_of(mark.words, [&](const char* word) { return text.find(word) != std::string_view::npos; });
}

} // namespace

std::optional<Sign> sign_of(const std::string& text, const std::string& file)
{
    if (text.starts_with("\x1f\x8b"))
        return Sign{FileKind::Trace, "gzip"};
    const std::string_view head = std::string_view(text).substr(0, std::size_t{1} << 20);
    const std::string start = trimmed(head.substr(0, 4096));
    const bool script = start.starts_with("#!") || head.find("--num-layers") != std::string_view::npos;
    if (start.starts_with("{") || start.starts_with("["))
        for (const Mark& mark : json_marks)
            if (fits(mark, head))
                return Sign{mark.kind, mark.program};
    if (!script)
        for (const Mark& mark : text_marks)
            if (fits(mark, head))
                return Sign{mark.kind, mark.program};
    if (is_product_table(text))
        return Sign{FileKind::Products, std::filesystem::path(file).extension() == ".csv" ? "CSV" : "table"};
    return std::nullopt;
}

} // namespace plateau::programs
