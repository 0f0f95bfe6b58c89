// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/nearest.h"

#include <algorithm>
#include <numeric>

#include "core/text/messages/speech.h"
#include "core/text/messages/words.h"

namespace plateau {

namespace {

/// Letters and digits in lower case: "H100-SXM" and "h100_sxm" are the same word.
std::string word(const std::string& text)
{
    std::string result;
    for (char c : text.substr(0, 100)) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        if (c != '_' && c != '-' && c != ' ')
            result += c;
    }
    return result;
}

double edit_distance(const std::string& a, const std::string& b)
{
    std::vector<double> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        row[j] = static_cast<double>(j);
    for (size_t i = 1; i <= a.size(); ++i) {
        double diagonal = row[0];
        row[0] = static_cast<double>(i);
        for (size_t j = 1; j <= b.size(); ++j) {
            const double replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

constexpr double cost_of_unwritten_letter = 0.2;

} // namespace

std::vector<std::size_t> nearest_first(const std::string& text, const std::vector<std::string>& candidates)
{
    const std::string wanted = word(text);
    std::vector<double> distances;
    distances.reserve(candidates.size());
    for (const std::string& candidate : candidates) {
        const std::string known = word(candidate);
        const bool within = !wanted.empty() && known.find(wanted) != std::string::npos;
        distances.push_back(edit_distance(wanted, known) * (within ? cost_of_unwritten_letter : 1));
    }
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
    return order;
}

std::string nearest(const std::string& text, const std::vector<std::string>& candidates)
{
    return candidates.empty() ? std::string() : candidates[nearest_first(text, candidates).front()];
}

namespace {

std::vector<std::string> all_names(const std::vector<Called>& candidates)
{
    std::vector<std::string> names;
    names.reserve(candidates.size());
    for (const Called& candidate : candidates)
        names.push_back(candidate.name);
    return names;
}

} // namespace

std::string nearest(const std::string& text, const std::vector<Called>& candidates)
{
    const std::string wanted = word(text);
    const std::string written_like = nearest(text, all_names(candidates));
    if (edit_distance(wanted, word(written_like)) <= 1)
        return written_like; // "gpu" is gpus, whatever else is called so
    for (const Called& candidate : candidates)
        for (const std::string& phrase : split(candidate.also, ","))
            if (!wanted.empty() && word(phrase) == wanted)
                return candidate.name;
    return written_like;
}

Error unknown_name(const Message& what, const std::string& text, const std::vector<Called>& candidates,
                   const std::string& listed_by, std::string where)
{
    if (candidates.empty())
        return {what, std::move(where), {PLATEAU_TEXT("none of the files that hold them can be read"), {}}};
    constexpr std::size_t most_listed = 8;
    Error error{.where = std::move(where), .nearest = nearest(text, candidates)};
    error.what = {PLATEAU_TEXT("%1; the nearest is %2"), {what, Verbatim{error.nearest}}};
    if (candidates.size() <= most_listed)
        error.accepted = one_of(all_names(candidates));
    else if (!listed_by.empty())
        error.accepted = {PLATEAU_TEXT("%1 lists all of them"), {Verbatim{listed_by}}};
    return error;
}

Error unknown_name(const Message& what, const std::string& text, const std::vector<std::string>& candidates,
                   const std::string& listed_by, std::string where)
{
    std::vector<Called> called;
    called.reserve(candidates.size());
    for (const std::string& name : candidates)
        called.push_back({name, {}});
    return unknown_name(what, text, called, listed_by, std::move(where));
}

} // namespace plateau
