// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/measured_figure.h"

#include <cctype>
#include <regex>

#include "core/diagnostics/gap.h"
#include "core/text/messages/words.h"
#include "core/views/looks.h"

namespace plateau::figures {

namespace {

using programs::CollectiveTable;
using programs::LoggedRun;
using programs::LoggedStep;
using units::Unit;

constexpr double gigabytes = 1e9;

Series measured_points(Message name, SeriesRole role)
{
    return {.name = std::move(name), .role = role, .label_at_end = false, .form = SeriesForm::Points};
}

Figure run_figure(const LoggedRun& run, const Parts* predicted)
{
    Figure figure{.id = "log", .title = {PLATEAU_TEXT("What each step took"), {}}};
    const Verbatim counted{std::to_string(run.counted())}, aside{std::to_string(run.set_aside())};
    if (run.step_seconds)
        figure.sentence = {PLATEAU_TEXT("A step takes %1: the median of %2 values; %3 are set aside."),
                           {Quantity{*run.step_seconds, Unit::Seconds}, counted, aside}};
    else if (run.tokens_per_s_per_gpu)
        figure.sentence = {PLATEAU_TEXT("%1 tokens/s per GPU: the median of %2 values; %3 are set aside."),
                           {Quantity{*run.tokens_per_s_per_gpu, Unit::Count}, counted, aside}};
    else
        figure.sentence = {PLATEAU_TEXT("No step time can be told from it."), {}};
    Plot& plot = figure.plot();
    Panel panel{.id = "steps",
                .title = run.in_seconds ? Message{PLATEAU_TEXT("Time of a step"), {}}
                                        : Message{PLATEAU_TEXT("Tokens/s per GPU"), {}},
                .unit = run.in_seconds ? Message{PLATEAU_TEXT("seconds"), {}} : Message{},
                .y = {.unit = run.in_seconds ? Unit::Seconds : Unit::Count}};
    Series used = measured_points({PLATEAU_TEXT("counts"), {}}, SeriesRole::Current);
    Series early = measured_points({PLATEAU_TEXT("start, set aside"), {}}, SeriesRole::Reference);
    Series far = measured_points({PLATEAU_TEXT("outlier, set aside"), {}}, SeriesRole::Published);
    double place = 0, last = 0;
    for (const LoggedStep& step : run.steps) {
        Series& series = step.use == LoggedStep::Use::Counts ? used : step.use == LoggedStep::Use::WarmUp ? early : far;
        place = step.number >= 0 ? step.number : place + 1;
        last = std::max(last, place);
        series.x.push_back(place);
        series.y.push_back(step.value);
    }
    for (Series* series : {&used, &early, &far})
        if (!series->x.empty())
            panel.series.push_back(std::move(*series));
    if (predicted && predicted->possible() && run.in_seconds && !run.steps.empty())
        panel.series.push_back({.name = {PLATEAU_TEXT("predicted"), {}},
                                .role = SeriesRole::Reference,
                                .x = {std::max(0.0, run.steps.front().number), last},
                                .y = {predicted->step_seconds, predicted->step_seconds},
                                .markers = false});
    plot.x = {.title = {PLATEAU_TEXT("Step"), {}},
              .unit = Unit::Count,
              .minimum = run.steps.empty() ? 0 : std::max(0.0, run.steps.front().number - 1),
              .maximum = last + 1};
    plot.panels.push_back(std::move(panel));
    return figure;
}

using Ways = std::vector<std::vector<CollectiveUse>>;

bool same_way(const CollectiveUse& one, const CollectiveUse& other)
{
    return one.algorithm == other.algorithm && one.protocol == other.protocol;
}

/// Each way that is the soonest at some size, over all sizes; a single one is what the model's own line shows.
void add_ways(Panel& panel, const CollectiveTable& table, const Ways& rows)
{
    const double factor = programs::bus_factor(table.operation, table.ranks) / gigabytes;
    std::vector<CollectiveUse> taken;
    for (const std::vector<CollectiveUse>& ways : rows)
        if (std::ranges::none_of(taken, [&](const CollectiveUse& way) { return same_way(way, ways.front()); }))
            taken.push_back(ways.front());
    if (taken.size() == 1)
        return;
    for (const CollectiveUse& way : taken) {
        Series line{.name = {"%1", {Verbatim{way_words(way)}}}, .role = SeriesRole::Reference, .markers = false};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto found
                = std::ranges::find_if(rows[i], [&](const CollectiveUse& other) { return same_way(way, other); });
            if (found == rows[i].end())
                continue;
            line.x.push_back(table.rows[i].bytes);
            line.y.push_back(factor * table.rows[i].bytes / found->seconds);
        }
        panel.series.push_back(std::move(line));
    }
}

Panel table_panel(const CollectiveTable& table, std::size_t number, const Ways& modelled)
{
    Panel panel{.id = "table_" + std::to_string(number),
                .title
                = {PLATEAU_TEXT("%1, %2 ranks"), {Verbatim{table.operation}, Verbatim{std::to_string(table.ranks)}}},
                .unit = {PLATEAU_TEXT("bus bandwidth, GB/s"), {}}};
    Series measured = measured_points({PLATEAU_TEXT("measured"), {}}, SeriesRole::Published);
    Series model{.name = {PLATEAU_TEXT("modelled"), {}}, .role = SeriesRole::Current, .markers = false};
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const programs::MeasuredCollective& row = table.rows[i];
        const double factor = programs::bus_factor(table.operation, table.ranks);
        measured.x.push_back(row.bytes);
        measured.y.push_back(factor * row.bytes / row.seconds / gigabytes);
        if (i < modelled.size()) {
            model.x.push_back(row.bytes);
            model.y.push_back(factor * row.bytes / modelled[i].front().seconds / gigabytes);
        }
    }
    panel.series.push_back(std::move(measured));
    if (!model.x.empty()) {
        panel.series.push_back(std::move(model));
        add_ways(panel, table, modelled);
    }
    return panel;
}

