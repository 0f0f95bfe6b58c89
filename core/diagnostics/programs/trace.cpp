// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/trace.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "core/diagnostics/programs/settings.h"
#include "core/diagnostics/programs/trace_events.h"
#include "core/files/budget.h"
#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using Json = nlohmann::json;
constexpr double of_a_second = 1e-6;

class Characters {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    Characters() = default;
    explicit Characters(TraceText* source) : source_(source && source->fill() ? source : nullptr) { }
    char operator*() const { return source_->current(); }
    Characters& operator++()
    {
        source_->next();
        if (!source_->fill())
            source_ = nullptr;
        return *this;
    }
    bool operator==(const Characters&) const = default;

private:
    TraceText* source_ = nullptr;
};

struct Kernel {
    double start = 0; ///< microseconds
    double end = 0;
    double bytes = 0;
    KernelKind kind = KernelKind::Other;
};
struct Marked {
    std::string name;
    double start = 0;
    double end = 0;
};

/// Words of a name that tell something; of several rows the first counts.
template<class Meaning>
using Telling = std::pair<Meaning, std::vector<const char*>>;

template<class Meaning>
Meaning told_by(const std::vector<Telling<Meaning>>& rows, const std::string& name, Meaning otherwise)
{
    for (const auto& [meaning, words] : rows)
        for (const char* word : words)
            if (name.find(word) != std::string::npos)
                return meaning;
    return otherwise;
}

KernelKind kind_of(const std::string& kernel, const std::string& collective)
{
    static const std::vector<Telling<KernelKind>> collectives
        = {{KernelKind::AllGather, {"allgather"}},
           {KernelKind::ReduceScatter, {"reducescatter", "reduce_scatter"}},
           {KernelKind::AllReduce, {"allreduce"}},
           {KernelKind::AllToAll, {"sendrecv", "alltoall", "all_to_all"}}};
    static const std::vector<Telling<KernelKind>> computing
        = {{KernelKind::Attention, {"flash", "fmha", "sdpa", "attention"}},
           {KernelKind::Optimizer, {"multi_tensor", "adam", "optimizer"}},
           {KernelKind::Products, {"gemm", "nvjet", "cutlass", "cublas", "cijk_", "xmma", "matmul", "gemv"}}};
    const std::string name = lower(kernel);
    if (name.find("nccl") == std::string::npos && name.find("rccl") == std::string::npos)
        return told_by(computing, name, KernelKind::Other);
    return told_by(collectives, name + " " + lower(collective), KernelKind::OtherCollective);
}

bool is_collective(KernelKind kind) { return kind >= KernelKind::AllGather; }

double bytes_of_dtype(const std::string& type)
{
    static const std::vector<Telling<double>> widths = {{2, {"bfloat16", "half", "float16", "short"}},
                                                        {8, {"double", "long", "int64"}},
                                                        {1, {"float8", "char", "byte", "int8", "bool"}}};
    return told_by(widths, lower(type), 4.0);
}

/// One event as its keys come in.
struct Event {
    std::string phase, category, name, collective, type;
    double start = 0, duration = -1, sent = 0, received = 0;
};

class TraceReader : public nlohmann::json_sax<Json> {
public:
    Trace trace;
    std::vector<Kernel> kernels;
    std::vector<Marked> marks;
    std::size_t wrong_at = 0;
    bool has_events = false;
    bool too_many = false;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t value) override { return number(double(value)); }
    bool number_unsigned(number_unsigned_t value) override { return number(double(value)); }
    bool number_float(number_float_t value, const string_t&) override { return number(value); }
    bool binary(binary_t&) override { return true; }
    bool string(string_t& value) override
    {
        char* end = nullptr;
        if (in_event() && (key_ == "ts" || key_ == "dur")) {
            const double read = std::strtod(value.c_str(), &end);
            return end != value.c_str() ? number(read) : true;
        }
        constexpr std::size_t longest = 300;
        if (in_event()) {
            std::string* place = key_ == "ph" ? &event_.phase
                : key_ == "cat"               ? &event_.category
                : key_ == "name"              ? &event_.name
                                              : nullptr;
            if (place)
                *place = value.substr(0, longest);
        } else if (in_arguments()) {
            if (key_ == "Collective name")
                event_.collective = value.substr(0, longest);
            if (key_ == "dtype")
                event_.type = value.substr(0, longest);
        } else if (path_.size() == 3 && path_[1] == "deviceProperties" && key_ == "name" && trace.device.empty()) {
            trace.device = value.substr(0, longest);
        }
        return true;
    }
    bool start_object(std::size_t) override { return open(true); }
    bool start_array(std::size_t) override { return open(false); }
    bool key(string_t& name) override
    {
        key_ = name;
        return true;
    }
    bool end_object() override
    {
        if (in_event())
            take();
        return close();
    }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        wrong_at = position;
        return false;
    }

