// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/curves.h"

#include <algorithm>

#include "core/charts/figure.h"
#include "core/question/scenario/parameter_table.h"
#include "core/views/comparison.h"
#include "core/views/looks.h"
#include "core/views/readout.h"

namespace plateau::views {

namespace {

Message subject_of(const Scenario& scenario)
{
    return scenario.title.empty() ? narrate::question_words(scenario, 0) : Message{"%1", {title_of(scenario)}};
}

/// Says what a scenario has of the parameter in which all differ: "H100 SXM 80GB", "8,192 tokens", "Tensor 2".
Message told(const Parameter<Scenario>& row, const Scenario& scenario)
{
    const Argument value = narrate::own_value(row, scenario);
    const bool names_itself
        = row.key == "hardware" || row.key == "model" || row.key == "stack" || row.unit == units::Unit::Tokens;
    return names_itself ? Message{"%1", {value}} : Message{"%1 %2", {Word{row.label}, value}};
}

} // namespace

std::vector<Message> telling_names(const std::vector<Scenario>& scenarios)
{
    std::vector<Message> titles;
    titles.reserve(scenarios.size());
    for (const Scenario& scenario : scenarios)
        titles.push_back(subject_of(scenario));
    const Parameter<Scenario>* only = nullptr;
    for (const Parameter<Scenario>& row : training_parameters().rows()) {
        const auto chosen = [&](const Scenario& scenario) { return scenario.overrides.contains(row.key); };
        if (row.key == "gpus" || std::none_of(scenarios.begin(), scenarios.end(), chosen))
            continue;
        const auto value = [&](const Scenario& scenario) { return format_value(row, row.get(scenario)); };
        const std::string first = value(scenarios.front());
        if (std::all_of(scenarios.begin(), scenarios.end(), [&](const Scenario& s) { return value(s) == first; }))
            continue;
        if (only)
            return titles; // more than a word says
        only = &row;
    }
    if (!only)
        return titles;
    std::vector<Message> names;
    names.reserve(scenarios.size());
    for (const Scenario& scenario : scenarios) {
        Message name = told(*only, scenario);
        if (std::find(names.begin(), names.end(), name) != names.end())
            return titles;
        names.push_back(std::move(name));
    }
    return names;
}

Curves::Curves(const ViewRequest<Scenario>& request, bool known)
{
    std::vector<answers::TrainingQuestion> questions;
    questions.reserve(request.scenarios.size());
    names_ = telling_names(request.scenarios);
    for (const Scenario& scenario : request.scenarios)
        questions.emplace_back(scenario);
    const answers::GpuRange range = answers::usual_range(request.answers, questions);
    const auto curve = [&](const answers::TrainingQuestion& question) {
        return request.get<answers::Curve>({question, range, known});
    };
    current_ = curve(questions.front());
    if (questions.size() == 1 && questions.front().choice == search::PlanChoice::Best)
        other_ = curve(questions.front().with_choice(search::PlanChoice::Given));
    for (std::size_t i = 1; i < questions.size(); ++i)
        laid_over_.push_back(curve(questions[i]));
}

figures::ScalingPicture Curves::picture(const ScalingAxis& axis) const
{
    figures::ScalingPicture picture{.current = current_.get(), .axis = &axis};
    for (std::size_t i = 0; i < laid_over_.size(); ++i)
        picture.pins.push_back({laid_over_[i].get(), std::string(1, static_cast<char>('A' + i)), names_[i + 1],
                                figures::role_of_slot(static_cast<int>(i) + 1)});
    if (!laid_over_.empty())
        picture.own_name = names_.front();
    if (other_) {
        picture.other = other_.get();
        picture.given = &other_->here();
    }
    return picture;
}

namespace {

/// Leaves out ranges, ceilings and regions where several curves share a picture: they would be those of the first curve
/// alone.
void leave_curves_alone(figures::Figure& figure)
{
    using figures::SeriesRole;
    for (figures::Panel& panel : figure.panels()) {
        std::erase_if(panel.series, [](const figures::Series& series) {
            return !series.area
                && (series.role == SeriesRole::Band || series.role == SeriesRole::HiddenBand
                    || series.role == SeriesRole::Thin || series.role == SeriesRole::Reference);
        });
        std::erase_if(panel.regions, [](const figures::Region& region) { return region.waits; });
        panel.labels.clear();
        panel.notes.clear();
        for (figures::Series& series : panel.series)
            series.own_x = 0;
        if (panel.id == "communication")
            panel.unit = {PLATEAU_TEXT("% of step time, exposed"), {}};
    }
}

} // namespace

figures::Figure named_on_paper(figures::Figure figure, const figures::ScalingPicture& picture)
{
    const auto name = [&](figures::SeriesRole role) -> Message {
        if (role == figures::SeriesRole::Current)
            return picture.own_name;
        for (const figures::PinnedCurve& pin : picture.pins)
            if (pin.role == role)
                return pin.name;
        return {};
    };
    if (!picture.pins.empty()) {
        for (const figures::NamedPart& part : figures::named_parts(figure))
            if (const Message words = name(part.role); !words.empty())
                part.name = words;
        leave_curves_alone(figure);
    }
    return figures::on_paper(std::move(figure));
}

Drawing drawing_here(const ViewRequest<Scenario>& request, figures::Figure (*figure)(const figures::ScalingPicture&))
{
    const Curves curves(request, false);
    if (!curves.current().here().possible())
        return {{}, curves.current().estimate.reason};
    const figures::ScalingPicture picture = curves.picture();
    return {named_on_paper(figure(picture), picture)};
}

} // namespace plateau::views
