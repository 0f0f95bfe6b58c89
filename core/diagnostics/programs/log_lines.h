// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/diagnostics/programs/log.h"

/// What single lines of a log say, by the rows of its format.
namespace plateau::programs {

/// What one line, or one block of lines, says of a step.
struct Told {
    std::array<std::optional<double>, std::size_t(StepFact::Count)> facts;
    std::optional<double> gpus; ///< that follow from these
    std::optional<double> clock; ///< seconds of the day

    std::optional<double>& operator[](StepFact fact) { return facts[std::size_t(fact)]; }
    const std::optional<double>& operator[](StepFact fact) const { return facts[std::size_t(fact)]; }
    double number() const { return (*this)[StepFact::Number].value_or(-1); }
    bool has_time() const
    {
        return (*this)[StepFact::Seconds] || (*this)[StepFact::Rate] || (*this)[StepFact::Samples];
    }
};

/// "6,785", "11.4K", "2e+03", "61.7G"; suffixes count in thousands.
std::optional<double> number_at(std::string_view text);
std::optional<double> positive(std::optional<double> value);
/// Without colours, with or without their escape.
std::string without_colours(std::string_view line);
void read_step(const LogFormat& format, const std::string& line, Told& told);
/// The configuration that a log begins with, and what it says of the run as a whole.
class LogHead {
public:
    LogHead(const LogFormat& format, LoggedRun& run) : format_(format), run_(run) { }
    void read(const std::string& line, int number);

    std::optional<double> seconds; ///< of the whole run
    std::optional<double> steps;

private:
    void tell(std::string key, std::string value, int number);
    void read_rows(const std::string& line, int number);
    void read_arguments(const std::string& line, int number);
    void read_command_line(const std::string& line, int number);
    void read_mesh(const std::string& line, int number);
    void read_parameters(const std::string& line, int number);

    const LogFormat& format_;
    LoggedRun& run_;
    bool inside_ = false;
    int arguments_ = 0;
    std::size_t told_ = 0; ///< characters
};

} // namespace plateau::programs
