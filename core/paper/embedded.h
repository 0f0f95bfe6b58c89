// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/paper/export_options.h"
#include "core/paper/provenance.h"
#include "core/text/messages/error.h"

/// How a figure's file carries its scenario, the program's version, its caption and sources: PNG text chunks, SVG
/// <metadata>, PDF comments and XMP, comment lines of tables and scripts.
namespace plateau::figures {

std::string embed_in_png(std::string png, const Provenance& about);
std::string embed_in_svg(std::string svg, const Provenance& about);
std::string embed_in_pdf(std::string pdf, const Provenance& about);
/// A PDF that does not say when it was made: the same for the same figure.
std::string without_time(std::string pdf);
/// Comment lines, to stand before a table (`sign` "# ") or a script.
std::string comment_lines(const Provenance& about, const std::string& sign);
/// The scenario alone, in letters and digits: for files that take other signs for their own.
std::string packed_scenario(const Provenance& about, const std::string& sign);
/// The provenance as an XMP packet: title, description, tool, sources.
std::string xmp_packet(const std::string& title, const Provenance& about);

/// The scenario's YAML in the bytes of such a file; empty: it carries none.
std::string embedded_scenario(const std::string& bytes, FigureFormat format);
/// The scenario's YAML out of an exported figure.
Expected<std::string> read_embedded_scenario(const std::string& file);
/// Whether the file could be such a figure, by its suffix.
bool is_figure_file(const std::string& file);

} // namespace plateau::figures
