// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/lesson_file.h"

#include <algorithm>

#include "core/text/messages/nearest.h"

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

} // namespace plateau::tours
