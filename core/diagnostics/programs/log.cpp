// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/log.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/diagnostics/programs/log_lines.h"
#include "core/files/budget.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using Json = nlohmann::json;

using enum StepFact;

/// The lines of a text that comes in pieces, which end with \n or \r; of a very long one the beginning.
class LogLines {
public:
    explicit LogLines(const MoreText& more) : more_(more) { }

    /// Of what was not passed yet, behind its space.
    bool starts_with(std::string_view words)
    {
        fill(4096);
        return trimmed(std::string_view(text_).substr(0, 4096)).starts_with(words);
    }
    /// All that was not passed yet; empty where that is longer than `most`.
    std::string_view whole(std::size_t most) { return fill(most + 1) ? std::string_view() : std::string_view(text_); }
    /// Is there another line? It is line() then, until the next one.
    bool next()
    {
        constexpr std::size_t longest = 65536;
        number_ += std::exchange(ended_, false);
        std::size_t end = 0;
        while ((end = text_.find_first_of("\n\r", from_)) == std::string::npos) {
            text_.resize(std::min(text_.size(), from_ + longest));
            if (!fill(text_.size() - from_ + 1))
                break;
        }
        if (from_ >= text_.size())
            return false;
        end = std::min(end, text_.size());
        line_ = std::string_view(text_).substr(from_, std::min(end - from_, longest));
        ended_ = end < text_.size() && text_[end] == '\n';
        from_ = std::min(end + 1, text_.size());
        return true;
    }
    std::string_view line() const { return line_; }
    int number() const { return number_; } ///< from 1; \r counts none

private:
    bool fill(std::size_t characters)
    {
        text_.erase(0, std::exchange(from_, 0));
        while (text_.size() < characters && more_(text_)) { }
        return text_.size() >= characters;
    }

    const MoreText& more_;
    std::string text_;
    std::size_t from_ = 0; ///< of text_ what was not passed yet
    std::string_view line_;
    int number_ = 1;
    bool ended_ = false; ///< the line that is current
};

/// A step and the time of day at which its line was printed.
struct Stamp {
    double number = 0;
    double clock = 0; ///< seconds
};

/// What comes one after the other. Of very many each second, fourth and so on is kept: logs of any length fit.
template<class Item>
class Sample {
public:
    void take(const Item& item)
    {
        if (taken_++ % every_ == 0)
            kept_.push_back(item);
        last_ = item;
        if (kept_.size() < most)
            return;
        every_ *= 2;
        for (std::size_t i = 0; i < most / 2; ++i)
            kept_[i] = kept_[2 * i];
        kept_.resize(most / 2);
    }
    const std::vector<Item>& kept() const { return kept_; }
    const Item* last() const { return taken_ > 0 ? &last_ : nullptr; }
    std::size_t taken() const { return taken_; }
    std::size_t every() const { return every_; }

private:
    static constexpr std::size_t most = files::budget::steps;
    std::vector<Item> kept_;
    Item last_;
    std::size_t taken_ = 0, every_ = 1;
};

/// A run as it is gathered.
struct Gathered {
    Sample<Told> steps;
    Sample<Stamp> stamps;
    std::optional<double> memory;
    bool reserved = false;
};

class Gatherer {
public:
    void take(const Told& said)
    {
        if (said.has_time()) {
            const Told* last = now_.steps.last();
            const bool later = last && said.clock && last->clock && std::abs(*said.clock - *last->clock) > a_while;
            const bool again = last && said.number() >= 0
                && (said.number() < last->number() || (said.number() == last->number() && later)
                    || (said[Batch] && (*last)[Batch] && said[Batch] != (*last)[Batch]));
            Told step = said;
            if (last && said.number() > last->number())
                tokens_since(*last, step);
            const bool of_another_rank = last && !again && said.number() >= 0 && said.number() == last->number();
            if (again)
                end_run();
            if (!of_another_rank)
                now_.steps.take(step);
        }
        stamp(said);
        for (const StepFact kind : {Memory, ReservedMemory})
            if (said[kind] && *said[kind] > now_.memory.value_or(0)) {
                now_.memory = said[kind];
                now_.reserved = kind == ReservedMemory;
            }
    }
    /// The run that began last has ended.
    void end_run()
    {
        const auto length = [](const Gathered& one) { return std::pair(one.steps.taken(), one.stamps.taken()); };
        with_steps_ += now_.steps.taken() > 0;
        if (length(now_) >= length(longest_))
            longest_ = std::move(now_);
        now_ = {};
    }
    /// Of those that ended that with the most steps, of equal ones the last.
    const Gathered& longest() const { return longest_; }
    int with_steps() const { return with_steps_; }

private:
    /// What a step adds to the tokens of the whole run.
    static void tokens_since(const Told& last, Told& step)
    {
        if (step[AllTokens] && last[AllTokens] && !step[Tokens] && *step[AllTokens] > *last[AllTokens])
            step[Tokens] = (*step[AllTokens] - *last[AllTokens]) / (step.number() - last.number());
    }

