// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/messages/error.h"

/// Logs of training runs: what a step took, in the words of eleven programs.
namespace plateau::programs {

/// A value of one step that the log tells, of one run.
struct LoggedStep {
    double number = 0; ///< of the step; -1: not told
    double value = 0; ///< seconds, or tokens/s per accelerator where the log tells no time
    enum class Use { Counts, WarmUp, Outlier } use = Use::Counts;
};

/// What a log says of a run. A text may hold several: that with the most steps counts, of equal ones the last.
struct LoggedRun {
    std::string program; ///< as its lines tell: "Megatron-LM"
    std::vector<LoggedStep> steps;
    bool in_seconds = true; ///< values are seconds a step, else tokens/s per accelerator
    std::optional<double> step_seconds; ///< median of the steps that count
    std::optional<double> tokens_per_s_per_gpu; ///< the same; as logged, or once batch and accelerators are known
    std::optional<double> samples_per_s; ///< of all accelerators
    std::optional<double> tokens_per_step;
    std::optional<double> global_batch; ///< sequences
    std::optional<double> gpus; ///< accelerators, where it tells them
    std::optional<double> memory_bytes; ///< the most that any rank and step tells
    bool memory_is_reserved = false; ///< by the allocator, else allocated
    std::optional<double> watts; ///< of one accelerator
    std::optional<double> flop_per_s; ///< of one accelerator, as the program counts them
    double scatter = 0; ///< standard deviation over mean of the steps that count
    struct Said {
        std::string key; ///< as the program's configuration has it
        std::string value;
        int line = 0;
    };
    std::vector<Said> header; ///< the configuration that the log begins with
    std::string device; ///< empty: not told
    std::vector<Message> remarks; ///< what is to be known of the numbers

    int counted() const;
    int set_aside() const { return int(steps.size()) - counted(); }
    /// Seconds and tokens/s from one another, where sequence length, batch and accelerators are known.
    void complete(std::optional<double> ranks, std::optional<double> batch, std::optional<double> sequence);
};

/// The run of a log of that program; its steps may be none. Linear in the text.
LoggedRun read_log(const std::string& text, const std::string& program);

} // namespace plateau::programs
