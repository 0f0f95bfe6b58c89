// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include "core/evidence/claims.h"
#include "core/help/writer.h"
#include "core/tours/paper_claims.h"

namespace plateau::help {

namespace {

std::string share(const Writer& writer, std::optional<double> error)
{
    return error ? writer.number(units::format(*error, units::Unit::Fraction)) : std::string("–");
}

/// Over the sources that have one.
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

std::string claim_row(const Writer& writer, const tours::PaperClaim& claim, tours::Numbers& numbers)
{
    const auto verdict = tours::judge(writer.catalog(), claim, numbers);
    const bool share_of_one = verdict && verdict->reported_text.find('%') != std::string::npos;
    return Writer::row(
        {code(claim.id), writer.say(claim.said), verdict ? writer.number(verdict->reported_text) : "",
         verdict ? writer.number(verdict->predicted_text) : writer.say(verdict.error().what),
         writer.number(units::format(claim.within, share_of_one ? units::Unit::Fraction : units::Unit::None)),
         verdict && verdict->holds ? writer.say(PLATEAU_TEXT("agrees"))
                                   : "**" + writer.say(PLATEAU_TEXT("disagrees")) + "**",
         writer.known(claim.known_by), writer.say(claim.source)});
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
    table += Writer::row({"**" + writer.say(PLATEAU_TEXT("mean of %1 sources"), {std::to_string(errors.size())}) + "**",
                          "**" + share(writer, mean(errors, &evidence::LeftOutError::step_time)) + "**",
                          "**" + share(writer, mean(errors, &evidence::LeftOutError::memory)) + "**"});
    for (const evidence::LeftOutError& error : errors)
        table += Writer::row({writer.say(error.source), share(writer, error.step_time), share(writer, error.memory)});
    return table;
}

std::string claims_block(const Writer& writer)
{
    const tours::PaperClaims claims = tours::read_paper_claims(writer.catalog(), writer.answers()->data()->claims());
    tours::Numbers numbers(writer.answers());
    const std::string head
        = Writer::head({"", writer.say(PLATEAU_TEXT("What is said")), writer.say(PLATEAU_TEXT("Reported")), "Plateau",
                        writer.say(PLATEAU_TEXT("Within")), "", writer.say(PLATEAU_TEXT("Known by")),
                        writer.say(PLATEAU_TEXT("Source"))});
    std::string training, limits;
    for (const tours::PaperClaim& claim : claims.claims) {
        const auto question = tours::find_question(writer.catalog(), claim.scenario);
        (question && !tours::is_training(*question) ? limits : training) += claim_row(writer, claim, numbers);
    }
    return "## "
        + writer.say(PLATEAU_TEXT("Fernandez et al., Hardware scaling trends and diminishing returns (2411.13055)"))
        + "\n\n" + head + training + "\n## "
        + writer.say(PLATEAU_TEXT("Erdil and Schneider-Joseph, Data movement limits (2411.01137)")) + "\n\n" + head
        + limits;
}

} // namespace plateau::help
