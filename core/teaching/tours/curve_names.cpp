// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/curve_names.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/views/looks.h"
#include "core/views/scaling_view.h"

namespace plateau::tours {

namespace {

using figures::Series;
using figures::SeriesRole;

/// What plots have on their x axis: a curve is the same one wherever the question stands on it.
constexpr std::array<std::string_view, 3> axes{"gpus", "nvlink_domain", "training_flop"};

template<class S>
bool are_alike(const S& one, const S& other, const ParameterTable<S>& table)
{
    return std::ranges::all_of(table.rows(), [&](const Parameter<S>& row) {
        return std::ranges::find(axes, row.key) != axes.end() || row.get(one) == row.get(other);
    });
}

bool is_as_set(const Step& step, const Question& now)
{
    if (is_training(step.question))
        return are_alike(std::get<Scenario>(step.question), std::get<Scenario>(now), training_parameters());
    return are_alike(std::get<LimitsScenario>(step.question), std::get<LimitsScenario>(now), limits_parameters());
}

} // namespace

figures::Figure named(figures::Figure figure, const Step& step, const Question& now)
{
    if (step.beside.empty() || !figure.as<figures::Plot>())
        return figures::alone(std::move(figure));
    std::vector<Message> names;
    names.push_back(step.name.empty() || !is_as_set(step, now) ? Message{figures::current_name, {}}
                                                               : Message{"%1", {Verbatim{step.name}}});
    for (const Beside& beside : step.beside)
        names.push_back({"%1", {Verbatim{beside.name}}});
    const Message own = names.front();
    if (step.exercise && step.exercise->form == Exercise::Form::Which) {
        const std::vector<int> signs = letters(step.id, names.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            names[i] = Message{PLATEAU_TEXT("%1: %2"), {Verbatim{letter(signs[i])}, names[i]}};
    }
    for (figures::Panel& panel : figure.panels()) {
        for (Series& series : panel.series) {
            if (is_asked_about(series) && place_of(series.role) < names.size()) {
                series.name = names[place_of(series.role)];
                if (!series.beside.empty())
                    series.beside = series.name;
            } else if (series.role == SeriesRole::Reference && series.name.arguments.size() == 1) {
                series.name.arguments = {own}; // "ideal of %1"
            }
        }
        for (figures::Region& region : panel.regions) // "%1: too few GPUs"
            if (region.reason.arguments.size() == 2 && region.reason.text == "%1: %2")
                region.reason.arguments.front() = own;
    }
    return figure;
}

} // namespace plateau::tours