    void stamp(const Told& said)
    {
        if (said.number() < 0 || !said.clock)
            return;
        if (now_.stamps.last() && said.number() < now_.stamps.last()->number)
            end_run();
        if (!now_.stamps.last() || said.number() > now_.stamps.last()->number)
            now_.stamps.take({said.number(), *said.clock});
    }

    static constexpr double a_while = 60; // seconds
    Gathered now_, longest_;
    int with_steps_ = 0;
};

double median_of(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Does the log begin where the run does?
bool begins(const Sample<Told>& sample)
{
    const std::vector<Told>& steps = sample.kept();
    if (steps.front().number() < 0)
        return steps.size() > 1;
    const double interval = steps.size() > 1 ? (steps[1].number() - steps[0].number()) / double(sample.every()) : 1;
    return steps.front().number() <= std::max(1.0, interval);
}

/// The steps of one measure. Steps that do not count are marked.
std::vector<LoggedStep> marked(const std::vector<Told>& steps, StepFact measure, int warm_up)
{
    std::vector<LoggedStep> marked;
    for (const Told& said : steps)
        if (said[measure]) {
            const bool early = int(marked.size()) < warm_up;
            marked.push_back(
                {said.number(), *said[measure], early ? LoggedStep::Use::WarmUp : LoggedStep::Use::Counts});
        }
    return marked;
}

std::vector<double> values_of(const std::vector<LoggedStep>& steps)
{
    std::vector<double> values;
    for (const LoggedStep& step : steps)
        if (step.use == LoggedStep::Use::Counts)
            values.push_back(step.value);
    return values;
}

/// Marks what lies far from the median; the standard deviation over the mean of the rest.
double set_outliers_aside(std::vector<LoggedStep>& steps, double median)
{
    constexpr double deviations = 3, of_normal = 1.4826, least = 0.02; // of the median
    std::vector<double> away = values_of(steps);
    for (double& each : away)
        each = std::abs(each - median);
    const double far = std::max(deviations * of_normal * median_of(away), least * median);
    for (LoggedStep& step : steps)
        if (step.use == LoggedStep::Use::Counts && std::abs(step.value - median) > far)
            step.use = LoggedStep::Use::Outlier;
    const std::vector<double> rest = values_of(steps);
    const double mean = std::accumulate(rest.begin(), rest.end(), 0.0) / double(rest.size());
    double squares = 0;
    for (const double value : rest)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / double(rest.size())) / mean;
}

std::optional<double> median_of_all(const std::vector<Told>& steps, const auto& value_of)
{
    std::vector<double> values;
    for (const Told& said : steps)
        if (const std::optional<double> value = value_of(said))
            values.push_back(*value);
    return values.empty() ? std::nullopt : std::optional<double>(median_of(std::move(values)));
}

/// Seconds a step between times of day, which may pass midnight; where they are told in whole seconds alone, over so
/// many steps that a second is small.
std::optional<double> seconds_by_stamps(const std::vector<Stamp>& stamps, int warm_up)
{
    constexpr double day = 86400, second = 1, enough = 20 * second;
    const std::size_t first = stamps.size() > std::size_t(warm_up) + 2 ? std::size_t(warm_up) : 0;
    std::vector<double> steps, waits;
    double steps_in_all = 0;
    bool coarse = true;
    for (std::size_t i = first + 1; i < stamps.size(); ++i) {
        const double wait = stamps[i].clock - stamps[i - 1].clock;
        waits.push_back(wait < 0 ? wait + day : wait);
        steps.push_back(waits.back() / (stamps[i].number - stamps[i - 1].number));
        steps_in_all += stamps[i].number - stamps[i - 1].number;
        coarse = coarse && stamps[i].clock == std::floor(stamps[i].clock);
    }
    if (waits.size() < 2)
        return std::nullopt;
    if (!coarse || median_of(waits) >= enough)
        return positive(median_of(std::move(steps)));
    const double in_all = std::accumulate(waits.begin(), waits.end(), 0.0);
    return in_all >= enough ? std::optional(in_all / steps_in_all) : std::nullopt;
}

