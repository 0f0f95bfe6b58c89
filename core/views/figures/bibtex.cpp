// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/figures/bibtex.h"

#include <regex>
#include <set>

#include "core/question/scenario/scenario_file.h"
#include "core/views/figures/embedded.h"

namespace plateau::figures {

namespace {

std::string found(const std::string& words, const std::regex& pattern)
{
    std::smatch match;
    return std::regex_search(words, match, pattern) ? match[1].str() : std::string();
}

/// "fernandez2025": the first word and the year; each key once.
std::string key_of(const std::string& source, const std::string& year, std::set<std::string>& taken)
{
    std::string key;
    for (const char letter : source) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        if (upper || (letter >= 'a' && letter <= 'z') || (!key.empty() && letter >= '0' && letter <= '9'))
            key += upper ? static_cast<char>(letter + 32) : letter;
        else if (!key.empty())
            break;
    }
    key = (key.empty() ? "source" : key) + year;
    std::string own = key;
    for (char more = 'b'; !taken.insert(own).second; more = more == 'z' ? 'b' : static_cast<char>(more + 1)) {
        own += more;
    }
    return own;
}

std::string entry(const std::string& source, std::set<std::string>& taken)
{
    static const std::regex arxiv(R"(\b(\d{4}\.\d{4,5})\b)"), address(R"((https?://[^\s,;()]+))"),
        host(R"(\b((?:[a-z0-9-]+\.)+(?:com|org|net|ai|io|dev)/[^\s,;()]+))"),
        code(R"(\b([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+)@[0-9a-f]{7})"), written(R"(\b((?:19|20)\d\d)\b(?!\.\d))");
    const std::string number = found(source, arxiv);
    std::string url = found(source, address);
    if (url.empty())
        url = found(source, host).empty() ? std::string() : "https://" + found(source, host);
    std::string year = found(source, written);
    if (url.empty() && !found(source, code).empty())
        url = "https://github.com/" + found(source, code);
    if (year.empty() && !number.empty())
        year = "20" + number.substr(0, 2);
    const std::string key = key_of(source, year, taken);
    // Sorted by `key` where there is no author.
    std::string lines = "@misc{" + key + ",\n  key = {" + key + "},\n  title = {{" + tex_words(source) + "}},\n";
    if (!year.empty())
        lines += "  year = {" + year + "},\n";
    if (!number.empty())
        lines += "  eprint = {" + number + "},\n  archiveprefix = {arXiv},\n";
    if (!url.empty())
        lines += "  howpublished = {\\url{" + url + "}},\n";
    return lines + "}\n";
}

} // namespace

std::string tex_words(const std::string& words)
{
    std::string safe;
    for (const char letter : words)
        if (std::string("&%$#_{}").find(letter) != std::string::npos)
            safe += std::string("\\") + letter;
        else if (letter == '~')
            safe += "\\textasciitilde{}";
        else if (letter == '^')
            safe += "\\textasciicircum{}";
        else if (letter == '\\')
            safe += "\\textbackslash{}";
        else
            safe += letter;
    return safe;
}

std::string bibtex(const Provenance& about)
{
    std::set<std::string> taken{"plateau"};
    std::string lines = packed_scenario(about, "% ")
        + "\n@software{plateau,\n  key = {plateau},\n  title = {{Plateau}: what-if model of training large language "
          "models},\n"
          "  version = {"
        + about.version + "},\n  note = {Computed with Plateau " + about.version + "},\n}\n";
    for (const std::string& source : about.sources)
        lines += '\n' + entry(source, taken);
    return lines;
}

} // namespace plateau::figures
