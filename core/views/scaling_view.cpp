// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/scaling_view.h"

#include "core/question/scenario/scenario_file.h"
#include "core/views/curve_words.h"
#include "core/views/looks.h"
#include "core/views/measured_runs.h"
#include "core/views/words.h"

namespace plateau::figures {

namespace {

constexpr double throughput_share = 42;
constexpr double other_share = 29;

/// They belong to the current question.
constexpr Roles around_current{SeriesRole::Current, SeriesRole::Thin, SeriesRole::Band, SeriesRole::HiddenBand,
                               SeriesRole::Reference};

double compute_seconds(const Parts& parts)
{
    double sum = 0;
    for (int part = 0; part < static_cast<int>(first_memory_part); ++part)
        sum += kind(static_cast<Part>(part)) == PartKind::Compute ? parts.value[static_cast<std::size_t>(part)] : 0;
    return sum;
}

class Builder {
public:
    explicit Builder(const ScalingPicture& picture)
        : picture_(picture), curve_(*picture.current), axis_(throughput_axis(*picture.axis, curve_.scenario)),
          end_(answers::evidence_end(curve_)), first_(answers::base_point(curve_.points, 0))
    {
    }

    /// Says where the evidence for the curve ends.
    double end() const { return end_; }

    Panel throughput() const
    {
        Panel panel{.id = "throughput"};
        if (picture_.axis != scaling_axes().data())
            panel.shows = axis_.name;
        panel.title = {axis_.falls ? PLATEAU_TEXT("Time to a loss") : PLATEAU_TEXT("Throughput"), {}};
        panel.unit = axis_.unit;
        if (axis_.share) {
            panel.unit = {"%1, %", {axis_.unit}};
            panel.y.unit = units::Unit::Fraction;
        }
        panel.y.logarithmic = axis_.logarithmic;
        panel.height = throughput_share;
        const PartsValue& value = axis_.value;
        panel.series.push_back(ideal());
        if (axis_.banded && picture_.current_visible)
            panel.series.push_back(scaling_band(curve_, value));
        if (axis_.divisor && picture_.current_visible)
            panel.series.push_back(marginal());
        add_curves(panel, value, false);
        panel.regions = scaling_regions(curve_, end_, true);
        for (Region& region : panel.regions)
            if (region.hatched && !is_alone())
                region.reason = {"%1: %2", {own_name(), region.reason}};
        if (axis_.measured == Measured::AllGpus || axis_.measured == Measured::PerGpu)
            add_claim(panel, value, axis_.logarithmic, !axis_.logarithmic);
        panel.notes = landmarks(picture_, value);
        if (picture_.current_visible && *axis_.no_divisor && first_ && !(axis_.divisor(first_->parts) > 0))
            panel.banner = {axis_.no_divisor, {}};
        std::erase_if(panel.notes, [](const Note& note) { return !std::isfinite(note.y); });
        return panel;
    }

    Panel mfu() const
    {
        Panel panel = titled_panel(
            "mfu", {PLATEAU_TEXT("MFU"), {}},
            {PLATEAU_TEXT("% of %1, dense %2, %3"),
             {Quantity{peak(), units::Unit::FlopPerSecond}, Verbatim{name(curve_.scenario.workload.precision)},
              narrate::counted_words(curve_.scenario)}});
        const bool same_peak = std::all_of(picture_.pins.begin(), picture_.pins.end(), [&](const PinnedCurve& pin) {
            const double other = pin.curve->estimate.parts.peak_flops;
            return other <= 0 || other == peak();
        });
        if (!same_peak)
            panel.unit = {PLATEAU_TEXT("% of each one's dense peak, %1"), {narrate::counted_words(curve_.scenario)}};
        panel.y.unit = units::Unit::Fraction;
        panel.height = other_share;
        const PartsValue value = [](const Parts& parts) { return parts.mfu(); };
        Series ceiling = series(kernel_ceiling);
        ceiling.name = of_current(PLATEAU_TEXT("kernel ceiling"), PLATEAU_TEXT("kernel ceiling of %1"));
        ceiling.role = SeriesRole::Reference;
        ceiling.markers = false;
        panel.series = {ceiling};
        if (picture_.current_visible)
            panel.series.push_back(scaling_band(curve_, value));
        add_curves(panel, value, false);
        panel.regions = scaling_regions(curve_, end_, false);
        if (!picture_.all_plots && picture_.time == TimePlot::Step)
            add_wait_regions(panel);
        add_claim(panel, value, false, axis_.measured != Measured::PerGpu);
        return panel;
    }

