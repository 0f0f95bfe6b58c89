// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/runs.h"

#include "core/evidence/shape.h"

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
