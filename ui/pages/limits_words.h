// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "core/limits/limits_scenario.h"
#include "ui/pages/page.h"
#include "ui/panels/readout_rows.h"

/// What the limits page says beside its plots.
namespace plateau::ui {

class LimitsModel;

std::vector<ReadoutRow> limits_readout(const LimitsScenario& scenario, const limits::Point& point);
/// The reason at the marker; `problem` first when there is one.
QStringList what_binds_here(const LimitsScenario& scenario, const limits::Point& point, const QString& problem);
QStringList what_the_limits_leave_out();
PageStatus limits_status(const LimitsModel& model);

} // namespace plateau::ui