Figure tables_figure(const std::vector<CollectiveTable>& tables, const Scenario* cluster)
{
    constexpr std::size_t most_panels = 3;
    Figure figure{.id = "measured_collectives", .title = {PLATEAU_TEXT("What collectives took"), {}}};
    const CollectiveTable& first = tables.front();
    if (first.fit)
        figure.sentence = {PLATEAU_TEXT("%1: latency %2, rate %3."),
                           {Verbatim{first.operation}, Quantity{first.fit->latency.value, Unit::Seconds},
                            Quantity{first.fit->rate.value, Unit::BytesPerSecond}}};
    else
        figure.sentence = {PLATEAU_TEXT("Too few sizes for latency and rate to be told apart."), {}};
    Plot& plot = figure.plot();
    plot.x = {.title = {PLATEAU_TEXT("Bytes of the whole buffer, log scale"), {}},
              .unit = Unit::Bytes,
              .logarithmic = true,
              .minimum = first.rows.front().bytes,
              .maximum = first.rows.front().bytes};
    for (const CollectiveTable& table : tables) {
        plot.x.minimum = std::min(plot.x.minimum, table.rows.front().bytes);
        plot.x.maximum = std::max(plot.x.maximum, table.rows.back().bytes);
        if (plot.panels.size() < most_panels)
            plot.panels.push_back(
                table_panel(table, plot.panels.size(), cluster ? answers::modelled_rows(*cluster, table) : Ways()));
    }
    constexpr double room = 1.5; // times more at both ends, for whole rings
    plot.x.minimum /= room;
    plot.x.maximum *= room;
    return figure;
}

