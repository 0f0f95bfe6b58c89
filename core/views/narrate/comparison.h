// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/difference.h"
#include "core/model/metrics.h"
#include "core/views/narrate/fact.h"

/// Two questions side by side: in what they differ, and what comes of it.
namespace plateau::narrate {

/// A question and the answer to it.
struct ComparedScenario {
    const Scenario& scenario;
    const Parts& parts;
};

/// The parameters in which two questions differ, in the order of the table: those that were chosen, then under a
/// heading those that follow from them. Of the plan, what the answers use: a search may have filled it in. Values: of
/// `a`, of `b`.
std::vector<Fact> differing_parameters(const ComparedScenario& a, const ComparedScenario& b);

/// What was chosen in `of` and not in `base`, in few words: "Hardware B200, GPU count 1,024 GPUs"; empty: nothing.
Message difference_words(const ComparedScenario& of, const ComparedScenario& base);

/// What a question kept beside the current one is called: its model and hardware where those are others, then the name
/// it has, which says what was changed of its own.
Message pin_name(const Scenario& pin, const Scenario& current);

/// Facts of every metric of a read-out, group by group: `a`, `b`, b − a, and that in per cent of `a`.
std::vector<Fact> value_comparison(const ComparedScenario& a, const ComparedScenario& b);

/// "B trains 30 % more tokens a second than A, each 12 % dearer. Eight in ten: 1.1 to 1.5 × as fast; faster in 9
/// of 10."
Message comparison_sentence(const Message& name_a, const ComparedScenario& a, const Message& name_b,
                            const ComparedScenario& b, const evidence::ModelError& error);

/// "Eight in ten: 1.1 to 1.5 × as fast; faster in 9 of 10."
Message range_sentence(const evidence::Difference& difference);

/// How a metric changes from one answer to another: "+30 %", of a share "+7.6 pts"; empty where either is none.
Message metric_change(const Metric& metric, const Parts& to, const Parts& from);

} // namespace plateau::narrate
