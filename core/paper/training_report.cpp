// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/answers/plans.h"
#include "core/answers/step.h"
#include "core/answers/suggestions.h"
#include "core/model/metrics.h"
#include "core/model/reach.h"
#include "core/paper/report_parts.h"
#include "core/question/scenario/scenario_file.h"
#include "core/question/scenario/unsaid.h"
#include "core/text/units/quantity.h"
#include "core/views/scaling_view.h"
#include "core/views/solve_sentence.h"
#include "core/views/why.h"
#include "core/views/words.h"

namespace plateau::views {

namespace {

using units::Unit;

constexpr std::size_t told_changes = 3, told_reasons = 2; ///< as many does the first page tell

Quantity money(double usd) { return in_prose(usd, Unit::Usd); }
Quantity things(double count) { return in_prose(count, Unit::Count); }
Quantity time(double seconds) { return {seconds, Unit::Seconds}; }
Message rate(double tokens) { return {PLATEAU_TEXT("%1 tokens/s"), {in_prose(tokens, Unit::Count)}}; }

/// Holds the factors of throughput that eight in ten runs stay within.
struct Range {
    double low = 1, high = 1;
};

class TrainingReport {
public:
    TrainingReport(answers::Answers& answers, const std::vector<Scenario>& scenarios)
        : answers_(answers), scenarios_(scenarios), scenario_(scenarios.front()), asked_(scenario_),
          estimate_(answers.get<answers::StepEstimate>(asked_)), parts_(estimate_->parts),
          suggested_(*answers.get<answers::Suggestions>(asked_)),
          why_(narrate::why_sentences(*estimate_)), alone_{scenario_},
          curves_(ViewRequest<Scenario>{answers, alone_}, true)
    {
        if (parts_.fits())
            range_ = range();
    }

    Report made(const std::vector<std::string>& figures_asked, const std::string& date)
    {
        Report report{.title = title(scenario_), .made = made_words(date), .scenario = write_scenarios(scenarios_)};
        ReportSection plots = pictures_section(
            scenarios_, asked_or(figures_asked, {"scaling-per-gpu", "step", "what-would-help"}), known_, answers_);
        const Message seen = plots.pictures.empty() ? Message{} : plots.pictures.front().tiles.front().figure.seen;
        add(report, question());
        add(report, answer());
        add(report, limit(seen));
        add(report, changes());
        add(report, how_sure());
        add(report, std::move(plots));
        if (parts_.possible())
            add(report,
                {.heading = plain(PLATEAU_TEXT("The answer in numbers")),
                 .table = table_of(narrate::readout(*estimate_, scenario_, false, known_),
                                   {{}, plain(PLATEAU_TEXT("Value"))})});
        for (std::size_t i = 1; i < scenarios_.size(); ++i)
            add_comparison(report, scenarios_[i]);
        add(report, {.heading = plain(PLATEAU_TEXT("Why")), .paragraphs = why_});
        add(report, all_changes());
        add(report, equals());
        add(report, caveats());
        ReportSection chosen = chosen_section(answers_.data()->catalog(), scenario_);
        chosen.new_page = true;
        add(report, std::move(chosen));
        add(report, inputs_section(scenario_));
        add(report, sources_section(figures::sources_of(scenarios_)));
        return report;
    }

private:
    static Message title(const Scenario& scenario) { return narrate::subject_words(scenario); }

    std::optional<Range> range() const
    {
        if (const evidence::Nearest* here = curves_.current().known_here(); here && std::isfinite(here->doubt.step)) {
            const ReachBand step = band_of(here->doubt.step * here->doubt.step);
            return Range{1 / step.high, 1 / step.low};
        }
        if (const auto band = answers_.get<answers::StepBand>(asked_); *band)
            return Range{(*band)->low, (*band)->high};
        return std::nullopt;
    }