private:
    // path_: of each open bracket the key it stands under; events lie in "traceEvents" of the root, or in a root list
    bool in_event() const { return root_is_list_ ? path_.size() == 2 : path_.size() == 3 && path_[1] == "traceEvents"; }
    bool in_arguments() const
    {
        return path_.size() == (root_is_list_ ? 3u : 4u) && path_.back() == "args"
            && (root_is_list_ || path_[1] == "traceEvents");
    }
    bool open(bool is_object)
    {
        if (path_.empty())
            root_is_list_ = !is_object;
        if (path_.size() >= files::budget::depth)
            return false;
        path_.push_back(key_);
        key_.clear();
        if (is_object && in_event()) {
            event_ = {};
            has_events = true;
        }
        return true;
    }
    bool close()
    {
        path_.pop_back();
        key_.clear();
        return true;
    }
    bool number(double value)
    {
        if (in_event()) {
            if (key_ == "ts")
                event_.start = value;
            if (key_ == "dur")
                event_.duration = value;
        } else if (in_arguments()) {
            if (key_ == "In msg nelems")
                event_.sent = value;
            if (key_ == "Out msg nelems")
                event_.received = value;
        } else if (path_.size() == 2 && path_[1] == "distributedInfo") {
            if (key_ == "rank")
                trace.rank = whole_of(value);
            if (key_ == "world_size")
                trace.ranks = whole_of(value);
        }
        return true;
    }
    void take()
    {
        if (event_.phase != "X" || event_.duration < 0 || !std::isfinite(event_.start)
            || !std::isfinite(event_.duration))
            return;
        if (event_.category == "kernel" || event_.category == "Kernel") {
            too_many = too_many || kernels.size() >= files::budget::kernels;
            if (too_many)
                return;
            const double elements = std::max(event_.sent, event_.received);
            kernels.push_back({event_.start, event_.start + event_.duration, elements * bytes_of_dtype(event_.type),
                               kind_of(event_.name, event_.collective)});
        } else if (event_.category == "user_annotation" && event_.name.starts_with("ProfilerStep#")) {
            const auto same = [&](const Marked& mark) { return mark.name == event_.name; };
            if (std::none_of(marks.begin(), marks.end(), same))
                marks.push_back({event_.name, event_.start, event_.start + event_.duration});
        }
    }

    std::vector<std::string> path_;
    std::string key_;
    Event event_;
    bool root_is_list_ = false;
};

/// The stretches of time that the chosen kernels cover; kernels come in the order of their starts.
template<class Chosen>
std::vector<std::pair<double, double>> cover(const std::vector<Kernel>& kernels, Chosen chosen)
{
    std::vector<std::pair<double, double>> spans;
    for (const Kernel& kernel : kernels) {
        if (!chosen(kernel))
            continue;
        if (spans.empty() || kernel.start > spans.back().second)
            spans.emplace_back(kernel.start, kernel.end);
        else
            spans.back().second = std::max(spans.back().second, kernel.end);
    }
    return spans;
}

double length(const std::vector<std::pair<double, double>>& spans)
{
    double sum = 0;
    for (const auto& [start, end] : spans)
        sum += end - start;
    return sum;
}

