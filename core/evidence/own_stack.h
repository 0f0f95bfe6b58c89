// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/evidence/calibrate.h"
#include "core/files/output.h"

/// A software stack of one's own: runs typed in to calibrate it on, and its file.
namespace plateau::evidence {

/// A run typed in: the scenario as it stands and what was measured of it. Exactly one of step time and tokens/s (all
/// GPUs) is needed; 0: not measured.
struct TypedRun {
    std::string id;
    double step_seconds = 0;
    double tokens_per_s = 0;
    double memory_bytes = 0;
};
/// Adds it to the sample, under the scenario's own stack. Refused when the scenario's plan is impossible or nothing
/// was measured.
Expected<void> add_run(Sample& sample, const Scenario& scenario, const TypedRun& run);

/// The stack's YAML: based on what its base is based on, with every constant that differs from that.
std::string write_stack(const catalog::Catalog& catalog, const catalog::Stack& stack);

/// The id a title becomes: "Our H100s, May" -> "our_h100s_may". Empty when nothing is left.
std::string stack_id(const std::string& title);

/// Where a calibrated stack of this name stands: in the user's presets folder (the last of catalog.folders that is not
/// the shipped one). Refuses an id that a stack which is not one's own has.
Expected<std::filesystem::path> own_stack_file(const catalog::Catalog& catalog, const std::string& title);

/// Names and saves a stack of one's own there, over an earlier one unless told otherwise; its version is that one's and
/// one more. `base`: id of the stack it was made from. Returns the file.
Expected<std::filesystem::path> save_stack(const catalog::Catalog& catalog, catalog::Stack stack,
                                           const std::string& base, const std::string& title,
                                           files::Replacing::What what = files::Replacing::What::Earlier);

/// The calibrated stack, over an earlier calibration unless told otherwise. Returns the file.
Expected<std::filesystem::path> save_stack(const catalog::Catalog& catalog, const Calibration& calibration,
                                           const std::string& title,
                                           files::Replacing::What what = files::Replacing::What::Earlier);

/// Did write_stack() write this?
bool is_own_stack(const std::string& yaml);

} // namespace plateau::evidence
