// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/log.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include <nlohmann/json.hpp>

#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using Json = nlohmann::json;

constexpr double mebi = 1048576, gibi = 1073741824;

/// What one line, or one block of lines, says of a step.
struct Told {
    double number = -1;
    std::optional<double> seconds;
    std::optional<double> rate; ///< tokens/s per accelerator
    std::optional<double> samples; ///< per second, of all
    std::optional<double> batch;
    std::optional<double> tokens;
    std::optional<double> flops;
    std::optional<double> watts;
    std::optional<double> memory;
    bool reserved = false;
    std::optional<double> gpus;
    std::optional<double> all_rate; ///< tokens/s of all accelerators
    std::optional<double> all_tokens; ///< of the run so far
    std::optional<double> clock; ///< seconds of the day

    bool has_time() const { return seconds || rate || samples; }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "6,785", "11.4K", "2e+03", "61.7G"; suffixes count in thousands.
std::optional<double> number_at(std::string_view text)
{
    while (!text.empty()
           && (text.front() == ' ' || text.front() == ':' || text.front() == '=' || text.front() == '\''
               || text.front() == '"' || text.front() == '\t'))
        text.remove_prefix(1);
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

std::optional<double> after(std::string_view line, std::string_view key)
{
    const std::size_t at = line.find(key);
    return at == std::string_view::npos ? std::nullopt : number_at(line.substr(at + key.size()));
}

std::optional<double> times(std::optional<double> value, double factor)
{
    return value ? std::optional<double>(*value * factor) : std::nullopt;
}

/// A count that a log prints with three digits: near a whole number of hosts of eight it is that.
double nearest_count(double value)
{
    const double hosts = 8 * std::round(value / 8);
    return hosts > 0 && std::abs(value / hosts - 1) < 0.02 ? hosts : std::round(value);
}

std::optional<double> positive(std::optional<double> value) { return value && *value > 0 ? value : std::nullopt; }

/// "09:01:10" as seconds of the day.
std::optional<double> clock_of(std::string_view line)
{
    for (std::size_t i = 0; i + 8 <= line.size() && i < 80; ++i)
        if (line[i + 2] == ':' && line[i + 5] == ':' && is_digit(line[i]) && is_digit(line[i + 1])
            && is_digit(line[i + 3]) && is_digit(line[i + 4]) && is_digit(line[i + 6]) && is_digit(line[i + 7])) {
            const auto two = [&](std::size_t at) { return (line[at] - '0') * 10 + line[at + 1] - '0'; };
            return two(i) * 3600 + two(i + 3) * 60 + two(i + 6);
        }
    return std::nullopt;
}

/// Without colours, with or without their escape.
std::string plain(std::string_view line)
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

void megatron_line(const std::string& line, Told& said)
{
    if (const auto most = after(line, "max allocated:"); most && line.find("memory (MB)") != std::string::npos)
        said.memory = *most * mebi;
    if (const auto most = after(line, "mem-max-allocated-gigabytes:"))
        said.memory = *most * 1e9;
    if (line.find("elapsed time per iteration") == std::string::npos)
        return;
    said.number = after(line, "iteration").value_or(-1);
    said.seconds = times(after(line, "elapsed time per iteration (ms):"), 1e-3);
    if (!said.seconds)
        said.seconds = after(line, "elapsed time per iteration (s):");
    said.batch = after(line, "global batch size:");
    said.flops = times(after(line, "throughput per GPU (TFLOP/s/GPU):"), 1e12);
    if (!said.flops)
        said.flops = times(after(line, "TFLOPs:"), 1e12);
    said.watts = after(line, "power per GPU (W/GPU):");
}

void nemo_line(const std::string& line, Told& said)
{
    said.seconds = after(line, "train_step_timing in s");
    said.number = after(line, "global_step").value_or(-1);
    said.batch = after(line, "global_batch_size");
    said.flops = times(after(line, "TFLOPS_per_GPU"), 1e12);
}

void torchtitan_line(const std::string& line, Told& said)
{
    if (line.find("step:") == std::string::npos)
        return;
    said.rate = after(line, "tps:");
    said.number = after(line, "step:").value_or(-1);
    said.flops = times(after(line, "tflops:"), 1e12);
    said.memory = times(after(line, "memory:"), gibi);
    said.reserved = true;
}

void maxtext_line(const std::string& line, Told& said)
{
    if (line.find("completed step:") == std::string::npos)
        return;
    said.number = after(line, "completed step:").value_or(-1);
    said.seconds = after(line, "seconds:");
    said.flops = times(after(line, "TFLOP/s/device:"), 1e12);
    said.rate = after(line, "Tokens/s/device:");
    said.tokens = after(line, "total_weights:");
    if (said.tokens && positive(said.seconds) && positive(said.rate))
        said.gpus = std::round(*said.tokens / (*said.seconds * *said.rate));
}

void deepspeed_line(const std::string& line, Told& said)
{
    said.samples = after(line, "CurrSamplesPerSec=");
    said.number = after(line, "global_step=").value_or(-1);
    said.memory = times(after(line, "MaxMemAllocated="), gibi); // written GB
}

void nanotron_line(const std::string& line, Told& said)
{
    said.number = after(line, "iteration:").value_or(-1);
    said.seconds = times(after(line, "time_per_iteration_ms:"), 1e-3);
    said.rate = positive(after(line, "tokens_per_sec_per_gpu:"));
    if (const auto all = positive(after(line, "tokens_per_sec:")); all && said.rate)
        said.gpus = nearest_count(*all / *said.rate);
    said.flops = times(after(line, "model_tflops_per_gpu:"), 1e12);
    said.memory = after(line, "cuda_max_memory_reserved:");
    said.reserved = said.memory.has_value();
    said.batch = after(line, "global_batch_size:");
}

void internevo_line(const std::string& line, Told& said)
{
    said.rate = after(line, "tgs (tokens/gpu/second)");
    if (!said.rate)
        return;
    said.number = after(line, ",step=").value_or(after(line, " step=").value_or(-1));
    said.flops = times(after(line, "tflops="), 1e12);
}

void automodel_line(const std::string& line, Told& said)
{
    said.number = after(line, "\"step\"").value_or(-1);
    said.rate = positive(after(line, "\"tps_per_gpu\""));
    said.memory = times(after(line, "\"mem\""), gibi);
    said.tokens = after(line, "\"num_tokens_per_step\"");
    const auto all = positive(after(line, "\"tps\""));
    if (all && said.tokens)
        said.seconds = *said.tokens / *all;
    if (all && said.rate)
        said.gpus = std::round(*all / *said.rate);
}

void trainer_line(const std::string& line, Told& said)
{
    said.rate = after(line, "'tokens_per_second_per_gpu'");
    said.memory = times(after(line, "'memory/device_reserved (GiB)'"), gibi);
    said.reserved = said.memory.has_value();
    const std::size_t bar = line.find("s/it");
    const std::size_t fast = line.find("it/s");
    const std::size_t unit = std::min(bar, fast);
    if (unit == std::string::npos)
        return;
    std::size_t from = unit;
    while (from > 0 && (is_digit(line[from - 1]) || line[from - 1] == '.'))
        --from;
    const auto value = positive(number_at(std::string_view(line).substr(from, unit - from)));
    if (value)
        said.seconds = unit == bar ? *value : 1 / *value;
    const std::size_t slash = line.find('/');
    std::size_t first = slash == std::string::npos ? 0 : slash;
    while (first > 0 && is_digit(line[first - 1]))
        --first;
    said.number = number_at(std::string_view(line).substr(first)).value_or(-1);
}

void foundry_line(const std::string& line, Told& said)
{
    if (const auto number = after(line, "[batch="))
        said.number = *number;
    if (const auto rate = after(line, "throughput/device/tokens_per_sec:"))
        said.rate = *rate;
    if (const auto all = positive(after(line, "throughput/tokens_per_sec:")))
        said.all_rate = *all;
    if (const auto tokens = after(line, "time/token:"))
        said.all_tokens = *tokens;
    if (said.all_rate && positive(said.rate))
        said.gpus = nearest_count(*said.all_rate / *said.rate);
    if (const auto flops = after(line, "throughput/device/flops_per_sec:"))
        said.flops = *flops;
    if (const auto memory = after(line, "memory/peak_reserved_mem:")) {
        said.memory = *memory * 1e9;
        said.reserved = true;
    }
}

/// How one program's lines are read.
struct Speech {
    const char* program;
    void (*read)(const std::string& line, Told& said);
    int warm_up; ///< values at the start of a run that do not count
    bool in_blocks; ///< a step has several lines, the first begins with '['
};
constexpr Speech speeches[] = {
    {"Megatron-LM", megatron_line, 1, false},         {"NeMo", nemo_line, 6, false}, // a mean over the last five steps
    {"torchtitan", torchtitan_line, 2, false},        {"MaxText", maxtext_line, 3, false},
    {"DeepSpeed", deepspeed_line, 0, false},          {"nanotron", nanotron_line, 1, false},
    {"InternEvo", internevo_line, 1, false},          {"NeMo Automodel", automodel_line, 2, false},
    {"Hugging Face Trainer", trainer_line, 0, false}, {"llm-foundry", foundry_line, 0, true},
};

/// A run as it is gathered.
struct Gathered {
    std::vector<Told> steps;
    std::optional<double> memory;
    bool reserved = false;
};

class Gatherer {
public:
    void take(const Told& said)
    {
        if (runs_.empty())
            runs_.emplace_back();
        if (said.has_time()) {
            Gathered& now = runs_.back();
            const Told* last = now.steps.empty() ? nullptr : &now.steps.back();
            const bool later = last && said.clock && last->clock && std::abs(*said.clock - *last->clock) > a_while;
            const bool again = last && said.number >= 0
                && (said.number < last->number || (said.number == last->number && later)
                    || (said.batch && last->batch && *said.batch != *last->batch));
            Told step = said;
            if (last && said.all_tokens && last->all_tokens && said.number == last->number + 1)
                step.tokens = *said.all_tokens - *last->all_tokens;
            const bool of_another_rank = last && !again && said.number >= 0 && said.number == last->number;
            if (again)
                runs_.emplace_back();
            if (!of_another_rank)
                runs_.back().steps.push_back(step);
        }
        Gathered& run = runs_.back();
        if (said.memory && *said.memory > run.memory.value_or(0)) {
            run.memory = said.memory;
            run.reserved = said.reserved;
        }
    }
    const std::vector<Gathered>& runs() const { return runs_; }

private:
    static constexpr double a_while = 60; // seconds
    std::vector<Gathered> runs_;
};

double median_of(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Does the log begin where the run does?
bool begins(const std::vector<Told>& steps)
{
    if (steps.front().number < 0)
        return steps.size() > 1;
    const double interval = steps.size() > 1 ? steps[1].number - steps[0].number : 1;
    return steps.front().number <= std::max(1.0, interval);
}

/// The steps of one measure. Steps that do not count are marked.
std::vector<LoggedStep> marked(const std::vector<Told>& steps, const std::optional<double> Told::*measure, int warm_up)
{
    std::vector<LoggedStep> marked;
    for (const Told& said : steps)
        if (said.*measure) {
            const bool early = int(marked.size()) < warm_up;
            marked.push_back(
                {said.number, *(said.*measure), early ? LoggedStep::Use::WarmUp : LoggedStep::Use::Counts});
        }
    return marked;
}

std::vector<double> values_of(const std::vector<LoggedStep>& steps)
{
    std::vector<double> values;
    for (const LoggedStep& step : steps)
        if (step.use == LoggedStep::Use::Counts)
            values.push_back(step.value);
    return values;
}

/// Marks what lies far from the median; the standard deviation over the mean of the rest.
double set_outliers_aside(std::vector<LoggedStep>& steps, double median)
{
    constexpr double deviations = 3, of_normal = 1.4826, least = 0.02; // of the median
    std::vector<double> away = values_of(steps);
    for (double& each : away)
        each = std::abs(each - median);
    const double far = std::max(deviations * of_normal * median_of(away), least * median);
    for (LoggedStep& step : steps)
        if (step.use == LoggedStep::Use::Counts && std::abs(step.value - median) > far)
            step.use = LoggedStep::Use::Outlier;
    const std::vector<double> rest = values_of(steps);
    const double mean = std::accumulate(rest.begin(), rest.end(), 0.0) / double(rest.size());
    double squares = 0;
    for (const double value : rest)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / double(rest.size())) / mean;
}

std::optional<double> median_of_all(const std::vector<Told>& steps, const std::optional<double> Told::*measure)
{
    std::vector<double> values;
    for (const Told& said : steps)
        if (said.*measure)
            values.push_back(*(said.*measure));
    return values.empty() ? std::nullopt : std::optional<double>(median_of(std::move(values)));
}

void summarise(LoggedRun& run, const std::vector<Gathered>& runs, int warm_up)
{
    const Gathered* most = nullptr;
    int with_steps = 0;
    for (const Gathered& each : runs) {
        if (!each.steps.empty())
            ++with_steps;
        if (!most || each.steps.size() >= most->steps.size())
            most = &each;
    }
    if (!most || most->steps.empty())
        return;
    if (with_steps > 1)
        run.remarks.push_back(
            {PLATEAU_TEXT("the text holds %1 runs; that with the most steps counts, of equal ones the last"),
             {Verbatim{std::to_string(with_steps)}}});
    const int left_out = begins(most->steps) ? warm_up : 0;
    const auto median = [&](const std::optional<double> Told::*measure) {
        const std::vector<double> values = values_of(marked(most->steps, measure, left_out));
        return values.empty() ? std::nullopt : std::optional<double>(median_of(values));
    };
    run.step_seconds = median(&Told::seconds);
    run.tokens_per_s_per_gpu = median(&Told::rate);
    run.samples_per_s = median(&Told::samples);
    run.in_seconds = run.step_seconds.has_value();
    const auto measure = run.step_seconds ? &Told::seconds : run.tokens_per_s_per_gpu ? &Told::rate : &Told::samples;
    const std::optional<double> middle = median(measure);
    if (!middle) {
        run.steps = marked(most->steps, &Told::seconds, left_out);
        run.remarks.push_back(
            {PLATEAU_TEXT("only the first steps are told, which hold start-up: nothing of it counts"), {}});
        return;
    }
    run.steps = marked(most->steps, measure, left_out);
    run.scatter = set_outliers_aside(run.steps, *middle);
    run.tokens_per_step = median_of_all(most->steps, &Told::tokens);
    run.global_batch = median_of_all(most->steps, &Told::batch);
    if (const auto told = median_of_all(most->steps, &Told::gpus))
        run.gpus = told;
    run.flop_per_s = median(&Told::flops);
    run.watts = median(&Told::watts);
    run.memory_bytes = most->memory;
    run.memory_is_reserved = most->reserved;
}

/// "  hidden_size ..................................... 4096"
void read_header(const std::string& line, int number, LoggedRun& run, bool& inside)
{
    if (line.find("---- arguments ----") != std::string::npos)
        inside = true;
    if (line.find("end of arguments") != std::string::npos)
        inside = false;
    const std::size_t dots = line.find(" ...");
    if (inside && dots != std::string::npos) {
        const std::size_t end = line.find_first_not_of('.', dots + 1);
        if (end != std::string::npos)
            run.header.push_back({trimmed(line.substr(0, dots)), trimmed(line.substr(end)), number});
    }
    constexpr std::string_view parameter = "Config param ";
    if (const std::size_t at = line.find(parameter); at != std::string::npos)
        if (const std::size_t colon = line.find(": ", at); colon != std::string::npos)
            run.header.push_back({line.substr(at + parameter.size(), colon - at - parameter.size()),
                                  trimmed(line.substr(colon + 2)), number});
}

/// "cmd = deepspeed main.py --max_seq_len 512 --lr=1e-5"
void read_command_line(const std::string& line, int number, LoggedRun& run)
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
        run.header.push_back({words[i].substr(2, equals == std::string::npos ? equals : equals - 2), value, number});
    }
}

