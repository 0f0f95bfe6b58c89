// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>

#include <algorithm>
#include <utility>

#include "core/views/looks.h"
#include "ui/controls/text.h"
#include "ui/document/document_of.h"
#include "ui/document/undo_words.h"

/// DocumentOf<S>, its states: how one follows another, with undo; and its configurations. Needs Kind<S>: its table, its
/// default, how it is read, how many stand side by side.
namespace plateau::ui {

template<class S>
struct Kind;

/// From one state of the document to another. Steps of one gesture merge; a gesture that ends where it began
/// leaves nothing behind.
template<class S>
class DocumentOf<S>::Edit final : public SaidCommand {
public:
    Edit(DocumentOf& document, std::string key, Gesture gesture, State after, Message words)
        : SaidCommand(std::move(words)), document_(document), key_(std::move(key)), gesture_(gesture),
          before_(document.state_), after_(std::move(after))
    {
    }

    int id() const override { return gesture_ == 0 ? -1 : 1; }
    void undo() override { document_.take(before_); }
    void redo() override { document_.take(after_); }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Edit*>(other);
        if (next->gesture_ != gesture_ || next->key_ != key_)
            return false;
        after_ = next->after_;
        const S& before = *before_.configurations[before_.current].scenario;
        const S& after = *after_.configurations[after_.current].scenario;
        if (const Parameter<S>* row = document_.row(key_))
            set_words(document_.words_for(*row, row->get(before), row->get(after)));
        setObsolete(after.same_choices(before));
        return true;
    }

private:
    DocumentOf& document_;
    std::string key_;
    Gesture gesture_;
    State before_;
    State after_;
};

template<class S>
DocumentOf<S>::DocumentOf(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent)
    : QuestionDocument(std::move(catalog), parent)
{
    auto first = Kind<S>::first(this->catalog());
    const auto scenario = std::make_shared<const S>(first ? std::move(*first) : S{});
    state_.configurations.push_back({scenario, scenario, {}, false, 0, {}});
}

template<class S>
void DocumentOf<S>::take(const State& state)
{
    const Configuration<S> before = current();
    const State last = std::exchange(state_, state);
    for (Configuration<S>& each : state_.configurations) // where it was saved and how it is looked at is no edit
        for (const Configuration<S>& saved : last.configurations)
            if (each.opened == saved.opened && each.slot == saved.slot) {
                each.file = saved.file;
                each.nowhere = saved.nowhere;
                each.beside = saved.beside;
                auto view = figures::looks::with_looks_of(each.scenario->view, saved.scenario->view);
                if (view == each.scenario->view)
                    continue;
                S looked_at = *each.scenario;
                looked_at.view = std::move(view);
                each.scenario = std::make_shared<const S>(std::move(looked_at));
            }
    forget_refusals();
    if (before.opened != current().opened)
        emit replaced();
    emit changed();
    if (before.opened != current().opened || before.file != current().file)
        emit file_changed();
}

template<class S>
bool DocumentOf<S>::push(const std::string& key, S next, Gesture gesture)
{
    forget_refusal(key);
    if (next.same_choices(scenario()))
        return true;
    const Parameter<S>* changed_row = row(key);
    const Message words = changed_row ? words_for(*changed_row, changed_row->get(scenario()), changed_row->get(next))
                                      : Message{"%1", {Verbatim{key}}};
    push(key, std::move(next), gesture, words);
    return true;
}

template<class S>
void DocumentOf<S>::push(const std::string& key, S next, Gesture gesture, const Message& words)
{
    State after = state_;
    after.configurations[after.current].scenario = std::make_shared<const S>(std::move(next));
    push_state(std::move(after), words, key, gesture);
}

template<class S>
void DocumentOf<S>::push_state(State after, const Message& words, const std::string& key, Gesture gesture)
{
    undo_stack().push(new Edit(*this, key, gesture, std::move(after), words));
}

template<class S>
Argument DocumentOf<S>::title_words(std::size_t index) const
{
    const Configuration<S>& configuration = state_.configurations[index];
    if (!configuration.scenario->title.empty())
        return title_of(*configuration.scenario);
    const QString name
        = configuration.file.isEmpty() ? tr("Untitled") : QFileInfo(configuration.file).completeBaseName();
    return Verbatim{name.toStdString()};
}

template<class S>
int DocumentOf<S>::free_slot() const
{
    int slot = 0;
    const auto taken = [&](const Configuration<S>& configuration) { return configuration.slot == slot; };
    while (std::any_of(state_.configurations.begin(), state_.configurations.end(), taken))
        ++slot;
    return slot;
}

template<class S>
void DocumentOf<S>::select(std::size_t index)
{
    if (index >= state_.configurations.size() || index == state_.current)
        return;
    State after = state_;
    after.current = index;
    take(after);
}

template<class S>
bool DocumentOf<S>::add(S scenario, const Message& words)
{
    if (state_.configurations.size() >= most_configurations)
        return false;
    const auto added = std::make_shared<const S>(std::move(scenario));
    State after = state_;
    after.configurations.push_back({added, added, {}, false, free_slot(), {}});
    after.current = after.configurations.size() - 1;
    push_state(std::move(after), words);
    return true;
}

template<class S>
Expected<void> DocumentOf<S>::add(const std::string& file_or_name)
{
    QString file;
    std::string held;
    auto found = read(file_or_name, file, held);
    if (!found)
        return tl::make_unexpected(found.error());
    const Message words{PLATEAU_TEXT("Add %1"), {title_of(*found)}};
    add(std::move(*found), words);
    return {};
}

template<class S>
void DocumentOf<S>::remove(std::size_t index)
{
    if (index >= state_.configurations.size() || state_.configurations.size() == 1)
        return;
    State after = state_;
    after.configurations.erase(after.configurations.begin() + static_cast<std::ptrdiff_t>(index));
    after.current -= after.current > index || after.current == after.configurations.size() ? 1 : 0;
    push_state(std::move(after), {PLATEAU_TEXT("Remove %1"), {title_words(index)}});
}

template<class S>
void DocumentOf<S>::rename(std::size_t index, const QString& title)
{
    const QString name = title.simplified();
    if (index >= state_.configurations.size() || name.isEmpty() || name == this->title(index))
        return;
    State after = state_;
    S renamed = *after.configurations[index].scenario;
    renamed.title = name.toStdString();
    renamed.shipped = false;
    after.configurations[index].scenario = std::make_shared<const S>(std::move(renamed));
    push_state(std::move(after), {PLATEAU_TEXT("Rename to %1"), {Verbatim{name.toStdString()}}});
}

template<class S>
void DocumentOf<S>::replace(S scenario, const Message& words)
{
    const auto replaced_by = std::make_shared<const S>(std::move(scenario));
    State after = state_;
    after.configurations[after.current] = {replaced_by, replaced_by, {}, false, current().slot, beside()};
    push_state(std::move(after), words);
}

template<class S>
void DocumentOf<S>::replace_all(std::vector<S> scenarios, const Message& words)
{
    State after;
    for (S& scenario : scenarios) {
        if (after.configurations.size() == most_configurations)
            break;
        const auto added = std::make_shared<const S>(std::move(scenario));
        const int slot = static_cast<int>(after.configurations.size());
        after.configurations.push_back({added, added, {}, false, slot, {}});
    }
    if (!after.configurations.empty())
        push_state(std::move(after), words);
}

} // namespace plateau::ui
