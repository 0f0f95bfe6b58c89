// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/catalog/catalog.h"
#include "core/files/output.h"

/// A software stack of one's own as a file.
namespace plateau::evidence {

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

/// Did write_stack() write this?
bool is_own_stack(const std::string& yaml);

} // namespace plateau::evidence
