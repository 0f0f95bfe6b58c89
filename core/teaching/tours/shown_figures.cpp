// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/shown_figures.h"

#include <fmt/format.h>

#include "core/answers/limits.h"
#include "core/model/prepared.h"
#include "core/paper/figure_page.h"
#include "core/physics/collectives/placement.h"
#include "core/teaching/tours/guess.h"
#include "core/views/looks.h"
#include "core/views/scaling_view.h"

namespace plateau::figures {

namespace {

/// A measured all-reduce on whole scale-up domains.
struct MeasuredAllReduce {
    double domains = 0;
    double bytes = 0;
    double bus_bytes_per_s = 0; ///< as nccl-tests defines it: 2 (n - 1) / n S / t
};

using collectives::Operation;

constexpr std::array<double, 4> shown_domains{4, 16, 64, 256};
constexpr double smallest_buffer = 1024.0 * 1024;
constexpr double largest_buffer = 16 * 1024.0 * smallest_buffer;
constexpr int points_per_octave = 4;
constexpr double giga = 1e9;

/// Counts the bytes that cross the busiest link for each byte of the buffer.
double bus_share(Operation operation, double ranks)
{
    return (operation == Operation::AllReduce ? 2 : 1) * (ranks - 1) / ranks;
}

Panel collective_panel(const Scenario& scenario, Operation operation)
{
    Panel panel;
    const bool reduces = operation == Operation::AllReduce;
    panel.id = reduces ? "all_reduce" : "all_gather";
    panel.title = {reduces ? PLATEAU_TEXT("All-reduce") : PLATEAU_TEXT("All-gather"), {}};
    panel.unit
        = {reduces ? PLATEAU_TEXT("alone, bus bandwidth in GB/s") : PLATEAU_TEXT("in the step, bus bandwidth in GB/s"),
           {}};
    const catalog::Transport transport
        = reduces ? scenario.cluster.accelerator.transport : prepare(scenario)->transport;
    const std::vector<catalog::NetworkTier> tiers = network_tiers(scenario.cluster);
    for (std::size_t i = 0; i < shown_domains.size(); ++i) {
        const double ranks = shown_domains[i] * tiers.front().domain_size;
        collectives::Placement placement{.ranks = ranks, .usable = tiers.front().domain_size};
        const collectives::Candidates candidates
            = collectives::candidates_of(operation, collectives::place(tiers, placement), transport);
        Series series{.name
                      = {PLATEAU_TEXT("%1 GPUs"), {Quantity{ranks, units::Unit::Count, 3, Quantity::Style::Number}}},
                      .role = role_of_slot(static_cast<int>(i)),
                      .markers = false};
        const double octaves = std::log2(largest_buffer / smallest_buffer);
        for (int step = 0; step <= octaves * points_per_octave; ++step) {
            const double bytes = smallest_buffer * std::exp2(double(step) / points_per_octave);
            series.x.push_back(bytes);
            series.y.push_back(bus_share(operation, ranks) * bytes / collectives::collective(candidates, bytes).seconds
                               / giga);
        }
        panel.series.push_back(std::move(series));
    }
    return panel;
}

/// Marks where a unit of layers lies among the sizes.
void mark_layer(Panel& panel, const Scenario& scenario)
{
    for (const CollectiveUse& use : estimate(scenario).collectives)
        if (use.operation == Operation::AllGather && use.bytes >= smallest_buffer) {
            panel.marks.push_back({use.bytes, {PLATEAU_TEXT("a layer"), {}}});
            return;
        }
}

/// Bus bandwidth of all-reduce and all-gather against the bytes of the whole buffer, on 4 to 256 of the scenario's
/// scale-up domains; the measured ones as rings.
Figure collective_figure(const Scenario& scenario, const std::vector<MeasuredAllReduce>& measured)
{
    Figure figure;
    figure.id = "collectives";
    figure.title = {PLATEAU_TEXT("How fast the network is: bus bandwidth against size"), {}};
    figure.sentence
        = {PLATEAU_TEXT("Large buffers all reach the links' rate; small ones wait, and an all-gather the more GPUs the "
                        "longer."),
           {}};
    Plot& plot = figure.plot();
    plot.x = {{PLATEAU_TEXT("Bytes of the whole buffer, log scale"), {}},
              units::Unit::Bytes,
              true,
              smallest_buffer,
              largest_buffer,
              {}};
    plot.panels = {collective_panel(scenario, Operation::AllReduce), collective_panel(scenario, Operation::AllGather)};
    mark_layer(plot.panels.back(), scenario);
    Series rings{.name = {PLATEAU_TEXT("published, digitised"), {}},
                 .role = SeriesRole::Published,
                 .label_at_end = false,
                 .form = SeriesForm::Points};
    for (const MeasuredAllReduce& point : measured)
        for (const double domains : shown_domains)
            if (point.domains == domains && point.bytes >= smallest_buffer && point.bytes <= largest_buffer) {
                rings.x.push_back(point.bytes);
                rings.y.push_back(point.bus_bytes_per_s / giga);
            }
    if (!rings.x.empty())
        plot.panels.front().series.push_back(std::move(rings));
    return figure;
}

} // namespace

} // namespace plateau::figures

