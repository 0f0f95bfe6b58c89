// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/evidence/known.h"
#include "core/model/metrics.h"

namespace plateau::programs {
struct LoggedRun;
}

/// Why a run is slower, faster, larger or smaller than predicted.
namespace plateau::answers {

/// What was measured of the question's step: the value of a metric of time or of memory.
struct Measured {
    std::string metric; ///< key of a row of gap_metrics()
    double value = 0; ///< in the metric's own unit
    double peak = 0; ///< FLOP/s of one accelerator that an MFU or HFU is a share of; 0: the question's own
    bool sparse = false; ///< of the question's own with sparsity, which is twice that
    friend bool operator==(const Measured&, const Measured&) = default;
};
/// The metric of memory: all others are of the step.
inline constexpr const char* memory_metric = "memory_bytes_per_gpu";
/// The metrics that a gap can be asked about: step time, rates, MFU; memory of a GPU.
std::span<const char* const> gap_metrics();

/// One thing that alone would explain what was measured.
struct GapCause {
    /// Not parameters: what the number was divided by, what it is counted in.
    static constexpr const char* peak_key = "peak_flops";
    static constexpr const char* unit_key = "unit";

    std::string key; ///< of the parameter, or one of those above
    Message label;
    Value now; ///< SI, or the name of a choice
    Value needed;
    Argument now_text = Verbatim{}; ///< as people read it: "450 GB/s"
    Argument needed_text = Verbatim{};
    Word check = {}; ///< how to find out in a minute, on this accelerator
    double strangeness = 0; ///< 0: as now; 1: as far as it was ever seen; the least strange come first
    std::vector<GapCause> with = {}; ///< a second choice, which it takes too

    bool is_parameter() const { return key != peak_key && key != unit_key; }
};

/// A measured run and the question it is a run of.
struct MeasuredRun {
    TrainingQuestion question;
    Measured measured;
    friend bool operator==(const MeasuredRun&, const MeasuredRun&) = default;
};

/// A run beside what is predicted for it, of its metric.
struct RunBeside {
    double predicted = 0; ///< with eight in ten from low to high
    double low = 0;
    double high = 0;
    double measured = 0; ///< a share of the peak: of the question's own
    double least_share = 0; ///< of the peak that what was measured takes for the model's products alone
    double peak = 0; ///< FLOP/s of one accelerator, dense, in the question's precision

    bool inside() const { return measured >= low && measured <= high; } ///< what was measured lies in the band
    bool can_be() const { return !(least_share > 1); } ///< no accelerator computes above its peak
};

/// A cause that would explain the run furthest off, and with which another run would not be as it was measured.
struct RuledOut {
    GapCause cause;
    std::size_t by = 0; ///< that run
    double predicted = 0; ///< of its metric, with the cause
};

struct Gap {
    struct Key {
        TrainingQuestion question;
        Measured measured;
        std::vector<MeasuredRun> others = {}; ///< of the same cluster and program: what holds for all explains it
        MeasuredRun run(std::size_t i) const { return i == 0 ? MeasuredRun{question, measured} : others[i - 1]; }
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Value {
        Parts parts; ///< as predicted for the first run
        std::vector<RunBeside> runs_beside = {}; ///< the first, then the others
        std::size_t impossible = no_run; ///< the run whose plan is impossible; only where none is the rest told
        double percentile = 0; ///< share of similar published runs that were quicker beside their prediction
        int runs = 0; ///< as many similar runs; 0: memory
        std::size_t furthest = 0; ///< the run whose causes are told; before all others one that cannot be
        std::size_t contradicting = no_run; ///< a run of the question of `furthest` that is measured otherwise
        bool hardware_said = true; ///< of that question; else another accelerator is a cause too
        std::vector<GapCause> causes = {}; ///< empty: nothing single explains it
        std::vector<RuledOut> ruled_out = {};

        static constexpr std::size_t no_run = -1;
        bool possible() const { return impossible == no_run; }
        const RunBeside& first() const { return runs_beside.front(); }
    };
    static Value compute(const Key& key, Work& work);
};

/// What somebody types or pastes for a measured run: a key and a value ("mfu=38"), words ("1.35 s", "38 % MFU",
/// "9,800 tokens/s per GPU", "788k tok/s", "61 GB"), or a line of a training program's log, in whose units and means it
/// is read. Behind an MFU may stand what it is divided by and how attention counts: "38 % MFU of 312 TFLOP/s, 6N";
/// "402 TFLOP/s" is all of such a peak, and "of the sparse peak" is twice the question's own. The error says what would
/// be taken.
Expected<Measured> typed_measured(const catalog::Catalog& catalog, const std::string& text);
/// What a log tells of its run: the time of a step, else the rate, else the FLOP/s that the program counts.
std::optional<Measured> logged(const programs::LoggedRun& run);
/// What typed_measured() understands, in words.
Message measured_forms();
/// What typed_measured() reads back: "mfu=38 % of 312 TFLOP/s".
std::string as_typed(const Measured& measured);

/// What a share of the peak may be counted as: full attention, half of it, none, with what is computed again.
std::span<const char* const> share_metrics();
bool is_share(const std::string& metric);

/// What was measured of a scenario stands in its view, under this key, as it was typed.
inline constexpr const char* measured_entry = "measured";
/// Nothing where none stands there that can be read.
std::optional<Measured> noted_measured(const catalog::Catalog& catalog, const Scenario& scenario);

} // namespace plateau::answers

/// What a gap is told in.
namespace plateau::narrate {

/// "MFU: measured 24 %, predicted 51 %, eight in ten 43 to 60 %: slower than expected".
Message gap_words(const answers::RunBeside& run, const Metric& metric);

/// "An MFU is a share of 989 TFLOP/s, the dense bf16 peak of H100 SXM; 6N + 12 L d s count"; empty for what is no
/// share.
Message denominator_words(const answers::RunBeside& run, const Metric& metric, const Scenario& scenario);

/// "Of 52 published runs like it, 93 % were quicker beside their prediction"; empty where there is none.
Message gap_place(const answers::Gap::Value& gap);

/// "The plan would not fit: it needs 120 GB of 85.5 GB"; empty where it fits. The run took place: something is other
/// than said.
Message gap_room(const answers::Gap::Value& gap);

/// The sentence that stands over the causes, or in their place; of what cannot be, it says so.
Message gap_verdict(const answers::Gap::Key& asked, const answers::Gap::Value& gap);

/// "Scale-out bandwidth: 28 Gb/s instead of 400 Gb/s"; of two choices both.
Message cause_words(const answers::GapCause& cause);

/// "Scale-up bandwidth: 32 GB/s instead of 450 GB/s; step time of run 2 would then be 3.1 s, measured 1.6 s". `run` is
/// what the run that rules it out is called.
Message ruled_out_words(const answers::RuledOut& ruled_out, const std::string& run, const answers::Gap::Key& asked,
                        const answers::Gap::Value& gap);

} // namespace plateau::narrate
