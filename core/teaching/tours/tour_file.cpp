// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/tour.h"
#include "core/text/messages/words.h"

#include <algorithm>
#include <set>

#include "core/catalog/accelerator.h"
#include "core/files/node.h"
#include "core/files/reader.h"
#include "core/teaching/tours/shown_figures.h"
#include "core/teaching/tours/step_file.h"
#include "core/text/contents/contents.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/speech.h"
#include "core/views/looks.h"
#include "core/views/view.h"

namespace plateau::tours {

namespace {

using files::Need;
using files::Node;

/// The looks of a page: those of its views but the ones that stand in a dock.
std::vector<std::string> looks_of(const std::string& page)
{
    std::vector<std::string> looks;
    for (const views::View& view : views::all())
        if (page == view.page && !*view.dock)
            looks.push_back(view.look);
    return looks;
}

std::vector<std::string> docks_of(const std::string& page)
{
    std::vector<std::string> names;
    for (const views::Dock& dock : views::docks_beside(page))
        names.push_back(dock.name);
    return names;
}

/// Reads the steps of one file, each upon the one before.
class TourReader {
public:
    TourReader(const catalog::Catalog& catalog, const PaperClaims& claims, std::string file, Lesson lesson,
               std::string variable, std::vector<Error>& problems)
        : catalog_(catalog), claims_(claims), file_(std::move(file)), lesson_(std::move(lesson)),
          variable_(std::move(variable)), problems_(problems)
    {
    }

    Step read(const Node& node)
    {
        files::Reader reader(node, file_, problems_);
        Step step;
        reader.text("id", step.id, Need::Required);
        reader.text("title", step.title, Need::Required);
        step.title = text_of_tour(step.title, file_);
        if (!step.id.empty() && !ids_.insert(step.id).second)
            reader.refuse("id", {PLATEAU_TEXT("%1 is there twice"), {Verbatim{step.id}}});
        std::optional<Question> question = asked(reader, "scenario", last_);
        if (!question && !reader.has("scenario") && !last_)
            reader.refuse(node, {PLATEAU_TEXT("the first step names no scenario"), {}},
                          {"%1", {Verbatim{"scenario: NAME"}}});
        step.page = page_;
        read_arrangement(reader, step, question);
        page_ = step.page;
        if (Scenario* training = question ? std::get_if<Scenario>(&*question) : nullptr)
            read_time_plot(reader, step, *training);
        if (question) {
            step.question = *question;
            read_words(reader, step);
            const Node* lesson = reader.map("lesson");
            step.lesson = complete(lesson ? read_lesson(*lesson, file_, problems_) : lesson_, step, variable_);
            read_drawn(reader, step);
            read_cause(reader, catalog_, step, problems_);
            read_question(reader, step);
            last_ = question;
        }
        reader.texts("claims", step.claims);
        for (const std::string& id : step.claims)
            if (!claims_.find(id))
                reader.refuse("claims",
                              {PLATEAU_TEXT("%1 is no claim; the nearest is %2"),
                               {Verbatim{id}, Verbatim{nearest(id, claims_.ids())}}});
        reader.text("source", step.source, Need::Required);
        step.source = text_of_tour(step.source, file_);
        reader.texts("help", step.help);
        for (const std::string& name : step.help)
            if (!help::find_page(name))
                reader.refuse("help",
                              {PLATEAU_TEXT("%1 is no page of help; the nearest is %2"),
                               {Verbatim{name}, Verbatim{nearest(name, help::page_names())}}});
        reader.choice("known_by", step.known_by, Need::Required);
        if (question)
            reader.finish();
        return step;
    }

private:
    /// The scenario that a mapping names, or `before`, with its changes.
    std::optional<Question> asked(files::Reader& reader, const char* key, const std::optional<Question>& before)
    {
        std::optional<Question> question = before;
        std::string name;
        if (reader.text(key, name)) {
            auto found = find_question(catalog_, name);
            if (!found) {
                reader.refuse(key, found.error().what, found.error().accepted);
                return std::nullopt;
            }
            question = std::move(*found);
        }
        const Changes changes = read_changes(reader, "set");
        if (!question)
            return std::nullopt;
        return with_changes(reader, "set", std::move(*question), changes);
    }

