// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/pages.h"

#include <algorithm>

#include "core/estimate/metrics.h"
#include "core/help/writer.h"
#include "core/limits_scenario/limits_scenario.h"

namespace plateau::help {

namespace {

constexpr Page first_steps[] = {
    {"start", PLATEAU_TEXT("Getting started")},
    {"window", PLATEAU_TEXT("The window")},
    {"reading", PLATEAU_TEXT("Reading the plots")},
    {"keyboard", PLATEAU_TEXT("Keyboard")},
    {"files", PLATEAU_TEXT("Files")},
    {"glossary", PLATEAU_TEXT("Glossary")},
};
constexpr Page trusting[] = {
    {"trust", PLATEAU_TEXT("How far to trust the numbers")}, {"evidence", PLATEAU_TEXT("Evidence and calibration")},
    {"claims", PLATEAU_TEXT("What the papers say")},         {"first-paper", PLATEAU_TEXT("The first paper")},
    {"domain", PLATEAU_TEXT("What a 72-GPU domain buys")},
};
constexpr Page modelled[] = {
    {"parallelism", PLATEAU_TEXT("How the work is divided")},
    {"network", PLATEAU_TEXT("The network")},
    {"precision", PLATEAU_TEXT("Number formats, offload, local updates")},
    {"run", PLATEAU_TEXT("Power, money, carbon, failures")},
    {"planning", PLATEAU_TEXT("How plans are found")},
    {"limits", PLATEAU_TEXT("How far one run can scale")},
};
constexpr Page looked_up[] = {
    {"parameters", PLATEAU_TEXT("Every parameter")}, {"readouts", PLATEAU_TEXT("Every number of the answer")},
    {"formulas", PLATEAU_TEXT("Every formula")},     {"hardware", PLATEAU_TEXT("Hardware")},
    {"models", PLATEAU_TEXT("Models and software")}, {"command-line", PLATEAU_TEXT("Command line")},
};
constexpr Chapter all_chapters[] = {
    {PLATEAU_TEXT("First steps"), first_steps},
    {PLATEAU_TEXT("How sure it is"), trusting},
    {PLATEAU_TEXT("What is modelled"), modelled},
    {PLATEAU_TEXT("To look up"), looked_up},
};

constexpr Block all_blocks[] = {
    {"left_out", left_out_block}, {"claims_of_papers", claims_block}, {"parameters", parameters_block},
    {"metrics", metrics_block},   {"formulas", formulas_block},       {"hardware", hardware_block},
    {"models", models_block},     {"stacks", stacks_block},
};

/// A key that both tables have stands twice on the page.
std::string entry_of_limits(const std::string& key)
{
    return "parameters.md#" + (training_parameters().find(key) ? of_limits + key : key);
}

} // namespace

std::span<const Chapter> chapters() { return all_chapters; }

const Page* find_page(const std::string& name)
{
    for (const Chapter& chapter : all_chapters)
        for (const Page& page : chapter.pages)
            if (name == page.name)
                return &page;
    return nullptr;
}

std::vector<std::string> page_names()
{
    std::vector<std::string> names;
    for (const Chapter& chapter : all_chapters)
        for (const Page& page : chapter.pages)
            names.emplace_back(page.name);
    return names;
}

std::string written(const std::string& markdown, const catalog::Catalog& catalog, const Words& words)
{
    const Writer writer(catalog, words);
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
