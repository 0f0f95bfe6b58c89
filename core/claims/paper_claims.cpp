// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims/paper_claims.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/catalog/accelerator.h"
#include "core/files/node.h"
#include "core/files/reader.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/speech.h"

namespace plateau::claims {

namespace {

using files::Need;

constexpr double most = 1e40;

/// The statement of that id; an id that several share is none.
const evidence::Statement* statement_of(const evidence::Claims& evidence, const std::string& id)
{
    const evidence::Statement* found = nullptr;
    for (const evidence::Statement& statement : evidence.statements)
        if (statement.id == id) {
            if (found)
                return nullptr;
            found = &statement;
        }
    return found;
}

void copy_statement(PaperClaim& claim, const evidence::Statement& statement)
{
    claim.id = statement.id;
    claim.said = statement.said;
    claim.scenario = statement.scenario;
    claim.ask = {statement.is_ratio() ? Ask::Form::Change : Ask::Form::Plain, statement.metric->key, statement.at,
                 statement.against};
    claim.basis = statement.basis;
    claim.known_by = statement.known_by;
    claim.source = statement.source;
}

void read_bound(files::Reader& reader, const char* key, std::optional<double>& bound)
{
    double value = 0;
    if (reader.has(key) && reader.quantity(key, units::Unit::None, value, -most, most))
        bound = value;
}

void read_statement_of(files::Reader& reader, const evidence::Claims& evidence, PaperClaim& claim)
{
    std::string id;
    reader.text("statement", id, Need::Required);
    const evidence::Statement* statement = statement_of(evidence, id);
    if (!statement) {
        std::vector<std::string> ids;
        for (const evidence::Statement& each : evidence.statements)
            if (statement_of(evidence, each.id))
                ids.push_back(each.id);
        reader.refuse("statement",
                      {PLATEAU_TEXT("%1 is no statement of its own; the nearest is %2"),
                       {Verbatim{id}, Verbatim{nearest(id, ids)}}});
        return;
    }
    copy_statement(claim, *statement);
    if (!claim.at_least && !claim.at_most)
        claim.reported = statement->reported;
}

void read_own(files::Reader& reader, PaperClaim& claim)
{
    std::string value;
    reader.text("id", claim.id, Need::Required);
    reader.text("said", claim.said, Need::Required);
    reader.text("scenario", claim.scenario, Need::Required);
    reader.choice("basis", claim.basis, Need::Required);
    reader.flag("reproduces", claim.reproduces);
    reader.choice("known_by", claim.known_by, Need::Required);
    reader.text("source", claim.source, Need::Required);
    read_bound(reader, "reported", claim.reported);
    if (claim.basis == evidence::Basis::Reported && !claim.reported)
        reader.refuse("basis", {PLATEAU_TEXT("a bound of our own was reported by nobody"), {}},
                      {PLATEAU_TEXT("direction or expected, or a number that was reported"), {}});
    if (!reader.text("value", value, Need::Required))
        return;
    if (auto ask = read_ask(value); ask && !ask->is_of_claim())
        claim.ask = std::move(*ask);
    else
        reader.refuse("value", ask ? Message{PLATEAU_TEXT("a claim cannot ask for a claim"), {}} : ask.error().what,
                      ask ? Message{} : ask.error().accepted);
}

PaperClaim read_claim_of_paper(const files::Node& node, const std::string& file, const catalog::Catalog& catalog,
                               const evidence::Claims& evidence, std::vector<Error>& problems)
{
    PaperClaim claim;
    const std::size_t before = problems.size();
    files::Reader reader(node, file, problems);
    read_bound(reader, "at_least", claim.at_least);
    read_bound(reader, "at_most", claim.at_most);
    reader.quantity("within", units::Unit::None, claim.within, 0, most);
    read_bound(reader, "gate", claim.gate);
    if (reader.has("statement"))
        read_statement_of(reader, evidence, claim);
    else
        read_own(reader, claim);
    reader.finish();
    if (problems.size() > before)
        return claim;
    if (!claim.reported && !claim.at_least && !claim.at_most)
        reader.refuse(node, {PLATEAU_TEXT("says neither what was reported nor a bound"), {}},
                      {"reported, at_least, at_most", {}});
    if (const auto question = find_question(catalog, claim.scenario); !question)
        reader.refuse(node, question.error().what, question.error().accepted);
    else if (const auto known = known_key(*question, claim.ask.key); !known)
        reader.refuse(node, known.error().what, known.error().accepted);
    return claim;
}

} // namespace

double PaperClaim::off(double value) const
{
    if (std::isnan(value))
        return most;
    double off = reported ? std::abs(value - *reported) : 0;
    if (at_least)
        off = std::max(off, *at_least - value);
    if (at_most)
        off = std::max(off, value - *at_most);
    return std::max(off, 0.0);
}

const PaperClaim* PaperClaims::find(const std::string& id) const
{
    const auto found = std::find_if(claims.begin(), claims.end(), [&](const auto& claim) { return claim.id == id; });
    return found == claims.end() ? nullptr : &*found;
}

std::vector<std::string> PaperClaims::ids() const
{
    std::vector<std::string> ids;
    for (const PaperClaim& claim : claims)
        ids.push_back(claim.id);
    return ids;
}

PaperClaims read_paper_claims(const catalog::Catalog& catalog, const evidence::Claims& evidence)
{
    PaperClaims all;
    const auto paths = catalog::preset_files(catalog.folders, "claims");
    files::read_each(paths, all.problems, [&](files::Reader& reader, const auto&) {
        for (const files::Node& node : reader.list("claims", Need::Required)) {
            const std::size_t before = all.problems.size();
            PaperClaim claim = read_claim_of_paper(node, reader.file(), catalog, evidence, all.problems);
            if (all.problems.size() == before && all.find(claim.id))
                reader.refuse(node, {PLATEAU_TEXT("%1 is there twice"), {Verbatim{claim.id}}});
            if (all.problems.size() == before)
                all.claims.push_back(std::move(claim));
        }
        reader.finish();
    });
    return all;
}

Expected<Verdict> judge(const catalog::Catalog& catalog, const PaperClaim& claim, Numbers& numbers)
{
    const auto question = find_question(catalog, claim.scenario);
    if (!question)
        return tl::unexpected(question.error());
    const Expected<double> value = numbers.value(*question, claim.ask);
    if (!value)
        return tl::unexpected(value.error());
    const auto written = [&](double number) { return numbers.written(*question, claim.ask, number); };
    Verdict verdict{*value, claim.holds(*value), {}, written(*value)};
    if (claim.reported)
        verdict.reported_text = written(*claim.reported);
    else if (claim.at_least && claim.at_most)
        verdict.reported_text = {"%1 \u2013 %2", {written(*claim.at_least), written(*claim.at_most)}};
    else
        verdict.reported_text = {"%1 %2",
                                 {claim.at_least ? PLATEAU_TEXT("at least") : PLATEAU_TEXT("at most"),
                                  written(claim.at_least ? *claim.at_least : *claim.at_most)}};
    return verdict;
}

const char* told_text(const PaperClaim& claim)
{
    if (claim.reproduces)
        return PLATEAU_TEXT("the authors' code says %1 (%2), Plateau %3: %4");
    switch (claim.basis) {
    case evidence::Basis::Reported:
        return PLATEAU_TEXT("reported %1 (%2), Plateau %3: %4");
    case evidence::Basis::Direction:
        return PLATEAU_TEXT("direction reported: %1 (%2), Plateau %3: %4");
    case evidence::Basis::Expected:
        return PLATEAU_TEXT("expected by us: %1 (%2), Plateau %3: %4");
    case evidence::Basis::Used:
        break;
    }
    return PLATEAU_TEXT("used in fitting: reported %1 (%2), Plateau %3: %4");
}

const char* outcome_words(const PaperClaim& claim, const Verdict& verdict)
{
    if (claim.reproduces)
        return verdict.holds ? PLATEAU_TEXT("reproduced") : PLATEAU_TEXT("not reproduced");
    switch (claim.basis) {
    case evidence::Basis::Reported:
        return verdict.holds ? PLATEAU_TEXT("holds") : PLATEAU_TEXT("missed");
    case evidence::Basis::Direction:
        return verdict.holds ? PLATEAU_TEXT("the same direction") : PLATEAU_TEXT("the other direction");
    case evidence::Basis::Expected:
        return verdict.holds ? PLATEAU_TEXT("as expected") : PLATEAU_TEXT("not as expected");
    case evidence::Basis::Used:
        break;
    }
    return PLATEAU_TEXT("no test");
}

Message told(const PaperClaim& claim, const Verdict& verdict)
{
    return {told_text(claim),
            {verdict.reported_text, known_word(claim.known_by), verdict.predicted_text, outcome_words(claim, verdict)}};
}

void Tally::add(const PaperClaim& claim, const Verdict& verdict)
{
    const int yes = verdict.holds ? 1 : 0;
    if (claim.reproduces) {
        reproduced += yes;
    } else if (claim.is_test()) {
        ++tests;
        held += yes;
    } else if (claim.basis == evidence::Basis::Direction) {
        ++directions;
        same_direction += yes;
    } else if (claim.basis == evidence::Basis::Expected) {
        ++expected;
        as_expected += yes;
    } else {
        ++used;
    }
}

namespace {

/// The panel of the scaling figure that shows a metric, for one GPU.
const char* panel_of(const std::string& metric)
{
    if (metric == "mfu")
        return "mfu";
    return metric == "communication_fraction" ? "communication" : nullptr;
}

bool is_landmark(const std::string& key) { return key == "linear_end" || key == "wall" || key == "last_crossing"; }

std::optional<double> gpus_of(const PaperClaim& claim)
{
    for (const auto& [key, text] : claim.ask.at)
        if (key == "gpus")
            if (const auto gpus = units::parse(text, units::Unit::Gpus))
                return *gpus;
    return std::nullopt;
}

} // namespace

void add_claim_marks(figures::Figure& figure, const std::vector<const PaperClaim*>& claims)
{
    for (const PaperClaim* claim : claims) {
        if (!claim->reported || claim->ask.is_ratio())
            continue;
        const double reported = *claim->reported;
        for (figures::Panel& panel : figure.panels()) {
            const char* id = figure.id == "scaling" ? panel_of(claim->ask.key) : nullptr;
            const auto gpus = gpus_of(*claim);
            if (id && panel.id == id && gpus && *gpus >= figure.plot().x.minimum && *gpus <= figure.plot().x.maximum) {
                const Message head{PLATEAU_TEXT("Published %1"), {Quantity{reported, panel.y.unit}}};
                panel.notes.push_back({.x = *gpus,
                                       .y = reported,
                                       .head = head,
                                       .text = {"%1, %2", {Verbatim{claim->id}, known_word(claim->known_by)}},
                                       .ring = true});
            }
            if (figure.id == "limits" && panel.id == "utilization" && is_landmark(claim->ask.key))
                panel.marks.push_back({reported, {PLATEAU_TEXT("published"), {}}});
        }
    }
}

} // namespace plateau::claims