/// "Building 2-D device mesh with ['dp_shard', 'tp'], [8, 4]"
void read_mesh(const std::string& line, int number, LoggedRun& run)
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
                run.header.push_back({std::string("parallelism.") + key, std::to_string(std::llround(*size)), number});
    }
    run.gpus = ranks;
}

/// What programs say of a run in sentences.
void read_sentence(const std::string& line, int number, LoggedRun& run)
{
    struct Phrase {
        const char* words;
        const char* key;
    };
    constexpr Phrase phrases[] = {
        {"local batch size ", "training.local_batch_size"},
        {"global batch size ", "training.global_batch_size"},
        {"sequence length ", "training.seq_len"},
        {"Instantaneous batch size per device = ", "per_device_train_batch_size"},
        {"Gradient Accumulation steps = ", "gradient_accumulation_steps"},
        {"(w. parallel, distributed & accumulation) = ", "total_train_batch_size"},
    };
    if (line.find("elapsed time") != std::string::npos)
        return;
    for (const Phrase& phrase : phrases)
        if (const auto value = after(line, phrase.words))
            run.header.push_back({phrase.key, std::to_string(std::llround(*value)), number});
    if (const std::size_t at = line.find("cmd = "); at != std::string::npos)
        read_command_line(line.substr(at), number, run);
    if (const auto devices = after(line, "Num_devices: "))
        run.gpus = devices;
    if (const auto ranks = after(line, "using world size:"))
        run.gpus = ranks;
    const auto words_behind = [&](std::string_view start, std::string_view end) {
        const std::size_t at = line.find(start);
        const std::size_t to = at == std::string::npos ? at : line.find(end, at + start.size());
        return to == std::string::npos ? std::string()
                                       : trimmed(line.substr(at + start.size(), to - at - start.size()));
    };
    if (const std::string name = words_behind("CUDA capacity: ", " with "); !name.empty())
        run.device = name;
    if (const std::string name = words_behind(" Model ", " size:");
        !name.empty() && name.find(' ') != std::string::npos) {
        run.header.push_back({"model.name", name.substr(0, name.find(' ')), number});
        run.header.push_back({"model.flavor", name.substr(name.find(' ') + 1), number});
    }
    if (line.find("Compiling each") != std::string::npos)
        run.header.push_back({"compile.enable", "true", number});
    if (const std::string mode = words_behind("Applied ", " activation checkpointing"); !mode.empty())
        run.header.push_back({"activation_checkpoint.mode", mode, number});
    read_mesh(line, number, run);
}