TracedStep step_of(const Marked& mark, std::vector<Kernel> kernels)
{
    TracedStep step;
    step.name = mark.name;
    std::erase_if(kernels, [&](const Kernel& kernel) { return kernel.start < mark.start || kernel.start >= mark.end; });
    std::sort(kernels.begin(), kernels.end(),
              [](const Kernel& one, const Kernel& other) { return one.start < other.start; });
    step.seconds = (mark.end - mark.start) * of_a_second;
    step.kernels = int(kernels.size());
    for (const Kernel& kernel : kernels) {
        const auto kind = std::size_t(kernel.kind);
        step.of_kind[kind] += (kernel.end - kernel.start) * of_a_second;
        step.bytes[kind] += kernel.bytes;
        ++step.count[kind];
    }
    const auto all = cover(kernels, [](const Kernel&) { return true; });
    step.busy = length(all) * of_a_second;
    step.compute
        = length(cover(kernels, [](const Kernel& kernel) { return !is_collective(kernel.kind); })) * of_a_second;
    step.collectives
        = length(cover(kernels, [](const Kernel& kernel) { return is_collective(kernel.kind); })) * of_a_second;
    step.exposed = step.busy - step.compute;
    step.idle = all.empty() ? 0 : (all.back().second - all.front().first) * of_a_second - step.busy;
    return step;
}

} // namespace

Expected<Trace> read_trace(const std::filesystem::path& file)
{
    Unpacked source(file);
    const std::string place = files::where(file.string(), 1, 1);
    if (!source.is_open())
        return failure({PLATEAU_TEXT("the file cannot be opened"), {}}, file.string(), {});
    TraceText text(source);
    TraceReader reader;
    const bool whole = Json::sax_parse(Characters(&text), Characters(), &reader);
    if (reader.too_many)
        return failure(
            {PLATEAU_TEXT("the trace holds more kernels than can be kept"), {}}, place,
            {PLATEAU_TEXT("at most %1 of them: a few steps"), {Verbatim{std::to_string(files::budget::kernels)}}});
    if (source.broken() || (!whole && !reader.has_events))
        return failure({PLATEAU_TEXT("this is no trace: it ends or breaks at character %1"),
                        {Verbatim{std::to_string(reader.wrong_at + text.left_out())}}},
                       place, {PLATEAU_TEXT("what the PyTorch profiler exports (traceEvents), packed or not"), {}});
    if (!reader.has_events)
        return failure({PLATEAU_TEXT("the trace holds no events"), {}}, place,
                       {PLATEAU_TEXT("what the PyTorch profiler exports (traceEvents), packed or not"), {}});
    if (text.is_endless())
        return failure({PLATEAU_TEXT("one word of the trace is longer than 1 MiB"), {}}, place);
    if (!whole) { // its last step may be torn
        const auto last = std::ranges::max_element(reader.marks, {}, &Marked::start);
        if (last != reader.marks.end())
            reader.marks.erase(last);
        if (reader.marks.empty())
            return failure({PLATEAU_TEXT("the trace ends in the middle, and no marked step of it is whole"), {}}, place,
                           {PLATEAU_TEXT("the whole file, as the profiler wrote it"), {}});
    }
    Trace trace = std::move(reader.trace);
    trace.is_cut = !whole;
    trace.has_kernels = !reader.kernels.empty();
    for (const Marked& mark : reader.marks)
        trace.steps.push_back(mark.name);
    if (reader.marks.empty() && trace.has_kernels) {
        Marked whole_trace;
        whole_trace.start = reader.kernels.front().start;
        for (const Kernel& kernel : reader.kernels) {
            whole_trace.start = std::min(whole_trace.start, kernel.start);
            whole_trace.end = std::max(whole_trace.end, kernel.end);
        }
        reader.marks.push_back(std::move(whole_trace));
    }
    std::size_t most = 0;
    for (const Marked& mark : reader.marks) {
        const auto inside
            = std::size_t(std::count_if(reader.kernels.begin(), reader.kernels.end(), [&](const Kernel& kernel) {
                  return kernel.start >= mark.start && kernel.start < mark.end;
              }));
        if (trace.step.name.empty() || inside > most) {
            most = inside;
            trace.step = step_of(mark, reader.kernels);
        }
    }
    return trace;
}

} // namespace plateau::programs