    std::optional<Question> with_changes(files::Reader& reader, const char* key, Question question,
                                         const Changes& changes)
    {
        auto changed = with(catalog_, std::move(question), changes);
        if (!changed) {
            reader.refuse(key, changed.error().what, changed.error().accepted);
            return std::nullopt;
        }
        return std::move(*changed);
    }

    bool one_of_these(files::Reader& reader, const char* key, std::string& value, const std::vector<std::string>& names,
                      Need need = Need::Optional)
    {
        if (!reader.text(key, value, need) || value.empty())
            return true;
        if (std::find(names.begin(), names.end(), value) != names.end())
            return true;
        reader.refuse(key,
                      {PLATEAU_TEXT("“%1” is not known here; the nearest is %2"),
                       {Verbatim{value}, Verbatim{nearest(value, names)}}},
                      one_of(names));
        return false;
    }

    void read_arrangement(files::Reader& reader, Step& step, const std::optional<Question>& question)
    {
        one_of_these(reader, "page", step.page, views::pages());
        if (!reader.has("page") && question && page_.empty())
            step.page = is_training(*question) ? "workbench" : "limits";
        const views::View* view = views::shown_on(step.page, {});
        if (view && question && view->takes<Scenario>() != is_training(*question))
            reader.refuse(reader.node(),
                          {PLATEAU_TEXT("page %1 shows another kind of scenario than this"), {Verbatim{step.page}}});
        const std::string page = view ? step.page : views::pages().front();
        one_of_these(reader, "view", step.view, looks_of(page));
        one_of_these(reader, "panel", step.panel, docks_of(page));
        const auto known = pictures();
        one_of_these(reader, "picture", step.picture, {known.begin(), known.end()});
        if (!step.picture.empty() && question && is_training(*question) == is_schematic(step.picture))
            reader.refuse("picture", {PLATEAU_TEXT("shows another kind of scenario than this"), {}});
        reader.flag("best", step.best);
        reader.text("name", step.name);
        step.name = text_of_tour(step.name, file_);
        for (const Node& node : reader.list("beside")) {
            files::Reader beside(node, file_, problems_);
            Beside one;
            beside.text("name", one.name, Need::Required);
            one.name = text_of_tour(one.name, file_);
            if (auto other = asked(beside, "scenario", question)) {
                one.question = std::move(*other);
                const auto rename = [&](auto& scenario) {
                    scenario.title = one.name;
                    scenario.shipped = false;
                };
                std::visit(rename, one.question);
                if (question && is_training(*question) != is_training(one.question))
                    beside.refuse(node, {PLATEAU_TEXT("another kind of scenario than the step's"), {}});
                step.beside.push_back(std::move(one));
            }
            beside.finish();
        }
        if (const Node* node = reader.map("predict"))
            if (question)
                step.prediction = read_prediction(*node, curves_of(reader, page), *question);
    }

    /// What the third plot shows of a step's time: a panel that is to be guessed, else where all of it goes.
    void read_time_plot(files::Reader& reader, const Step& step, Scenario& scenario)
    {
        figures::TimePlot time = step.prediction
            ? from_name<figures::TimePlot>(step.prediction->panel).value_or(figures::TimePlot::Step)
            : figures::TimePlot::Step;
        reader.choice("time", time);
        const std::string key(figures::looks::time);
        scenario.view.erase(key);
        if (time != figures::TimePlot::Step)
            scenario.view[key] = name(time);
    }

    /// Plots whose curve a step may hide: of the views it draws, else of its page.
    std::vector<std::string> curves_of(files::Reader& reader, const std::string& page)
    {
        std::vector<std::string> drawn;
        reader.texts("draw", drawn);
        std::vector<std::string> curves;
        for (const std::string& name : drawn)
            if (const views::View* view = views::find(name))
                for (const std::string& curve : split(view->curves, ","))
                    curves.push_back(curve);
        return curves.empty() ? split(views::shown_on(page, {})->curves, ",") : curves;
    }