Figure trace_figure(const programs::Trace& trace, const MeasuredAgainst& against)
{
    Figure figure{.id = "trace", .title = {PLATEAU_TEXT("Where the traced step goes"), {}}};
    Bars& chart = figure.chart.emplace<Bars>();
    const programs::TracedStep& step = trace.step;
    if (!trace.has_kernels) {
        figure.sentence = {PLATEAU_TEXT("The trace holds no kernels of a GPU."), {}};
        return figure;
    }
    figure.sentence
        = {PLATEAU_TEXT("The device computes for %1 of %2 and waits %3 for traffic with nothing beside it."),
           {Quantity{step.compute, Unit::Seconds}, Quantity{step.seconds, Unit::Seconds},
            Quantity{step.exposed, Unit::Seconds}}};
    const Parts* parts = against.has_step() ? against.parts : nullptr;
    std::array<double, programs::kernel_kinds> kernels{};
    if (parts)
        kernels = answers::predicted_kernels(*against.scenario, *parts);
    Bar measured{.name = {PLATEAU_TEXT("Measured"), {}}, .role = SeriesRole::Published};
    Bar predicted{.name = {PLATEAU_TEXT("Predicted"), {}}};
    for (int i = 0; i < programs::kernel_kinds; ++i) {
        const auto part = answers::part_of(programs::KernelKind(i));
        if (!part || kind(*part) == PartKind::Communication)
            continue;
        const Message name{label(*part), {}};
        if (step.of_kind[std::size_t(i)] > 0)
            measured.segments.push_back({name, segment_kind(*part), step.of_kind[std::size_t(i)]});
        if (kernels[std::size_t(i)] > 0)
            predicted.segments.push_back({name, segment_kind(*part), kernels[std::size_t(i)]});
    }
    const Message traffic{PLATEAU_TEXT("Exposed traffic"), {}}, idle{PLATEAU_TEXT("Idle"), {}};
    if (step.exposed > 0)
        measured.segments.push_back({traffic, SegmentKind::OtherTraffic, step.exposed});
    if (step.seconds > step.busy)
        measured.segments.push_back({idle, SegmentKind::Idle, step.seconds - step.busy});
    chart.bars.push_back(std::move(measured));
    if (parts && parts->possible()) {
        double sum = parts->communication_seconds();
        for (const Segment& segment : predicted.segments)
            sum += segment.value;
        if (parts->communication_seconds() > 0)
            predicted.segments.push_back({traffic, SegmentKind::OtherTraffic, parts->communication_seconds()});
        if (parts->step_seconds > sum)
            predicted.segments.push_back({idle, SegmentKind::Idle, parts->step_seconds - sum});
        chart.bars.push_back(std::move(predicted));
    }
    return figure;
}

Figure products_figure(const programs::ProductTable& table)
{
    Figure figure{.id = "measured_products", .title = {PLATEAU_TEXT("What matrix products reach"), {}}};
    figure.sentence = {PLATEAU_TEXT("%1 products are read."), {Verbatim{std::to_string(table.rows.size())}}};
    Plot& plot = figure.plot();
    Panel panel{.id = "products", .title = {PLATEAU_TEXT("Rate"), {}}, .unit = {PLATEAU_TEXT("TFLOP/s"), {}}};
    plot.x = {.title = {PLATEAU_TEXT("FLOP of a product, log scale"), {}}, .unit = Unit::Flop, .logarithmic = true};
    int slot = 0;
    for (const std::string& format : table.formats()) {
        Series series = measured_points({"%1", {Verbatim{format.empty() ? "?" : format}}}, role_of_slot(slot++));
        for (const programs::MeasuredProduct& row : table.rows) {
            if (row.format != format)
                continue;
            const double flop = row.flop_per_s() * row.seconds;
            series.x.push_back(flop);
            series.y.push_back(row.flop_per_s() / 1e12);
            plot.x.minimum = plot.x.minimum > 0 ? std::min(plot.x.minimum, flop) : flop;
            plot.x.maximum = std::max(plot.x.maximum, flop);
        }
        panel.series.push_back(std::move(series));
    }
    plot.panels.push_back(std::move(panel));
    return figure;
}

} // namespace

std::optional<Figure> measured_figure(const programs::Reading& reading, const MeasuredAgainst& against)
{
    if (const auto* run = std::get_if<LoggedRun>(&reading.measured))
        return run_figure(*run, against.parts);
    if (const auto* tables = std::get_if<std::vector<CollectiveTable>>(&reading.measured))
        return tables_figure(*tables, against.scenario);
    if (const auto* trace = std::get_if<programs::Trace>(&reading.measured))
        return trace_figure(*trace, against);
    if (const auto* table = std::get_if<programs::ProductTable>(&reading.measured))
        return products_figure(*table);
    return std::nullopt;
}

} // namespace plateau::figures

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
        if (match[3].matched && lower(match[3].str()) == word && !found.words.empty())
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
    const std::string key = trimmed(text.substr(0, equals));
    if (equals != std::string::npos && std::ranges::find(gap_metrics(), key) != gap_metrics().end()) {
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