    ReportSection question() const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("The question"))};
        section.paragraphs.push_back(
            {PLATEAU_TEXT("How fast, and for how much, do %1 train %2 on %3 tokens?"),
             {Message{"%1 %2", {narrate::count(scenario_.cluster.gpus), Verbatim{scenario_.cluster.accelerator.title}}},
              Verbatim{scenario_.workload.shape.title}, things(told_tokens(scenario_))}});
        for (const Message& line : narrate::unsaid_lines(scenario_))
            section.paragraphs.push_back(line);
        if (!scenario_.notes.empty())
            section.paragraphs.push_back(plain(notes_of(scenario_)));
        return section;
    }

    ReportSection answer() const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("The answer"))};
        if (!parts_.fits()) {
            section.paragraphs.push_back(narrate::estimate_status(parts_).verdict);
            section.paragraphs.insert(section.paragraphs.end(), why_.begin(), why_.end());
            Message all;
            for (const answers::Suggestion& each : suggested_) {
                const Message one = narrate::suggestion_words(each);
                all = all.empty() ? one : Message{PLATEAU_TEXT("%1, or %2"), {all, one}};
            }
            if (!all.empty())
                section.paragraphs.push_back({PLATEAU_TEXT("It would fit with %1."), {all}});
            return section;
        }
        const Quantity mfu{parts_.mfu(), Unit::Fraction}, step = time(parts_.step_seconds);
        section.paragraphs.push_back(
            {PLATEAU_TEXT("They train %1, at %2 MFU and %3 a step."), {rate(parts_.tokens_per_s), mfu, step}});
        const double seconds = run_seconds(parts_), usd = run_usd(parts_);
        section.paragraphs.push_back({is_length_said(scenario_) ? PLATEAU_TEXT("The run takes %1 and costs %2.")
                                                                : PLATEAU_TEXT("A million tokens take %1 and cost %2."),
                                      {time(seconds), money(usd)}});
        section.paragraphs.push_back({"%1.", {narrate::price_words(scenario_)}});
        if (range_)
            section.paragraphs.push_back(
                {PLATEAU_TEXT("In eight of ten such cases it is between %1 and %2: %3 to %4, for %5 to %6."),
                 {rate(parts_.tokens_per_s * range_->low), rate(parts_.tokens_per_s * range_->high),
                  time(seconds / range_->high), time(seconds / range_->low), money(usd / range_->high),
                  money(usd / range_->low)}});
        section.paragraphs.push_back(narrate::estimate_status(parts_).verdict);
        return section;
    }

    ReportSection limit(const Message& seen) const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("What limits it"))};
        if (!parts_.fits())
            return section;
        section.paragraphs.assign(why_.begin(),
                                  why_.begin() + std::min<std::ptrdiff_t>(told_reasons, std::ssize(why_)));
        if (!seen.empty())
            section.paragraphs.push_back(seen);
        return section;
    }

    /// Of the run, or of a million tokens where nobody said its length.
    double run_seconds(const Parts& parts) const { return answers::run_cost(parts, told_tokens(scenario_)).seconds; }
    double run_usd(const Parts& parts) const { return answers::run_cost(parts, told_tokens(scenario_)).usd; }

    /// Says what a change brings: "Batch per GPU: 8 sequences: +1.5 % tokens/s, saves 1,240 USD and 3.1 h of the run".
    Message change_words(const answers::Suggestion& each) const
    {
        const Message change = narrate::suggestion_words(each);
        if (!is_length_said(scenario_))
            return parts_.fits() ? Message{PLATEAU_TEXT("%1: %2 tokens/s"), {change, narrate::gain_words(each)}}
                                 : Message{PLATEAU_TEXT("%1: then it fits"), {change}};
        if (!parts_.fits())
            return {PLATEAU_TEXT("%1: then it fits, and the run costs %2"), {change, money(run_usd(each.parts))}};
        const double usd = run_usd(parts_) - run_usd(each.parts),
                     seconds = run_seconds(parts_) - run_seconds(each.parts);
        const TrainingParameter* row = training_parameters().find(each.key);
        const bool is_bought = row && row->group == "cluster"; // at what price nobody knows
        return {usd < 0         ? PLATEAU_TEXT("%1: %2 tokens/s, costs %3 more and saves %4 of the run")
                    : is_bought ? PLATEAU_TEXT("%1: %2 tokens/s, worth up to %3 and %4 of the run, if it cost the same")
                                : PLATEAU_TEXT("%1: %2 tokens/s, saves %3 and %4 of the run"),
                {change, narrate::gain_words(each), money(std::abs(usd)), time(std::max(0.0, seconds))}};
    }

    ReportSection changes() const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("What would help most")), .numbered = true};
        for (std::size_t i = 0; i < std::min(told_changes, suggested_.size()); ++i)
            section.list.push_back(change_words(suggested_[i]));
        if (suggested_.empty())
            section.paragraphs.push_back(
                plain(PLATEAU_TEXT("No single change of plan, batch or cluster makes the run quicker by a per cent.")));
        for (const double factor : {2.0, 0.5}) // what more or fewer of them would take and cost
            if (const Parts* other = parts_at(scenario_.cluster.gpus * factor);
                other && is_length_said(scenario_) && section.list.size() < told_changes)
                section.list.push_back(
                    {PLATEAU_TEXT("%1: the run takes %2 and costs %3"),
                     {Quantity{other->gpus, Unit::Gpus}, time(run_seconds(*other)), money(run_usd(*other))}});
        return section;
    }

    /// Finds an answer of the curve; null if it has no such count, or nothing fits there.
    const Parts* parts_at(double gpus) const
    {
        for (const answers::CurvePoint& point : curves_.current().points)
            if (point.gpus == gpus && point.parts.fits())
                return &point.parts;
        return nullptr;
    }

    ReportSection how_sure() const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("How sure this is"))};
        if (!known_.empty())
            section.paragraphs.push_back(known_);
        if (const auto band = answers_.get<answers::StepBand>(asked_); *band && parts_.fits())
            section.paragraphs.push_back(
                {PLATEAU_TEXT("The ranges of its constants alone allow %1 to %2 tokens/s."),
                 {things(parts_.tokens_per_s * (*band)->low), things(parts_.tokens_per_s * (*band)->high)}});
        return section;
    }

    void add_comparison(Report& report, const Scenario& other) const
    {
        const auto compared = answers_.get<answers::StepEstimate>(answers::TrainingQuestion(other));
        const Message own = report.title, name = title(other);
        const narrate::ComparedScenario a{scenario_, parts_}, b{other, compared->parts};
        add(report,
            {.heading = {PLATEAU_TEXT("Compared with %1"), {name}},
             .paragraphs = {narrate::comparison_sentence(own, a, name, b, answers_.data()->claims().reach)},
             .table
             = table_of(narrate::differing_parameters(a, b), {plain(PLATEAU_TEXT("In what they differ")), own, name})});
        add(report,
            {.heading = plain(PLATEAU_TEXT("What comes of it")),
             .table = table_of(narrate::value_comparison(a, b),
                               {{}, own, name, plain(PLATEAU_TEXT("Difference")), plain("%")})});
    }

    ReportSection all_changes() const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("What would help"))};
        const bool has_cost = is_length_said(scenario_);
        section.table.head
            = {plain(PLATEAU_TEXT("Change")), plain(PLATEAU_TEXT("Brings")), plain(PLATEAU_TEXT("Then"))};
        if (has_cost)
            section.table.head.push_back(plain(PLATEAU_TEXT("Cost of the run")));
        for (const answers::Suggestion& each : suggested_) {
            std::vector<Message>& row = section.table.rows.emplace_back(
                std::vector<Message>{narrate::suggestion_words(each),
                                     plain(narrate::gain_words(each)),
                                     {"%1, %2", {narrate::suggestion_rate(each), narrate::suggestion_detail(each)}}});
            if (has_cost)
                row.push_back(plain(money(run_usd(each.parts))));
        }
        return section;
    }

    ReportSection equals() const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("What equals it"))};
        const auto answer = answers_.get<answers::EqualCounts>({asked_});
        if (const answers::EqualGpus* told = narrate::most_telling(*answer))
            section.paragraphs.push_back(narrate::equal_gpus_sentence(*answer, *told, narrate::lever_words(*told)));
        for (const answers::EqualGpus& each : answer->all)
            section.list.push_back({"%1: %2", {narrate::lever_words(each), narrate::equal_gpus_words(*answer, each)}});
        return section;
    }

    ReportSection caveats() const
    {
        ReportSection section{.heading = plain(PLATEAU_TEXT("What to know beside the numbers"))};
        const auto is_among = [](const std::vector<Message>& all, const Message& one) {
            return std::any_of(all.begin(), all.end(),
                               [&](const Message& other) { return english(other) == english(one); });
        };
        const auto add_caveat = [&](const Message& one) {
            if (!is_among(section.list, one) && !is_among(why_, one))
                section.list.push_back(one);
        };
        for (const narrate::Remark& remark : narrate::remarks(scenario_, parts_))
            add_caveat(remark.text);
        for (const Message& note : narrate::counting_note(*estimate_, scenario_))
            add_caveat(note);
        return section;
    }

    answers::Answers& answers_;
    const std::vector<Scenario>& scenarios_;
    const Scenario& scenario_;
    answers::TrainingQuestion asked_;
    std::shared_ptr<const Estimate> estimate_;
    const Parts& parts_;
    std::vector<answers::Suggestion> suggested_;
    std::vector<Message> why_;
    std::vector<Scenario> alone_;
    Curves curves_;
    std::optional<Range> range_;
    Message known_;
};

} // namespace

Report training_report(answers::Answers& answers, const std::vector<Scenario>& scenarios,
                       const std::vector<std::string>& figures, const std::string& date)
{
    return TrainingReport(answers, scenarios).made(figures, date);
}

} // namespace plateau::views
