// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/remarks.h"

#include <cmath>

#include "core/answers/explore/loss_time.h"
#include "core/model/prepared.h"
#include "core/model/training_run.h"
#include "core/views/software_words.h"
#include "core/views/times.h"
#include "core/views/worth_saying.h"

namespace plateau::narrate {

namespace {

using units::Unit;

Message above_peak(const char* metric, bool attention_counted)
{
    if (attention_counted)
        return {
            PLATEAU_TEXT("%1 would exceed 100 %: more attention is counted than kernels execute that skip the masked "
                         "half. Count causal attention."),
            {metric}};
    return {PLATEAU_TEXT("%1 would exceed 100 %: kernels cannot be this fast."), {metric}};
}

Message eaten(const Prepared& prepared, const Parts& parts)
{
    const TrainingRun run = training_run(prepared, parts);
    if (std::isnan(parts.run_seconds))
        return {PLATEAU_TEXT("The run never ends: an interruption comes every %1, and a step takes %2."),
                {Quantity{run.every.mean_between, Unit::Seconds}, Quantity{parts.step_seconds, Unit::Seconds}}};
    if (run.availability < much_lost)
        return {
            PLATEAU_TEXT(
                "Only %1 of the time advances the run: most of the time, more hosts are down than there are spares."),
            {Quantity{parts.goodput, Unit::Fraction, 2}}};
    return {PLATEAU_TEXT("Only %1 of the time advances the run: an interruption comes every %2, a checkpoint every %3 "
                         "takes %4, a restart %5."),
            {Quantity{parts.goodput, Unit::Fraction, 2}, Quantity{run.every.mean_between, Unit::Seconds},
             Quantity{run.every.interval, Unit::Seconds}, Quantity{run.every.checkpoint, Unit::Seconds},
             Quantity{run.every.restart, Unit::Seconds}}};
}

} // namespace

std::vector<Remark> remarks(const Scenario& scenario, const Parts& parts)
{
    std::vector<Remark> result;
    if (!parts.possible())
        return result;
    if (Message warning = software_warning(scenario, parts.plan); !warning.empty())
        result.push_back({std::move(warning), "tokens_per_s", "stack"});
    const explore::LossTime to_loss(scenario);
    const double batch = to_loss.batch(parts), critical = to_loss.critical_batch();
    if (batch > critical)
        result.push_back(
            {{PLATEAU_TEXT("The batch of %1 is %2 the critical batch of %3: the loss of %4 takes %5."),
              {in_prose(batch, Unit::Tokens), times(batch / critical), in_prose(critical, Unit::Tokens),
               in_prose(scenario.workload.tokens, Unit::Tokens), in_prose(to_loss.tokens(parts), Unit::Tokens)}},
             "tokens_per_s",
             scenario.workload.batch_mode == BatchMode::PerGpu ? "sequences_per_gpu" : "global_batch"});
    const bool counted = scenario.workload.counted_flop == catalog::FlopConvention::FullAttention;
    const char* const turn = counted ? "counted_flop" : "stack";
    if (std::isnan(parts.mfu()))
        result.push_back({above_peak("MFU", counted), "mfu", turn});
    if (std::isnan(parts.hfu()))
        result.push_back({above_peak("HFU", counted), "hfu", turn});
    if (parts.goodput < much_lost)
        result.push_back({eaten(*prepare(scenario), parts), "goodput", "node_mtbf"});
    return result;
}

} // namespace plateau::narrate
