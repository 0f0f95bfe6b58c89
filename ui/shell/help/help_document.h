// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextDocument>

#include <map>

#include "ui/controls/theme.h"

namespace plateau::ui {

/// A page of help on the screen or on paper: Markdown, its tables and code in the theme's colours.
struct HelpPlaces {
    std::map<QString, int> blocks; ///< by anchor: the number of the block that it names
};

/// Fills the document; its base URL and pictures are the caller's.
HelpPlaces fill_help_document(QTextDocument& document, const QString& markdown, const Theme& theme);

} // namespace plateau::ui
