// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/contents/contents.h"

namespace plateau::help {

constexpr Page first_steps[] = {
    {"start", PLATEAU_TEXT("Getting started")},
    {"window", PLATEAU_TEXT("The window")},
    {"reading", PLATEAU_TEXT("Reading the plots")},
    {"keyboard", PLATEAU_TEXT("Keyboard")},
    {"files", PLATEAU_TEXT("Files")},
    {"bring-your-own", PLATEAU_TEXT("Bring your own configuration")},
    {"measured", PLATEAU_TEXT("Measured runs: logs, tables, traces")},
    {"glossary", PLATEAU_TEXT("Glossary")},
};
constexpr Page trusting[] = {
    {"trust", PLATEAU_TEXT("How far to trust the numbers")},
    {"evidence", PLATEAU_TEXT("Evidence and calibration")},
    {"claims", PLATEAU_TEXT("What the papers say")},
};
constexpr Page answered[] = {
    {"first-paper", PLATEAU_TEXT("The first paper")},
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
    {"python", PLATEAU_TEXT("From Python")},         {"speed", PLATEAU_TEXT("How fast it is")},
};
constexpr Chapter all_chapters[] = {
    {PLATEAU_TEXT("First steps"), first_steps},     {PLATEAU_TEXT("How sure it is"), trusting},
    {PLATEAU_TEXT("Answers worked out"), answered}, {PLATEAU_TEXT("What is modelled"), modelled},
    {PLATEAU_TEXT("To look up"), looked_up},
};

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

} // namespace plateau::help
