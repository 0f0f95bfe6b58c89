// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/curves.h"

#include "core/views/figures/figure_page.h"
#include "core/views/figures/shown_figure.h"
#include "core/views/narrate/readout.h"

namespace plateau::views {

namespace {

std::string name_of(const Scenario& scenario)
{
    return scenario.title.empty() ? english(narrate::question_words(scenario, 0)) : scenario.title;
}

} // namespace

Curves::Curves(const ViewRequest<Scenario>& request, bool known)
{
    std::vector<answers::TrainingQuestion> questions;
    questions.reserve(request.scenarios.size());
    names_.reserve(request.scenarios.size());
    for (const Scenario& scenario : request.scenarios) {
        questions.emplace_back(scenario);
        names_.push_back(name_of(scenario));
    }
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

figures::ScalingPicture Curves::picture(figures::ThroughputView view) const
{
    figures::ScalingPicture picture{.current = current_.get(), .view = view};
    for (std::size_t i = 0; i < laid_over_.size(); ++i)
        picture.pins.push_back({laid_over_[i].get(), std::string(1, static_cast<char>('A' + i)), names_[i + 1],
                                figures::role_of_slot(static_cast<int>(i) + 1)});
    if (!laid_over_.empty())
        picture.own_name = {"%1", {names_.front()}};
    if (other_) {
        picture.other = other_.get();
        picture.given = &other_->here();
    }
    return picture;
}

figures::Figure named_on_paper(figures::Figure figure, const figures::ScalingPicture& picture, const Scenario& current)
{
    const auto name = [&](figures::SeriesRole role) -> std::string {
        if (role == figures::SeriesRole::Current)
            return name_of(current);
        for (const figures::PinnedCurve& pin : picture.pins)
            if (pin.role == role)
                return pin.name;
        return {};
    };
    if (!picture.pins.empty())
        for (const figures::NamedPart& part : figures::named_parts(figure))
            if (const std::string words = name(part.role); !words.empty())
                part.name = {"%1", {words}};
    return figures::on_paper(std::move(figure));
}

Drawing drawing_here(const ViewRequest<Scenario>& request, figures::Figure (*figure)(const figures::ScalingPicture&))
{
    const Curves curves(request, false);
    if (!curves.current().here().possible())
        return {{}, curves.current().estimate.reason};
    const figures::ScalingPicture picture = curves.picture();
    return {named_on_paper(figure(picture), picture, request.first())};
}

} // namespace plateau::views