namespace plateau::tours {

namespace {

constexpr const char* collectives = "collectives";
constexpr const char* all_reduce_file = "all_reduce_h100_4_to_512_nodes";
constexpr double giga_bytes = 1e9;

/// Measured on hosts of 8 H100; nothing for other clusters.
Expected<std::vector<figures::MeasuredAllReduce>> measured(const catalog::Catalog& catalog, const Scenario& scenario)
{
    std::vector<figures::MeasuredAllReduce> points;
    const bool alike = scenario.cluster.accelerator.id == "h100_sxm" && scenario.cluster.tiers.front().domain_size == 8;
    for (const auto& file : catalog::preset_files(catalog.folders, "claims", ".csv")) {
        if (!alike || file.stem() != all_reduce_file)
            continue;
        const auto table = files::read_csv(file);
        if (!table)
            return tl::unexpected(table.error());
        for (std::size_t row = 0; row < table->rows.size(); ++row) {
            const auto cell
                = [&](const char* column) { return units::parse(table->cell(row, column), units::Unit::None); };
            const auto nodes = cell("nodes"), bytes = cell("bytes"), rate = cell("bus_gb_per_s");
            if (!nodes || !bytes || !rate)
                return failure({PLATEAU_TEXT("is no number"), {}}, table->where(row, 0));
            points.push_back({*nodes, *bytes, *rate * giga_bytes});
        }
    }
    return points;
}

} // namespace

std::span<const char* const> pictures()
{
    static const std::vector<const char*> all = [] {
        std::vector<const char*> names{collectives};
        names.insert(names.end(), figures::schematics().begin(), figures::schematics().end());
        return names;
    }();
    return all;
}

bool is_schematic(const std::string& name)
{
    const auto all = figures::schematics();
    return std::find(all.begin(), all.end(), name) != all.end();
}

std::optional<figures::Schematic> schematic(answers::Answers& answers, const std::string& name,
                                            const Question& question)
{
    const auto* scenario = std::get_if<LimitsScenario>(&question);
    if (!scenario)
        return std::nullopt;
    const auto run = answers.get<answers::LimitsPoint>({scenario->question, scenario->marker_flop});
    return figures::schematic(name, scenario->question, *run);
}

Expected<figures::Figure> picture(const catalog::Catalog& catalog, const std::string& name, const Question& question)
{
    const auto* scenario = std::get_if<Scenario>(&question);
    if (name != collectives || !scenario)
        return failure({PLATEAU_TEXT("%1 is no picture of this question"), {Verbatim{name}}});
    return measured(catalog, *scenario).map([&](const auto& points) {
        return figures::collective_figure(*scenario, points);
    });
}

namespace {

using figures::Note;
using figures::Panel;
using figures::Region;
using figures::Series;
using figures::SeriesRole;

class Filter {
public:
    Filter(const Step& step, const figures::Figure& figure) : step_(step), limits_(figure.id == "limits") { }

