// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/question.h"
#include "app/terminal.h"
#include "core/text/messages/words.h"
#include "tests/studies/intervals.h"
#include "tests/studies/statements.h"

/// What constants are fitted and judged by, for whoever maintains the presets:
///     plateau_studies fit                          all software together, as fit_stacks.py writes it into presets
///     plateau_studies fit STACK+STACK:KEY,KEY ...  constants that stacks share; "|" between stacks: one for each
///     plateau_studies claims                       what papers say beside what is predicted, for a page of help
namespace plateau::evidence {

namespace {

std::vector<Row> shipped_rows(const catalog::Catalog& catalog)
{
    std::vector<Row> all;
    for (const auto& file : evidence_files(catalog)) {
        std::vector<Row> rows = read_rows(file).value();
        std::move(rows.begin(), rows.end(), std::back_inserter(all));
    }
    return all;
}

/// "a+b:x,y": constants x and y, each one number for the stacks a and b; "a|b:x,y": one for each of them.
std::vector<Dial> read_dials(const catalog::Catalog& catalog, const std::vector<std::string>& texts)
{
    std::vector<Dial> dials;
    for (const std::string& text : texts) {
        const std::vector<std::string> sides = split(text, ":");
        for (const std::string& stacks : split(sides.at(0), "|"))
            for (const std::string& key : split(sides.at(1), ","))
                dials.push_back(make_dial(catalog, key, split(stacks, "+")));
    }
    return dials;
}

void fit_some(const catalog::Catalog& catalog, Sample& sample, const std::vector<std::string>& texts)
{
    std::vector<Dial> dials = read_dials(catalog, texts);
    const FitResult result = fit(sample, all_rows(sample.rows), dials);
    fmt::print("{} constants on {} rows: loss {:.4g} -> {:.4g}\n", dials.size(), result.rows, result.loss_before,
               result.loss_after);
    for (const Dial& dial : dials) {
        const bool at_bound = std::min(dial.value - dial.low, dial.high - dial.value) < 0.01 * (dial.high - dial.low);
        fmt::print("{:<28} {:<40} {:>12.4g} (was {:.4g}){}\n", dial.key, fmt::join(dial.stacks, "+"), dial.value,
                   dial.start, at_bound ? "  at bound" : "");
    }
}

/// A line for each constant of each stack: its id, the key, the value, how many runs of its own moved it, and the
/// lowest and highest value with any one source left out.
void fit_all(const catalog::Catalog& catalog, Sample& sample)
{
    const auto without = leave_out_intervals(catalog, sample);
    const PooledFit fitted = fit_pooled(catalog, sample, all_rows(sample.rows));
    for (const catalog::Stack& stack : catalog.stacks)
        for (const PooledConstant& one : constants_of(fitted, stack)) {
            const auto [low, high] = without.at(stack.id).at(one.key);
            fmt::print("{} {} {:.4g} {} {:.4g} {:.4g}\n", stack.id, one.key, one.value, one.runs, low, high);
        }
}

int usage()
{
    std::fputs("plateau_studies fit [STACKS:KEYS ...] | claims\n", stderr);
    return 2;
}

int run(const std::vector<std::string>& words)
{
    const catalog::Catalog catalog = catalog::read(catalog::preset_folders());
    for (const Error& problem : catalog.problems)
        app::complain(problem);
    if (words.front() == "claims") {
        fmt::print("{}", statements_table(app::answers_from(catalog), read_claims(catalog.folders).statements));
        return 0;
    }
    Sample sample = make_sample(catalog, shipped_rows(catalog));
    if (words.front() == "fit" && words.size() == 1) {
        fit_all(catalog, sample);
    } else if (words.front() == "fit") {
        fit_some(catalog, sample, {words.begin() + 1, words.end()});
    } else {
        return usage();
    }
    return app::finish_standard_output() ? 0 : 1;
}

} // namespace

} // namespace plateau::evidence

int main(int count, char** words)
{
    return count > 1 ? plateau::evidence::run({words + 1, words + count}) : plateau::evidence::usage();
}
