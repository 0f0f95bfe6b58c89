// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "core/catalog/known_runs.h"
#include "core/limits_scenario/limits_scenario.h"
#include "ui/panels/page.h"
#include "ui/panels/readout_rows.h"

/// What the limits page says beside its plots.
namespace plateau::ui {

class LimitsModel;

/// `growth`: reads the year off; a rate of 0: no year.
std::vector<ReadoutRow> limits_readout(const LimitsScenario& scenario, const limits::Point& point,
                                       const catalog::Growth& growth);
/// The reason at the marker; `problem` first when there is one.
QStringList what_binds_here(const LimitsScenario& scenario, const limits::Point& point, const QString& problem);
/// Beside the closed forms: what goes in, what comes out, and why.
std::vector<ReadoutRow> closed_form_readout(const LimitsScenario& scenario);
QStringList what_the_forms_balance(const LimitsScenario& scenario);
QStringList what_the_limits_leave_out(const catalog::KnownRuns& known);
/// Of a known run: its compute, who says so, and where.
QString run_hint(const catalog::KnownRun& run);
PageStatus limits_status(const LimitsModel& model);

} // namespace plateau::ui
