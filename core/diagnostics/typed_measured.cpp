// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/gap.h"

#include <algorithm>
#include <cctype>
#include <regex>

#include "core/diagnostics/programs/reading.h"
#include "core/text/messages/words.h"

namespace plateau::answers {

namespace {

/// Words around a number that say which metric it is of. `(number)` stands for the number with its unit.
struct Wording {
    const char* metric;
    const char* pattern;
    bool by_unit = false;
};
constexpr Wording wordings[] = {
    {"mfu", "(?:mfu[ :]*(number)|(number) *mfu)"},
    {"hfu", "(?:hfu[ :]*(number)|(number) *hfu)"},
    {"tokens_per_s_per_gpu",
     "(number) *(?:tokens?|toks?|t)/(?:s|sec|second)(?: per | ?/ ?| a )(?:gpu|device|accelerator|chip)"},
    {"tokens_per_s_per_gpu", "(number) *(?:tokens?|toks?)/(?:gpu|device|accelerator|chip)/(?:s|sec|second)"},
    {"tokens_per_s_per_gpu", "(?:tps|tgs)[ :]*(number)"},
    {"tokens_per_s_per_gpu", "(number) *(?:tps|tgs)"},
    {"tokens_per_s", "(number) *(?:tokens?|toks?)/(?:s|sec|second)"},
    {"step_time_s", "(?:step(?: time)?[ :]*)?(number)(?: ?(?:/|per|a) ?(?:step|it|iteration))?", true},
    {"memory_bytes_per_gpu", "(?:memory[ :]*)?(number)(?: (?:of )?memory)?(?: ?(?:/|per|a) ?gpu)?", true},
};
constexpr const char* number_pattern
    = R"((\d[\d.,']*(?:e[+-]?\d+)? ?(?:%|[kmgt]?i?b|[kmgt]|ms|us|s|sec|seconds?|min)?))";

/// "9,800" and "9'800" without what divides thousands.
std::string without_dividers(const std::string& text)
{
    static const std::regex divider(R"((\d)[,'](?=\d{3}(?!\d)))");
    return std::regex_replace(text, divider, "$1");
}

Expected<double> parsed(const Metric& metric, std::string number)
{
    for (const char* word : {"seconds", "second", "sec"})
        if (number.ends_with(word))
            number = number.substr(0, number.size() - std::string_view(word).size()) + "s";
    return parse_metric(metric, number);
}

std::optional<Measured> in_words(const std::string& text)
{
    const std::string line = without_dividers(trimmed(text));
    for (const Wording& wording : wordings) {
        std::string pattern = wording.pattern;
        for (std::size_t at = 0; (at = pattern.find("(number)", at)) != std::string::npos;
             at += std::string_view(number_pattern).size())
            pattern.replace(at, std::string_view("(number)").size(), number_pattern);
        std::smatch match;
        if (!std::regex_match(line, match, std::regex(pattern, std::regex::icase)))
            continue;
        const auto number
            = std::find_if(std::next(match.begin()), match.end(), [](const auto& part) { return part.matched; });
        const auto value = parsed(metric(wording.metric), trimmed(number->str()));
        // Without words around it a number tells its metric by its unit alone.
        const bool has_unit = !std::isdigit(static_cast<unsigned char>(number->str().back()));
        if (value && *value > 0 && (has_unit || !wording.by_unit))
            return Measured{wording.metric, *value};
    }
    return std::nullopt;
}

/// "402.1 TFLOP/s/GPU", "312 TFLOPS".
std::optional<double> flop_per_s(const std::string& text)
{
    static const std::regex rate(
        R"(([\d.,]+(?:e[+-]?\d+)? ?[gtp]?flop)(?:s|/s)(?:(?: per | ?/ ?)(?:gpu|device|accelerator|chip))?)",
        std::regex::icase);
    std::smatch match;
    const std::string line = without_dividers(trimmed(text));
    if (!std::regex_match(line, match, rate))
        return std::nullopt;
    const auto value = units::parse(match[1].str() + "/s", units::Unit::FlopPerSecond);
    return value && *value > 0 ? std::optional(*value) : std::nullopt;
}

std::string in_small_letters(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char letter) { return char(std::tolower(letter)); });
    return text;
}

/// Takes what a share is counted against off the end of the words: "of 312 TFLOP/s", "of the sparse peak", "6N".
struct Against {
    std::string words; ///< what is left of them
    std::string metric = {}; ///< how attention counts; empty: not said
    double peak = 0;
    bool sparse = false;

