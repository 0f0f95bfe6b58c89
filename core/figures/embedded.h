// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/figures/export_options.h"
#include "core/figures/provenance.h"
#include "core/messages/error.h"

/// How a figure's file carries its scenario, the program's version, its caption and sources: PNG text chunks, SVG
/// <metadata>, PDF comments and XMP, CSV comment lines.
namespace plateau::figures {

std::string embed_in_png(std::string png, const Provenance& about);
std::string embed_in_svg(std::string svg, const Provenance& about);
std::string embed_in_pdf(std::string pdf, const Provenance& about);
/// Comment lines, to stand before a table.
std::string csv_comment(const Provenance& about);
/// The same as an XMP packet: title, description, tool, sources.
std::string xmp_packet(const std::string& title, const Provenance& about);

/// The scenario's YAML in the bytes of such a file; empty: it carries none.
std::string embedded_scenario(const std::string& bytes, FigureFormat format);
/// The scenario's YAML out of an exported PNG, SVG, PDF or CSV.
Expected<std::string> read_embedded_scenario(const std::string& file);
/// Whether the file could be such a figure, by its suffix.
bool is_figure_file(const std::string& file);

} // namespace plateau::figures