void dllogger(const std::string& line, int number, LoggedRun& run)
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
            run.header.push_back(
                {"model." + key.substr(4), value.is_string() ? value.get<std::string>() : value.dump(), number});
}

std::optional<double> json_number(const Json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (found == object.end() || !found->is_number())
        return std::nullopt;
    return positive(found->get<double>());
}

/// TensorBoard values as Megatron's tests keep them.
LoggedRun golden_values(const Json& json)
{
    LoggedRun run;
    Gatherer gatherer;
    const auto values_of_key = [&](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_object() && found->contains("values") && (*found)["values"].is_object()
            ? (*found)["values"]
            : Json::object();
    };
    std::vector<std::pair<double, double>> times;
    const Json iterations = values_of_key("iteration-time"), memory = values_of_key("mem-max-allocated-bytes");
    for (const auto& [step, value] : iterations.items())
        if (value.is_number())
            times.emplace_back(number_at(step).value_or(0), value.get<double>());
    std::sort(times.begin(), times.end());
    for (const auto& [step, seconds] : times) {
        Told said;
        said.number = step;
        said.seconds = seconds;
        gatherer.take(said);
    }
    for (const auto& [step, value] : memory.items())
        if (value.is_number()) {
            Told said;
            said.memory = value.get<double>();
            gatherer.take(said);
        }
    summarise(run, gatherer.runs(), 2);
    return run;
}