    bool is_said() const { return !metric.empty() || peak > 0 || sparse; }
};
Against against(const std::string& text)
{
    static const std::regex form(
        R"((.*?)(?:,? of (?:the )?(sparse peak|[\d.,]+(?:e[+-]?\d+)? ?[gtp]?flop(?:s|/s)))?(?:,? (6n|causal|full))?)",
        std::regex::icase);
    static constexpr std::pair<const char*, const char*> conventions[]
        = {{"6n", "mfu_6n"}, {"causal", "mfu_causal"}, {"full", "mfu"}};
    std::smatch match;
    if (!std::regex_match(text, match, form))
        return {text};
    Against found{trimmed(match[1].str())};
    if (match[2].matched)
        found.peak = flop_per_s(match[2].str()).value_or(0);
    found.sparse = match[2].matched && found.peak == 0;
    for (const auto& [word, metric] : conventions)
        if (match[3].matched && in_small_letters(match[3].str()) == word && !found.words.empty())
            found.metric = metric;
    return found;
}

std::optional<Measured> in_a_log(const catalog::Catalog& catalog, const std::string& text)
{
    const auto reading = programs::read_text(catalog, text, "");
    const auto* run = reading ? std::get_if<programs::LoggedRun>(&reading->measured) : nullptr;
    return run ? logged(*run) : std::nullopt;
}

/// A key and its value, words, or a line of a log.
Expected<Measured> plain(const catalog::Catalog& catalog, const std::string& text)
{
    constexpr std::size_t longest_words = 80;
    const auto equals = text.find('=');
    const auto keys = gap_metrics();
    const std::string key = trimmed(text.substr(0, equals));
    if (equals != std::string::npos && std::find(keys.begin(), keys.end(), key) != keys.end()) {
        const auto value = parse_metric(metric(key), trimmed(text.substr(equals + 1)));
        if (!value)
            return tl::unexpected(value.error());
        return *value > 0 ? Expected<Measured>(Measured{key, *value})
                          : failure({PLATEAU_TEXT("must be above zero"), {}}, key, {});
    }
    if (text.size() <= longest_words) {
        if (auto measured = in_words(text))
            return *measured;
        if (const auto rate = flop_per_s(text))
            return Measured{"mfu", 1, *rate};
    }
    if (auto measured = in_a_log(catalog, text))
        return *measured;
    return failure({PLATEAU_TEXT("no measured number was found in it"), {}}, {}, measured_forms());
}

} // namespace

std::optional<Measured> logged(const programs::LoggedRun& run)
{
    if (run.step_seconds)
        return Measured{"step_time_s", *run.step_seconds};
    if (run.tokens_per_s_per_gpu)
        return Measured{"tokens_per_s_per_gpu", *run.tokens_per_s_per_gpu};
    return run.flop_per_s ? std::optional(Measured{"mfu", 1, *run.flop_per_s}) : std::nullopt;
}

Message measured_forms()
{
    const auto keys = gap_metrics();
    return {
        PLATEAU_TEXT("a line of a log; 1.35 s; 38 % MFU; 38 % MFU of 312 TFLOP/s, 6N; 402 TFLOP/s; 9,800 tokens/s per "
                     "GPU; 788k tokens/s; 61 GB; or one of %1 with = and a value"),
        {Verbatim{joined({keys.begin(), keys.end()})}}};
}

Expected<Measured> typed_measured(const catalog::Catalog& catalog, const std::string& text)
{
    constexpr std::size_t longest_words = 120;
    const Against said = text.size() <= longest_words ? against(trimmed(text)) : Against{text};
    auto measured = plain(catalog, said.words);
    if (!measured || !said.is_said())
        return measured;
    if (!is_share(measured->metric))
        return failure({PLATEAU_TEXT("only an MFU is a share of a peak, and counts attention"), {}}, {},
                       measured_forms());
    measured->metric = said.metric.empty() ? measured->metric : said.metric;
    measured->peak = said.peak > 0 ? said.peak : measured->peak;
    measured->sparse = said.sparse;
    return measured;
}

std::string as_typed(const Measured& measured)
{
    constexpr double percent = 100; // a bare number of a share may be either
    const bool share = is_share(measured.metric);
    std::string text
        = measured.metric + '=' + units::exact(share ? percent * measured.value : measured.value, units::Unit::None);
    text += share ? " %" : measured.metric == memory_metric ? " B" : "";
    if (measured.peak > 0)
        text += " of " + units::exact(measured.peak, units::Unit::FlopPerSecond);
    return measured.sparse ? text + " of the sparse peak" : text;
}

std::optional<Measured> noted_measured(const catalog::Catalog& catalog, const Scenario& scenario)
{
    const auto noted = scenario.view.find(measured_entry);
    const auto measured
        = noted == scenario.view.end() ? tl::make_unexpected(Error{}) : typed_measured(catalog, noted->second);
    return measured ? std::optional(*measured) : std::nullopt;
}

} // namespace plateau::answers
