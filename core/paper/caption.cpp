// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/paper/figure_page.h"

#include "core/charts/plot_view.h"
#include "core/paper/bibtex.h"
#include "core/views/looks.h"
#include "core/views/words.h"

namespace plateau::figures {

namespace {

void add_once(std::vector<std::string>& all, const std::vector<std::string>& more)
{
    for (const std::string& each : more)
        if (!each.empty() && std::find(all.begin(), all.end(), each) == all.end())
            all.push_back(each);
}

Message ended(const Message& words)
{
    const std::string plain = english(words);
    return plain.empty() || plain.back() == '.' || plain.back() == '?' ? words : Message{"%1.", {words}};
}

/// Says what is plotted: "Throughput (tokens/s); MFU (%), against GPUs, log scale", or the title of another chart.
Message plotted(const FigurePage& page)
{
    const Figure& figure = page.tiles.front().figure;
    std::vector<Argument> panels;
    for (const Panel& panel : figure.panels())
        panels.push_back(panel.unit.empty() ? panel.title : Message{"%1 (%2)", {panel.title, panel.unit}});
    Message words = panels.empty() ? figure.title : listed(panels, "; ");
    if (!panels.empty() && !figure.plot().x.title.empty())
        words = {PLATEAU_TEXT("%1, against %2"), {words, figure.plot().x.title}};
    if (page.tiles.size() < 2)
        return words;
    std::vector<Argument> headings;
    for (const PageTile& tile : page.tiles)
        headings.push_back(tile.heading);
    return {PLATEAU_TEXT("%1. From the left and the top: %2"), {words, listed(headings, "; ")}};
}

/// Lists every value that was chosen, in the order of the table: "GPU count 2,048 GPUs, ...".
template<class S>
Message chosen(const S& scenario, const ParameterTable<S>& table)
{
    std::vector<Argument> parts;
    for (const Parameter<S>& row : table.rows())
        if (const auto value = scenario.overrides.find(row.key); value != scenario.overrides.end())
            parts.push_back(Message{"%1 %2", {Word{row.label}, value_words(row, value->second)}});
    return listed(parts);
}

void add_what_is_seen(std::vector<Message>& parts, const FigurePage& page)
{
    if (!page.sentence.empty())
        parts.push_back(ended(page.sentence));
    if (page.tiles.size() == 1)
        for (const Message& line : readings(page.tiles.front().figure))
            parts.push_back(ended(line));
}

bool is_answer(const Series& series)
{
    return series.form == SeriesForm::Line && !series.area && series.y_low.empty() && !series.name.empty()
        && (series.role == SeriesRole::Current || is_pin(series.role));
}

/// Finds the curves of the first panel that answer a question each, in the order of the questions.
std::vector<const Series*> answers_in(const Figure& figure)
{
    std::vector<const Series*> curves;
    if (!figure.panels().empty())
        for (const Series& series : figure.panels().front().series)
            if (is_answer(series))
                curves.push_back(&series);
    std::stable_sort(curves.begin(), curves.end(), [](const Series* a, const Series* b) { return a->role < b->role; });
    return curves;
}

/// Finds where the shortest of them ends. It is NaN if one has no value at all.
double last_common_x(const std::vector<const Series*>& curves)
{
    double last = std::numeric_limits<double>::infinity();
    for (const Series* curve : curves) {
        std::size_t end = curve->y.size();
        while (end > 0 && !std::isfinite(curve->y[end - 1]))
            --end;
        if (end == 0)
            return std::numeric_limits<double>::quiet_NaN();
        last = std::min(last, curve->x[end - 1]);
    }
    return last;
}

/// Compares curves, if there are several: "MFU at 64 GPUs ranges from 30 % (Llama 2 7B) to 40.6 % (Llama 2 13B)".
Message compared(const Figure& figure)
{
    constexpr double alike = 1.01;
    const std::vector<const Series*> curves = answers_in(figure);
    if (curves.size() < 2)
        return {};
    const Plot& plot = figure.plot();
    const Panel& panel = plot.panels.front();
    const double x = last_common_x(curves);
    const auto value
        = [&](const Series* curve) { return value_at(*curve, x, plot.x.logarithmic, panel.y.logarithmic); };
    const auto [low, high] = std::minmax_element(curves.begin(), curves.end(),
                                                 [&](const Series* a, const Series* b) { return value(a) < value(b); });
    if (!std::isfinite(value(*low)) || !std::isfinite(value(*high)))
        return {};
    const Quantity place{x, plot.x.unit}, least{value(*low), panel.y.unit}, most{value(*high), panel.y.unit};
    if (value(*high) < alike * value(*low))
        return {PLATEAU_TEXT("%1 at %2 is %3 in all cases"), {panel.title, place, most}};
    return {PLATEAU_TEXT("%1 at %2 ranges from %3 (%4) to %5 (%6)"),
            {panel.title, place, least, (*low)->name, most, (*high)->name}};
}

bool shows_part(const View& view) { return read_plot_view(looks::of(view, looks::axes)).x.is_part(); }

/// Says in a sentence what the picture shows. Of several tiles it says nothing.
template<class S>
Message seen_in(const FigurePage& page, const std::vector<S>& scenarios)
{
    const Figure& figure = page.tiles.front().figure;
    if (page.tiles.size() > 1)
        return {};
    if (scenarios.size() > 1)
        if (Message differences = compared(figure); !differences.empty())
            return differences;
    const Message usual = figure.seen.empty() ? page.sentence : figure.seen;
    if (!figure.as<Plot>() || scenarios.empty() || !shows_part(scenarios.front().view))
        return usual;
    const std::vector<Message> lines = readings(figure); // what is said of the whole may lie outside the part
    return lines.empty() ? usual : lines.front();
}

/// Names each of several questions as the picture does, or by its title where the picture names none.
template<class S, class Words>
std::vector<Argument> names_of(const Figure& figure, const std::vector<S>& scenarios, const Words& words)
{
    std::vector<Argument> names;
    for (const Series* curve : answers_in(figure))
        names.push_back(curve->name);
    if (names.size() == scenarios.size())
        return names;
    names.clear();
    for (const S& scenario : scenarios)
        names.push_back(scenario.title.empty() ? words(scenario) : title_of(scenario));
    return names;
}

template<class S, class Words>
std::vector<Message> brief(FigurePage& page, const std::vector<S>& scenarios, const Words& words)
{
    std::vector<Argument> asked{words(scenarios.front())};
    if (scenarios.size() > 1)
        asked = names_of(page.tiles.front().figure, scenarios, words);
    page.asked = listed(asked, "; ");
    const Message shown = plotted(page);
    const char* join = english(shown).ends_with('?') ? "%1 %2" : PLATEAU_TEXT("%1: %2");
    std::vector<Message> parts{ended(page.tiles.front().figure.general ? shown : Message{join, {shown, page.asked}})};
    if (const Message seen = seen_in(page, scenarios); !seen.empty())
        parts.push_back(ended(seen));
    return parts;
}

template<class S, class Words>
std::vector<Message> written(const FigurePage& page, const std::vector<S>& scenarios, const Message& known,
                             const ParameterTable<S>& table, const Words& words)
{
    std::vector<Message> parts{ended(plotted(page))};
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        Message of = words(scenarios[i]);
        if (!scenarios[i].title.empty())
            of = {"%1: %2", {title_of(scenarios[i]), of}};
        if (const Message values = chosen(scenarios[i], table); !values.empty())
            of = {PLATEAU_TEXT("%1; chosen: %2; the rest are defaults that follow from these"), {of, values}};
        if (scenarios.size() > 1)
            of = {"%1) %2", {Verbatim{std::to_string(i + 1)}, of}};
        parts.push_back(ended(of));
    }
    add_what_is_seen(parts, page);
    if (!known.empty())
        parts.push_back(ended(known));
    parts.push_back({PLATEAU_TEXT("Computed with Plateau %1."), {Verbatim{core_version()}}});
    return parts;
}

} // namespace