    Prediction read_prediction(const Node& node, const std::vector<std::string>& curves, const Question& question)
    {
        files::Reader reader(node, file_, problems_);
        Prediction prediction;
        one_of_these(reader, "panel", prediction.panel, curves, Need::Required);
        const units::Unit unit = is_training(question) ? units::Unit::Gpus : units::Unit::Flop;
        reader.quantity("from", unit, prediction.from, 0, 1e40, Need::Required);
        if (reader.quantity("at", unit, prediction.at, 0, 1e40, Need::Required) && prediction.at <= prediction.from)
            reader.refuse("at", {PLATEAU_TEXT("the guess is for a place that is not hidden"), {}},
                          {PLATEAU_TEXT("at beyond from"), {}});
        prediction.ask = prose(reader, "ask", question, Need::Required);
        prediction.why = prose(reader, "why", question, Need::Required);
        prediction.flat = prose(reader, "flat", question, Need::Optional);
        reader.finish();
        return prediction;
    }

    void read_words(files::Reader& reader, Step& step)
    {
        step.text = prose(reader, "text", step.question, Need::Required);
        step.look = prose(reader, "look", step.question, Need::Required);
        step.notes = prose(reader, "notes", step.question, Need::Optional);
        reader.quantity("minutes", units::Unit::None, step.minutes, 0, 600);
        for (const Node& node : reader.list("try")) {
            files::Reader attempt(node, file_, problems_);
            Attempt one{.words = prose(attempt, "say", step.question, Need::Required),
                        .changes = read_changes(attempt, "set", Need::Required)};
            with_changes(attempt, "set", step.question, one.changes);
            attempt.finish();
            step.attempts.push_back(std::move(one));
        }
    }

    void read_question(files::Reader& reader, Step& step)
    {
        const Node* node = reader.map("question");
        if (!node)
            return;
        if (step.prediction)
            reader.refuse("question", {PLATEAU_TEXT("a step asks one thing: predict or question"), {}});
        const auto words
            = [&](files::Reader& of, const char* key, Need need) { return prose(of, key, step.question, need); };
        step.exercise = read_exercise(*node, file_, catalog_, step, words, problems_);
    }

    Prose prose(files::Reader& reader, const char* key, const Question& question, Need need)
    {
        std::string text;
        if (!reader.text(key, text, need))
            return {};
        Prose read = read_prose(text_of_tour(text, file_),
                                [&](const Error& error) { reader.refuse(key, error.what, error.accepted); });
        for (const Piece& piece : read)
            if (piece.kind == Piece::Kind::Number)
                check(reader, key, piece, question);
        return read;
    }

    void check(files::Reader& reader, const char* key, const Piece& piece, const Question& question)
    {
        if (piece.ask.is_of_claim()) {
            if (!claims_.find(piece.ask.key))
                reader.refuse(key,
                              {PLATEAU_TEXT("%1 is no claim; the nearest is %2"),
                               {Verbatim{piece.ask.key}, Verbatim{nearest(piece.ask.key, claims_.ids())}}});
            return;
        }
        if (const auto known = known_key(question, piece.ask.key); !known)
            reader.refuse(key, known.error().what, known.error().accepted);
        for (const Changes* changes : {&piece.ask.at, &piece.ask.against})
            if (const auto changed = with(catalog_, question, *changes); !changed)
                reader.refuse(key, {PLATEAU_TEXT("{%1}: %2"), {Verbatim{piece.words}, changed.error().what}},
                              changed.error().accepted);
    }

