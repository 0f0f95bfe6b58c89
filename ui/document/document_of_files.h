// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "core/answers/since_saved.h"
#include "core/files/yaml_patch.h"
#include "core/views/looks.h"
#include "ui/controls/text.h"
#include "ui/document/document_of_steps.h"

/// DocumentOf<S>, its files: opened, patched, saved, and what of it is not saved.
namespace plateau::ui {

template<class S>
Expected<S> DocumentOf<S>::read(const std::string& name, QString& file, std::string& held) const
{
    const auto source = find(name);
    if (!source)
        return tl::make_unexpected(source.error());
    file = source->file;
    if (!source->yaml.empty())
        return Kind<S>::read_text(catalog(), source->yaml, name, UnknownKeys::Keep);
    auto text = text_in(QString::fromStdString(source->path.string()));
    if (!text)
        return tl::make_unexpected(text.error());
    auto scenario = Kind<S>::read_text(catalog(), *text, source->path.string(), UnknownKeys::Keep);
    if (!file.isEmpty())
        held = std::move(*text);
    return scenario;
}

template<class S>
Expected<void> DocumentOf<S>::open(const std::string& file_or_name)
{
    QString file;
    std::string held;
    auto found = read(file_or_name, file, held);
    if (!found)
        return tl::make_unexpected(found.error());
    const Beside brought = taken_from(found->view);
    const auto opened = std::make_shared<const S>(std::move(*found));
    if (!file.isEmpty())
        keep_copy(file, {held, content(*opened)});
    State after = state_;
    after.configurations[after.current] = {opened, opened, file, false, current().slot, {}};
    push_opened(std::move(after), brought, {PLATEAU_TEXT("Open %1"), {title_of(*opened)}});
    undo_stack().setClean();
    emit file_changed();
    tell(*opened, held);
    return {};
}

template<class S>
Expected<void> DocumentOf<S>::open_text(const std::string& yaml, const QString& file, const Message& words,
                                        bool shipped)
{
    auto found = Kind<S>::read_text(catalog(), yaml, file.toStdString(), UnknownKeys::Keep);
    if (!found)
        return tl::make_unexpected(found.error());
    found->shipped = shipped;
    const Beside brought = taken_from(found->view);
    const auto opened = std::make_shared<const S>(std::move(*found));
    if (!file.isEmpty())
        keep_over(file);
    State after = state_;
    const bool beside = is_unsaved(current()) && after.configurations.size() < Kind<S>::side_by_side;
    if (beside) {
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

template<class S>
void DocumentOf<S>::push_opened(State after, const Beside& brought, const Message& words)
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

template<class S>
void DocumentOf<S>::tell(const S& opened, const std::string& held)
{
    QStringList words;
    for (const Message& remark : answers::opening_remarks(*answers(), opened, held))
        words << text(remark);
    if (!words.isEmpty())
        emit noticed(words.join(QLatin1Char(' ')));
}

template<class S>
std::string DocumentOf<S>::plain(const S& scenario)
{
    S question = scenario;
    question.presets.clear();
    taken_from(question.view);
    return write_scenario(question);
}

template<class S>
std::string DocumentOf<S>::plain_text() const
{
    S question = scenario();
    question.presets.clear();
    question.view.merge(beside());
    return write_scenario(question);
}

/// Writes what can be unsaved of a question: all but how it is looked at.
template<class S>
std::string DocumentOf<S>::content(const S& scenario)
{
    S question = scenario;
    question.view = figures::looks::without(std::move(question.view));
    return plain(question);
}

template<class S>
std::string DocumentOf<S>::text_to_save(std::size_t index, bool with_record) const
{
    const Configuration<S>& configuration = state_.configurations[index];
    S question = *configuration.scenario;
    question.presets = preset_hash(question);
    if (index == state_.current)
        question.view.merge(beside());
    const std::string written = write_scenario(question);
    const std::string after = with_record ? with_saved_record(written, answers::record(*answers(), question)) : written;
    const FileCopy* held = copy_of(configuration.file);
    if (!held)
        return after;
    const std::string where = configuration.file.toStdString();
    const auto then = Kind<S>::read_text(catalog(), held->text, where, UnknownKeys::Keep);
    if (!then)
        return after;
    std::string patched = files::patched_yaml(held->text, write_scenario(*then), after);
    const auto back = Kind<S>::read_text(catalog(), patched, where, UnknownKeys::Keep);
    return back && write_scenario(*back) == written ? patched : after;
}

template<class S>
Expected<void> DocumentOf<S>::save(std::size_t index, const QString& file)
{
    const std::string yaml = text_to_save(index);
    if (const auto written = write(file, yaml); !written)
        return written;
    Configuration<S>& configuration = state_.configurations[index];
    keep_copy(file, {yaml, content(*configuration.scenario)});
    configuration.file = file;
    configuration.nowhere = false;
    if (index == state_.current)
        settle_beside();
    if (!is_modified())
        undo_stack().setClean();
    emit file_changed();
    return {};
}

template<class S>
bool DocumentOf<S>::is_unsaved(const Configuration<S>& configuration) const
{
    const S& now = *configuration.scenario;
    const S& opened = *configuration.opened;
    if (&configuration == &current() && configuration.beside != beside())
        return true;
    if (configuration.file.isEmpty())
        return configuration.nowhere
            || (&now != &opened
                && !(now.same_choices(opened) && now.title == opened.title && now.notes == opened.notes
                     && figures::remarks(now.view) == figures::remarks(opened.view)));
    const FileCopy* held = copy_of(configuration.file);
    return !held || content(now) != held->content;
}

template<class S>
std::vector<QuestionDocument::Unsaved> DocumentOf<S>::unsaved() const
{
    std::vector<Unsaved> result;
    for (std::size_t i = 0; i < state_.configurations.size(); ++i)
        if (is_unsaved(state_.configurations[i]))
            result.push_back({i, title_words(i), state_.configurations[i].file});
    return result;
}

template<class S>
void DocumentOf<S>::keep_over(const QString& file)
{
    const auto held = text_in(file);
    if (!held)
        return;
    const auto then = Kind<S>::read_text(catalog(), *held, file.toStdString(), UnknownKeys::Keep);
    keep_copy(file, {*held, then ? content(*then) : std::string()});
    emit file_changed();
}

} // namespace plateau::ui
