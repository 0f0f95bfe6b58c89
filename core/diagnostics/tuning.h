// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/diagnostics/programs/reading.h"
#include "core/diagnostics/tuned_network.h"
#include "core/evidence/own_stack.h"

/// What measured collectives, traces and matrix products say of a question's cluster.
namespace plateau::answers {

/// What is shown of a question as shipped and as tuned.
inline constexpr const char* tuned_metrics[]
    = {"step_time_s", "tokens_per_s_per_gpu", "mfu", "communication_fraction", "run_days", "usd_total"};

/// A constant of the software stack, as shipped and as measured.
struct TunedConstant {
    std::string key; ///< of the parameter
    Message label;
    double shipped = 0; ///< what the question has
    programs::Interval value; ///< nine in ten; of one step of a trace: the value alone
    std::vector<std::string> from; ///< files, each with what it holds

    bool has_range() const { return value.low < value.high; }
};

struct Tuning {
    struct Key {
        TrainingQuestion question;
        std::shared_ptr<const std::vector<programs::Reading>> files; ///< the same only if it is the same object
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Value {
        std::vector<TunedConstant> constants; ///< empty: nothing is determined
        std::vector<Message> left_out; ///< what the files do not determine, and why
        std::shared_ptr<const Scenario> tuned; ///< the question's scenario with the constants; null: none
        Parts before; ///< of the question
        Parts after; ///< of the same question with the constants
    };
    static constexpr bool is_remembered = false; ///< what it was made of is of no use after it
    /// Network constants from all tables of collectives together, as much more or less than shipped as the tables show
    /// collectives alone to be quicker or slower; those of kernels from products likewise, then from a trace where no
    /// product tells them.
    static Value compute(const Key& key, Work& work);
};

/// A stack that keeps what was measured, made from the question's own: each constant with its range and its file.
catalog::Stack tuned_stack(const catalog::Catalog& catalog, const Scenario& scenario, const Tuning::Value& tuning);
/// Saved among the presets of one's own under its name, over an earlier one unless told otherwise; version and one more
/// where it stands there. Returns the file.
Expected<std::filesystem::path> save_tuned_stack(const catalog::Catalog& catalog, const Scenario& scenario,
                                                 const Tuning::Value& tuning, const std::string& title,
                                                 files::Replacing::What what = files::Replacing::What::Earlier);

} // namespace plateau::answers