    const catalog::Catalog& catalog_;
    const PaperClaims& claims_;
    std::string file_;
    Lesson lesson_;
    std::string variable_;
    std::vector<Error>& problems_;
    std::optional<Question> last_;
    std::string page_;
    std::set<std::string> ids_;
};

} // namespace

Tour read_tour(const catalog::Catalog& catalog, const PaperClaims& claims, const std::filesystem::path& file,
               std::vector<Error>& problems)
{
    Tour tour{.id = file.stem().string(), .file = file.string()};
    const auto document = files::read_yaml(file);
    if (!document) {
        problems.push_back(document.error());
        return tour;
    }
    files::Reader reader(document->root, document->file, problems);
    reader.text("title", tour.title, Need::Required);
    reader.text("summary", tour.summary, Need::Required);
    tour.title = text_of_tour(tour.title, document->file);
    tour.summary = text_of_tour(tour.summary, document->file);
    int order = 0;
    reader.whole("order", order, 0, 1000);
    if (reader.text("variable", tour.variable) && !training_parameters().find(tour.variable)
        && !limits_parameters().find(tour.variable))
        reader.refuse("variable", {PLATEAU_TEXT("%1 is no parameter"), {Verbatim{tour.variable}}});
    std::string goals;
    reader.text("goals", goals);
    tour.goals = read_prose(text_of_tour(goals, document->file),
                            [&](const Error& error) { reader.refuse("goals", error.what, error.accepted); });
    reader.text("assumes", tour.assumes);
    tour.assumes = text_of_tour(tour.assumes, document->file);
    const Node* lesson = reader.map("lesson");
    TourReader steps(catalog, claims, document->file,
                     lesson ? read_lesson(*lesson, document->file, problems) : Lesson{}, tour.variable, problems);
    for (const Node& node : reader.list("steps", Need::Required))
        tour.steps.push_back(steps.read(node));
    reader.finish();
    return tour;
}

std::vector<TourEntry> tour_entries(const catalog::Catalog& catalog, std::vector<Error>& problems)
{
    std::vector<TourEntry> entries;
    for (const auto& file : catalog::preset_files(catalog.folders, "tours")) {
        const auto document = files::read_yaml(file);
        if (!document) {
            problems.push_back(document.error());
            continue;
        }
        TourEntry entry{file.stem().string(), file.stem().string(), {}, file, 1000, 0};
        std::vector<Error> told_when_read;
        files::Reader reader(document->root, document->file, told_when_read);
        reader.text("title", entry.title);
        reader.text("summary", entry.summary);
        entry.title = text_of_tour(entry.title, document->file);
        entry.summary = text_of_tour(entry.summary, document->file);
        reader.whole("order", entry.order, 0, 1000);
        entry.steps = static_cast<int>(reader.list("steps").size());
        entries.push_back(std::move(entry));
    }
    std::stable_sort(entries.begin(), entries.end(), [](const TourEntry& a, const TourEntry& b) {
        return std::tie(a.order, a.title) < std::tie(b.order, b.title);
    });
    return entries;
}

Expected<std::filesystem::path> find_tour(const catalog::Catalog& catalog, const std::string& id)
{
    std::vector<std::string> names;
    for (const auto& file : catalog::preset_files(catalog.folders, "tours")) {
        names.push_back(file.stem().string());
        if (names.back() == id)
            return file;
    }
    return failure({PLATEAU_TEXT("%1 is no tour; the nearest is %2"), {Verbatim{id}, Verbatim{nearest(id, names)}}}, {},
                   one_of(names));
}

Expected<Message> number_text(const Ask& ask, const Question& question, const PaperClaims& claims, Numbers& numbers,
                              const catalog::Catalog& catalog)
{
    if (!ask.is_of_claim())
        return numbers.text(question, ask);
    const PaperClaim* claim = claims.find(ask.key);
    if (!claim)
        return failure({PLATEAU_TEXT("%1 is no claim"), {Verbatim{ask.key}}});
    return judge(catalog, *claim, numbers).map([&](const claims::Verdict& verdict) {
        return ask.form == Ask::Form::Reported ? verdict.reported_text : verdict.predicted_text;
    });
}

std::string plain_text(const Prose& prose, const Question& question, const PaperClaims& claims, Numbers& numbers,
                       const catalog::Catalog& catalog)
{
    std::string text;
    for (const Piece& piece : prose) {
        if (piece.kind == Piece::Kind::Paragraph) {
            text += "\n\n";
        } else if (piece.kind == Piece::Kind::Number) {
            const auto number = number_text(piece.ask, question, claims, numbers, catalog);
            text += number ? said(*number) : "(" + said(number.error().what) + ")";
        } else {
            text += piece.words;
        }
    }
    return joined_words(text);
}

} // namespace plateau::tours
