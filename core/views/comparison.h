// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/difference.h"
#include "core/model/metrics.h"
#include "core/question/scenario/parameter_table.h"
#include "core/views/fact.h"

/// Tells of two questions side by side in what they differ, and what comes of it.
namespace plateau::narrate {

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

/// Names a question that is kept beside the current one: its model and hardware where those are others, then the name
/// it has, which says what was changed in it.
Message pin_name(const Scenario& pin, const Scenario& current);

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

} // namespace plateau::narrate