void summarise(LoggedRun& run, Gatherer& gatherer, int warm_up)
{
    gatherer.end_run();
    const Gathered& most = gatherer.longest();
    run.stamped_seconds = seconds_by_stamps(most.stamps.kept(), warm_up);
    const std::vector<Told>& steps = most.steps.kept();
    if (steps.empty())
        return;
    if (gatherer.with_steps() > 1)
        run.remarks.push_back(
            {PLATEAU_TEXT("the text holds %1 runs; that with the most steps counts, of equal ones the last"),
             {Verbatim{std::to_string(gatherer.with_steps())}}});
    if (most.steps.every() > 1)
        run.remarks.push_back(
            {PLATEAU_TEXT("the log tells %1 steps; of %2 in a row one counts"),
             {Verbatim{std::to_string(most.steps.taken())}, Verbatim{std::to_string(most.steps.every())}}});
    const int left_out = begins(most.steps) ? warm_up : 0;
    const auto median = [&](StepFact measure) {
        const std::vector<double> values = values_of(marked(steps, measure, left_out));
        return values.empty() ? std::nullopt : std::optional<double>(median_of(values));
    };
    run.step_seconds = median(Seconds);
    run.tokens_per_s_per_gpu = median(Rate);
    run.samples_per_s = median(Samples);
    run.in_seconds = run.step_seconds.has_value();
    const auto measure = run.step_seconds ? Seconds : run.tokens_per_s_per_gpu ? Rate : Samples;
    const std::optional<double> middle = median(measure);
    if (!middle) {
        run.steps = marked(steps, Seconds, left_out);
        run.remarks.push_back(
            {PLATEAU_TEXT("only the first steps are told, which hold start-up: nothing of it counts"), {}});
        return;
    }
    run.steps = marked(steps, measure, left_out);
    run.scatter = set_outliers_aside(run.steps, *middle);
    run.tokens_per_step = median_of_all(steps, [](const Told& said) { return said[Tokens]; });
    run.global_batch = median_of_all(steps, [](const Told& said) { return said[Batch]; });
    if (const auto gpus = median_of_all(steps, [](const Told& said) { return said.gpus; }))
        run.gpus = gpus;
    run.flop_per_s = median(Flops);
    run.watts = median(Watts);
    run.memory_bytes = most.memory;
    run.memory_is_reserved = most.reserved;
}

std::optional<double> json_number(const Json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (found == object.end() || !found->is_number())
        return std::nullopt;
    return positive(found->get<double>());
}

/// TensorBoard values as Megatron's tests keep them, by their names or by steps, which then hold what a line says.
LoggedRun golden_values(const Json& json, const LogFormat& format)
{
    LoggedRun run;
    Gatherer gatherer;
    for (const auto& [step, told] : json.items())
        if (const auto number = number_at(step); number && told.is_object()) {
            Told said;
            read_step(format, told.dump(), said);
            said[Number] = number;
            gatherer.take(said);
        }
    const auto values_of_key = [&](const char* key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_object() && found->contains("values") && (*found)["values"].is_object()
            ? (*found)["values"]
            : Json::object();
    };
    std::vector<std::pair<double, double>> times;
    const Json iterations = values_of_key("iteration-time"), memory = values_of_key("mem-max-allocated-bytes");
    for (const auto& [step, value] : iterations.items())
        if (value.is_number())
            times.emplace_back(number_at(step).value_or(0), value.get<double>());
    std::sort(times.begin(), times.end());
    for (const auto& [step, seconds] : times) {
        Told said;
        said[Number] = step;
        said[Seconds] = seconds;
        gatherer.take(said);
    }
    for (const auto& [step, value] : memory.items())
        if (value.is_number()) {
            Told said;
            said[Memory] = value.get<double>();
            gatherer.take(said);
        }
    summarise(run, gatherer, 2);
    return run;
}

