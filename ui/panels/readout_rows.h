// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

#include "core/estimate/metrics.h"

namespace plateau::ui {

/// One line of the readout. `assumed` numbers rest on a constant nobody measured, or lie beyond the evidence.
struct ReadoutRow {
    QString name;
    QString unit;
    QString value;
    QString help;
    bool assumed = false;
    bool rule_above = false;
};

/// `extrapolated`: the GPU count lies beyond what measurements cover.
std::vector<ReadoutRow> readout_rows(const Estimate& estimate, const Scenario& scenario, bool extrapolated);
/// "MFU of the dense bf16 peak, 989 TFLOP/s, attention counted in full. HFU 25.0 %."
QString readout_note(const Estimate& estimate, const Scenario& scenario);

/// A metric as tables show it, in display units.
QString metric_number(const Metric& metric, double value);
/// What stands after a metric's number: "tokens/s", "% of step", "GB of 80".
QString metric_unit(const Metric& metric, double memory_limit_bytes);

/// Always as many digits, so that a readout does not jitter: 25.0, 5,358, 0.130; an en dash for what is not known.
QString steady_number(double value, int digits = 3);

} // namespace plateau::ui
