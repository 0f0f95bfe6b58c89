// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/pages.h"

#include <algorithm>

#include "core/help/writer.h"
#include "core/model/metrics.h"
#include "core/question/limits_scenario/limits_scenario.h"

namespace plateau::help {

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
    for (const Block& block : all_blocks) {
        const std::string begin = std::string("<!-- ") + block.name + " -->\n";
        const std::size_t from = page.find(begin);
        const std::size_t to = from == std::string::npos ? from : page.find(end, from);
        if (to != std::string::npos)
            page.replace(from + begin.size(), to - from - begin.size(), block.write(writer));
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