/// The mean of the whole run is all that it keeps.
LoggedRun trainer_state(const Json& json)
{
    LoggedRun run;
    const auto history = json.find("log_history");
    const auto steps = json_number(json, "global_step");
    if (history != json.end() && history->is_array() && steps)
        for (const Json& entry : *history)
            if (const auto seconds = json_number(entry, "train_runtime")) {
                run.step_seconds = *seconds / *steps;
                run.steps.push_back({*steps, *run.step_seconds});
                run.remarks.push_back(
                    {PLATEAU_TEXT("a mean over the whole run: start-up, evaluation and saving are in it"), {}});
            }
    if (const auto batch = json_number(json, "train_batch_size"))
        run.header.push_back({"per_device_train_batch_size", std::to_string(std::llround(*batch)), 1});
    return run;
}

/// The Trainer tells the batch of a step, of a device, and how many it accumulates.
void tell_from_totals(LoggedRun& run)
{
    const auto told = [&](std::string_view key) -> std::optional<double> {
        for (const LoggedRun::Said& said : run.header)
            if (said.key == key)
                return positive(number_at(said.value));
        return std::nullopt;
    };
    const auto all = told("total_train_batch_size"), device = told("per_device_train_batch_size");
    if (!all || !device)
        return;
    run.global_batch = all;
    run.gpus = run.gpus ? run.gpus : *all / (*device * told("gradient_accumulation_steps").value_or(1));
}

} // namespace

