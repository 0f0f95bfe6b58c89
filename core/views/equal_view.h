// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/equal_hardware.h"
#include "core/charts/figure.h"
#include "core/views/words.h"

namespace plateau::figures {

/// How long the scenario's run takes on each cluster, divided as its step is; the quickest first.
Figure equal_bars_figure(const answers::EqualAnswer& answer, const Scenario& scenario);
/// Throughput against what is held equal, one curve for each hardware.
Figure equal_curves_figure(const answers::EqualAnswer& answer, const Scenario& scenario);

/// The hue of each cluster: the scenario's own hardware is the current one.
SeriesRole equal_role(std::size_t cluster);

} // namespace plateau::figures

namespace plateau::narrate {

/// Its first part, which one sentence can say.
Message equal_outcome(const answers::EqualAnswer& answer);

/// Says what bars of equal clusters show: how much is trained, and what they have in common.
Message equal_note(const answers::EqualAnswer& answer, double tokens);

/// "For $ 3,062 an hour 512 B200 train 1.9 × as many tokens a second as 1,024 H100."
Message equal_sentence(const answers::EqualAnswer& answer);

/// "1,024 × H100 SXM 80GB: 3,062 $/h", what is held equal as it came out.
Message cluster_words(const answers::EqualCluster& cluster, answers::Basis basis);

/// "3,062 USD an hour", "1,024 GPUs": what all clusters have in common.
Argument amount_words(answers::Basis basis, double amount);

/// The order of bars and columns; what does not fit stands last.
std::vector<const answers::EqualCluster*> quickest_first(const answers::EqualAnswer& answer);

/// Every cluster as a column of values, the quickest first: accelerators, dollars an hour, watts, throughput, against
/// the question's own, run, plan.
std::vector<Fact> equal_facts(const answers::EqualAnswer& answer);

} // namespace plateau::narrate
