// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>

#include "core/views/figures/looks.h"
#include "ui/controls/text.h"
#include "ui/document/document_of.h"
#include "ui/document/undo_words.h"

/// DocumentOf<S>, its states: how one follows another, with undo. Needs Kind<S>: its table, its default, how it is
/// read, how many stand side by side.
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
                                      : Message{key, {}};
    push(key, std::move(next), gesture, words);
    return true;
}

template<class S>
void DocumentOf<S>::push(const std::string& key, S next, Gesture gesture, const Message& words)
{
    State after = state_;
    after.configurations[after.current].scenario = std::make_shared<const S>(std::move(next));
    undo_stack().push(new Edit(*this, key, gesture, std::move(after), words));
}

} // namespace plateau::ui
