// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/limits_view.h"

#include <cmath>
#include <limits>

#include "core/limits/closed_forms.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/looks.h"

namespace plateau::figures {

namespace {

using units::Unit;

constexpr double least_exponent = 0;
constexpr double largest_exponent = 0.4; ///< the forms diverge where the batch outgrows the depth by a square root
constexpr int exponent_steps = 80;

/// Draws one closed form along the exponent; the scenario gives everything else.
template<class Form>
Series form_series(const LimitsCurve& curve, Form form)
{
    const limits::Question& question = curve.scenario->question;
    const limits::NodeRates node = limits::node_rates(question.machine);
    Series series{.name = curve.name, .role = curve.role, .markers = false, .label_at_end = false};
    for (int i = 0; i <= exponent_steps; ++i) {
        limits::ScalingRules rules = question.rules;
        rules.batch.exponent = least_exponent + (largest_exponent - least_exponent) * i / exponent_steps;
        series.x.push_back(rules.batch.exponent);
        const double flop = form(node, limits::growth_rule(rules), question.run_seconds);
        series.y.push_back(std::isfinite(flop) ? flop : std::numeric_limits<double>::quiet_NaN());
    }
    return series;
}

/// Marks what a search finds at a scenario's own exponent: one curve gets a note with the number, several get rings.
void add_searched(Panel& panel, const LimitsPicture& picture, std::optional<double> (*found_in)(const LimitsCurve&),
                  const char* head)
{
    Series rings{.name = {PLATEAU_TEXT("found by search"), {}},
                 .role = SeriesRole::Published,
                 .label_at_end = false,
                 .form = SeriesForm::Points};
    for (const LimitsCurve& curve : picture.curves) {
        const double exponent = curve.scenario->question.rules.batch.exponent;
        const bool known = curve.standing == answers::Standing::Current;
        const std::optional<double> found = known ? found_in(curve) : std::optional<double>();
        if (!found || exponent < least_exponent || exponent > largest_exponent)
            continue;
        if (picture.curves.size() == 1)
            panel.notes.push_back({exponent, *found, {head, {}}, {"%1", {Quantity{*found, Unit::Flop}}}, true});
        rings.x.push_back(exponent);
        rings.y.push_back(*found);
        rings.names.push_back(english(curve.name));
    }
    if (picture.curves.size() > 1 && !rings.x.empty())
        panel.series.push_back(std::move(rings));
}

std::optional<double> linear_end(const LimitsCurve& curve)
{
    return limits::landmarks(curve.scenario->question, curve.points).linear_end_flop;
}

std::optional<double> wall(const LimitsCurve& curve)
{
    const limits::Landmarks marks = limits::landmarks(curve.scenario->question, curve.points);
    return marks.wall_beyond_grid || curve.scenario->cluster_mode != ClusterMode::Deadline ? std::optional<double>()
                                                                                           : marks.wall_flop;
}

Panel panel_of(const char* id, const char* title)
{
    return titled_panel(id, {title, {}}, {PLATEAU_TEXT("FLOP, log scale"), {}},
                        {.unit = Unit::Flop, .logarithmic = true});
}

} // namespace

Figure closed_form_figure(const LimitsPicture& picture)
{
    const LimitsCurve& current = picture.curves[picture.current];
    const limits::Question& question = current.scenario->question;
    const limits::Landmarks marks = limits::landmarks(question, current.points);
    Figure figure{.id = "limits-closed-forms", .title = {PLATEAU_TEXT("How much does a growing batch buy?"), {}}};
    if (current.scenario->cluster_mode == ClusterMode::Fixed)
        figure.sentence = narrate::closed_form_reasons(*current.scenario).front();
    else if (marks.closed_form_linear_end_flop && marks.closed_form_wall_flop)
        figure.sentence
            = {PLATEAU_TEXT(
                   "With a batch that grows as C^%1 the closed forms end linear scaling at %2, all scaling at %3."),
               {Quantity{question.rules.batch.exponent, Unit::None},
                Quantity{*marks.closed_form_linear_end_flop, Unit::Flop},
                Quantity{*marks.closed_form_wall_flop, Unit::Flop}}};
    else
        figure.sentence = {PLATEAU_TEXT("With a batch that grows as C^%1 the closed forms see no end of scaling."),
                           {Quantity{question.rules.batch.exponent, Unit::None}}};
    Plot& plot = figure.plot();
    plot.x.title = {PLATEAU_TEXT("Exponent of training compute in the batch"), {}};
    plot.x.minimum = least_exponent;
    plot.x.maximum = largest_exponent;
    plot.marker = question.rules.batch.exponent;
    plot.marker_role = current.role;
    Panel end = panel_of("t_crit", PLATEAU_TEXT("End of linear scaling, T_crit"));
    Panel beyond = panel_of("t_limit", PLATEAU_TEXT("Latency wall, T_limit"));
    for (const LimitsCurve& curve : picture.curves) {
        end.series.push_back(form_series(curve, limits::critical_flop));
        beyond.series.push_back(form_series(curve, limits::limit_flop));
        if (picture.curves.size() > 1)
            end.series.back().beside = beyond.series.back().beside = lettered_name(curve);
    }
    add_searched(end, picture, linear_end, PLATEAU_TEXT("Found by search: first crossing"));
    add_searched(beyond, picture, wall, PLATEAU_TEXT("Found by search"));
    plot.panels = {end, beyond};
    figure.scenario = write_scenario(*current.scenario);
    return figure;
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

Drawing closed_forms(const ViewRequest<LimitsScenario>& request)
{
    const LimitsDrawn of(request);
    return {figures::as_viewed(figures::closed_form_figure(of.picture), request.first().view)};
}

constexpr View closed_form_views[] = {
    {"limits-closed-forms", "T_crit and T_limit against the exponent of the batch", closed_forms, true, "limits",
     "closed_forms", PLATEAU_TEXT("Limits: closed forms")},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(closed_form_view, 51, closed_form_views)
