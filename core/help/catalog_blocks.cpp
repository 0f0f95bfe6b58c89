// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/claims/paper_claims.h"
#include "core/evidence/claims.h"
#include "core/help/writer.h"
#include "core/text/messages/words.h"

namespace plateau::help {

namespace {

using units::Unit;

constexpr const char* format_names[catalog::precision_count] = {"FP16", "BF16", "FP8", "MXFP8", "NVFP4", "TF32"};

std::string number(const Writer& writer, double value, Unit unit) { return writer.number(Quantity{value, unit}); }

std::string source_list(const Writer& writer, const std::vector<std::string>& sources)
{
    std::vector<std::string> shown;
    shown.reserve(sources.size());
    for (const std::string& source : sources)
        shown.push_back(escaped(source));
    return Writer::item(writer.say(PLATEAU_TEXT("Sources")), joined(shown, "; "));
}

std::string peaks(const Writer& writer, const catalog::Accelerator& accelerator)
{
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < accelerator.peak_flops.size(); ++i)
        if (accelerator.peak_flops[i] > 0)
            shown.push_back(std::string(format_names[i]) + " "
                            + number(writer, accelerator.peak_flops[i], Unit::FlopPerSecond));
    return joined(shown);
}

std::string network(const Writer& writer, const catalog::Accelerator& accelerator)
{
    std::vector<std::string> shown;
    for (const catalog::NetworkTier& tier : accelerator.tiers) {
        const std::string rate
            = escaped(tier.name) + " " + number(writer, tier.bandwidth_bytes_per_s, Unit::BytesPerSecond);
        shown.push_back(std::isfinite(tier.domain_size)
                            ? rate + writer.say(PLATEAU_TEXT(" among %1"), {Quantity{tier.domain_size, Unit::Count}})
                            : rate);
    }
    return joined(shown);
}

std::string measured(const Writer& writer, const catalog::Accelerator& accelerator)
{
    return accelerator.measured_kernels && accelerator.measured_collectives
        ? writer.say(PLATEAU_TEXT("kernels and collectives"))
        : accelerator.measured_kernels     ? writer.say(PLATEAU_TEXT("kernels"))
        : accelerator.measured_collectives ? writer.say(PLATEAU_TEXT("collectives"))
                                           : writer.say(PLATEAU_TEXT("nothing: kernels and collectives are estimated"));
}

std::string price(const Writer& writer, const catalog::Accelerator& accelerator)
{
    const catalog::Price& price = accelerator.price;
    return price.usd_per_gpu_hour <= 0 ? std::string()
                                       : number(writer, price.usd_per_gpu_hour, Unit::UsdPerGpuHour) + " ("
            + writer.say(PLATEAU_TEXT("%1, seen %2"), {Verbatim{price.source}, Verbatim{price.date}}) + ")";
}

std::string codes(const std::vector<std::string>& names)
{
    std::vector<std::string> shown;
    shown.reserve(names.size());
    for (const std::string& name : names)
        shown.push_back(code(name));
    return joined(shown);
}

std::string accelerator_words(const Writer& writer, const catalog::Accelerator& accelerator)
{
    std::string text = writer.entry(accelerator.id, escaped(accelerator.title));
    text += Writer::item(writer.say(PLATEAU_TEXT("Key")), code(accelerator.id));
    text += Writer::item(writer.say(PLATEAU_TEXT("Peak")), peaks(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Memory")),
                         number(writer, accelerator.memory_bytes, Unit::Bytes) + ", "
                             + number(writer, accelerator.memory_bytes_per_s, Unit::BytesPerSecond));
    if (accelerator.visible_memory != 1)
        text += Writer::item(writer.say(PLATEAU_TEXT("Of it offered to programs")),
                             number(writer, usable_memory_bytes(accelerator), Unit::Bytes));
    text += Writer::item(writer.say(PLATEAU_TEXT("Network")), network(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Power")), number(writer, accelerator.tdp_watts, Unit::Watts));
    text += Writer::item(writer.say(PLATEAU_TEXT("Price")), price(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Held against measured tables")), measured(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Recalled")), codes(accelerator.recalled));
    text += Writer::item(writer.say(PLATEAU_TEXT("Estimated")), codes(accelerator.estimated));
    return text + source_list(writer, accelerator.sources) + "\n";
}

std::string experts(const catalog::ModelShape& model)
{
    return model.experts > 0 ? std::to_string(model.experts_per_token) + "/" + std::to_string(model.experts) : "–";
}

} // namespace

std::string hardware_block(const Writer& writer)
{
    std::string text;
    for (const catalog::Accelerator& accelerator : writer.catalog().accelerators)
        text += accelerator_words(writer, accelerator);
    return text;
}

std::string models_block(const Writer& writer)
{
    std::string text = "## " + writer.say(PLATEAU_TEXT("Models")) + "\n\n"
        + Writer::head({writer.say(PLATEAU_TEXT("Model")), writer.say(PLATEAU_TEXT("Key")),
                        writer.say(PLATEAU_TEXT("Parameters")), writer.say(PLATEAU_TEXT("Layers")),
                        writer.say(PLATEAU_TEXT("Width")), writer.say(PLATEAU_TEXT("Heads")),
                        writer.say(PLATEAU_TEXT("Experts")), writer.say(PLATEAU_TEXT("Sequence")),
                        writer.say(PLATEAU_TEXT("Sources"))});
    for (const catalog::ModelShape& model : writer.catalog().models) {
        std::vector<std::string> sources;
        for (const std::string& source : model.sources)
            sources.push_back(escaped(source));
        text += Writer::row({escaped(model.title), code(model.id),
                             number(writer, catalog::total_parameters(model), Unit::Count),
                             std::to_string(model.layers), number(writer, model.hidden, Unit::Count),
                             std::to_string(model.heads) + "/" + std::to_string(model.kv_heads), experts(model),
                             number(writer, model.default_sequence, Unit::Count), joined(sources, "; ")});
    }
    return text;
}

std::string stacks_block(const Writer& writer)
{
    std::string text = "## " + writer.say(PLATEAU_TEXT("Software")) + "\n\n";
    for (const catalog::Stack& stack : writer.catalog().stacks) {
        text += writer.entry(stack.id, escaped(stack.title)) + escaped(stack.remarks)
            + (stack.remarks.empty() ? "" : "\n\n") + Writer::item(writer.say(PLATEAU_TEXT("Key")), code(stack.id));
        std::vector<std::string> names;
        for (const std::string& name : stack.frameworks)
            names.push_back(escaped(name));
        text += Writer::item(writer.say(PLATEAU_TEXT("Stands for")), joined(names)) + source_list(writer, stack.sources)
            + "\n";
    }
    return text;
}

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
