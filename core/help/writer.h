// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/help/pages.h"
#include "core/text/units/quantity.h"

/// How blocks of pages are written.
namespace plateau::help {

class Writer {
public:
    Writer(std::shared_ptr<answers::Answers> answers, const Words& words) : answers_(std::move(answers)), words_(words)
    {
    }

    const std::shared_ptr<answers::Answers>& answers() const { return answers_; }
    const catalog::Catalog& catalog() const { return answers_->data()->catalog(); }
    /// A text of ours in the reader's language, as Markdown.
    std::string say(const std::string& text, std::vector<Argument> arguments = {}) const;
    std::string say(const Message& message) const;
    std::string known(catalog::KnownBy known_by) const;
    /// A number with its unit, or another argument that stands alone.
    std::string number(Argument argument) const { return say("%1", {std::move(argument)}); }

    /// A heading that F1 and links find.
    std::string entry(const std::string& anchor, const std::string& title, int level = 3) const;
    /// A point of a list: what `head` says its words are; empty where there are no words.
    static std::string item(const std::string& head, const std::string& words);
    static std::string row(const std::vector<std::string>& cells);
    /// The head of a table; columns from the second on are right-aligned where asked.
    static std::string head(const std::vector<std::string>& cells, bool numbers = false);

private:
    std::shared_ptr<answers::Answers> answers_;
    const Words& words_;
};

/// Text as Markdown that says just that, in a table too.
std::string escaped(const std::string& text);
std::string code(const std::string& text);

/// A generated block of a page.
struct Block {
    const char* name;
    std::string (*write)(const Writer&);
};
std::string parameters_block(const Writer& writer);
std::string views_block(const Writer& writer);
std::string metrics_block(const Writer& writer);
std::string formulas_block(const Writer& writer);
std::string left_out_block(const Writer& writer);
std::string claims_block(const Writer& writer);
std::string hardware_block(const Writer& writer);
std::string models_block(const Writer& writer);
std::string stacks_block(const Writer& writer);

} // namespace plateau::help
