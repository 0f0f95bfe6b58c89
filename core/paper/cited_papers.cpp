// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/cited_papers.h"

#include <algorithm>

namespace plateau::figures {

namespace {

constexpr CitedPaper papers[] = {
    {"2411.13055", "fernandez2025",
     "Fernandez, Jared and Wehrstedt, Luca and Shamis, Leonid and Elhoushi, Mostafa and Saladi, Kalyan and Bisk, "
     "Yonatan and Strubell, Emma and Kahn, Jacob",
     "Efficient Hardware Scaling and Diminishing Returns in Large-Scale Training of Language Models",
     "Transactions on Machine Learning Research", "2025"},
    {"2411.01137", "erdil2024", "Erdil, Ege and Schneider-Joseph, David",
     "Data Movement Limits to Frontier Model Training", "", "2024"},
};

} // namespace

std::span<const CitedPaper> cited_papers() { return papers; }

const CitedPaper* cited_paper(const std::string& number)
{
    const auto* found = std::find_if(std::begin(papers), std::end(papers),
                                     [&](const CitedPaper& paper) { return number == paper.number; });
    return found == std::end(papers) ? nullptr : found;
}

} // namespace plateau::figures
