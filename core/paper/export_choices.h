// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/paper/export_options.h"

/// What can be chosen about a figure on paper: the one table behind the flags of `plateau export`, the export window
/// and the files of styles.
namespace plateau::figures {

struct ExportChoice {
    const char* flag; ///< "--font-size"; without its dashes the key in a style's file
    const char* value; ///< "PT"
    const char* help;
    Expected<void> (*read)(const std::string& text, ExportOptions& options);
    std::string (*write)(const ExportOptions& options); ///< what read() reads back; empty: as it is anyway

    std::string key() const { return flag + 2; }
};

/// In the order in which they are read: the size brings letters, resolution and height with it.
std::span<const ExportChoice> export_choices();

using Choices = std::map<std::string, std::string>; ///< by key

/// A journal's column with those choices made; an error names the flag and what it was given.
Expected<ExportOptions> export_options(const Choices& choices);
Choices choices_of(const ExportOptions& options);

/// Choices under a name: styles/NAME.yaml of a preset folder.
struct ExportStyle {
    std::string name;
    std::string title;
    Choices choices;
};
struct ExportStyles {
    std::vector<ExportStyle> styles;
    std::vector<Error> problems;
};
ExportStyles read_export_styles(const std::vector<std::filesystem::path>& preset_folders);
/// The style of a name. The error names the nearest one.
Expected<ExportStyle> find_style(const std::vector<ExportStyle>& styles, const std::string& name);
/// The text of a style's file.
std::string write_style(const ExportStyle& style);

} // namespace plateau::figures
