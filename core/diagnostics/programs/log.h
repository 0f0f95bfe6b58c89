// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnostics/programs/settings.h"
#include "core/text/messages/names.h"

/// Logs of training runs: what a step took, in the words of each program.
namespace plateau::programs {

/// What a line of a log may say of a step.
enum class StepFact {
    Number,
    Seconds,
    Rate, ///< tokens/s of one accelerator
    AllRate, ///< tokens/s of all
    Samples, ///< sequences/s of all
    Batch, ///< sequences of a step
    Tokens, ///< of a step
    AllTokens, ///< of the run so far
    Flops, ///< FLOP/s of one accelerator
    Watts, ///< of one accelerator
    Memory, ///< bytes allocated
    ReservedMemory,
    Count
};

/// Where a number or a word stands in a line, and what it is multiplied by.
struct Pattern {
    std::string after; ///< these words
    std::string before; ///< or in front of these
    std::string until; ///< a word ends here; empty: a number
    std::string says; ///< where the words stand, this is meant
    double unit = 1;
    bool inverse = false; ///< of "steps a second"
};

/// How a program's log is read: rows of patterns.
struct LogFormat {
    std::vector<std::vector<std::string>> signs; ///< words that all stand in such a log; one list suffices
    std::vector<std::vector<std::string>> json_signs; ///< the same of a log in JSON
    int warm_up = 0; ///< values at the start of a run that do not count
    std::string only; ///< lines without these words say nothing of a step
    std::string block; ///< a step has several lines, the first with these words
    std::array<std::vector<Pattern>, std::size_t(StepFact::Count)> step; ///< the first pattern with a value counts
    std::map<std::string, std::vector<Pattern>, std::less<>>
        run; ///< gpus, device, dp, tp, pp, cp, seconds and steps of the whole run
    std::map<std::string, Pattern, std::less<>> head; ///< key of the program's configuration -> how the log says it
    std::string settings_of; ///< the program whose keys the log begins with; empty: it has none
};

/// A value of one step that the log tells, of one run.
struct LoggedStep {
    double number = 0; ///< of the step; -1: not told
    double value = 0; ///< seconds, or tokens/s per accelerator where the log tells no time
    enum class Use { Counts, WarmUp, Outlier } use = Use::Counts;
};

/// What a log says of a run. A text may hold several: that with the most steps counts, of equal ones the last.
struct LoggedRun {
    std::vector<LoggedStep> steps;
    bool in_seconds = true; ///< values are seconds a step, else tokens/s per accelerator
    std::optional<double> step_seconds; ///< median of the steps that count
    std::optional<double> tokens_per_s_per_gpu; ///< the same; as logged, or once batch and accelerators are known
    std::optional<double> samples_per_s; ///< of all accelerators
    std::optional<double> tokens_per_step;
    std::optional<double> global_batch; ///< sequences
    std::optional<double> gpus; ///< accelerators, where it tells them, or all degrees
    std::map<std::string, double, std::less<>> degrees; ///< dp, tp, pp, cp, where it tells them
    std::optional<double> stamped_seconds; ///< a step by the times of day that its lines begin with
    std::optional<double> memory_bytes; ///< the most that any rank and step tells
    bool memory_is_reserved = false; ///< by the allocator, else allocated
    std::optional<double> watts; ///< of one accelerator
    std::optional<double> flop_per_s; ///< of one accelerator, as the program counts them
    double scatter = 0; ///< standard deviation over mean of the steps that count
    Settings header; ///< the configuration that the log begins with
    bool arguments_cut = false; ///< the header is a part of the program's arguments, which a whole log prints all
    std::string device; ///< empty: not told
    std::vector<Message> remarks; ///< what is to be known of the numbers

    void tell(std::string key, std::string value, int line); ///< what the header says
    int counted() const;
    int set_aside() const { return int(steps.size()) - counted(); }
    /// Seconds and tokens/s from one another, where sequence length, batch and accelerators are known; where nothing
    /// tells the seconds, those between the times of day.
    void complete(std::optional<double> ranks, std::optional<double> batch, std::optional<double> sequence);
};

/// Puts the next piece of a text behind what is there; false at its end.
using MoreText = std::function<bool(std::string&)>;

/// The run of a log of that format; its steps may be none. Linear in the text, which may have any length: a part of it
/// is held at a time, all of it only where it is one value of JSON of at most files::budget::document.
LoggedRun read_log(const MoreText& more, const LogFormat& format);

} // namespace plateau::programs

template<>
inline constexpr std::array plateau::names_of<plateau::programs::StepFact>{
    "number", "seconds",    "tokens_per_s_per_gpu", "tokens_per_s", "samples_per_s", "global_batch",
    "tokens", "all_tokens", "flop_per_s",           "watts",        "memory",        "reserved_memory"};
