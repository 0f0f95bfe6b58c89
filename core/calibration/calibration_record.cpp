// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibration_record.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/model/reach.h"

namespace plateau::evidence {

catalog::Calibrated record_of(const TimedRuns& runs, const Eigen::MatrixXd& c, double scatter, const ModelError& reach)
{
    catalog::Calibrated record;
    record.runs = static_cast<int>(runs.timed().size());
    std::set<std::string> hardware, kinds;
    for (const std::size_t i : runs.timed()) {
        const Scenario& scenario = runs.scenario(i);
        record.least_gpus
            = record.least_gpus == 0 ? scenario.cluster.gpus : std::min(record.least_gpus, scenario.cluster.gpus);
        record.most_gpus = std::max(record.most_gpus, scenario.cluster.gpus);
        hardware.insert(scenario.cluster.accelerator.id);
        for (const std::string& kind : parallelism_kinds(scenario.plan))
            kinds.insert(kind);
    }
    record.hardware.assign(hardware.begin(), hardware.end());
    record.kinds.assign(kinds.begin(), kinds.end());
    record.scatter = scatter;
    record.other_hardware = reach.other_hardware;
    record.other_kind = reach.other_kind;
    record.constants.assign(std::begin(scaling_keys), std::end(scaling_keys));
    for (Eigen::Index i = 0; i < c.rows(); ++i)
        for (Eigen::Index j = 0; j <= i; ++j)
            record.covariance.push_back(c(i, j));
    return record;
}

void note_fitted(catalog::Stack& stack, const FittedConstant& fitted, std::size_t runs)
{
    for (catalog::ConstantNote& note : stack.notes.edit())
        if (note.key == fitted.key) {
            note.low = fitted.low;
            note.high = fitted.high;
            note.known_by = catalog::KnownBy::Measured;
            note.source = english(Message{runs == 1 ? PLATEAU_TEXT("fitted to one run of our own")
                                                    : PLATEAU_TEXT("fitted to %1 runs of our own"),
                                          {Verbatim{std::to_string(runs)}}});
        }
}

std::vector<CalibratedRun> table_of(const TimedRuns& runs, const Sample& sample, const catalog::StackConstants& before,
                                    const catalog::StackConstants& after)
{
    std::vector<CalibratedRun> table;
    for (std::size_t i = 0; i < sample.rows.size(); ++i) {
        const Row& row = sample.rows[i];
        CalibratedRun run;
        run.id = row.id;
        run.where = row.where;
        run.skipped = sample.cases[i].missing;
        run.gpus = row.gpus.value_or(0);
        run.measured_step_seconds = row.measured_step_seconds().value_or(0);
        run.measured_memory_bytes = row.memory_bytes.value_or(0);
        if (run.skipped.empty()) {
            const Prediction first = runs.predict(i, before), last = runs.predict(i, after);
            run.before_step_seconds = first.step_seconds;
            run.after_step_seconds = last.step_seconds;
            run.before_memory_bytes = first.memory_bytes;
            run.after_memory_bytes = last.memory_bytes;
        }
        table.push_back(std::move(run));
    }
    return table;
}

double mean_error(const std::vector<CalibratedRun>& runs, double CalibratedRun::*predicted)
{
    double sum = 0;
    int count = 0;
    for (const CalibratedRun& run : runs)
        if (run.skipped.empty() && run.measured_step_seconds > 0) {
            sum += std::abs(run.*predicted / run.measured_step_seconds - 1);
            ++count;
        }
    return count > 0 ? sum / count : 0;
}

} // namespace plateau::evidence
