// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/plans.h"
#include "core/evidence/difference.h"
#include "core/model/estimate.h"
#include "core/model/metrics.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario.h"
#include "core/search/objective.h"
#include "core/text/messages/message.h"
#include "core/text/units/quantity.h"

/// Read-outs, tables and status lines show these of an answer.
namespace plateau::narrate {

/// It stands where there is no value.
inline constexpr const char* dash = "\u2013";

/// Holds one line of a read-out or of a table of facts.
struct Fact {
    Message name = {};
    Message unit = {}; ///< it stands after the name, in grey
    Message narrow = {}; ///< name and unit where there is little room; empty if they stay as they are
    std::vector<Message> values = {}; ///< one per column
    Message help = {};
    Message known = {}; ///< how it is known
    bool assumed = false; ///< it rests on what nobody measured or said, and is marked
    bool rule_above = false;
    bool heading = false; ///< it heads the lines below
    std::string metric = {}; ///< key of the metric that it shows; empty if it shows none
};

/// The status line says it of an answer.
struct Status {
    enum class Tone { Good, Warning, Error };
    Tone tone = Tone::Good;
    Message verdict = {}; ///< "Fits: 41.9 of 80 GB per GPU"
    Message known = {}; ///< how the numbers are known
    std::string run = {}; ///< id of the measured run that these words are about; empty if they are about none
};

/// Makes a marked text, or anything else that stands alone, a Message.
inline Message plain(const char* text) { return {text, {}}; }
inline Message plain(Argument argument) { return {"%1", {std::move(argument)}}; }

/// A count: "1,024".
inline Quantity count(double number) { return {number, units::Unit::Count}; }

/// A factor: "1.5 ×".
inline Quantity times(double factor) { return {factor, units::Unit::None, 3, Quantity::Style::Times}; }

/// A number that always has as many digits: "25.0", "5,358".
inline Quantity steady(double value, int digits = 3)
{
    return {value, units::Unit::None, digits, Quantity::Style::Steady};
}

/// A number that always has as many decimals: "45.8".
inline Quantity fixed(double value, int decimals)
{
    return {value, units::Unit::None, decimals, Quantity::Style::Fixed};
}

/// A share in per cent, with its sign: "+3.1".
inline Quantity signed_percent(double share) { return {share, units::Unit::None, 3, Quantity::Style::SignedPercent}; }

/// What is too small to be told apart in a sentence: half of the last digit that the sentence shows, or what it says
/// itself. They choose words, no number depends on them.
inline constexpr double smallest_cause = 0.01; ///< of a step: "by less than 1 % in every cause"
inline constexpr double same_plan_within = 5e-4; ///< of the objective, shown to 0.1 %
inline constexpr double nothing_lost_within = 0.005; ///< of throughput per GPU, shown to whole percents
inline constexpr double many_lost = 0.9; ///< of what a GPU does: told as a factor
inline constexpr double much_lost = 0.5; ///< a smaller share of the time advances the run: said beside the numbers
inline constexpr double whole_within = 1e-6; ///< of a count that a rounding error may have left

/// GPUs that a curve is compared from: where the ratio of Fernandez et al. starts
/// (presets/evidence/fernandez_claims.yaml).
inline constexpr double comparison_start = 128;

/// A larger gain is told as a multiple, not in percent.
inline constexpr double many_times = 2;

/// What the answer hangs on that nobody said, a line for each list that is not empty: "Not said, and it decides:
/// hardware=h100_sxm; tokens (nothing says how long the run is)".
std::vector<Message> unsaid_lines(const std::vector<Unsaid>& all);
std::vector<Message> unsaid_lines(const Scenario& scenario);

/// Of these the stand-ins that decide, for where there is room for one line; empty where there are none.
Message stand_ins_line(const Scenario& scenario);

/// What money is counted with: "Price: 6.03 $/GPU-h, offered from 4.50 to 14.24 (2026-03; ornnai.com ...)"; of owned
/// hardware what an accelerator costs to buy. Brief: of the sources the name of the first.
Message price_words(const Scenario& scenario, bool brief = false);

/// At which price, in dollars per accelerator and hour, the other hardware would cost as much: "H100 SXM 80GB at
/// 1.57 $/GPU-h would cost as much for the same tokens as B200 at 6.03 $/GPU-h." Empty where it is not rented, or
/// nothing is paid.
Message equal_price_words(const Scenario& scenario, const Parts& parts, const Scenario& other,
                          const Parts& other_parts);

/// Names a plan as people do, without degrees of one except for tensor and pipeline: "TP 2 × PP 1 × FSDP 1,024",
/// "TP 8 × PP 12 (interleaved, 8 chunks) × DDP 4, EP 8", "TP 1 × PP 1 × HSDP 1,024 (in groups of 8)". What stands
/// between × multiplies to the GPUs in use. The data degree must be filled in.
Message plan_words(const Plan& plan);

/// Names the rest of it: "micro-batch 2, selective recomputation, sequence parallel".
Message plan_details(const Plan& plan);

/// Says what is trained: the model's title; where its shape was changed, the size it has now and the model it was:
/// "13.1 T parameters, from GPT-3 175B".
Message model_words(const Scenario& scenario);
/// "671 billion parameters, 37.6 billion of them at work on a token"
Message parameters_words(const catalog::ModelShape& shape);

/// Says what MFU and HFU count of attention: "attention in full", "half of attention", "no attention".
const char* counted_words(const Scenario& scenario);

/// "Megatron-LM with megatron-core does not run FSDP with pipeline stages (...)." Empty where that stack runs the plan,
/// or says nothing about it.
Message refusal_of(const std::string& stack, const Scenario& scenario, const Plan& plan);

/// Says what the scenario's own stack lacks to run it, and which software of the presets would, if any: "... No known
/// software runs it." Empty where its own does.
Message software_warning(const Scenario& scenario, const Plan& plan);

/// Says what the scenario's dispatcher refuses of the plan's experts. Empty where it runs them.
Message dispatcher_warning(const Scenario& scenario, const Plan& plan);

/// Who runs a plan that the scenario's own stack does not: "other software" or "no known software". Empty: it does.
Message software_mark(const Scenario& scenario, const Plan& plan);

/// Stands for the stack itself beside such marks: "the stack".
Message own_software();

/// An estimate in numbers, group by group. `extrapolated`: the GPU count lies beyond what measurements cover. `known`:
/// how what is not assumed is known. With another answer `beside` it, its value and the change to it follow each value.
std::vector<Fact> readout(const Estimate& estimate, const Scenario& scenario, bool extrapolated, const Message& known,
                          const Parts* beside = nullptr);
/// The answer in five numbers, the value first, the words below it its name: tokens/s of each GPU, MFU, the share of a
/// step that waits, the run's time, its money with price and date. Where nobody said a length, of a million tokens.
std::vector<Fact> answer_facts(const Parts& parts, const Scenario& scenario);
/// How it is counted: the peak of its MFU, GPUs that are left idle. Why an impossible plan is.
std::vector<Message> counting_note(const Estimate& estimate, const Scenario& scenario);
/// Says what nobody said (unsaid_lines()), what to know beside the numbers (remarks()), the price, "MFU of the dense
/// bf16 peak, 989 TFLOP/s, counting attention in full.", "96 of 100 GPUs in use."
std::vector<Message> readout_note(const Estimate& estimate, const Scenario& scenario);

/// "Fits: 41.9 of 80 GB per GPU".
Status estimate_status(const Parts& parts);

/// Says in a few words what is asked: "Llama 2 7B on 128 H100 SXM 80GB, FSDP, whole world"; after edits "; 2 changes".
Message question_words(const Scenario& scenario, int changes);
/// The same after the name that a person or a preset gave it, if one did: "Weak scaling: Llama 2 7B on ...".
Message subject_words(const Scenario& scenario);

/// Its name and unit, and what a value is multiplied by to be in that unit.
struct MetricShown {
    Fact fact; ///< without values
    double factor = 1;
    int digits = 3;
};

/// In the unit that suits the value of `parts`; `other` where that has none.
MetricShown metric_shown(const Metric& metric, const Parts& parts, const Parts& other);

/// Where both columns have a most, such as memory, and another: "GB of 85.52 and 192.3".
void tell_limits(Fact& fact, const Metric& metric, const Parts& first, const Parts& second);

/// In that unit; NaN where the answer is none.
double shown_value(const Metric& metric, const Parts& parts, const MetricShown& look);

/// Tells what a reader of a number should know beside it.
struct Remark {
    Message text;
    const char* metric; ///< key of the number it stands beside
    std::string key; ///< the parameter to turn
};

/// Remarks on an estimate of this scenario, in the order of the metrics; none on an impossible plan: software that does
/// not run it, domains that are filled in part, a share of the peak that would exceed it, a batch beyond the critical
/// one, a run that failures eat or never let end.
std::vector<Remark> remarks(const Scenario& scenario, const Parts& parts);

/// Tells of two questions side by side in what they differ, and what comes of it.

/// Holds a question and the answer to it.
struct ComparedScenario {
    const Scenario& scenario;
    const Parts& parts;
};

/// Writes what a scenario has of a parameter; what comes from the catalog goes by its title: "H100 SXM 80GB".
Argument own_value(const TrainingParameter& row, const Scenario& scenario);

/// Lists the parameters in which two questions differ, in the order of the table: those that were chosen, then under a
/// heading those that follow from them. The plan is the one that the answers use: a search may have filled it in. The
/// first value is that of `a`, the second that of `b`.
std::vector<Fact> differing_parameters(const ComparedScenario& a, const ComparedScenario& b);

/// Says in few words what was chosen in `of` and not in `base`: "B200, 1,024 GPUs, Tensor 2". It may be empty.
Message difference_words(const ComparedScenario& of, const ComparedScenario& base);

/// Compares every metric of a read-out, group by group: `a`, `b`, b − a, and that in per cent of `a`.
std::vector<Fact> value_comparison(const ComparedScenario& a, const ComparedScenario& b);

/// Says which of two is better: "B trains 30 % more tokens a second than A, each 12 % dearer. Eight in ten: 1.1 to
/// 1.5 × as fast; faster in 9 of 10."
Message comparison_sentence(const Message& name_a, const ComparedScenario& a, const Message& name_b,
                            const ComparedScenario& b, const evidence::ModelError& error);

/// Says how sure a difference is: "Eight in ten: 1.1 to 1.5 × as fast; faster in 9 of 10."
Message range_sentence(const evidence::Difference& difference);

/// Says how a metric changes from one answer to another: "+30 %", of a share "+7.6 pts". It may be empty.
Message metric_change(const Metric& metric, const Parts& to, const Parts& from);

/// Writes a change of so many per cent or points: "+0.9 %", "−12 pts". A dash stands for what is not known.
Argument change_words(double change, const char* unit = "%");
/// The first of two: without its unit where both have the same.
Quantity before(Quantity first, const Quantity& second);
Message from_to(const Quantity& a, const Quantity& b); ///< "7.69 to 9.65 days"

/// Lists the metrics that are compared, in order.
const std::vector<const Metric*>& compared_metrics();
/// Makes a fact of each of them: this plan, the current one, the change. `plan` is null if there is none.
std::vector<Fact> plan_comparison(const Parts* plan, const Parts& current);
/// "2 micro-batches, micro-batch 4, full recomputation"; it adds "; with ...", ", on 64 GPUs" where these matter.
Message plan_setup(const Parts& plan, const Parts& current, const Message& settings);

/// With `searching` the answer is to an earlier question.
Status plans_status(const answers::PlanCounts& counts, bool any_fits, bool searching);
/// Heads the list: "the best 1,000, of 288,780 considered".
Message listed_words(int listed, const answers::PlanCounts& counts, bool filtered, bool searching);
/// Says what a step holds: "128 GPUs, 256 sequences of 4,096".
Message batch_words(const Scenario& scenario);

/// Says what the search found, beside the plan one has: "TP 8 × PP 1 × ZeRO-1 256 gives 1,072 tokens/s per GPU, 28 %
/// more than the current plan (TP 4 × PP 4 × FSDP 128)." `best` is what best_plan() answers.
Message best_plan_sentence(const Parts& best, const Parts& current, search::Objective objective);

struct CauseShare {
    Cause cause = Cause::None;
    double share = 0; ///< of the GPU-seconds of a token
};
/// By what a GPU-second of `to` trains fewer tokens than one of `from`, the largest first. What makes less than a per
/// cent is left out.
std::vector<CauseShare> loss_causes(const Parts& from, const Parts& to);

/// Why `plan` differs from `current` in speed, the largest cause first: GPU-seconds per token of the time parts, in
/// units of the current plan's; causes below one per cent are left out. Then what its degrees mean for the network and
/// the pipeline.
std::vector<Message> plan_reasons(const Parts& plan, const Parts& current, double domain_size);

/// "76.4 GB of 80.0 GB is tight: fragmentation may not fit." Empty unless the verdict is Tight.
Message tight_warning(const Parts& parts);
/// "TP 4 · PP 4 gives 3 % more with 99 % of the memory: tight." Beside the best plan, which leaves the head room.
Message tight_offer(const Parts& tight, const Parts& best, search::Objective objective);

} // namespace plateau::narrate
