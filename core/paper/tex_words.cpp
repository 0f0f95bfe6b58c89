// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/tex_words.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace plateau::figures {

namespace {

constexpr std::pair<std::string_view, std::string_view> signs[] = {
    {"×", "$\\times$"},
    {"÷", "$\\div$"},
    {"−", "$-$"},
    {"±", "$\\pm$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"·", "$\\cdot$"},
    {"→", "$\\rightarrow$"},
    {"–", "--"},
    {"—", "---"},
    {"…", "\\ldots{}"},
    {"\u00a0", "~"},
    {"\u202f", "\\,"},
    {"\u2009", "\\,"},
    {"“", "``"},
    {"”", "''"},
    {"„", "\\quotedblbase "},
    {"’", "'"},
    {"°", "$^\\circ$"},
    {"µ", "$\\mu$"},
    {"⁰", "$^0$"},
    {"¹", "$^1$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {"⁻", "$^-$"},
    {"₂", "$_2$"},
    {"α", "$\\alpha$"},
    {"σ", "$\\sigma$"},
    {"∞", "$\\infty$"},
};

} // namespace

std::string tex_words(const std::string& words)
{
    std::string safe;
    for (const char letter : words)
        if (std::string_view("&%$#_{}").find(letter) != std::string_view::npos)
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

std::string tex_formula_words(const std::string& words)
{
    const std::string plain = tex_words(words);
    std::string written;
    for (std::size_t at = 0; at < plain.size();) {
        const auto* sign = std::find_if(std::begin(signs), std::end(signs), [&](const auto& pair) {
            return plain.compare(at, pair.first.size(), pair.first) == 0;
        });
        written += sign == std::end(signs) ? std::string_view(plain).substr(at, 1) : sign->second;
        at += sign == std::end(signs) ? 1 : sign->first.size();
    }
    return written;
}

} // namespace plateau::figures
