// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/figure_page.h"

#include "core/charts/csv_cells.h"
#include "core/files/csv.h"
#include "core/paper/bibtex.h"
#include "core/paper/embedded.h"
#include "core/paper/figure_jobs.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/foreign.h"

namespace plateau::figures {

namespace {

constexpr double room_above = 1.05; ///< times the largest value: where a shared linear axis ends
constexpr double log_room = 1.7; ///< the factor of room above and below on a shared logarithmic axis
constexpr std::size_t most_comment = 4000; ///< characters

void share_panel(std::vector<Panel*> panels)
{
    if (!panels.front()->y.categories.empty())
        return;
    const bool logarithmic = panels.front()->y.logarithmic;
    ValueSpan span;
    bool automatic = true;
    for (const Panel* panel : panels) {
        if (panel->y.has_ends()) {
            span.add(panel->y.minimum, false);
            span.add(panel->y.maximum, false);
            automatic = false;
            continue;
        }
        for (const Series& series : panel->series)
            for (const auto* values : {&series.y, &series.y_low})
                for (const double value : *values)
                    span.add(value, logarithmic);
    }
    if (!(span.high > span.low))
        return;
    for (Panel* panel : panels) {
        panel->y.minimum = logarithmic && automatic ? span.low / log_room
            : automatic                             ? std::min(0.0, span.low)
                                                    : span.low;
        panel->y.maximum = !automatic ? span.high : span.high * (logarithmic ? log_room : room_above);
    }
}

/// Writes one table of all tiles; a column is empty where its tile has no such column.
std::string tiles_csv(const FigurePage& page)
{
    std::vector<files::CsvTable> tables;
    std::vector<std::string> header{"tile"};
    for (const PageTile& tile : page.tiles) {
        tables.push_back(files::parse_csv(figure_values(tile.figure), "tile").value_or(files::CsvTable{}));
        for (const std::string& column : tables.back().header)
            if (std::find(header.begin(), header.end(), column) == header.end())
                header.push_back(column);
    }
    std::string lines = files::csv_line(header);
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (const files::CsvRow& row : tables[i].rows) {
            std::vector<std::string> cells{
                files::csv_words(plain_cell(units::typeset(english(page.tiles[i].heading))))};
            for (std::size_t k = 1; k < header.size(); ++k) {
                const auto column = tables[i].column(header[k]);
                cells.push_back(column ? row.cells[*column] : std::string());
            }
            lines += files::csv_line(cells);
        }
    return lines;
}

std::string comment_line(const char* head, const std::string& words)
{
    return words.empty() ? std::string()
                         : std::string("# ") + head + foreign_line(units::typeset(words), most_comment) + '\n';
}

} // namespace

FigurePage page_of(Figure figure)
{
    FigurePage page{.title = figure.title,
                    .sentence = figure.sentence,
                    .provenance = {figure.scenario, core_version(), units::typeset(english(figure.sentence))}};
    if (!figure.sentence.empty())
        page.provenance.generated = {figure.sentence};
    page.tiles.push_back({{}, std::move(figure)});
    return page;
}

void as_slide(FigurePage& page)
{
    for (PageTile& tile : page.tiles)
        keep_main_panel(tile.figure);
    const Figure& figure = page.tiles.front().figure;
    if (const Message& answer = figure.seen.empty() ? page.sentence : figure.seen;
        page.tiles.size() == 1 && !answer.empty())
        page.title = answer;
    page.corner = {PLATEAU_TEXT("Computed with Plateau %1."), {Verbatim{core_version()}}};
}

void share_axes(FigurePage& page)
{
    ValueSpan x;
    std::vector<Plot*> plots;
    for (PageTile& tile : page.tiles)
        if (auto* plot = tile.figure.as<Plot>()) {
            plots.push_back(plot);
            x.add(plot->x.minimum, false);
            x.add(plot->x.maximum, false);
        }
    for (Plot* plot : plots)
        if (plot->x.has_ends()) {
            plot->x.minimum = x.low;
            plot->x.maximum = x.high;
        }
    for (const Panel& like : page.tiles.front().figure.panels()) {
        std::vector<Panel*> same;
        for (Plot* plot : plots)
            for (Panel& panel : plot->panels)
                if (panel.id == like.id && panel.y.logarithmic == like.y.logarithmic)
                    same.push_back(&panel);
        share_panel(same);
    }
}

std::string page_csv(const FigurePage& page)
{
    std::string lines = comment_line("", english(page.title)) + comment_line("", english(page.sentence));
    lines += comment_lines(page.provenance, "# ");
    if (page.tiles.size() == 1 && page.tiles.front().heading.empty())
        return lines + figure_values(page.tiles.front().figure);
    return lines + tiles_csv(page);
}

std::string page_text(const FigurePage& page, FigureFormat format)
{
    return format == FigureFormat::Bibtex ? bibtex(page.provenance) : page_csv(page);
}

} // namespace plateau::figures

namespace plateau::views {

namespace {

template<class S>
FigureJob job(const SharedAnswers& answers, const View& view, const std::vector<S>& scenarios, const std::string& name)
{
    return {name, view.title, [answers, &view, scenarios]() -> JobAnswer {
                Drawing figure = draw(view, {*answers, scenarios});
                if (!figure.no_answer.empty())
                    return {{}, figure.no_answer};
                return {figures::described_page(std::move(figure.figure), scenarios, view.name, figure.known), {}};
            }};
}

} // namespace

template<class S>
std::vector<FigureJob> figure_jobs(const SharedAnswers& answers, const std::vector<S>& scenarios,
                                   const std::string& prefix)
{
    std::vector<FigureJob> jobs;
    for (const View& view : all()) {
        if (!view.takes<S>())
            continue;
        if (view.overlays || scenarios.size() == 1) {
            jobs.push_back(job(answers, view, scenarios, prefix + view.name));
            continue;
        }
        for (std::size_t i = 0; i < scenarios.size(); ++i)
            jobs.push_back(
                job(answers, view, std::vector<S>{scenarios[i]}, prefix + view.name + "-" + std::to_string(i + 1)));
    }
    return jobs;
}

template<class S>
std::vector<FigureJob> figure_job(const SharedAnswers& answers, const std::vector<S>& scenarios,
                                  const std::string& view, const std::string& name)
{
    const View* found = find(view);
    if (!found || !found->takes<S>())
        return {};
    return {job(answers, *found, found->overlays ? scenarios : std::vector<S>{scenarios.front()}, name)};
}

template std::vector<FigureJob> figure_jobs(const SharedAnswers&, const std::vector<Scenario>&, const std::string&);
template std::vector<FigureJob> figure_jobs(const SharedAnswers&, const std::vector<LimitsScenario>&,
                                            const std::string&);
template std::vector<FigureJob> figure_job(const SharedAnswers&, const std::vector<Scenario>&, const std::string&,
                                           const std::string&);
template std::vector<FigureJob> figure_job(const SharedAnswers&, const std::vector<LimitsScenario>&, const std::string&,
                                           const std::string&);

} // namespace plateau::views
