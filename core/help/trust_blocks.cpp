// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include "core/claims/paper_claims.h"
#include "core/evidence/claims.h"
#include "core/help/writer.h"

namespace plateau::help {

namespace {

std::string share(const Writer& writer, std::optional<double> error)
{
    return error ? writer.number(Quantity{*error, units::Unit::Fraction}) : std::string("–");
}

/// The mean over the sources that have a value.
std::optional<double> mean(const std::vector<evidence::LeftOutError>& errors,
                           std::optional<double> evidence::LeftOutError::*field)
{
    double sum = 0;
    int count = 0;
    for (const evidence::LeftOutError& error : errors)
        if (error.*field) {
            sum += *(error.*field);
            ++count;
        }
    return count > 0 ? std::optional<double>(sum / count) : std::nullopt;
}

std::string outcome(const Writer& writer, const claims::PaperClaim& claim, const claims::Verdict& verdict)
{
    const std::string words = writer.say(claims::outcome_words(claim, verdict));
    return verdict.holds || claim.basis == evidence::Basis::Used ? words : "**" + words + "**";
}

/// Only what was reported and not used counts.
std::string counted(const Writer& writer, const claims::Tally& tally)
{
    const auto number = [](int count) { return Verbatim{std::to_string(count)}; };
    return writer.say(
        PLATEAU_TEXT("%1 numbers were reported and not used: %2 hold, %3 are missed. Beside them stand %4 "
                     "directions that were reported (%5 the same in Plateau), %6 that we expect (%7 as "
                     "expected), and %8 that constants were chosen by: those are no test."),
        {number(tally.tests), number(tally.held), number(tally.tests - tally.held), number(tally.directions),
         number(tally.same_direction), number(tally.expected), number(tally.as_expected), number(tally.used)});
}

std::string claim_row(const Writer& writer, const claims::PaperClaim& claim, claims::Numbers& numbers)
{
    const auto verdict = claims::judge(writer.catalog(), claim, numbers);
    const bool share_of_one = verdict && english(verdict->reported_text).find('%') != std::string::npos;
    return Writer::row(
        {code(claim.id), writer.say(claim.said), verdict ? writer.say(verdict->reported_text) : "",
         verdict ? writer.say(verdict->predicted_text) : writer.say(verdict.error().what),
         writer.number(Quantity{claim.within, share_of_one ? units::Unit::Fraction : units::Unit::None}),
         writer.say(claim.reproduces ? PLATEAU_TEXT("reproduced from code") : evidence::words(claim.basis)),
         verdict ? outcome(writer, claim, *verdict) : "", writer.known(claim.known_by), writer.say(claim.source)});
}

} // namespace

std::string left_out_block(const Writer& writer)
{
    const evidence::Claims& claims = writer.answers()->data()->claims();
    std::vector<evidence::LeftOutError> errors = claims.left_out;
    std::sort(errors.begin(), errors.end(), [](const auto& one, const auto& other) {
        return one.step_time.value_or(1) < other.step_time.value_or(1);
    });
    std::string table = Writer::head({writer.say(PLATEAU_TEXT("Mean error, the source left out of the fit")),
                                      writer.say(PLATEAU_TEXT("Step time")), writer.say(PLATEAU_TEXT("Memory"))},
                                     true);
    table += Writer::row(
        {"**" + writer.say(PLATEAU_TEXT("mean of %1 sources"), {Verbatim{std::to_string(errors.size())}}) + "**",
         "**" + share(writer, mean(errors, &evidence::LeftOutError::step_time)) + "**",
         "**" + share(writer, mean(errors, &evidence::LeftOutError::memory)) + "**"});
    for (const evidence::LeftOutError& error : errors)
        table += Writer::row({writer.say(error.source), share(writer, error.step_time), share(writer, error.memory)});
    return table;
}

std::string claims_block(const Writer& writer)
{
    const claims::PaperClaims claims = claims::read_paper_claims(writer.catalog(), writer.answers()->data()->claims());
    claims::Numbers numbers(writer.answers());
    const std::string head
        = Writer::head({"", writer.say(PLATEAU_TEXT("What is said")), writer.say(PLATEAU_TEXT("Reported")), "Plateau",
                        writer.say(PLATEAU_TEXT("Within")), writer.say(PLATEAU_TEXT("Kind")), "",
                        writer.say(PLATEAU_TEXT("Known by")), writer.say(PLATEAU_TEXT("Source"))});
    std::string training, limits;
    claims::Tally tally;
    for (const claims::PaperClaim& claim : claims.claims) {
        const auto question = claims::find_question(writer.catalog(), claim.scenario);
        (question && !is_training(*question) ? limits : training) += claim_row(writer, claim, numbers);
        if (const auto verdict = claims::judge(writer.catalog(), claim, numbers))
            tally.add(claim, *verdict);
    }
    return "## "
        + writer.say(PLATEAU_TEXT("Fernandez et al., Hardware scaling trends and diminishing returns (2411.13055)"))
        + "\n\n" + counted(writer, tally) + "\n\n" + head + training + "\n## "
        + writer.say(PLATEAU_TEXT("Erdil and Schneider-Joseph, Data movement limits (2411.01137)")) + "\n\n" + head
        + limits;
}

} // namespace plateau::help