std::vector<Message> long_caption(const FigurePage& page, const std::vector<Scenario>& scenarios, const Message& known)
{
    return written(page, scenarios, known, training_parameters(), [](const Scenario& scenario) -> Message {
        return {PLATEAU_TEXT("%1, software %2"),
                {narrate::question_words(scenario, 0), catalog::title_of(scenario.assumptions.stack)}};
    });
}

std::vector<Message> long_caption(const FigurePage& page, const std::vector<LimitsScenario>& scenarios,
                                  const Message& known)
{
    return written(page, scenarios, known, limits_parameters(), [](const LimitsScenario& scenario) -> Message {
        return {PLATEAU_TEXT("limits of training on %1"), {Verbatim{scenario.accelerator.title}}};
    });
}

std::vector<Message> caption(FigurePage& page, const std::vector<Scenario>& scenarios)
{
    std::vector<Message> words
        = brief(page, scenarios, [](const Scenario& scenario) { return narrate::question_words(scenario, 0); });
    if (scenarios.size() == 1)
        page.asked = narrate::subject_words(scenarios.front());
    return words;
}

std::vector<Message> caption(FigurePage& page, const std::vector<LimitsScenario>& scenarios)
{
    return brief(page, scenarios, [](const LimitsScenario& scenario) -> Message {
        return {PLATEAU_TEXT("limits of training on %1"), {Verbatim{scenario.accelerator.title}}};
    });
}

