// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/claims.h"
#include "core/views/figures/evidence_filter.h"

/// What a point of a figure says when it is pointed at.
namespace plateau::figures {

/// Two lines: which run, and how it compares. None where nothing can be compared.
std::vector<Message> run_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run,
                              EvidenceQuantity quantity);
/// Over a measured run on the workbench: the same of its step time, and its configuration in a line.
std::vector<Message> measured_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run);

} // namespace plateau::figures
