// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report.h"

#include <algorithm>
#include <map>
#include <set>

#include "app/settings.h"
#include "core/answers/advice.h"
#include "core/answers/limits.h"
#include "core/answers/step.h"
#include "core/question/limits_scenario/limits_file.h"
#include "core/question/scenario/scenario_file.h"
#include "core/question/scenario/scenario_set.h"
#include "core/views/figures/caption.h"
#include "core/views/figures/described_page.h"
#include "core/views/figures/limits_figure.h"
#include "core/views/figures/limits_landmarks.h"
#include "core/views/figures/measured_overlay.h"
#include "core/views/narrate/comparison.h"
#include "core/views/narrate/limits_sentence.h"
#include "core/views/narrate/readout.h"
#include "core/views/narrate/remarks.h"
#include "core/views/narrate/why.h"
#include "core/views/view.h"

namespace plateau::app {

namespace {

std::string said(const Message& message) { return english(message); }

std::vector<std::string> said(const std::vector<Message>& messages)
{
    std::vector<std::string> words;
    words.reserve(messages.size());
    for (const Message& message : messages)
        words.push_back(english(message));
    return words;
}

void add(Report& report, ReportSection section)
{
    if (!section.paragraphs.empty() || !section.table.rows.empty() || !section.pictures.empty()
        || !section.list.empty())
        report.sections.push_back(std::move(section));
}

ReportTable table_of(const std::vector<narrate::Fact>& facts, std::vector<std::string> head)
{
    ReportTable table{std::move(head), {}};
    for (const narrate::Fact& fact : facts) {
        std::vector<std::string> row{said(fact.name) + (fact.unit.empty() ? "" : ", " + said(fact.unit))};
        if (!fact.heading)
            for (const Message& value : fact.values)
                row.push_back(said(value));
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Every value, by group and by where it comes from: what one file says stands in one row.
template<class S>
ReportTable all_inputs(const S& scenario)
{
    ReportTable all{{"From", "Inputs and their values"}, {}, true};
    std::string group;
    std::map<std::string, std::size_t> rows; ///< of the group
    for (const Parameter<S>& row : parameters<S>().rows()) {
        if (row.applies && !row.applies(scenario))
            continue;
        if (row.group != group) {
            all.rows.push_back({group = row.group});
            rows.clear();
        }
        const std::string from = scenario.overrides.count(row.key) > 0 ? std::string("chosen") : row.provenance;
        const std::string words = std::string(row.label) + " " + format_value(row, row.get(scenario));
        const auto [place, is_new] = rows.emplace(from, all.rows.size());
        if (is_new)
            all.rows.push_back({from, words});
        else
            all.rows[place->second].back() += "; " + words;
    }
    return all;
}

/// What was chosen and what would stand there otherwise; then every value and where it comes from.
template<class S>
void add_inputs(Report& report, const catalog::Catalog& catalog, const S& scenario)
{
    ReportTable chosen{{"Input", "Chosen", "Otherwise"}, {}};
    for (const Parameter<S>& row : parameters<S>().rows()) {
        if ((row.applies && !row.applies(scenario)) || scenario.overrides.count(row.key) == 0)
            continue;
        const std::string value = format_value(row, row.get(scenario));
        if (const std::string usual = format_value(row, default_value(catalog, scenario, row.key)); usual != value)
            chosen.rows.push_back({row.label, value, usual});
    }
    add(report, {"What differs from the defaults", {}, std::move(chosen)});
    add(report, {"All inputs", {}, all_inputs(scenario)});
}

std::vector<std::string> asked_or(const std::vector<std::string>& asked, const std::vector<std::string>& usual)
{
    return asked.empty() ? usual : asked;
}

/// Panels that an earlier picture shows are not shown again.
void leave_out_shown(figures::Figure& figure, std::set<std::string>& shown)
{
    const auto place = [&](const figures::Panel& panel) {
        return figure.id + "/" + panel.id + "/" + said(panel.title) + "/" + said(panel.unit);
    };
    std::vector<figures::Panel> fresh;
    for (const figures::Panel& panel : figure.panels())
        if (shown.insert(place(panel)).second)
            fresh.push_back(panel);
    if (!fresh.empty())
        figure.plot().panels = std::move(fresh);
}

/// Pictures of these names, those without an answer left out; the first one's words on how it is known come along.
template<class S>
ReportSection pictures(const std::vector<S>& scenarios, const std::vector<std::string>& names, Message& known,
                       answers::Answers& answers)
{
    ReportSection section{"Plots"};
    std::set<std::string> shown;
    for (const std::string& name : names) {
        const views::View* entry = views::find(name);
        if (!entry)
            continue;
        const std::vector<S> asked = entry->overlays ? scenarios : std::vector<S>{scenarios.front()};
        views::Drawing drawing = views::draw(*entry, {answers, asked});
        if (!drawing.no_answer.empty())
            continue;
        if (known.empty())
            known = drawing.known;
        leave_out_shown(drawing.figure, shown);
        section.pictures.push_back(
            figures::described_page(std::move(drawing.figure), scenarios, entry->name, drawing.known));
    }
    return section;
}

/// "GPU count 128 GPUs, or Tensor 4"
std::string changes_in_words(const std::vector<explore::Suggestion>& suggested)
{
    std::string words;
    for (const explore::Suggestion& each : suggested)
        words += (words.empty() ? "" : ", or ") + said(narrate::suggestion_words(each));
    return words;
}

} // namespace

Report training_report(answers::Answers& answers, const std::vector<Scenario>& scenarios,
                       const std::vector<std::string>& figures_asked)
{
    const Scenario& scenario = scenarios.front();
    Report report;
    report.title = scenario.title.empty() ? said(narrate::question_words(scenario, 0)) : scenario.title;
    report.scenario = write_scenarios(scenarios);

    const answers::TrainingQuestion asked(scenario);
    const auto estimate = answers.get<answers::StepEstimate>(asked);
    const Estimate& answer = *estimate;

    ReportSection question{"The question", {said(narrate::question_words(scenario, 0))}};
    if (!scenario.notes.empty())
        question.paragraphs.push_back(scenario.notes);
    question.paragraphs.push_back(said(narrate::estimate_status(answer.parts).verdict));
    const std::vector<std::string> why = said(narrate::why_sentences(answer));
    const auto suggestions = answers.get<answers::Suggestions>(asked);
    const std::vector<explore::Suggestion>& suggested = *suggestions;
    if (!answer.parts.fits()) {
        question.paragraphs.insert(question.paragraphs.end(), why.begin(), why.end());
        if (!suggested.empty())
            question.paragraphs.push_back("It would fit with " + changes_in_words(suggested) + ".");
    }

    Message known;
    ReportSection plots
        = pictures(scenarios, asked_or(figures_asked, {"scaling-per-gpu", "step", "what-would-help"}), known, answers);
    if (answer.parts.fits() && !plots.pictures.empty()) // else it would tell of other counts
        question.paragraphs.push_back(said(plots.pictures.front().sentence));
    add(report, std::move(question));
    add_inputs(report, answers.data()->catalog(), scenario);
    add(report, std::move(plots));
    if (answer.parts.possible())
        add(report,
            {"The answer in numbers", {}, table_of(narrate::readout(answer, scenario, false, known), {"", "Value"})});

    for (std::size_t i = 1; i < scenarios.size(); ++i) {
        const auto compared = answers.get<answers::StepEstimate>(answers::TrainingQuestion(scenarios[i]));
        const Estimate& other = *compared;
        const std::string name
            = scenarios[i].title.empty() ? said(narrate::question_words(scenarios[i], 0)) : scenarios[i].title;
        const narrate::ComparedScenario a{scenario, answer.parts}, b{scenarios[i], other.parts};
        add(report,
            {"Compared with " + name,
             {said(narrate::comparison_sentence(report.title, a, name, b, answers.data()->claims().reach))},
             table_of(narrate::differing_parameters(a, b), {"In what they differ", report.title, name})});
        add(report,
            {"What comes of it",
             {},
             table_of(narrate::value_comparison(a, b), {"", report.title, name, "Difference", "%"})});
    }

    add(report, {"Why", why});
    ReportSection help{"What would help"};
    help.table.head = {"Change", "Brings", "Then"};
    for (const explore::Suggestion& each : suggested)
        help.table.rows.push_back(
            {said(narrate::suggestion_words(each)), narrate::gain_words(each),
             said(narrate::suggestion_rate(each)) + ", " + said(narrate::suggestion_detail(each))});
    add(report, std::move(help));

    ReportSection evidence{"How well this is known"};
    if (!known.empty())
        evidence.paragraphs.push_back(said(known));
    if (const auto band = answers.get<answers::StepBand>(asked); *band && answer.parts.fits())
        evidence.paragraphs.push_back(
            said(Message{PLATEAU_TEXT("The ranges of its constants alone allow %1 to %2 tokens/s."),
                         {units::format(answer.parts.tokens_per_s * (*band)->low, units::Unit::None),
                          units::format(answer.parts.tokens_per_s * (*band)->high, units::Unit::None)}}));
    add(report, std::move(evidence));
    ReportSection caveats{"What to know beside the numbers"};
    const auto has = [](const std::vector<std::string>& all, const std::string& words) {
        return std::find(all.begin(), all.end(), words) != all.end();
    };
    const auto add_caveat = [&](const std::string& words) {
        if (!has(caveats.list, words) && !has(why, words))
            caveats.list.push_back(words);
    };
    for (const narrate::Remark& remark : narrate::remarks(scenario, answer.parts))
        add_caveat(said(remark.text));
    for (const std::string& note : said(narrate::readout_note(answer, scenario)))
        add_caveat(note);
    add(report, std::move(caveats));
    add(report, {"Sources", {}, {}, {}, figures::sources_of(scenarios)});
    add(report, {"Made with", {std::string("Plateau ") + core_version()}});
    return report;
}

Report limits_report(answers::Answers& answers, const std::vector<LimitsScenario>& scenarios,
                     const std::vector<std::string>& figures_asked)
{
    const LimitsScenario& scenario = scenarios.front();
    Report report;
    report.title = scenario.title.empty() ? scenario.accelerator.title : scenario.title;
    std::vector<std::string> documents;
    documents.reserve(scenarios.size());
    for (const LimitsScenario& each : scenarios)
        documents.push_back(write_scenario(each));
    report.scenario = joined_documents(documents);
    ReportSection question{"The question", {"How far can one training run scale?"}};
    if (!scenario.notes.empty())
        question.paragraphs.push_back(scenario.notes);
    Message known;
    ReportSection plots = pictures(
        scenarios, asked_or(figures_asked, {"limits", "limits-cluster", "limits-cost", "limits-closed-forms"}), known,
        answers);
    ReportSection result{"The answer in numbers"};
    result.table.head = {"Landmark"};
    for (const figures::LandmarkRow& row : figures::landmark_rows())
        result.table.rows.push_back({row.closed_form ? std::string(row.closed_form) + ", " + row.name : row.name});
    for (const LimitsScenario& each : scenarios) {
        const figures::LimitsCurve curve
            = figures::limits_curve(each, *answers.get<answers::LimitsCurve>(each.question));
        result.paragraphs.push_back(
            said(narrate::limits_headline(each, limits::landmarks(each.question, curve.points))));
        result.table.head.push_back(curve.name);
        const std::vector<std::string> cells = figures::landmark_cells(curve);
        for (std::size_t i = 0; i < cells.size(); ++i)
            result.table.rows[i].push_back(cells[i]);
    }
    question.paragraphs.insert(question.paragraphs.end(), result.paragraphs.begin(), result.paragraphs.end());
    result.paragraphs.clear();
    add(report, std::move(question));
    add_inputs(report, answers.data()->catalog(), scenario);
    add(report, std::move(plots));
    add(report, std::move(result));
    ReportSection caveats{
        "What to know beside the numbers",
        {"A model of data movement, not a measurement: no attention, no failures, everything synchronous."}};
    caveats.list = said(scenario.remarks);
    add(report, std::move(caveats));
    add(report, {"Sources", {}, {}, {}, figures::sources_of(scenarios)});
    add(report, {"Made with", {std::string("Plateau ") + core_version()}});
    return report;
}

} // namespace plateau::app
