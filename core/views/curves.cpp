// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/scaling_view.h"

#include "core/views/looks.h"
#include "core/views/words.h"

namespace plateau::views {

namespace {

/// Says what a scenario has of a parameter: "H100 SXM 80GB", "8,192 tokens", "Tensor 2"; nothing where it has none.
Message told(const TrainingParameter& row, const Scenario& scenario)
{
    if (row.applies && !row.applies(scenario))
        return {};
    const Argument value = narrate::own_value(row, scenario);
    const bool names_itself = row.kind == ParameterKind::Name || row.unit == units::Unit::Tokens || row.key == "gpus"
        || row.key == "dp_mode";
    return names_itself ? Message{"%1", {value}} : Message{"%1 %2", {Word{row.label}, value}};
}

} // namespace

std::vector<Message> telling_names(const std::vector<const Scenario*>& scenarios)
{
    std::vector<Message> alone(scenarios.size());
    std::vector<std::vector<Argument>> together(scenarios.size());
    const auto tell = [&](const TrainingParameter& row) {
        std::vector<Message> values;
        values.reserve(scenarios.size());
        for (const Scenario* scenario : scenarios)
            values.push_back(told(row, *scenario));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto alike = std::count(values.begin(), values.end(), values[i]);
            if (values[i].empty() || alike == std::ptrdiff_t(values.size()))
                continue;
            together[i].emplace_back(values[i]);
            if (alike == 1 && alone[i].empty())
                alone[i] = values[i];
        }
    };
    for (const TrainingParameter& row : training_parameters().rows())
        if (row.key != "gpus" && std::any_of(scenarios.begin(), scenarios.end(), [&](const Scenario* scenario) {
                return scenario->overrides.contains(row.key) || scenario->open.contains(row.key);
            }))
            tell(row);
    const auto told_so_far = [&] {
        std::vector<Message> said;
        for (std::size_t i = 0; i < scenarios.size(); ++i)
            said.push_back(!alone[i].empty() || together[i].empty() ? alone[i] : listed(together[i]));
        return said;
    };
    const std::vector<Message> without_count = told_so_far();
    tell(*training_parameters().find("gpus")); // the curves run over it: only where nothing else tells them apart
    const std::vector<Message> with_count = told_so_far();
    std::vector<Message> names;
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        const bool tells = std::count(without_count.begin(), without_count.end(), without_count[i]) == 1;
        Message name = tells && !without_count[i].empty() ? without_count[i]
            : !with_count[i].empty()                      ? with_count[i]
            : scenarios.size() > 1                        ? Message{figures::current_name, {}}
                                                          : narrate::subject_words(*scenarios[i]);
        if (std::find(names.begin(), names.end(), name) != names.end())
            name = {"%1 (%2)", {name, Verbatim{std::to_string(i + 1)}}};
        names.push_back(std::move(name));
    }
    return names;
}

Curves::Curves(const ViewRequest<Scenario>& request, bool known)
{
    std::vector<answers::TrainingQuestion> questions;
    questions.reserve(request.scenarios.size());
    std::vector<const Scenario*> scenarios;
    for (const Scenario& scenario : request.scenarios) {
        questions.emplace_back(scenario);
        scenarios.push_back(&scenario);
    }
    names_ = telling_names(scenarios);
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
