// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/bibtex.h"

#include <regex>
#include <set>

#include "core/paper/embedded.h"
#include "core/question/scenario/scenario_file.h"

namespace plateau::figures {

constexpr CitedPaper papers[] = {
    {"2411.13055", "fernandez2025",
     "Fernandez, Jared and Wehrstedt, Luca and Shamis, Leonid and Elhoushi, Mostafa and Saladi, Kalyan and Bisk, "
     "Yonatan and Strubell, Emma and Kahn, Jacob",
     "Efficient Hardware Scaling and Diminishing Returns in Large-Scale Training of Language Models",
     "Transactions on Machine Learning Research", "2025"},
    {"2411.01137", "erdil2024", "Erdil, Ege and Schneider-Joseph, David",
     "Data Movement Limits to Frontier Model Training", "", "2024"},
};

std::span<const CitedPaper> cited_papers() { return papers; }

const CitedPaper* cited_paper(const std::string& number)
{
    const auto* found = std::find_if(std::begin(papers), std::end(papers),
                                     [&](const CitedPaper& paper) { return number == paper.number; });
    return found == std::end(papers) ? nullptr : found;
}

namespace {

constexpr const char* release_year = "2026"; ///< of the version

std::vector<std::string> numbers_in(const std::string& words)
{
    static const std::regex arxiv(R"(\b(\d{4}\.\d{4,5})\b)");
    std::vector<std::string> all;
    for (std::sregex_iterator at(words.begin(), words.end(), arxiv), end; at != end; ++at)
        all.push_back(at->str(1));
    return all;
}

std::string field(const char* name, const std::string& value)
{
    return value.empty() ? std::string() : std::string("  ") + name + " = {" + value + "},\n";
}

std::string paper_entry(const CitedPaper& paper)
{
    const std::string number = paper.number;
    return std::string("@article{") + paper.key + ",\n" + field("author", paper.author)
        + field("title", "{" + std::string(paper.title) + "}")
        + field("journal", *paper.journal ? paper.journal : "arXiv preprint arXiv:" + number)
        + field("year", paper.year) + field("eprint", number) + field("eprinttype", "arxiv")
        + field("url", "https://arxiv.org/abs/" + number) + "}\n";
}

} // namespace

std::string bibtex(const Provenance& about)
{
    const std::string program = "Plateau: what-if model of training large language models";
    std::string lines = packed_scenario(about, "% ") + "\n@misc{plateau,\n" + field("author", "{Plateau}")
        + field("title", "{" + program + "}") + field("howpublished", "Computer program, version " + about.version)
        + field("year", release_year) + "}\n";
    std::set<std::string> cited;
    std::string rest;
    for (const std::string& source : about.sources) {
        bool itself = false;
        for (const std::string& number : numbers_in(source))
            if (const CitedPaper* paper = cited_paper(number)) {
                if (source.find("arXiv " + number) == std::string::npos)
                    continue; // a constant that only draws on it stands among the data
                itself = true;
                if (cited.insert(number).second)
                    lines += '\n' + paper_entry(*paper);
            }
        if (!itself)
            rest += (rest.empty() ? "" : "; ") + tex_words(source);
    }
    if (!rest.empty())
        lines += "\n@misc{plateau-data,\n" + field("author", "{Plateau}")
            + field("title", "{Catalog of hardware, models and constants of Plateau " + about.version + "}")
            + field("year", release_year) + field("note", "It rests on: " + rest) + "}\n";
    return lines;
}

} // namespace plateau::figures
