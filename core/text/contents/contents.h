// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/text/messages/message.h"

/// The contents of help: its chapters and pages, by name and title.
namespace plateau::help {

struct Page {
    const char* name; ///< of its file, without ".md"
    const char* title; ///< in the contents
};
struct Chapter {
    const char* title;
    std::span<const Page> pages;
};
/// In the order of the contents.
std::span<const Chapter> chapters();
/// Null for a name that is none.
const Page* find_page(const std::string& name);
std::vector<std::string> page_names();

} // namespace plateau::help
