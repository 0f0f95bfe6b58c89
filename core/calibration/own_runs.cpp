// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/own_runs.h"

#include "core/evidence/shape.h"

namespace plateau::evidence {

Expected<void> add_run(Sample& sample, const Scenario& scenario, const TypedRun& run)
{
    const WorkspacePointer workspace = make_workspace();
    const Parts parts = evaluate(*prepare(scenario), scenario.plan, *workspace);
    if (!parts.possible())
        return failure({PLATEAU_TEXT("the scenario's plan is not possible: it cannot have been run"), {}},
                       obstacle_key(parts.obstacle));
    if (!(run.step_seconds > 0) && !(run.tokens_per_s > 0))
        return failure({PLATEAU_TEXT("nothing was measured"), {}}, {},
                       {PLATEAU_TEXT("a step time, or tokens per second of all GPUs"), {}});
    Row row;
    row.id = run.id;
    row.gpu = scenario.cluster.accelerator.id;
    row.gpus = scenario.cluster.gpus;
    row.sequence = scenario.workload.sequence;
    row.global_batch = parts.global_batch;
    row.step_seconds
        = run.step_seconds > 0 ? run.step_seconds : parts.global_batch * scenario.workload.sequence / run.tokens_per_s;
    if (run.memory_bytes > 0)
        row.memory_bytes = run.memory_bytes;
    Case one;
    one.posed.scenario = scenario;
    one.posed.framework_known = true;
    sample.rows.push_back(std::move(row));
    sample.cases.push_back(std::move(one));
    return {};
}

} // namespace plateau::evidence

namespace plateau::answers {

Calibration::Value Calibration::compute(const Key& key, Work& work)
{
    const catalog::Stack* base = work.catalog().stack(key.base);
    evidence::Sample sample;
    const WorkspacePointer workspace = make_workspace();
    const evidence::Names names(work.catalog());
    for (const OwnRun& run : *key.runs) {
        if (!run.scenario) {
            sample.rows.push_back(run.row);
            evidence::take_measure(names, sample.rows.back());
            sample.cases.push_back(evidence::make_case(names, sample.rows.back(), *workspace, base));
            continue;
        }
        Scenario scenario = *run.scenario;
        scenario.assumptions.stack = *base;
        static_cast<void>(evidence::add_run(sample, scenario, run.typed));
    }
    return evidence::calibrate(sample, *base, work.data().claims().reach);
}

} // namespace plateau::answers
