// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edited_question.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

#include "core/answers/since_saved.h"
#include "core/files/output.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/paper/embedded.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/looks.h"
#include "core/views/words.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

bool inside(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders)
{
    std::error_code problem;
    const auto whole = std::filesystem::weakly_canonical(file, problem);
    return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
        const auto base = std::filesystem::weakly_canonical(folder, problem);
        return std::mismatch(base.begin(), base.end(), whole.begin(), whole.end()).first == base.end();
    });
}

Expected<std::string> text_in(const QString& file) { return files::read_text(file.toStdU16String()); }

/// Takes what stands beside a question out of its view.
QuestionDocument::Beside taken_from(std::map<std::string, std::string>& view)
{
    QuestionDocument::Beside taken;
    for (auto entry = view.begin(); entry != view.end();)
        if (entry->first.starts_with(QuestionDocument::beside_prefix))
            taken.insert(view.extract(entry++));
        else
            ++entry;
    return taken;
}

/// Writes what can be unsaved of a question: all but how it is looked at.
std::string content(Question question)
{
    Choices& kept = choices(question);
    kept.view = figures::looks::without(std::move(kept.view));
    kept.presets.clear();
    taken_from(kept.view);
    return write_question(question);
}

} // namespace

void QuestionDocument::select(std::size_t index)
{
    if (index >= configurations().size() || index == current_index())
        return;
    State after = state();
    after.current = index;
    take(after);
}

int QuestionDocument::free_slot() const
{
    int slot = 0;
    while (std::ranges::any_of(configurations(), [&slot](const auto& one) { return one.slot == slot; }))
        ++slot;
    return slot;
}

bool QuestionDocument::add(Question question, const Message& words)
{
    if (configurations().size() >= most_configurations)
        return false;
    const auto added = std::make_shared<const Question>(std::move(question));
    State after = state();
    after.configurations.push_back({added, added, {}, false, free_slot(), {}});
    after.current = after.configurations.size() - 1;
    push_state(std::move(after), words);
    return true;
}

Expected<void> QuestionDocument::add(const std::string& file_or_name)
{
    QString file;
    std::string held;
    auto found = read(file_or_name, file, held);
    if (!found)
        return tl::make_unexpected(found.error());
    const Message words{PLATEAU_TEXT("Add %1"), {title_of(choices(*found))}};
    add(std::move(*found), words);
    return {};
}

void QuestionDocument::remove(std::size_t index)
{
    if (index >= configurations().size() || configurations().size() == 1)
        return;
    State after = state();
    after.configurations.erase(after.configurations.begin() + static_cast<std::ptrdiff_t>(index));
    after.current -= after.current > index || after.current == after.configurations.size() ? 1 : 0;
    push_state(std::move(after), {PLATEAU_TEXT("Remove %1"), {title_words(index)}});
}

void QuestionDocument::rename(std::size_t index, const QString& title)
{
    const QString name = title.simplified();
    if (index >= configurations().size() || name.isEmpty() || name == this->title(index))
        return;
    State after = state();
    Question renamed = *after.configurations[index].question;
    choices(renamed).title = name.toStdString();
    choices(renamed).shipped = false;
    after.configurations[index].question = std::make_shared<const Question>(std::move(renamed));
    push_state(std::move(after), {PLATEAU_TEXT("Rename to %1"), {Verbatim{name.toStdString()}}});
}

void QuestionDocument::replace(Question question, const Message& words)
{
    const auto replaced_by = std::make_shared<const Question>(std::move(question));
    State after = state();
    after.configurations[after.current] = {replaced_by, replaced_by, {}, false, current().slot, beside()};
    push_state(std::move(after), words);
}

void QuestionDocument::replace_all(const std::vector<Question>& questions, const Message& words)
{
    State after;
    for (const Question& question : questions) {
        if (after.configurations.size() == most_configurations)
            break;
        const auto added = std::make_shared<const Question>(question);
        const int slot = static_cast<int>(after.configurations.size());
        after.configurations.push_back({added, added, {}, false, slot, {}});
    }
    if (!after.configurations.empty())
        push_state(std::move(after), words);
}

Argument QuestionDocument::title_words(std::optional<std::size_t> index) const
{
    const Configuration& one = configurations()[index.value_or(current_index())];
    if (!choices(*one.question).title.empty())
        return title_of(choices(*one.question));
    if (one.file.isEmpty() && is_training(*one.question))
        return narrate::question_words(std::get<Scenario>(*one.question), 0);
    const QString name = one.file.isEmpty() ? tr("Untitled") : QFileInfo(one.file).completeBaseName();
    return Verbatim{name.toStdString()};
}

