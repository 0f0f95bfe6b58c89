// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/figures/export_options.h"
#include "core/messages/error.h"

/// How a figure's file carries its scenario: PNG text chunk, SVG <metadata>, PDF comment, CSV comment lines.
namespace plateau::figures {

std::string embed_in_png(std::string png, const std::string& scenario);
std::string embed_in_svg(std::string svg, const std::string& scenario);
std::string embed_in_pdf(std::string pdf, const std::string& scenario);
/// Comment lines, to stand before a table.
std::string csv_comment(const std::string& scenario);

/// The scenario's YAML in the bytes of such a file; empty: it carries none.
std::string embedded_scenario(const std::string& bytes, FigureFormat format);
/// The scenario's YAML out of an exported PNG, SVG, PDF or CSV.
Expected<std::string> read_embedded_scenario(const std::string& file);
/// Whether the file could be such a figure, by its suffix.
bool is_figure_file(const std::string& file);

} // namespace plateau::figures