std::vector<Message> short_caption(const FigurePage& page)
{
    std::vector<Message> parts{ended(plotted(page))};
    if (const Message seen = seen_in(page, std::vector<Scenario>()); !seen.empty())
        parts.push_back(ended(seen));
    return parts;
}

template<class S>
void describe(FigurePage& page, const std::vector<S>& scenarios, const Message& known)
{
    page.provenance.generated = caption(page, scenarios);
    page.provenance.caption = caption_text(page.provenance.generated);
    page.provenance.at_length = long_caption(page, scenarios, known);
    page.provenance.sources.clear();
    for (const PageTile& tile : page.tiles)
        add_once(page.provenance.sources, tile.figure.sources);
    add_once(page.provenance.sources, sources_of(scenarios));
}

template void describe(FigurePage& page, const std::vector<Scenario>& scenarios, const Message& known);
template void describe(FigurePage& page, const std::vector<LimitsScenario>& scenarios, const Message& known);

std::string caption_text(const std::vector<Message>& sentences)
{
    std::string words;
    for (const Message& sentence : sentences)
        words += (words.empty() ? "" : " ") + english(sentence);
    return units::typeset(words);
}

namespace {

/// Finds the papers that the notes of a scenario name: its question is theirs.
std::vector<std::string> papers_in(const std::string& notes)
{
    std::vector<std::string> papers;
    for (const CitedPaper& paper : cited_papers())
        if (const std::string name = std::string("arXiv ") + paper.number; notes.find(name) != std::string::npos)
            papers.push_back(paper.title + (", " + name));
    return papers;
}

} // namespace

std::vector<std::string> sources_of(const std::vector<Scenario>& scenarios)
{
    std::vector<std::string> all;
    for (const Scenario& scenario : scenarios) {
        add_once(all, papers_in(scenario.notes));
        add_once(all, scenario.cluster.accelerator.sources);
        add_once(all, scenario.workload.shape.sources);
        add_once(all, scenario.assumptions.stack.sources);
    }
    return all;
}

std::vector<std::string> sources_of(const std::vector<LimitsScenario>& scenarios)
{
    std::vector<std::string> all;
    for (const LimitsScenario& scenario : scenarios)
        add_once(all, scenario.accelerator.sources);
    add_once(all, {"Erdil and Schneider-Joseph, Data movement limits to frontier model training, arXiv 2411.01137"});
    return all;
}

template<class S>
FigurePage described_page(Figure figure, std::vector<S> scenarios, const std::string& shown, const Message& known)
{
    FigurePage page = page_of(std::move(figure));
    if (!shown.empty())
        scenarios.front().view[shown_figure_key] = shown;
    std::vector<std::string> documents;
    documents.reserve(scenarios.size());
    for (const S& scenario : scenarios)
        documents.push_back(write_scenario(scenario));
    page.provenance.scenario = joined_documents(documents);
    describe(page, scenarios, known);
    return page;
}

template FigurePage described_page(Figure, std::vector<Scenario>, const std::string&, const Message&);
template FigurePage described_page(Figure, std::vector<LimitsScenario>, const std::string&, const Message&);

} // namespace plateau::figures