QString QuestionDocument::subject() const
{
    return is_training(question()) ? text(narrate::subject_words(std::get<Scenario>(question()))) : text(title_words());
}

QString QuestionDocument::about() const
{
    if (!is_training(question()))
        return {};
    const bool named = !choices(question()).title.empty() || !current().file.isEmpty();
    return text(narrate::question_words(std::get<Scenario>(question()), named ? change_count() : 0));
}

void QuestionDocument::describe(const QString& title, const QString& notes)
{
    Question described = question();
    Choices& next = choices(described);
    next.title = title.simplified().toStdString();
    next.notes = notes.trimmed().toStdString();
    next.shipped = false;
    if (next.title == choices(question()).title && next.notes == choices(question()).notes)
        return;
    State after = state();
    after.configurations[after.current].question = std::make_shared<const Question>(std::move(described));
    push_state(std::move(after), {PLATEAU_TEXT("Title and notes"), {}});
}

Expected<Question> QuestionDocument::read_text(const std::string& yaml, const std::string& where) const
{
    return read_question_text(catalog(), is_training(question()), yaml, where, UnknownKeys::Keep);
}

/// Reads a scenario file, a shipped scenario, or what an exported figure holds. `file` and what it holds stay empty but
/// for a file of the user's own.
Expected<Question> QuestionDocument::read(const std::string& name, QString& file, std::string& held) const
{
    if (figures::is_figure_file(name)) {
        const auto yaml = figures::read_embedded_scenario(name);
        return yaml ? read_text(*yaml, name) : tl::make_unexpected(yaml.error());
    }
    const auto path = find_scenario_file(catalog(), name);
    if (!path)
        return tl::make_unexpected(path.error());
    const QString found = QString::fromStdString(path->string());
    auto text = text_in(found);
    if (!text)
        return tl::make_unexpected(text.error());
    auto question = read_text(*text, path->string());
    if (!inside(*path, catalog().folders)) {
        file = QFileInfo(found).absoluteFilePath();
        held = std::move(*text);
    }
    return question;
}

Expected<void> QuestionDocument::open(const std::string& file_or_name)
{
    QString file;
    std::string held;
    auto found = read(file_or_name, file, held);
    if (!found)
        return tl::make_unexpected(found.error());
    const Beside brought = taken_from(choices(*found).view);
    const auto opened = std::make_shared<const Question>(std::move(*found));
    if (!file.isEmpty())
        copies_[file] = {held, content(*opened)};
    State after = state();
    after.configurations[after.current] = {opened, opened, file, false, current().slot, {}};
    push_opened(std::move(after), brought, {PLATEAU_TEXT("Open %1"), {title_of(choices(*opened))}});
    undo_stack().setClean();
    emit file_changed();
    tell(*opened, held);
    return {};
}

Expected<void> QuestionDocument::open_text(const std::string& yaml, const QString& file, const Message& words,
                                           bool shipped)
{
    auto found = read_text(yaml, file.toStdString());
    if (!found)
        return tl::make_unexpected(found.error());
    choices(*found).shipped = shipped;
    const Beside brought = taken_from(choices(*found).view);
    const auto opened = std::make_shared<const Question>(std::move(*found));
    if (!file.isEmpty())
        keep_over(file);
    State after = state();
    const bool has_room = !training() && configurations().size() < most_configurations;
    if (has_room && is_unsaved(current())) {
        after.configurations.push_back({opened, opened, file, true, free_slot(), {}});
        after.current = after.configurations.size() - 1;
    } else {
        after.configurations[after.current] = {opened, opened, file, true, current().slot, {}};
    }
    push_opened(std::move(after), brought, words);
    emit file_changed();
    tell(*opened, {});
    return {};
}

/// The undo step of opening, and with it what the opened brings beside it.
void QuestionDocument::push_opened(State after, const Beside& brought, const Message& words)
{
    if (!brought.empty())
        begin_steps(undo_stack(), words);
    push_state(std::move(after), words);
    if (!brought.empty()) {
        emit brought_beside(brought);
        undo_stack().endMacro();
    }
    settle_beside();
}

