// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "core/figures/looks.h"
#include "core/files/yaml_patch.h"
#include "core/narrate/since_saved.h"
#include "ui/base/text.h"
#include "ui/document/document_of.h"

/// Definitions of DocumentOf<S>. Needs Kind<S>: its table, its default, how it is read, how many stand side by side.
namespace plateau::ui {

template<class S>
struct Kind;

/// From one state of the document to another. Steps of one gesture merge; a gesture that ends where it began
/// leaves nothing behind.
template<class S>
class DocumentOf<S>::Edit final : public QUndoCommand {
public:
    Edit(DocumentOf& document, std::string key, Gesture gesture, State after, const QString& words)
        : QUndoCommand(words), document_(document), key_(std::move(key)), gesture_(gesture), before_(document.state_),
          after_(std::move(after))
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
            setText(document_.words_for(*row, row->get(before), row->get(after)));
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
const char* DocumentOf<S>::kind() const
{
    return Kind<S>::name;
}

template<class S>
std::vector<const ParameterDescription*> DocumentOf<S>::rows() const
{
    std::vector<const ParameterDescription*> rows;
    for (const Parameter<S>& row : Kind<S>::table().rows())
        rows.push_back(&row);
    return rows;
}

template<class S>
const Parameter<S>* DocumentOf<S>::row(const std::string& key) const
{
    return Kind<S>::table().find(key);
}

template<class S>
Value DocumentOf<S>::value(const std::string& key) const
{
    const Parameter<S>* found = row(key);
    return found ? found->get(scenario()) : Value(0.0);
}

template<class S>
bool DocumentOf<S>::applies(const std::string& key) const
{
    const Parameter<S>* found = row(key);
    return found && (!found->applies || found->applies(scenario()));
}

template<class S>
bool DocumentOf<S>::is_available(const std::string& key, const std::string& option) const
{
    const Parameter<S>* found = row(key);
    return found && (!found->available || found->available(scenario(), option));
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
    const QString words
        = changed_row ? words_for(*changed_row, changed_row->get(scenario()), changed_row->get(next)) : text(key);
    push(key, std::move(next), gesture, words);
    return true;
}

template<class S>
void DocumentOf<S>::push(const std::string& key, S next, Gesture gesture, const QString& words)
{
    State after = state_;
    after.configurations[after.current].scenario = std::make_shared<const S>(std::move(next));
    undo_stack().push(new Edit(*this, key, gesture, std::move(after), words));
}

template<class S>
bool DocumentOf<S>::is_open(const std::string& key) const
{
    if constexpr (requires { scenario().open; })
        return scenario().open.count(key) > 0;
    return false;
}

template<class S>
bool DocumentOf<S>::is_locked(const std::string& key) const
{
    if constexpr (requires { scenario().locked; })
        return scenario().locked.count(key) > 0;
    return false;
}

template<class S>
void DocumentOf<S>::set_locked(const std::string& key, bool locked, const std::optional<Value>& value)
{
    if constexpr (requires(S s) { s.locked; }) {
        const Parameter<S>* known = row(key);
        if (!known || !known->may_be_auto || locked == is_locked(key))
            return;
        S next = scenario();
        if (locked && is_open(key)) {
            auto closed = value ? with_value(catalog(), next, key, *value) : without(catalog(), next, key);
            if (!closed) {
                refuse(key, value ? exact_value(*known, *value) : std::string(), closed.error());
                return;
            }
            next = std::move(*closed);
        }
        if (locked)
            next.locked.insert(key);
        else
            next.locked.erase(key);
        push(key, std::move(next), 0, (locked ? tr("Lock %1") : tr("Unlock %1")).arg(text(Message{known->label, {}})));
    }
}

template<class S>
void DocumentOf<S>::remember(const std::string& key, const std::string& value, const QString& words)
{
    S next = scenario();
    if (value.empty())
        next.view.erase(key);
    else
        next.view[key] = value;
    if (next.view != scenario().view)
        push({}, std::move(next), 0, words);
}

template<class S>
void DocumentOf<S>::look(std::string_view key, const std::string& value)
{
    if (figures::looks::of(scenario().view, key) == value)
        return;
    S next = scenario();
    if (value.empty())
        next.view.erase(std::string(key));
    else
        next.view[std::string(key)] = value;
    state_.configurations[state_.current].scenario = std::make_shared<const S>(std::move(next));
    emit looked();
}

template<class S>
bool DocumentOf<S>::edit_text(const std::string& key, const std::string& words, Gesture gesture)
{
    const auto known = Kind<S>::table().require(key);
    if (!known)
        return refuse(key, words, known.error());
    const auto value = parse_value(**known, words);
    if (!value)
        return refuse(key, words, value.error());
    const auto next = with_value(catalog(), scenario(), key, *value);
    return next ? edit_value(key, *value, gesture) : refuse(key, words, next.error());
}

template<class S>
bool DocumentOf<S>::edit_value(const std::string& key, const Value& value, Gesture gesture)
{
    if (value == reset_value(key))
        if (auto plain = restored(key))
            return push(key, std::move(*plain), gesture);
    auto next = with_value(catalog(), scenario(), key, value);
    if (next)
        return push(key, std::move(*next), gesture);
    const Parameter<S>* known = row(key);
    return refuse(key, known ? exact_value(*known, value) : std::string(), next.error());
}

template<class S>
void DocumentOf<S>::edit(S next, const QString& words)
{
    if (!next.same_choices(scenario()) || next.view != scenario().view)
        push({}, std::move(next), 0, words);
}

template<class S>
Expected<S> DocumentOf<S>::restored(const std::string& key) const
{
    const S& opened = *current().opened;
    const auto found = opened.overrides.find(key);
    if (found != opened.overrides.end())
        return with_value(catalog(), scenario(), key, found->second);
    if constexpr (requires { opened.open; })
        if (opened.open.count(key))
            return with(catalog(), scenario(), key, "auto");
    return without(catalog(), scenario(), key);
}

template<class S>
bool DocumentOf<S>::reset(const std::string& key)
{
    auto next = restored(key);
    if constexpr (requires(S s) { s.locked; })
        if (next) {
            next->locked.erase(key);
            if (current().opened->locked.count(key))
                next->locked.insert(key);
        }
    return next ? push(key, std::move(*next), 0) : refuse(key, {}, next.error());
}

template<class S>
void DocumentOf<S>::reset_all()
{
    for (const auto& each : Kind<S>::table().rows())
        forget_refusal(each.key);
    if (current().opened->same_choices(scenario()))
        return;
    State after = state_;
    after.configurations[after.current].scenario = current().opened;
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), tr("Reset all")));
}