/// The mean of the whole run is all that it keeps.
LoggedRun trainer_state(const Json& json)
{
    LoggedRun run;
    const auto history = json.find("log_history");
    const auto steps = json_number(json, "global_step");
    if (history != json.end() && history->is_array() && steps)
        for (const Json& entry : *history)
            if (const auto seconds = json_number(entry, "train_runtime")) {
                run.step_seconds = *seconds / *steps;
                run.steps.push_back({*steps, *run.step_seconds});
                run.remarks.push_back(
                    {PLATEAU_TEXT("a mean over the whole run: start-up, evaluation and saving are in it"), {}});
            }
    if (const auto batch = json_number(json, "train_batch_size"))
        run.tell("per_device_train_batch_size", std::to_string(std::llround(*batch)), 1);
    return run;
}

/// The Trainer tells the batch of a step, of a device, and how many it accumulates.
void tell_from_totals(LoggedRun& run)
{
    const auto told = [&](std::string_view key) -> std::optional<double> {
        for (const Setting& said : run.header.all())
            if (said.key == key)
                return positive(number_at(said.value));
        return std::nullopt;
    };
    const auto all = told("total_train_batch_size"), device = told("per_device_train_batch_size");
    if (!all || !device)
        return;
    run.global_batch = all;
    run.gpus = run.gpus ? run.gpus : *all / (*device * told("gradient_accumulation_steps").value_or(1));
}

} // namespace

void LoggedRun::tell(std::string key, std::string value, int line)
{
    const bool empty = value == "None" || value == "null";
    header.add({std::move(key), std::move(value), line, 1, empty});
}

int LoggedRun::counted() const
{
    return int(std::count_if(steps.begin(), steps.end(),
                             [](const LoggedStep& step) { return step.use == LoggedStep::Use::Counts; }));
}

void LoggedRun::complete(std::optional<double> ranks, std::optional<double> batch, std::optional<double> sequence)
{
    if (!batch)
        batch = global_batch;
    if (!ranks)
        ranks = gpus;
    if (!step_seconds && samples_per_s && batch)
        step_seconds = *batch / *samples_per_s;
    std::optional<double> tokens = tokens_per_step;
    if (!tokens && batch && sequence)
        tokens = *batch * *sequence;
    if (!step_seconds && tokens_per_s_per_gpu && tokens && ranks)
        step_seconds = *tokens / (*tokens_per_s_per_gpu * *ranks);
    if (!step_seconds && stamped_seconds) {
        step_seconds = stamped_seconds;
        remarks.push_back({PLATEAU_TEXT("the step time is that between the times of day of its lines"), {}});
    }
    if (tokens && ranks && !tokens_per_s_per_gpu && step_seconds)
        tokens_per_s_per_gpu = *tokens / (*step_seconds * *ranks);
}

LoggedRun read_log(const MoreText& more, const LogFormat& format)
{
    LogLines lines(more);
    if (lines.starts_with("{") && !lines.starts_with("{\"step\"") && !lines.starts_with("{'")) {
        const Json json = Json::parse(lines.whole(files::budget::document), nullptr, false);
        if (json.is_object())
            return json.contains("log_history") ? trainer_state(json) : golden_values(json, format);
    }
    LoggedRun run;
    LogHead head(format, run);
    Gatherer gatherer;
    Told block;
    while (lines.next()) {
        const std::string line = without_colours(lines.line());
        head.read(line, lines.number());
        if (format.block.empty() || line.find(format.block) != std::string::npos) {
            gatherer.take(block);
            block = {};
        }
        read_step(format, line, block);
    }
    gatherer.take(block);
    summarise(run, gatherer, format.warm_up);
    tell_from_totals(run);
    if (!run.gpus && run.degrees.contains("dp"))
        run.gpus = std::accumulate(run.degrees.begin(), run.degrees.end(), 1.0,
                                   [](double product, const auto& degree) { return product * degree.second; });
    if (!run.step_seconds && head.seconds && head.steps && *head.steps > 0) {
        run.step_seconds = *head.seconds / *head.steps;
        run.remarks.push_back(
            {PLATEAU_TEXT("a mean over the whole run: start-up, evaluation and saving are in it"), {}});
    } else if (!run.step_seconds && !run.tokens_per_s_per_gpu && head.seconds) {
        run.remarks.push_back({PLATEAU_TEXT("the run took %1 s as a whole; how many steps it had is not told"),
                               {Verbatim{std::to_string(std::llround(*head.seconds))}}});
    }
    return run;
}

} // namespace plateau::programs
