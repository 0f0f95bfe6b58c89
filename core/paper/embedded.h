// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"
#include "core/text/messages/error.h"

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

/// The kind of question that is asked: "training" or "limits".
Expected<std::string> question_kind(const catalog::Catalog& catalog, const std::string& file_or_name);

Expected<Scenario> read_question(const catalog::Catalog& catalog, const std::string& file_or_name);
Expected<LimitsScenario> read_limits_question(const catalog::Catalog& catalog, const std::string& file_or_name);

/// All questions of an exported figure of several, or of a file of several documents; the one that is asked comes
/// first.
Expected<std::vector<Scenario>> read_questions(const catalog::Catalog& catalog, const std::string& file_or_name);
Expected<std::vector<LimitsScenario>> read_limits_questions(const catalog::Catalog& catalog,
                                                            const std::string& file_or_name);

} // namespace plateau::figures