    Panel communication() const
    {
        Panel panel = titled_panel("communication", {PLATEAU_TEXT("Communication"), {}},
                                   {PLATEAU_TEXT("% of step time"), {}}, {.unit = units::Unit::Fraction}, other_share);
        Series all = series(metric("communication_busy_fraction").value);
        all.name = {PLATEAU_TEXT("all communication"), {}};
        all.role = SeriesRole::Thin;
        all.markers = all.label_at_end = false;
        const PartsValue fraction = [](const Parts& parts) { return parts.communication_fraction(); };
        const Series exposed = current(fraction, true);
        Series hidden = all;
        hidden.name = {PLATEAU_TEXT("hidden behind computing"), {}};
        hidden.role = SeriesRole::HiddenBand;
        hidden.y_low = exposed.y;
        double most = 1;
        for (double y : all.y)
            most = std::isfinite(y) ? std::max(most, y) : most;
        panel.y.minimum = 0;
        panel.y.maximum = most <= 1.0001 ? 1 : std::ceil(most * 4) / 4;
        if (picture_.current_visible) {
            panel.labels = traffic_labels(all, exposed, panel.y.maximum);
            panel.series = {hidden, all};
        }
        add_curves(panel, fraction, true);
        panel.regions = scaling_regions(curve_, end_, false);
        add_wait_regions(panel);
        return panel;
    }

    Panel power() const
    {
        const Metric& watts = metric("power_w_per_gpu");
        Panel panel
            = titled_panel("power", {PLATEAU_TEXT("Power"), {}}, {PLATEAU_TEXT("W per GPU"), {}}, {}, other_share);
        add_curves(panel, watts.value, false);
        panel.regions = scaling_regions(curve_, end_, false);
        return panel;
    }

    /// Stacks the pieces of the current curve's step, and shows of every curve where computing ends and waiting begins.
    Panel step() const
    {
        Panel panel = titled_panel("step", {PLATEAU_TEXT("Where a step goes"), {}},
                                   {PLATEAU_TEXT("% of its time; above the line it waits"), {}},
                                   {.unit = units::Unit::Fraction, .minimum = 0, .maximum = 1}, other_share);
        if (picture_.current_visible)
            add_pieces(panel);
        add_curves(panel, computing_share, false);
        panel.regions = scaling_regions(curve_, end_, false);
        return panel;
    }

private:
    double peak() const
    {
        return curve_.estimate.parts.peak_flops > 0 ? curve_.estimate.parts.peak_flops
            : first_                                ? first_->parts.peak_flops
                                                    : 0;
    }

    static Series series(const answers::ScalingCurve& curve, const PartsValue& value)
    {
        Series result;
        for (const auto& point : curve.points) {
            result.x.push_back(point.gpus);
            result.y.push_back(point.parts.fits() ? value(point.parts) : gap);
        }
        return result;
    }
    Series series(const PartsValue& value) const { return series(curve_, value); }

    void add_wait_regions(Panel& panel) const
    {
        if (picture_.current_visible && picture_.current_standing != answers::Standing::Earlier)
            for (const Region& region : wait_regions(curve_))
                panel.regions.push_back(region);
    }

