// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/answers/answers.h"
#include "core/catalog/catalog.h"
#include "core/text/contents/contents.h"
#include "core/text/messages/message.h"

/// The pages of help: Markdown files of resources/help. What a page says of tables, terms and presets stands between
/// two marks in its file and is written anew from them whenever the page is read:
///
///     <!-- parameters -->
///     <!-- end -->
///
/// A line <a id="gpus"></a> names the paragraph or heading below it; F1 and links lead there.
namespace plateau::help {

/// A sentence in the reader's language.
using Words = std::function<std::string(const Message&)>;

/// The page with what is generated in it.
std::string written(const std::string& markdown, const std::shared_ptr<answers::Answers>& answers, const Words& words);

/// Where the files lie beside the presets, installed or not.
std::filesystem::path help_folder(const catalog::Catalog& catalog);

inline constexpr const char* of_limits = "limits-";

/// The page and paragraph that explain a thing of the window: "parameters.md#gpus" for the key of a parameter,
/// "limits-gpus" for one of a question about limits, "readouts.md#mfu" of a metric, "formulas.md#all_gather" of a term.
/// Empty for anything else.
std::string entry_of(const std::string& subject);

/// "plateau 0.2.0", the kind of build and the libraries, a line each.
std::string version_text();

/// Writes what somebody who looks for a fault needs to know: version, system, presets that could not be read, the
/// question (empty: none) as its file says it. No path of a person's folders is in it.
std::string bug_report(const catalog::Catalog& catalog, const std::string& question);

/// "/home/ada/runs/a.yaml" as "…/a.yaml", wherever in the text; addresses of pages stay.
std::string without_folders(const std::string& text);

} // namespace plateau::help