template<class S>
bool DocumentOf<S>::is_changed(const std::string& key) const
{
    const auto chosen = [&key](const S& scenario) {
        const auto found = scenario.overrides.find(key);
        bool open = false, locked = false;
        if constexpr (requires { scenario.open; }) {
            open = scenario.open.count(key) > 0;
            locked = scenario.locked.count(key) > 0;
        }
        return std::tuple(open, locked, found == scenario.overrides.end() ? std::optional<Value>() : found->second);
    };
    return chosen(scenario()) != chosen(*current().opened);
}

template<class S>
Value DocumentOf<S>::reset_value(const std::string& key) const
{
    const auto found = current().opened->overrides.find(key);
    if (found != current().opened->overrides.end())
        return found->second;
    bool open = false;
    if constexpr (requires { scenario().open; })
        open = scenario().open.count(key) > 0;
    const Parameter<S>* known = row(key);
    if (known && !scenario().overrides.count(key) && !open)
        return known->get(scenario());
    return default_value(catalog(), scenario(), key);
}

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
        know(file, {held, content(*opened)});
    State after = state_;
    after.configurations[after.current] = {opened, opened, file, false, current().slot, {}};
    push_opened(std::move(after), brought, tr("Open %1").arg(text(opened->title)));
    undo_stack().setClean();
    emit file_changed();
    tell(*opened, held);
    return {};
}

template<class S>
Expected<void> DocumentOf<S>::open_text(const std::string& yaml, const QString& file, const QString& words)
{
    auto found = Kind<S>::read_text(catalog(), yaml, file.toStdString(), UnknownKeys::Keep);
    if (!found)
        return tl::make_unexpected(found.error());
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
void DocumentOf<S>::push_opened(State after, const Beside& brought, const QString& words)
{
    if (!brought.empty())
        undo_stack().beginMacro(words);
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), words));
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
    for (const Message& remark : narrate::opening_remarks(opened, held))
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

/// What can be unsaved of it: all but how it is looked at.
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
    const std::string after = with_record ? with_saved_record(written, narrate::record(question)) : written;
    const Known* held = known(configuration.file);
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
    know(file, {yaml, content(*configuration.scenario)});
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
    const Known* held = known(configuration.file);
    return !held || content(now) != held->content;
}

template<class S>
std::vector<QuestionDocument::Unsaved> DocumentOf<S>::unsaved() const
{
    std::vector<Unsaved> result;
    for (std::size_t i = 0; i < state_.configurations.size(); ++i)
        if (is_unsaved(state_.configurations[i]))
            result.push_back({i, title(i), state_.configurations[i].file});
    return result;
}

template<class S>
void DocumentOf<S>::keep_over(const QString& file)
{
    const auto held = text_in(file);
    if (!held)
        return;
    const auto then = Kind<S>::read_text(catalog(), *held, file.toStdString(), UnknownKeys::Keep);
    know(file, {*held, then ? content(*then) : std::string()});
    emit file_changed();
}

template<class S>
void DocumentOf<S>::describe(const QString& title, const QString& notes)
{
    S next = scenario();
    next.title = title.simplified().toStdString();
    next.notes = notes.trimmed().toStdString();
    if (next.title != scenario().title || next.notes != scenario().notes)
        push({}, std::move(next), 0, tr("Title and notes"));
}

template<class S>
QString DocumentOf<S>::title(std::size_t index) const
{
    const Configuration<S>& configuration = state_.configurations[index];
    if (!configuration.scenario->title.empty())
        return text(configuration.scenario->title);
    return configuration.file.isEmpty() ? tr("Untitled") : QFileInfo(configuration.file).completeBaseName();
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
bool DocumentOf<S>::add(S scenario, const QString& words)
{
    if (state_.configurations.size() >= most_configurations)
        return false;
    const auto added = std::make_shared<const S>(std::move(scenario));
    State after = state_;
    after.configurations.push_back({added, added, {}, false, free_slot(), {}});
    after.current = after.configurations.size() - 1;
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), words));
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
    const QString words = tr("Add %1").arg(text(found->title));
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
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), tr("Remove %1").arg(title(index))));
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
    after.configurations[index].scenario = std::make_shared<const S>(std::move(renamed));
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), tr("Rename to %1").arg(name)));
}

template<class S>
void DocumentOf<S>::replace(S scenario, const QString& words)
{
    const auto replaced_by = std::make_shared<const S>(std::move(scenario));
    State after = state_;
    after.configurations[after.current] = {replaced_by, replaced_by, {}, false, current().slot, beside()};
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), words));
}

template<class S>
void DocumentOf<S>::replace_all(std::vector<S> scenarios, const QString& words)
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
        undo_stack().push(new Edit(*this, {}, 0, std::move(after), words));
}

} // namespace plateau::ui
