// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"
#include "core/text/messages/error.h"

namespace plateau::figures {

/// RFC 4648, with padding.
std::string to_base64(const std::string& bytes);
/// Letters outside the alphabet are skipped.
std::string from_base64(const std::string& letters);

/// Adds an iTXt chunk (UTF-8, not compressed: readable with any editor) after the header. Bytes that are no PNG stay
/// as they are.
std::string with_png_text(std::string png, const std::string& keyword, const std::string& utf8);
/// The text of that chunk; empty when there is none or the bytes are not a PNG.
std::string png_text(const std::string& png, const std::string& keyword);

/// & < > " as entities.
/// Without the control characters that no XML may hold, escaped or not: question marks stand for them.
std::string xml_legal(std::string xml);
std::string xml_escaped(const std::string& text);
/// The text between two tags: named and numbered entities resolved, line ends as one line feed.
std::string xml_unescaped(const std::string& xml);

/// Safe for LaTeX, letters as they are.
std::string tex_words(const std::string& words);
/// Safe for pdflatex: signs and raised digits as formulas, spaces that do not break as such.
std::string tex_formula_words(const std::string& words);

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

/// All questions of an exported figure of several, or of a file of several documents; the one that is asked comes
/// first.
Expected<std::vector<Scenario>> read_questions(const catalog::Catalog& catalog, const std::string& file_or_name);
Expected<std::vector<LimitsScenario>> read_limits_questions(const catalog::Catalog& catalog,
                                                            const std::string& file_or_name);

} // namespace plateau::figures
