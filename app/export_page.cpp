// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export_page.h"

#include <fmt/format.h>

#include "app/command.h"
#include "app/question.h"
#include "app/study.h"
#include "core/claims/paper_claims.h"
#include "core/paper/figure_page.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"
#include "core/views/looks.h"

namespace plateau::app {

PaperFigures read_paper_figures(const std::vector<std::filesystem::path>& preset_folders)
{
    using files::Need;
    PaperFigures read;
    std::vector<std::pair<const char*, const views::View*>> known;
    for (const views::View& entry : views::all())
        known.emplace_back(entry.name, &entry);
    const auto all = catalog::all_preset_files(preset_folders, "figures");
    files::read_each(all, read.problems, [&](files::Reader& reader, const std::filesystem::path& file) {
        const std::size_t before = read.problems.size();
        PaperFigure figure;
        catalog::KnownBy known_by = catalog::KnownBy::Estimated;
        reader.text("title", figure.title, Need::Required);
        reader.choice("figure", figure.entry, std::span<const std::pair<const char*, const views::View*>>(known),
                      Need::Required);
        reader.texts("scenarios", figure.scenarios, Need::Required);
        reader.texts("panels", figure.panels);
        reader.text("facet", figure.facet);
        reader.text("overlay", figure.overlay);
        reader.text("axes", figure.axes);
        reader.texts("claims", figure.claims);
        reader.texts("set", figure.settings);
        reader.text("source", figure.source, Need::Required);
        reader.choice("known_by", known_by, Need::Required);
        reader.text("note", figure.note);
        reader.finish();
        figure.name = "paper:" + file.stem().string();
        if (read.problems.size() == before && !figure.scenarios.empty())
            catalog::put(read.figures, std::move(figure));
    });
    return read;
}

namespace {

constexpr std::size_t most_configurations = 5; ///< as many as can be told apart
constexpr std::size_t most_tiles = 12;

/// The figure of that name among those of the scenario's kind; without a name the usual one.
Expected<const views::View*> find_figure(const std::string& wanted, const std::string& kind)
{
    std::vector<const views::View*> entries;
    std::vector<std::string> names;
    for (const views::View& entry : views::all())
        if (entry.kind() == kind) {
            entries.push_back(&entry);
            names.emplace_back(entry.name);
        }
    for (const views::View* entry : entries)
        if (wanted.empty() ? entry->usual : wanted == entry->name)
            return entry;
    if (wanted.empty() && !entries.empty())
        return entries.front();
    for (const views::View& entry : views::all())
        if (wanted == entry.name)
            return failure({PLATEAU_TEXT("%1 is a figure of %2 scenarios, and this one is of kind %3"),
                            {Verbatim{wanted}, Verbatim{entry.kind()}, Verbatim{kind}}},
                           figure_flag.name, {PLATEAU_TEXT("plateau catalog figures says what each is for"), {}});
    return at_flag(unknown_name({PLATEAU_TEXT("%1 is not a figure of this scenario"), {Verbatim{wanted}}}, wanted,
                                names, "plateau catalog figures"),
                   figure_flag.name, wanted);
}

/// What is asked on the command line, and what a paper's figure adds that the command line has no words for.
struct Asked {
    Arguments arguments; ///< of a paper's figure the paper's own question, whatever else is given
    std::optional<Arguments> given; ///< beside a paper's figure: the question that the command line poses
    std::string axes; ///< as plot_view.h writes them
    std::vector<std::string> claims, sources;
    std::string note;
};

/// The figure of a paper for what stands on the command line: the paper's own question, and beside it what is given.
Asked posed_by(const PaperFigure& paper, const Arguments& given)
{
    Asked asked{{{paper.scenarios.front()}, {}}, {}, paper.axes, paper.claims, {paper.source}, paper.note};
    auto& flags = asked.arguments.flags;
    for (std::size_t i = 1; i < paper.scenarios.size(); ++i)
        flags.emplace_back(with_flag.name, paper.scenarios[i]);
    for (const std::string& setting : paper.settings)
        flags.emplace_back(set_flag.name, setting);
    const std::pair<const char*, std::string> drawn[] = {
        {facet_flag.name, paper.facet}, {overlay_flag.name, paper.overlay}, {panels_flag.name, joined(paper.panels)}};
    for (const auto& [flag, value] : drawn)
        if (!value.empty() && !given.has(flag))
            flags.emplace_back(flag, value);
    if (given.has(facet_flag.name) || given.has(overlay_flag.name))
        asked.claims.clear();
    Arguments beside{given.operands, {}};
    bool is_changed = false;
    for (const auto& [flag, value] : given.flags) {
        const auto changes = {set_flag.name, hardware_flag.name, gpus_flag.name, plan_flag.name, objective_flag.name};
        if (flag == with_flag.name)
            beside.operands.push_back(value);
        else if (std::find(changes.begin(), changes.end(), flag) == changes.end())
            flags.emplace_back(flag, value);
        else {
            beside.flags.emplace_back(flag, value);
            is_changed = true;
        }
    }
    flags.emplace_back(figure_flag.name, paper.entry->name);
    if (!is_changed)
        std::erase_if(beside.operands, [&](const std::string& name) {
            return std::find(paper.scenarios.begin(), paper.scenarios.end(), name) != paper.scenarios.end();
        });
    else if (beside.operands.empty())
        beside.operands = {paper.scenarios.front()};
    if (!beside.operands.empty()) {
        for (std::size_t i = 1; i < beside.operands.size(); ++i)
            beside.flags.emplace_back(with_flag.name, beside.operands[i]);
        beside.operands.resize(1);
        beside.flags.emplace_back(figure_flag.name, paper.entry->name);
        asked.given = std::move(beside);
    }
    return asked;
}

/// What stands on the command line, or the figure of a paper that it names.
Expected<Asked> posed(const Arguments& arguments)
{
    const std::string wanted = arguments.last(figure_flag.name);
    if (!wanted.starts_with("paper:"))
        return Asked{arguments, {}, {}, {}, {}, {}};
    const PaperFigures papers = read_paper_figures(catalog::preset_folders());
    std::vector<std::string> names;
    for (const PaperFigure& paper : papers.figures) {
        names.push_back(paper.name);
        if (paper.name == wanted)
            return posed_by(paper, arguments);
    }
    return at_flag(unknown_name({PLATEAU_TEXT("%1 is not a figure of a paper"), {Verbatim{wanted}}}, wanted, names,
                                "plateau catalog figures"),
                   figure_flag.name, wanted);
}

/// One parameter and its values; without a parameter where the text is empty.
template<class S>
Expected<GridAxis> read_facet(const Flag& flag, const std::string& text, std::size_t most)
{
    auto axis = text.empty() ? Expected<GridAxis>(GridAxis{}) : read_axis<S>(text, flag.name);
    if (axis && axis->values.size() > most)
        return failure({PLATEAU_TEXT("more values than a figure holds"), {}}, flag.name,
                       {PLATEAU_TEXT("at most %1 values"), {Quantity{double(most), units::Unit::Count}}});
    return axis;
}

/// The title of what the value names, else the value.
Argument title_or_value(const catalog::Catalog& catalog, const ParameterDescription& row, const Value& value)
{
    if (const std::string* id = std::get_if<std::string>(&value)) {
        if (const auto* accelerator = catalog.accelerator(*id))
            return Verbatim{accelerator->title};
        if (const auto* model = catalog.model(*id))
            return Verbatim{model->title};
        if (const auto* stack = catalog.stack(*id))
            return title_of(*stack);
    }
    return value_words(row, value);
}

/// Each scenario once for each value; the value is its title.
template<class S>
Expected<std::vector<S>> laid_over(const catalog::Catalog& catalog, const std::vector<S>& scenarios,
                                   const GridAxis& overlay, const std::string& text)
{
    std::vector<S> all;
    for (const S& scenario : scenarios)
        for (const Value& value : overlay.values) {
            auto changed = with_value(catalog, scenario, overlay.parameter->key, value);
            if (!changed)
                return at_flag(changed.error(), overlay_flag.name, text);
            changed->title = english(title_or_value(catalog, *overlay.parameter, value))
                + (scenarios.size() > 1 ? ", " + scenario.title : std::string());
            changed->shipped = false;
            all.push_back(std::move(*changed));
        }
    return all;
}

/// What a page is made of.
template<class S>
struct PageRequest {
    std::shared_ptr<answers::Answers> answers; ///< never null
    const views::View* entry = nullptr;
    std::vector<S> scenarios;
    GridAxis facet; ///< without a parameter: there is none
    std::string facet_text;
    std::vector<std::string> panels; ///< empty: the main panel, or all of them
    bool one_panel = false;
    std::vector<std::string> without; ///< names of curves
    std::vector<std::string> claims; ///< the ids of those that are marked
    std::string paper; ///< whose figure it is: "Fernandez et al."; empty: of none
    std::vector<std::string> sources; ///< what the paper is cited as
    std::string note; ///< what to know about that figure
};

constexpr const char* every_panel = "all";

/// A paper's figure has what the paper reports in place of our own remarks.
void mark_claims(figures::Figure& figure, const std::string& who, const std::vector<std::string>& ids,
                 const answers::Answers& answers)
{
    for (figures::Panel& panel : figure.panels()) {
        panel.notes.clear();
        std::erase_if(panel.regions, [](const figures::Region& region) { return region.waits; });
    }
    if (ids.empty())
        return;
    const auto data = answers.data();
    const claims::PaperClaims claims = claims::read_paper_claims(data->catalog(), data->claims());
    std::vector<const claims::PaperClaim*> told;
    for (const std::string& id : ids)
        if (const claims::PaperClaim* claim = claims.find(id))
            told.push_back(claim);
    claims::add_claim_marks(figure, told);
    for (figures::Panel& panel : figure.panels())
        for (figures::Note& note : panel.notes)
            note.text = {"%1", {Verbatim{who}}};
}

template<class S>
Expected<MadePage> made_page(const PageRequest<S>& request)
{
    const catalog::Catalog& catalog = request.answers->data()->catalog();
    MadePage made{request.entry->name, {}, {}};
    Message known;
    const auto add = [&](const std::vector<S>& scenarios, Message heading) -> Expected<void> {
        views::Drawing figure
            = views::draw(*request.entry,
                          {.answers = *request.answers, .scenarios = scenarios, .all_panels = !request.panels.empty()});
        if (!figure.no_answer.empty()) {
            made.no_answer = figure.no_answer;
            made.not_drawn.push_back({figure.no_answer, english(heading), {}});
            return {};
        }
        if (!request.paper.empty())
            mark_claims(figure.figure, request.paper, request.claims, *request.answers);
        if (request.one_panel)
            keep_main_panel(figure.figure);
        else if (!request.panels.empty() && request.panels.front() != every_panel)
            if (auto kept = keep_panels(figure.figure, request.panels); !kept)
                return at_flag(kept.error(), panels_flag.name, joined(request.panels));
        if (!request.without.empty())
            if (auto left = leave_out(figure.figure, request.without); !left)
                return at_flag(left.error(), without_flag.name, joined(request.without));
        if (known.empty())
            known = figure.known;
        made.page.tiles.push_back({std::move(heading), std::move(figure.figure)});
        return {};
    };
    if (!request.facet.parameter) {
        if (auto added = add(request.scenarios, {}); !added)
            return tl::unexpected(added.error());
    } else
        for (const Value& value : request.facet.values) {
            std::vector<S> scenarios;
            for (const S& scenario : request.scenarios) {
                auto changed = with_value(catalog, scenario, request.facet.parameter->key, value);
                if (!changed)
                    return at_flag(changed.error(), facet_flag.name, request.facet_text);
                scenarios.push_back(std::move(*changed));
            }
            const Message heading{
                "%1: %2",
                {Word{request.facet.parameter->label}, title_or_value(catalog, *request.facet.parameter, value)}};
            if (auto added = add(scenarios, heading); !added)
                return tl::unexpected(added.error());
        }
    if (made.page.tiles.empty())
        return made;
    made.no_answer = {};
    figures::FigurePage& page = made.page;
    page.title = page.tiles.front().figure.title;
    page.sentence = page.tiles.size() > 1 ? Message{} : page.tiles.front().figure.sentence;
    if (page.tiles.size() > 1)
        share_axes(page);
    std::vector<std::string> documents;
    for (S scenario : request.scenarios) {
        if (documents.empty()) {
            scenario.view[figures::shown_figure_key] = request.entry->name;
            if (!request.facet_text.empty())
                scenario.view[figures::shown_facet_key] = request.facet_text;
            if (!request.panels.empty())
                scenario.view[figures::shown_panels_key] = joined(request.panels);
            if (!request.without.empty())
                scenario.view[figures::shown_without_key] = joined(request.without, "; ");
        }
        documents.push_back(write_scenario(scenario));
    }
    page.provenance.scenario = joined_documents(documents);
    page.provenance.version = core_version();
    figures::describe(page, request.scenarios, known);
    if (!request.note.empty())
        page.provenance.at_length.insert(page.provenance.at_length.end() - 1, Message{"%1", {Verbatim{request.note}}});
    for (const std::string& source : request.sources)
        if (std::find(page.provenance.sources.begin(), page.provenance.sources.end(), source)
            == page.provenance.sources.end())
            page.provenance.sources.insert(page.provenance.sources.begin(), source);
    return made;
}

template<class S>
Expected<PageMaker> maker(PageRequest<S> request, const Asked& asked, std::vector<S> given, const std::string& kind)
{
    const Arguments& arguments = asked.arguments;
    request.claims = asked.claims;
    request.sources = asked.sources;
    request.note = asked.note;
    if (!asked.sources.empty())
        request.paper = asked.sources.front().substr(0, asked.sources.front().find(','));
    const std::string over = arguments.last(overlay_flag.name);
    auto overlay = read_facet<S>(overlay_flag, over, most_configurations);
    if (!overlay)
        return tl::unexpected(overlay.error());
    if (overlay->parameter) {
        auto all = laid_over(request.answers->data()->catalog(), request.scenarios, *overlay, over);
        if (!all)
            return tl::unexpected(all.error());
        request.scenarios = std::move(*all);
    }
    std::move(given.begin(), given.end(), std::back_inserter(request.scenarios));
    if (!asked.axes.empty())
        for (S& scenario : request.scenarios)
            scenario.view[std::string(figures::looks::axes)] = asked.axes;
    if (request.scenarios.size() > most_configurations)
        return failure(
            {PLATEAU_TEXT("more configurations than can be told apart"), {}}, with_flag.name,
            {PLATEAU_TEXT("at most %1 in all"), {Quantity{double(most_configurations), units::Unit::Count}}});
    // A figure that is exported again is the same figure.
    const auto& view = request.scenarios.front().view;
    const bool same = !arguments.has(figure_flag.name);
    const auto shown = [&](const char* key) { return same ? figures::looks::of(view, key) : std::string(); };
    std::string wanted = arguments.last(figure_flag.name);
    if (same && find_figure(shown(figures::shown_figure_key), kind))
        wanted = shown(figures::shown_figure_key);
    const auto entry = find_figure(wanted, kind);
    if (!entry)
        return tl::unexpected(entry.error());
    request.entry = *entry;
    if (request.scenarios.size() > 1 && !(*entry)->overlays) {
        std::vector<std::string> names;
        for (const views::View& other : views::all())
            if (other.overlays && other.kind() == kind)
                names.emplace_back(other.name);
        return failure({PLATEAU_TEXT("%1 shows one scenario"), {Verbatim{(*entry)->name}}}, with_flag.name,
                       {PLATEAU_TEXT("one of %1 lays several over each other; --facet puts any side by side"),
                        {Verbatim{joined(names)}}});
    }
    request.facet_text = arguments.last(facet_flag.name, shown(figures::shown_facet_key));
    auto facet = read_facet<S>(facet_flag, request.facet_text, most_tiles);
    if (!facet)
        return tl::unexpected(facet.error());
    request.facet = std::move(*facet);
    std::string panels = arguments.last(panels_flag.name, shown(figures::shown_panels_key));
    std::erase(panels, ' ');
    if (!panels.empty())
        request.panels = split(panels, ",");
    const auto format = figures::export_format(arguments.last(output_flag.name));
    const bool table = format && *format == figures::FigureFormat::Csv; // a table has all there is
    request.one_panel = request.panels.empty() && !table;
    request.without = arguments.all(without_flag.name);
    if (const std::string names = shown(figures::shown_without_key); request.without.empty() && !names.empty())
        request.without = split(names, "; ");
    return PageMaker([request = std::move(request)] { return made_page(request); });
}

} // namespace

Expected<PageMaker> read_page_request(const Arguments& given)
{
    const auto wanted = posed(given);
    if (!wanted)
        return tl::unexpected(wanted.error());
    const auto read = [](const Arguments& arguments) {
        return read_questions(arguments, [&](const std::string& kind) -> Expected<void> {
            if (arguments.has(figure_flag.name))
                if (const auto entry = find_figure(arguments.last(figure_flag.name), kind); !entry)
                    return tl::unexpected(entry.error());
            return {};
        });
    };
    auto asked = read(wanted->arguments);
    if (!asked)
        return tl::unexpected(asked.error());
    auto beside = wanted->given ? read(*wanted->given) : Expected<Questions>();
    if (!beside)
        return tl::unexpected(beside.error());
    return std::visit(
        [&]<class S>(std::vector<S>& scenarios) {
            PageRequest<S> request;
            request.answers = asked->answers;
            request.scenarios = std::move(scenarios);
            std::vector<S> others;
            if (wanted->given)
                others = std::move(std::get<std::vector<S>>(beside->scenarios));
            return maker(std::move(request), *wanted, std::move(others), asked->kind);
        },
        asked->scenarios);
}

} // namespace plateau::app