    void apply(Panel& panel) const
    {
        std::erase_if(panel.series, [&](const Series& series) { return !wanted(panel, series); });
        std::erase_if(panel.notes, [&](const Note& note) { return !wanted(note); });
        std::erase_if(panel.regions, [&](const Region& region) { return !wanted(region); });
        if (!has(PlotMark::Published)) {
            panel.brackets.clear();
            panel.marks.clear();
        }
        if (!step_.beside.empty()) { // of one of them alone
            std::erase_if(panel.series, [&](const Series& series) {
                return panel.id == "communication" && !is_asked_about(series) && series.role != SeriesRole::Reference;
            });
            if (limits_ || panel.id == "communication")
                panel.labels.clear();
        }
    }

private:
    bool has(PlotMark mark) const
    {
        return std::find(step_.marks.begin(), step_.marks.end(), mark) != step_.marks.end();
    }

    bool wanted(const Panel& panel, const Series& series) const
    {
        if (series.role == SeriesRole::Band && !series.area)
            return has(PlotMark::Band);
        if (series.role == SeriesRole::Thin && panel.id == "throughput")
            return has(PlotMark::Added);
        if (series.role == SeriesRole::Reference && panel.id == "mfu")
            return has(PlotMark::Ceiling);
        return series.role != SeriesRole::Reference || !limits_ || step_.beside.empty();
    }

    bool wanted(const Note& note) const
    {
        if (is_of_guess(note))
            return true;
        return has(note.ring && !limits_ ? PlotMark::Published : PlotMark::Landmarks);
    }

    bool wanted(const Region& region) const
    {
        if (region.waits)
            return has(PlotMark::Waits);
        if (is_hidden(region))
            return true;
        if (limits_)
            return step_.beside.empty();
        return region.hatched || has(PlotMark::Measured);
    }

