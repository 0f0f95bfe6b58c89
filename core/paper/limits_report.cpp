// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/limits.h"
#include "core/paper/caption.h"
#include "core/paper/limits_changes.h"
#include "core/paper/report_parts.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/limits_view.h"

namespace plateau::views {

namespace {

/// Says what binds a stretch: "1e25 FLOP to 2e28 FLOP: linear scaling".
Message stretch_words(const limits::Stretch& stretch)
{
    return {PLATEAU_TEXT("%1 to %2: %3"),
            {Quantity{stretch.from_flop, units::Unit::Flop}, Quantity{stretch.to_flop, units::Unit::Flop},
             narrate::bound_words(stretch.bound)}};
}

} // namespace

Report limits_report(answers::Answers& answers, const std::vector<LimitsScenario>& scenarios,
                     const std::vector<std::string>& figures_asked, const std::string& date)
{
    const LimitsScenario& scenario = scenarios.front();
    Report report{.title = plain(scenario.title.empty() ? Verbatim{scenario.accelerator.title} : title_of(scenario)),
                  .made = made_words(date)};
    std::vector<std::string> documents;
    documents.reserve(scenarios.size());
    for (const LimitsScenario& each : scenarios)
        documents.push_back(write_scenario(each));
    report.scenario = joined_documents(documents);
    ReportSection question{.heading = plain(PLATEAU_TEXT("The question")),
                           .paragraphs = {plain(PLATEAU_TEXT("How far can one training run scale?"))}};
    if (!scenario.notes.empty())
        question.paragraphs.push_back(plain(notes_of(scenario)));
    ReportSection answer{.heading = plain(PLATEAU_TEXT("The answer"))},
        bounds{.heading = plain(PLATEAU_TEXT("What limits it"))},
        numbers{.heading = plain(PLATEAU_TEXT("The answer in numbers"))};
    numbers.table.head = {plain(PLATEAU_TEXT("Landmark"))};
    for (const figures::LandmarkRow& row : figures::landmark_rows())
        numbers.table.rows.push_back(
            {row.closed_form ? Message{"%1, %2", {row.closed_form, row.name}} : plain(row.name)});
    for (const LimitsScenario& each : scenarios) {
        const figures::LimitsCurve curve
            = figures::limits_curve(each, *answers.get<answers::LimitsCurve>(each.question));
        answer.paragraphs.push_back(narrate::limits_headline(each, limits::landmarks(each.question, curve.points)));
        if (&each == &scenario)
            for (const limits::Stretch& stretch : limits::stretches(each.question, curve.points))
                bounds.list.push_back(stretch_words(stretch));
        numbers.table.head.push_back(curve.name);
        const std::vector<Message> cells = figures::landmark_cells(curve);
        for (std::size_t i = 0; i < cells.size(); ++i)
            numbers.table.rows[i].push_back(cells[i]);
    }
    ReportSection sure{
        .heading = plain(PLATEAU_TEXT("How sure this is")),
        .paragraphs = {plain(PLATEAU_TEXT(
            "A model of data movement, not a measurement: no attention, no failures, everything synchronous."))}};
    std::vector<const LimitsScenario*> asked;
    asked.reserve(scenarios.size());
    for (const LimitsScenario& each : scenarios)
        asked.push_back(&each);
    sure.paragraphs.push_back(narrate::limits_status(asked, 0, false, 0).known);
    Message known;
    add(report, std::move(question));
    add(report, std::move(answer));
    add(report, std::move(bounds));
    add(report, limits_changes(answers, scenario));
    add(report, std::move(sure));
    add(report,
        pictures_section(scenarios,
                         asked_or(figures_asked, {"limits", "limits-cluster", "limits-cost", "limits-closed-forms"}),
                         known, answers));
    add(report, std::move(numbers));
    add(report, {.heading = plain(PLATEAU_TEXT("What to know beside the numbers")), .list = scenario.remarks});
    ReportSection chosen = chosen_section(answers.data()->catalog(), scenario);
    chosen.new_page = true;
    add(report, std::move(chosen));
    add(report, inputs_section(scenario));
    add(report, sources_section(figures::sources_of(scenarios)));
    return report;
}

} // namespace plateau::views