    void add_pieces(Panel& panel) const
    {
        const Series empty = series([](const Parts&) { return gap; });
        for (std::size_t i = 0; i < curve_.points.size(); ++i) {
            const auto& point = curve_.points[i];
            if (!point.parts.fits())
                continue;
            double below = 0;
            std::size_t row = 0;
            for (const StepPiece& piece : step_pieces(point.parts)) {
                if (panel.series.size() == row)
                    panel.series.push_back({.name = {piece.name, {}},
                                            .role = SeriesRole::Band,
                                            .x = empty.x,
                                            .y = empty.y,
                                            .y_low = empty.y,
                                            .area = piece.kind});
                panel.series[row].y_low[i] = below;
                below += piece.share;
                panel.series[row++].y[i] = below;
            }
        }
        std::erase_if(panel.series, [](const Series& series) {
            double most = 0;
            for (std::size_t i = 0; i < series.y.size(); ++i)
                most = std::fmax(most, series.y[i] - series.y_low[i]);
            return most < 1e-3;
        });
    }

    bool is_alone() const { return !picture_.other && picture_.pins.empty(); }
    Message own_name() const { return picture_.other ? curve_name(curve_) : picture_.own_name; }
    /// Names a line that belongs to the current curve; beside other curves its name says so.
    Message of_current(const char* alone, const char* of) const
    {
        return is_alone() ? Message{alone, {}} : Message{of, {own_name()}};
    }

    /// Names a curve at its end: "Current", or which of the two it is.
    Message end_name(const answers::ScalingCurve& curve, bool exposed) const
    {
        const bool best = curve.choice == search::PlanChoice::Best;
        if (!picture_.other && exposed && !picture_.pins.empty())
            return picture_.own_name;
        if (!picture_.other)
            return exposed ? Message{PLATEAU_TEXT("exposed"), {}} : picture_.own_name;
        if (exposed)
            return {best ? PLATEAU_TEXT("Best, exposed") : PLATEAU_TEXT("Given, exposed"), {}};
        return curve_name(curve);
    }

    Series curve_of(const answers::ScalingCurve& curve, const PartsValue& value, bool exposed) const
    {
        Series result = series(curve, value);
        result.name = end_name(curve, exposed);
        const double end = &curve == &curve_ ? end_ : answers::evidence_end(curve);
        result.extrapolated_from = end > 0 ? end : curve.from / 2;
        return result;
    }

    Series current(const PartsValue& value, bool exposed) const { return curve_of(curve_, value, exposed); }

    /// Adds the pinned curves at the bottom, then the other plan's curve, then the one that is asked about.
    void add_curves(Panel& panel, const PartsValue& value, bool exposed) const
    {
        for (const PinnedCurve& pin : picture_.pins) {
            Series pinned = curve_of(*pin.curve, value, exposed);
            pinned.role = pin.role;
            pinned.name = pin_label(pin);
            pinned.own_x = pin.curve->scenario.cluster.gpus;
            panel.series.push_back(std::move(pinned));
        }
        if (picture_.other) {
            Series other = curve_of(*picture_.other, value, exposed);
            other.role = SeriesRole::OtherPlan;
            other.markers = false;
            panel.series.push_back(other);
        }
        if (picture_.current_visible)
            panel.series.push_back(current(value, exposed));
    }

    /// Draws the ideal: a straight line through the smallest count that fits.
    Series ideal() const
    {
        Series result{.name = of_current(PLATEAU_TEXT("ideal, linear"), PLATEAU_TEXT("ideal of %1, linear")),
                      .role = SeriesRole::Reference,
                      .markers = false};
        if (first_)
            for (const double gpus : {first_->gpus, curve_.to}) {
                result.x.push_back(gpus);
                const double growth = gpus / first_->gpus;
                result.y.push_back(axis_.value(first_->parts)
                                   * (axis_.falls             ? 1 / growth
                                          : axis_.logarithmic ? growth
                                                              : 1));
            }
        return result;
    }

    /// Draws what the GPUs of each doubling brought, per GPU, dollar or watt added.
    Series marginal() const
    {
        Series result{.name = {axis_.added, {}}, .role = SeriesRole::Thin, .markers = false};
        for (const answers::Added& step : answers::added(answers::doublings(curve_.points), axis_.divisor)) {
            result.x.push_back(step.gpus);
            result.y.push_back(step.tokens_per_s);
        }
        return result;
    }

