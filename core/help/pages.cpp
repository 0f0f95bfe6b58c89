// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/pages.h"

#include "core/claims/paper_claims.h"
#include "core/help/writer.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/registers.h"
#include "core/text/messages/foreign.h"

namespace plateau::help {

std::string escaped(const std::string& text)
{
    constexpr std::size_t most = 4000; ///< characters
    std::string markdown;
    for (const char c : foreign_line(text, most)) {
        if (std::string_view("\\`*_|<>[]#~").find(c) != std::string_view::npos)
            markdown += '\\';
        markdown += c;
    }
    return markdown;
}

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string Writer::say(const Message& message) const { return message.empty() ? "" : escaped(words_(message)); }

std::string Writer::say(const std::string& text, std::vector<Argument> arguments) const
{
    return say(Message{text, std::move(arguments)});
}

std::string Writer::known(catalog::KnownBy known_by) const { return say(claims::known_word(known_by)); }

std::string Writer::entry(const std::string& anchor, const std::string& title, int level) const
{
    return "<a id=\"" + anchor + "\"></a>\n" + std::string(static_cast<std::size_t>(level), '#') + " " + title + "\n\n";
}

std::string Writer::item(const std::string& head, const std::string& words)
{
    return words.empty() ? "" : "- **" + head + ":** " + words + "\n";
}

std::string Writer::row(const std::vector<std::string>& cells)
{
    std::string line = "|";
    for (const std::string& cell : cells)
        line += " " + cell + " |";
    return line + "\n";
}

std::string Writer::head(const std::vector<std::string>& cells, bool numbers)
{
    std::string rule = "|";
    for (std::size_t i = 0; i < cells.size(); ++i)
        rule += numbers && i > 0 ? "---:|" : "---|";
    return row(cells) + rule + "\n";
}

namespace {

constexpr Block all_blocks[] = {
    {"left_out", left_out_block}, {"claims_of_papers", claims_block}, {"parameters", parameters_block},
    {"metrics", metrics_block},   {"formulas", formulas_block},       {"hardware", hardware_block},
    {"models", models_block},     {"stacks", stacks_block},           {"views", views_block},
};

/// A key that both tables have stands twice on the page.
std::string entry_of_limits(const std::string& key)
{
    return "parameters.md#" + (training_parameters().find(key) ? of_limits + key : key);
}

} // namespace

std::string written(const std::string& markdown, const std::shared_ptr<answers::Answers>& answers, const Words& words)
{
    const Writer writer(answers, words);
    const std::string end = "<!-- end -->";
    std::string page = markdown;
    std::vector<const Block*> blocks = registers().blocks;
    for (const Block& block : all_blocks)
        blocks.push_back(&block);
    for (const Block* block : blocks) {
        const std::string begin = std::string("<!-- ") + block->name + " -->\n";
        const std::size_t from = page.find(begin);
        const std::size_t to = from == std::string::npos ? from : page.find(end, from);
        if (to != std::string::npos)
            page.replace(from + begin.size(), to - from - begin.size(), block->write(writer));
    }
    return page;
}

std::filesystem::path help_folder(const catalog::Catalog& catalog)
{
    namespace fs = std::filesystem;
    std::error_code error;
    for (const fs::path& presets : catalog.folders)
        for (const char* place : {"help", "resources/help"})
            if (const fs::path folder = presets.parent_path() / place; fs::is_directory(folder, error))
                return folder;
    return {};
}

std::string entry_of(const std::string& subject)
{
    if (training_parameters().find(subject) || limits_parameters().find(subject))
        return "parameters.md#" + subject;
    if (subject.starts_with(of_limits) && limits_parameters().find(subject.substr(std::string(of_limits).size())))
        return entry_of_limits(subject.substr(std::string(of_limits).size()));
    if (find_metric(subject))
        return "readouts.md#" + subject;
    for (int part = 0; part < part_count; ++part)
        if (subject == name(static_cast<Part>(part)))
            return "formulas.md#" + subject;
    return {};
}

} // namespace plateau::help