void QuestionDocument::tell(const Question& opened, const std::string& held)
{
    QStringList words;
    const auto remarks = std::visit(
        [&](const auto& scenario) { return answers::opening_remarks(*answers(), scenario, held); }, opened);
    for (const Message& remark : remarks)
        words << text(remark);
    if (!words.isEmpty())
        emit noticed(words.join(QLatin1Char(' ')));
}

std::string QuestionDocument::plain_text() const
{
    Question plain = question();
    choices(plain).presets.clear();
    choices(plain).view.merge(beside());
    return write_question(plain);
}

std::string QuestionDocument::text_to_save(std::size_t index, bool with_record) const
{
    const Configuration& one = configurations()[index];
    Question kept = *one.question;
    choices(kept).presets = std::visit([](const auto& scenario) { return preset_hash(scenario); }, kept);
    if (index == current_index())
        choices(kept).view.merge(beside());
    const std::string written = write_question(kept);
    const auto record = [&](const auto& scenario) { return answers::record(*answers(), scenario); };
    const std::string after = with_record ? with_saved_record(written, std::visit(record, kept)) : written;
    const FileCopy* held = copy_of(one.file);
    const std::string where = one.file.toStdString();
    const auto then = held ? read_text(held->text, where) : tl::make_unexpected(Error{});
    if (!then)
        return after;
    std::string patched = files::patched_yaml(held->text, write_question(*then), after);
    const auto back = read_text(patched, where);
    return back && write_question(*back) == written ? patched : after;
}

Expected<void> QuestionDocument::save(const QString& file, std::optional<std::size_t> which)
{
    const std::size_t index = which.value_or(current_index());
    const std::string yaml = text_to_save(index);
    if (const auto written = files::write_file(file.toStdU16String(), yaml, files::Replacing::any_file()); !written)
        return written;
    Configuration& saved = configuration(index);
    copies_[file] = {yaml, content(*saved.question)};
    saved.file = file;
    saved.nowhere = false;
    if (index == current_index())
        settle_beside();
    if (!is_modified())
        undo_stack().setClean();
    emit file_changed();
    return {};
}

bool QuestionDocument::is_unsaved(const Configuration& configuration) const
{
    if (&configuration == &current() && configuration.beside != beside())
        return true;
    const Choices& now = choices(*configuration.question);
    const Choices& opened = choices(*configuration.opened);
    if (configuration.file.isEmpty())
        return configuration.nowhere
            || (&now != &opened
                && !(now.same_choices(opened) && now.title == opened.title && now.notes == opened.notes
                     && figures::remarks(now.view) == figures::remarks(opened.view)));
    const FileCopy* held = copy_of(configuration.file);
    return !held || content(*configuration.question) != held->content;
}

std::vector<QuestionDocument::Unsaved> QuestionDocument::unsaved() const
{
    std::vector<Unsaved> result;
    for (std::size_t i = 0; i < configurations().size(); ++i)
        if (is_unsaved(configurations()[i]))
            result.push_back({i, title_words(i), configurations()[i].file});
    return result;
}

const QuestionDocument::FileCopy* QuestionDocument::copy_of(const QString& file) const
{
    const auto found = copies_.find(file);
    return found == copies_.end() ? nullptr : &found->second;
}

bool QuestionDocument::changed_outside(const QString& file) const
{
    const FileCopy* last = copy_of(file);
    const auto now = text_in(file);
    return last && now && *now != last->text;
}

void QuestionDocument::keep_over(const QString& file)
{
    const auto held = text_in(file);
    if (!held)
        return;
    const auto then = read_text(*held, file.toStdString());
    copies_[file] = {*held, then ? content(*then) : std::string()};
    emit file_changed();
}

void QuestionDocument::keep_beside(std::function<Beside()> written)
{
    written_beside_ = std::move(written);
    settle_beside();
}

void choose_plan(QuestionDocument& document, search::PlanChoice choice)
{
    const answers::ViewEntry entry = answers::view_entry(choice);
    document.remember(
        entry.key, entry.value,
        {choice == search::PlanChoice::Best ? PLATEAU_TEXT("Show the best plan") : PLATEAU_TEXT("Show the given plan"),
         {}});
}

void choose_objective(QuestionDocument& document, search::Objective objective)
{
    const answers::ViewEntry entry = answers::view_entry(objective);
    document.remember(entry.key, entry.value, {PLATEAU_TEXT("What best means"), {}});
}

} // namespace plateau::ui
