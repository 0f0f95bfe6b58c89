// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/claims.h"
#include "core/evidence/shipped.h"

/// What is said over a measured run, on the workbench's plots and on the evidence page.
namespace plateau::figures {

/// What of a run is compared with its prediction.
enum class EvidenceQuantity { StepTime, Memory };

/// The first word of an accelerator's name: "H100".
std::string hardware_family(const catalog::Accelerator& accelerator);

/// Measured and predicted value of a run; nothing measured: not comparable.
struct Compared {
    double measured = 0;
    double predicted = 0;
    double error() const { return predicted / measured - 1; }
};
std::optional<Compared> compared(const evidence::Evidence& evidence, std::size_t run, EvidenceQuantity quantity);

/// "MPT-70B on 64 H100"
Message run_title(const evidence::Evidence& evidence, std::size_t run);
/// Two lines: which run, and how it compares. None where nothing can be compared.
std::vector<Message> run_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run,
                              EvidenceQuantity quantity);
/// Over a measured run on the workbench: the two lines about its step time, and its configuration in a third.
std::vector<Message> measured_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run);

} // namespace plateau::figures
