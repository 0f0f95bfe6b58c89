// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/step_file.h"

#include "core/text/messages/nearest.h"
#include "core/text/messages/speech.h"
#include "core/text/messages/words.h"
#include "core/views/view.h"

namespace plateau::tours {

namespace {

constexpr std::size_t usual_controls = 3;

bool has(const std::vector<std::string>& keys, const std::string& key)
{
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool can_be_swept(const Question& question, const std::string& key)
{
    const ParameterDescription* row = find_parameter(question, key);
    return row && (row->kind == ParameterKind::Number || row->kind == ParameterKind::Whole) && stops(*row).size() > 1;
}

std::vector<std::string> of_text(const Step& step)
{
    std::vector<std::string> keys{is_training(step.question) ? "gpus" : "training_flop"};
    for (const Piece& piece : step.text)
        if (piece.kind == Piece::Kind::Number && piece.ask.form == Ask::Form::Plain && piece.ask.at.empty()
            && keys.size() < usual_controls && !has(keys, piece.ask.key) && can_be_swept(step.question, piece.ask.key))
            keys.push_back(piece.ask.key);
    return keys;
}

std::vector<std::string> all_keys()
{
    std::vector<std::string> keys;
    for (const TrainingParameter& row : training_parameters().rows())
        keys.push_back(row.key);
    for (const LimitsParameter& row : limits_parameters().rows())
        keys.push_back(row.key);
    return keys;
}

void check_keys(files::Reader& reader, const char* field, const std::vector<std::string>& keys,
                const std::vector<std::string>& legal)
{
    for (const std::string& key : keys)
        if (!has(legal, key))
            reader.refuse(field,
                          {PLATEAU_TEXT("%1 is none of the lesson's parameters; the nearest is %2"),
                           {Verbatim{key}, Verbatim{nearest(key, legal)}}});
}

} // namespace

Lesson read_lesson(const files::Node& node, const std::string& file, std::vector<Error>& problems)
{
    Lesson lesson;
    files::Reader reader(node, file, problems);
    std::vector<std::string> play;
    reader.texts("controls", lesson.controls);
    reader.texts("locked", lesson.locked);
    if (reader.text("play", lesson.play))
        play.push_back(lesson.play);
    check_keys(reader, "controls", lesson.controls, all_keys());
    check_keys(reader, "locked", lesson.locked, lesson.controls.empty() ? all_keys() : lesson.controls);
    check_keys(reader, "play", play, lesson.controls.empty() ? all_keys() : lesson.controls);
    reader.finish();
    return lesson;
}

Lesson complete(Lesson lesson, const Step& step, const std::string& variable)
{
    for (std::vector<std::string>* keys : {&lesson.controls, &lesson.locked})
        keys->erase(std::remove_if(keys->begin(), keys->end(),
                                   [&](const std::string& key) { return !find_parameter(step.question, key); }),
                    keys->end());
    if (lesson.controls.empty())
        lesson.controls = of_text(step);
    if (!variable.empty() && find_parameter(step.question, variable)) {
        for (std::vector<std::string>* keys : {&lesson.controls, &lesson.locked})
            std::erase(*keys, variable);
        lesson.controls.insert(lesson.controls.begin(), variable);
        lesson.controls.resize(std::min(lesson.controls.size(), usual_controls));
        lesson.play = lesson.play.empty() ? variable : lesson.play;
    }
    if (!has(lesson.controls, lesson.play) || has(lesson.locked, lesson.play)
        || !can_be_swept(step.question, lesson.play)) {
        const auto first = std::find_if(lesson.controls.begin(), lesson.controls.end(), [&](const std::string& key) {
            return !has(lesson.locked, key) && can_be_swept(step.question, key);
        });
        lesson.play = first == lesson.controls.end() ? std::string() : *first;
    }
    return lesson;
}

namespace {

using files::Need;
using files::Node;

constexpr std::size_t most_pictures = 2;

bool among(const std::vector<std::string>& all, const std::string& one)
{
    return std::find(all.begin(), all.end(), one) != all.end();
}

/// Views of questions of that kind that a window can draw in any place.
std::vector<std::string> drawable(const Step& step)
{
    std::vector<std::string> names;
    const bool training = is_training(step.question);
    for (const views::View& view : views::all())
        if (view.takes<Scenario>() == training)
            names.emplace_back(view.name);
    return names;
}

Ask read_number(files::Reader& reader, const char* key, const Question& question)
{
    std::string text;
    if (!reader.text(key, text, Need::Required))
        return {};
    auto ask = read_ask(text);
    if (!ask || ask->is_of_claim()) {
        reader.refuse(
            key, ask ? Message{PLATEAU_TEXT("asks for a claim, not for a number of the model"), {}} : ask.error().what);
        return {};
    }
    if (const auto known = known_key(question, ask->key); !known)
        reader.refuse(key, known.error().what, known.error().accepted);
    return std::move(*ask);
}

void read_end(files::Reader& reader, const char* key, std::optional<double>& bound)
{
    double value = 0;
    if (reader.quantity(key, units::Unit::None, value, -1e40, 1e40))
        bound = value;
}

} // namespace

std::string text_of_tour(const std::string& words, const std::string& file)
{
    if (const auto number = units::parse(words, units::Unit::Count)) {
        const Message value{"%1", {Quantity{*number, units::Unit::Count}}};
        if (english(value) == words)
            return said(value);
    }
    return catalog::is_shipped(file) ? translated(words) : words;
}

Changes read_changes(files::Reader& reader, const char* key, Need need)
{
    Changes changes;
    if (const Node* map = reader.map(key, need))
        for (std::size_t i = 0; i < map->items.size(); ++i)
            changes.emplace_back(map->keys[i].text, map->items[i].text);
    return changes;
}

int asked_letter(const Exercise& exercise, const Step& step)
{
    const auto found = std::find_if(step.beside.begin(), step.beside.end(),
                                    [&](const Beside& one) { return one.name == exercise.of; });
    const auto place = exercise.of.empty() ? 0 : static_cast<std::size_t>(found - step.beside.begin()) + 1;
    return letters(step.id, step.beside.size() + 1)[place];
}

std::vector<std::string> drawn_views(const Step& step)
{
    if (!step.draw.empty())
        return step.draw;
    if (!step.picture.empty())
        return {};
    const views::View* view = views::shown_on(step.page, step.view);
    return view ? std::vector<std::string>{view->name} : std::vector<std::string>{};
}

std::vector<std::string> regions(const Step& step)
{
    std::vector<std::string> all = drawn_views(step);
    const std::size_t views = all.size();
    for (std::size_t i = 0; i < views; ++i)
        for (const std::string& panel : step.panels)
            all.push_back(all[i] + "." + panel);
    if (!step.picture.empty())
        all.emplace_back("picture");
    for (const std::string& key : step.lesson.controls)
        all.push_back("controls." + key);
    return all;
}

void read_drawn(files::Reader& reader, Step& step)
{
    reader.texts("draw", step.draw);
    const std::vector<std::string> names = drawable(step);
    for (const std::string& name : step.draw)
        if (!among(names, name))
            reader.refuse("draw",
                          {PLATEAU_TEXT("%1 is no view of this question; the nearest is %2"),
                           {Verbatim{name}, Verbatim{nearest(name, names)}}});
    if (step.draw.size() + (step.picture.empty() ? 0 : 1) > most_pictures)
        reader.refuse("draw", {PLATEAU_TEXT("a class sees one idea at a time: two pictures at most"), {}});
    reader.texts("panels", step.panels);
    std::vector<std::string> marks;
    reader.texts("marks", marks);
    for (const std::string& word : marks) {
        if (const auto mark = from_name<PlotMark>(word))
            step.marks.push_back(*mark);
        else
            reader.refuse("marks", {PLATEAU_TEXT("%1 is drawn on no plot"), {Verbatim{word}}},
                          one_of({names_of<PlotMark>.begin(), names_of<PlotMark>.end()}));
    }
    reader.texts("look_at", step.look_at);
    const std::vector<std::string> seen = regions(step);
    for (const std::string& region : step.look_at)
        if (!among(seen, region))
            reader.refuse("look_at",
                          {PLATEAU_TEXT("a class does not see %1; the nearest is %2"),
                           {Verbatim{region}, Verbatim{nearest(region, seen)}}},
                          one_of(seen));
}

void read_cause(files::Reader& reader, const catalog::Catalog& catalog, Step& step, std::vector<Error>& problems)
{
    const Node* node = reader.map("cause");
    if (!node)
        return;
    files::Reader cause(*node, reader.file(), problems);
    std::vector<std::string> words;
    cause.texts("terms", words, Need::Required);
    std::vector<std::string> names;
    names.reserve(time_part_count);
    for (int i = 0; i < time_part_count; ++i)
        names.emplace_back(name(Part(i)));
    for (const std::string& word : words) {
        const auto found = std::find(names.begin(), names.end(), word);
        if (found == names.end())
            cause.refuse("terms",
                         {PLATEAU_TEXT("%1 is no term of a step's time; the nearest is %2"),
                          {Verbatim{word}, Verbatim{nearest(word, names)}}});
        else
            step.cause.parts.push_back(Part(found - names.begin()));
    }
    step.cause.at = read_changes(cause, "at");
    step.cause.against = read_changes(cause, "against");
    for (const Changes* changes : {&step.cause.at, &step.cause.against})
        if (const auto changed = with(catalog, step.question, *changes); !changed)
            cause.refuse(*node, changed.error().what, changed.error().accepted);
    if (step.cause.at == step.cause.against)
        cause.refuse(*node, {PLATEAU_TEXT("nothing changes"), {}}, {PLATEAU_TEXT("at or against: {KEY: VALUE}"), {}});
    cause.finish();
}

std::optional<Exercise> read_exercise(const Node& node, const std::string& file, const catalog::Catalog& catalog,
                                      const Step& step, const ReadProse& prose, std::vector<Error>& problems)
{
    Exercise exercise;
    files::Reader reader(node, file, problems);
    const std::size_t before = problems.size();
    reader.choice("form", exercise.form, Need::Required);
    exercise.ask = prose(reader, "ask", Need::Required);
    exercise.why = prose(reader, "why", Need::Required);
    switch (exercise.form) {
    case Exercise::Form::Which: {
        exercise.trap = prose(reader, "trap", Need::Optional);
        if (reader.text("of", exercise.of))
            exercise.of = text_of_tour(exercise.of, file);
        std::vector<std::string> names;
        for (const Beside& beside : step.beside)
            names.push_back(beside.name);
        if (step.beside.empty())
            reader.refuse(node, {PLATEAU_TEXT("a step with one curve cannot ask which is which"), {}},
                          {"%1", {Verbatim{"beside"}}});
        else if (!exercise.of.empty() && !among(names, exercise.of))
            reader.refuse("of",
                          {PLATEAU_TEXT("%1 lies on no curve; the nearest is %2"),
                           {Verbatim{exercise.of}, Verbatim{nearest(exercise.of, names)}}});
        break;
    }
    case Exercise::Form::Order:
        for (const Node& entry : reader.list("items", Need::Required)) {
            files::Reader item(entry, file, problems);
            Exercise::Item one;
            one.say = prose(item, "say", Need::Required);
            one.value = read_number(item, "value", step.question);
            one.trap = prose(item, "trap", Need::Optional);
            item.finish();
            exercise.items.push_back(std::move(one));
        }
        if (exercise.items.size() < 3)
            reader.refuse(node, {PLATEAU_TEXT("of two things there is no order to find"), {}});
        break;
    case Exercise::Form::Reach:
        exercise.goal = read_number(reader, "goal", step.question);
        read_end(reader, "at_least", exercise.at_least);
        read_end(reader, "at_most", exercise.at_most);
        if (!exercise.at_least && !exercise.at_most)
            reader.refuse(node, {PLATEAU_TEXT("says no end to reach"), {}}, {"%1", {Verbatim{"at_least, at_most"}}});
        exercise.solution = read_changes(reader, "set", Need::Required);
        for (const auto& [key, value] : exercise.solution)
            if (!among(step.lesson.controls, key))
                reader.refuse("set", {PLATEAU_TEXT("the lesson does not show %1"), {Verbatim{key}}});
        if (const auto changed = with(catalog, step.question, exercise.solution); !changed)
            reader.refuse("set", changed.error().what, changed.error().accepted);
        for (const Piece& piece : exercise.ask) // what the question states is no way out of it
            if (piece.kind == Piece::Kind::Number && among(step.lesson.controls, piece.ask.key)
                && !among(step.lesson.locked, piece.ask.key))
                reader.refuse("ask", {PLATEAU_TEXT("the lesson lets %1 move"), {Verbatim{piece.ask.key}}},
                              {"locked", {}});
        break;
    }
    reader.finish();
    return problems.size() == before ? std::optional(std::move(exercise)) : std::nullopt;
}

} // namespace plateau::tours