    void add_claim(Panel& panel, const PartsValue& value, bool grows, bool with_words) const
    {
        if (!curve_.claim || curve_.searched || !picture_.current_visible)
            return;
        const auto start = std::find_if(curve_.points.begin(), curve_.points.end(),
                                        [this](const auto& point) { return point.gpus == curve_.claim->from_gpus; });
        if (start == curve_.points.end() || !start->parts.fits() || curve_.claim->to_gpus > curve_.to)
            return;
        Bracket bracket{
            .x_from = curve_.claim->from_gpus, .y_from = value(start->parts), .x_to = curve_.claim->to_gpus};
        bracket.y_reference = bracket.y_from * (grows ? bracket.x_to / bracket.x_from : 1);
        bracket.y_to = bracket.y_reference * curve_.claim->ratio;
        if (with_words) {
            bracket.head = {PLATEAU_TEXT("Published ×%1 per GPU"), {Quantity{curve_.claim->ratio, units::Unit::None}}};
            bracket.text
                = {curve_.claim->known_by == catalog::KnownBy::SecondHand ? PLATEAU_TEXT("%1, second-hand") : "%1",
                   {Verbatim{curve_.claim->label}}};
        }
        panel.brackets.push_back(bracket);
    }

    /// Puts "all communication" left of its line where that rises, and "hidden" in the widest part of the fill.
    std::vector<Label> traffic_labels(const Series& all, const Series& exposed, double top) const
    {
        std::vector<Label> labels;
        const double doublings = std::log2(curve_.to / curve_.from);
        std::size_t widest = 0;
        double width = 0.2 * top;
        for (std::size_t i = 0; i < all.x.size(); ++i) {
            const double thickness = all.y[i] - exposed.y[i];
            const double off_marker = std::abs(std::log2(all.x[i] / curve_.scenario.cluster.gpus));
            const double inside = std::min(std::log2(all.x[i] / curve_.from), std::log2(curve_.to / all.x[i]));
            if (thickness > width && off_marker > 0.06 * doublings && inside > 0.06 * doublings) {
                width = thickness;
                widest = i;
            }
        }
        if (widest > 0)
            labels.push_back({all.x[widest],
                              (0.42 * all.y[widest] + 0.58 * exposed.y[widest]),
                              {PLATEAU_TEXT("hidden"), {}},
                              SeriesRole::HiddenBand,
                              false});
        for (std::size_t i = 0; i < all.x.size(); ++i)
            if (all.y[i] > 0.5 * top && std::log2(all.x[i] / curve_.from) > 0.3 * doublings) {
                labels.push_back({all.x[i], all.y[i], {PLATEAU_TEXT("all communication"), {}}, SeriesRole::Thin, true});
                break;
            }
        return labels;
    }

