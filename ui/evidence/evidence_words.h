// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/score.h"
#include "ui/document/evidence_model.h"
#include "ui/evidence/run_panel.h"
#include "ui/panels/facts_table.h"

/// What the evidence page says of one run, and of all.
namespace plateau::ui {

/// Step time, tokens/s, MFU, HFU and memory, measured and predicted. MFU and HFU of the measured step count the same
/// FLOP as the predicted ones, whatever the source's own convention.
std::vector<Fact> comparison_facts(const evidence::Evidence& evidence, std::size_t run);
/// The run as it was posed; marked where a cell was empty and the software's default stands in.
std::vector<Fact> configuration_facts(const evidence::Evidence& evidence, std::size_t run,
                                      const catalog::Catalog& catalog);
RunSourcePanel::Words source_words(const evidence::Evidence& evidence, std::size_t run);
/// Two lines for the pointer: which run, and how it compares.
QString point_hint(const EvidenceModel& model, std::size_t run, figures::EvidenceQuantity quantity);
/// Over a measured run on the workbench: the same, and its configuration in a line.
QString measured_hint(const EvidenceModel& model, const std::string& id);
/// The rows of the summary table.
std::vector<Fact> summary_facts(const evidence::ScoredGroup& group);

} // namespace plateau::ui
