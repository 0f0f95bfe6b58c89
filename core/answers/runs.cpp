// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/runs.h"

#include <chrono>

namespace plateau::answers {

Runs::Value Runs::compute(const Key&, Work& work)
{
    const auto start = std::chrono::steady_clock::now();
    Value runs;
    runs.steps = work.data().runs(work.stop());
    runs.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return runs;
}

Calibration::Value Calibration::compute(const Key& key, Work& work)
{
    const catalog::Stack* base = work.catalog().stack(key.base);
    evidence::Sample sample;
    const WorkspacePointer workspace = make_workspace();
    for (const OwnRun& run : *key.runs) {
        if (!run.scenario) {
            sample.cases.push_back(evidence::make_case(work.catalog(), run.row, *workspace, base));
            sample.rows.push_back(run.row);
            continue;
        }
        Scenario scenario = *run.scenario;
        scenario.assumptions.stack = *base;
        static_cast<void>(evidence::add_run(sample, scenario, run.typed));
    }
    return evidence::calibrate(sample, *base, work.data().claims().reach);
}

std::size_t Calibration::bytes(const Value&) { return sizeof(Value) + sizeof(catalog::Stack); }

} // namespace plateau::answers