int LoggedRun::counted() const
{
    return int(std::count_if(steps.begin(), steps.end(),
                             [](const LoggedStep& step) { return step.use == LoggedStep::Use::Counts; }));
}

void LoggedRun::complete(std::optional<double> ranks, std::optional<double> batch, std::optional<double> sequence)
{
    if (!batch)
        batch = global_batch;
    if (!ranks)
        ranks = gpus;
    if (!step_seconds && samples_per_s && batch)
        step_seconds = *batch / *samples_per_s;
    std::optional<double> tokens = tokens_per_step;
    if (!tokens && batch && sequence)
        tokens = *batch * *sequence;
    if (!tokens || !ranks)
        return;
    if (!step_seconds && tokens_per_s_per_gpu)
        step_seconds = *tokens / (*tokens_per_s_per_gpu * *ranks);
    if (!tokens_per_s_per_gpu && step_seconds)
        tokens_per_s_per_gpu = *tokens / (*step_seconds * *ranks);
}

LoggedRun read_log(const std::string& text, const std::string& program)
{
    const std::string start = trimmed(std::string_view(text).substr(0, 4096));
    if (start.starts_with("{") && !start.starts_with("{\"step\"") && !start.starts_with("{'")) {
        const Json json = Json::parse(text, nullptr, false);
        if (json.is_object()) {
            LoggedRun run = json.contains("log_history") ? trainer_state(json) : golden_values(json);
            run.program = program;
            return run;
        }
    }
    LoggedRun run;
    run.program = program;
    const auto* speech = std::find_if(std::begin(speeches), std::end(speeches),
                                      [&](const Speech& each) { return program == each.program; });
    if (speech == std::end(speeches))
        return run;
    Gatherer gatherer;
    Told block;
    bool inside = false;
    int number = 1;
    std::optional<double> runtime, steps;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\n\r", from), text.size());
        const std::string line = plain(std::string_view(text).substr(from, std::min<std::size_t>(end - from, 65536)));
        from = end + 1;
        read_header(line, number, run, inside);
        read_sentence(line, number, run);
        dllogger(line, number, run);
        if (const auto seconds = after(line, "'train_runtime'"))
            runtime = seconds;
        if (const auto count = after(line, "Total optimization steps ="))
            steps = count;
        if (speech->in_blocks && line.find("[batch=") != std::string::npos) {
            gatherer.take(block);
            block = {};
        }
        Told said = speech->in_blocks ? block : Told();
        speech->read(line, said);
        said.clock = clock_of(line);
        if (speech->in_blocks)
            block = said;
        else
            gatherer.take(said);
        number += end < text.size() && text[end] == '\n';
    }
    gatherer.take(block);
    summarise(run, gatherer.runs(), speech->warm_up);
    tell_from_totals(run);
    if (!run.step_seconds && runtime && steps && *steps > 0) {
        run.step_seconds = *runtime / *steps;
        run.remarks.push_back(
            {PLATEAU_TEXT("a mean over the whole run: start-up, evaluation and saving are in it"), {}});
    } else if (!run.step_seconds && !run.tokens_per_s_per_gpu && runtime) {
        run.remarks.push_back({PLATEAU_TEXT("the run took %1 s as a whole; how many steps it had is not told"),
                               {Verbatim{std::to_string(std::llround(*runtime))}}});
    }
    return run;
}

} // namespace plateau::programs