    const ScalingPicture& picture_;
    const answers::ScalingCurve& curve_;
    ThroughputAxis axis_;
    double end_;
    const answers::CurvePoint* first_; ///< where the ideal starts; null: nothing fits
};

} // namespace

double kernel_ceiling(const Parts& parts)
{
    return Parts::share_of_peak(parts.mfu() * parts.step_seconds / compute_seconds(parts));
}

std::vector<double> plotted(const Parts& parts, const ScalingAxis& axis, TimePlot time, const Scenario& scenario)
{
    if (!parts.fits())
        return {gap, gap, gap};
    return {throughput_axis(axis, scenario).value(parts), parts.mfu(),
            time == TimePlot::Step ? computing_share(parts) : parts.communication_fraction()};
}

Figure scaling_figure(const answers::ScalingCurve& curve, const ScalingAxis& axis)
{
    return scaling_figure({.current = &curve, .axis = &axis});
}

Figure scaling_figure(const ScalingPicture& picture)
{
    const answers::ScalingCurve& curve = *picture.current;
    Figure figure{.id = "scaling",
                  .title = {PLATEAU_TEXT("Adding GPUs: where does more stop paying off?"), {}},
                  .sentence = picture_sentence(picture),
                  .seen = end_sentence(picture),
                  .main_panel = "throughput"};
    Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("GPUs, log scale"), {}}, units::Unit::Gpus, true, curve.from, curve.to, {}};
    plot.marker = curve.scenario.cluster.gpus;
    plot.marker_fits = curve.estimate.parts.fits();
    figure.scenario = write_scenario(curve.scenario);
    const Builder builder(picture);
    const double end = builder.end();
    const evidence::Nearest* here = curve.known_here();
    if (here ? here->known == evidence::Known::Assumption : end <= 0)
        plot.x.note = {PLATEAU_TEXT("no measurements on this hardware: extrapolated"), {}};
    else if (end <= 0)
        plot.x.note = {PLATEAU_TEXT("no measured run near this one: extrapolated"), {}};
    else if (end < curve.to)
        plot.x.note = {PLATEAU_TEXT("beyond %1: extrapolated"),
                       {Quantity{end, units::Unit::Count, 3, Quantity::Style::Number}}};
    if (const Parts& own = curve.here(); own.fits() && own.gpus_used < own.gpus) {
        const Message idle{PLATEAU_TEXT("%1 of %2 GPUs idle"),
                           {narrate::count(own.gpus - own.gpus_used), narrate::count(own.gpus)}};
        plot.x.note = plot.x.note.empty() ? idle : Message{"%1; %2", {idle, plot.x.note}};
    }
    plot.panels = {builder.throughput(), builder.mfu()};
    if (picture.all_plots || picture.time == TimePlot::Step)
        plot.panels.push_back(builder.step());
    if (picture.all_plots || picture.time == TimePlot::Communication)
        plot.panels.push_back(builder.communication());
    if (picture.all_plots)
        plot.panels.push_back(builder.power());
    for (const Panel& panel : plot.panels)
        if (!panel.brackets.empty() && figure.sources.empty())
            figure.sources = {curve.claim->source};
    if (picture.current_standing == answers::Standing::Earlier)
        figure.earlier = around_current;
    if (picture.other_standing == answers::Standing::Earlier)
        figure.earlier.add(SeriesRole::OtherPlan);
    return figure;
}

Figure stale_figure(Figure figure, double marker, const Message& banner)
{
    Plot& plot = figure.plot();
    plot.marker = marker;
    plot.marker_fits = false;
    figure.earlier = around_current; // what is pinned answers a question of its own
    figure.earlier.add(SeriesRole::OtherPlan);
    for (Panel& panel : plot.panels) {
        for (Label& label : panel.labels)
            if (!is_pin(label.role))
                label.role = SeriesRole::Reference;
        panel.brackets.clear();
        panel.notes.clear();
    }
    if (!plot.panels.empty())
        plot.panels.front().banner = banner;
    return figure;
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

Drawing scaling(const ViewRequest<Scenario>& request)
{
    const Curves curves(request, true);
    if (!curves.current().runs || !curves.current().fits_anywhere())
        return {{}, curves.current().estimate.reason};
    figures::ScalingPicture picture = curves.picture(scaling_axis(request.look));
    picture.time = figures::time_plot(request.first().view);
    picture.all_plots = request.all_panels;
    figures::Figure figure = named_on_paper(figures::scaling_figure(picture), picture);
    add_measured(figure, figures::measured_runs(*curves.current().runs, request.first()), curves.current(),
                 *picture.axis);
    return {figures::as_viewed(std::move(figure), request.first().view), {}, figures::known_words(curves.current())};
}

/// One for each quantity that the first plot can show.
std::vector<View> all_scaling_views()
{
    static std::vector<std::string> names;
    std::vector<View> views;
    names.reserve(scaling_axes().size());
    for (const ScalingAxis& axis : scaling_axes()) {
        const bool usual = &axis == scaling_axes().data();
        std::ranges::replace(names.emplace_back(usual ? "scaling" : std::string("scaling-") + axis.name), '_', '-');
        views.push_back({names.back().c_str(), axis.title, scaling, true, "workbench", axis.name,
                         PLATEAU_TEXT("Scaling: three linked plots"), "throughput,mfu,communication",
                         axis.measured == Measured::PerGpu});
    }
    return views;
}

const std::vector<View>& scaling_views()
{
    static const std::vector<View> views = all_scaling_views();
    return views;
}

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(scaling_view, 10, scaling_views())