    const Step& step_;
    const bool limits_;
};

} // namespace

figures::Figure for_class(figures::Figure figure, const Step& step)
{
    if (auto* bars = figure.as<figures::Bars>(); bars && step.draw.size() > 1 && bars->bars.size() > 1)
        std::erase_if(bars->bars, [](const figures::Bar& bar) { return bar.role == SeriesRole::Reference; }); // stages
    figures::Plot* plot = figure.as<figures::Plot>();
    if (!plot)
        return figure;
    if (!step.beside.empty()) { // a scale of years, of one of them
        plot->top_marks.clear();
        plot->top_note = {};
    }
    const auto is_named = [&](const Panel& panel) {
        return std::find(step.panels.begin(), step.panels.end(), panel.id) != step.panels.end();
    };
    if (std::any_of(plot->panels.begin(), plot->panels.end(), is_named))
        std::erase_if(plot->panels, [&](const Panel& panel) { return !is_named(panel); });
    const Filter filter(step, figure);
    for (Panel& panel : plot->panels)
        filter.apply(panel);
    return figure;
}

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

namespace {

template<class Kind>
std::vector<Kind> questions(const Step& step, const Question& question, bool with_others)
{
    std::vector<Kind> all{std::get<Kind>(question)};
    for (const Beside& beside : step.beside)
        if (with_others)
            all.push_back(std::get<Kind>(beside.question));
    return all;
}

views::Drawing draw(answers::Answers& answers, const views::View& view, const Step& step, const Question& question)
{
    if (view.takes<LimitsScenario>())
        return views::draw(view, {answers, questions<LimitsScenario>(step, question, view.overlays)});
    return views::draw(view, {answers, questions<Scenario>(step, question, view.overlays)});
}

std::vector<figures::Figure> drawn(answers::Answers& answers, const Step& step, const Question& question)
{
    std::vector<figures::Figure> all;
    if (!step.picture.empty())
        if (auto own = picture(answers.data()->catalog(), step.picture, question))
            all.push_back(std::move(*own));
    for (const std::string& name : drawn_views(step)) {
        const views::View* view = views::find(name);
        views::Drawing drawing = draw(answers, *view, step, question);
        if (!drawing.no_answer.empty() && view->takes<Scenario>()) // what does not fit, by term
            drawing = draw(answers, *views::find("memory"), step, question);
        if (drawing.no_answer.empty())
            all.push_back(std::move(drawing.figure));
    }
    return all;
}

void add_marks(figures::Figure& figure, const Step& step, const PaperClaims& claims)
{
    if (figure.id != (is_training(step.question) ? "scaling" : "limits"))
        return;
    std::vector<const PaperClaim*> own;
    for (const std::string& id : step.claims)
        own.push_back(claims.find(id));
    add_claim_marks(figure, own);
}

} // namespace

std::vector<figures::Figure> shown_figures(answers::Answers& answers, const Step& step, const Question& question,
                                           const PaperClaims& claims, Shown shown)
{
    using Form = Exercise::Form;
    const bool asked = shown == Shown::Asked;
    if (asked && step.exercise && step.exercise->form == Form::Order)
        return {};
    std::vector<figures::Figure> all = drawn(answers, step, question);
    for (figures::Figure& figure : all) {
        if (!asked)
            add_marks(figure, step, claims);
        figure = for_class(std::move(figure), step);
        if (asked && step.exercise && step.exercise->form == Form::Which)
            figure = nameless(std::move(figure), letters(step.id, step.beside.size() + 1));
        else
            figure = named(std::move(figure), step, question);
        if (asked && step.prediction && asks_about(figure, *step.prediction))
            figure = hidden(std::move(figure), *step.prediction);
    }
    return all;
}

namespace {

template<class S>
std::vector<S> questions_of(const Step& step)
{
    std::vector<S> all{std::get<S>(step.question)};
    if constexpr (std::is_same_v<S, Scenario>)
        if (step.best && step.beside.empty())
            all.front() = answers::seen_as(all.front(), search::PlanChoice::Best, answers::objective(all.front()));
    for (const Beside& beside : step.beside)
        if (const S* other = std::get_if<S>(&beside.question))
            all.push_back(*other);
    return all;
}

views::FigureJob picture_job(const views::SharedAnswers& answers, const Step& step, const std::string& name)
{
    return {name, step.title, [answers, picture_name = step.picture, question = step.question]() -> views::JobAnswer {
                auto drawn = picture(answers->data()->catalog(), picture_name, question);
                if (!drawn)
                    return {{}, drawn.error().what};
                return {
                    figures::described_page(std::move(*drawn), std::vector<Scenario>{std::get<Scenario>(question)}, {}),
                    {}};
            }};
}

} // namespace

std::string figure_name(const Step& step)
{
    const views::View* view = views::shown_on(step.page, step.view);
    return view ? view->name : "";
}

std::vector<views::FigureJob> figure_jobs(const views::SharedAnswers& answers, const Tour& tour)
{
    std::vector<views::FigureJob> jobs;
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        const Step& step = tour.steps[i];
        const std::string name = fmt::format("{:02}-{}", i + 1, step.id);
        if (!step.picture.empty() && is_training(step.question)) {
            jobs.push_back(picture_job(answers, step, name));
            continue;
        }
        auto more = is_training(step.question)
            ? views::figure_job(answers, questions_of<Scenario>(step), figure_name(step), name)
            : views::figure_job(answers, questions_of<LimitsScenario>(step), figure_name(step), name);
        for (views::FigureJob& job : more) {
            job.title = step.title;
            jobs.push_back(std::move(job));
        }
    }
    return jobs;
}

} // namespace plateau::tours
