// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <tuple>
#include <utility>

#include "ui/controls/text.h"
#include "ui/document/document_of_steps.h"

/// DocumentOf<S>, its values: asked, edited, reset.
namespace plateau::ui {

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
bool is_open_in(const S& scenario, const std::string& key)
{
    if constexpr (requires { scenario.open; })
        return scenario.open.count(key) > 0;
    return false;
}

template<class S>
bool is_locked_in(const S& scenario, const std::string& key)
{
    if constexpr (requires { scenario.locked; })
        return scenario.locked.count(key) > 0;
    return false;
}

template<class S>
bool DocumentOf<S>::is_open(const std::string& key) const
{
    return is_open_in(scenario(), key);
}

template<class S>
bool DocumentOf<S>::is_locked(const std::string& key) const
{
    return is_locked_in(scenario(), key);
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
        push(key, std::move(next), 0,
             {locked ? PLATEAU_TEXT("Lock %1") : PLATEAU_TEXT("Unlock %1"), {Word{known->label}}});
    }
}

/// Returns the question with another entry in its view; an empty value removes the entry.
template<class S>
S DocumentOf<S>::with_entry(const std::string& key, const std::string& value) const
{
    S next = scenario();
    if (value.empty())
        next.view.erase(key);
    else
        next.view[key] = value;
    return next;
}

template<class S>
void DocumentOf<S>::remember(const std::string& key, const std::string& value, const Message& words)
{
    S next = with_entry(key, value);
    if (next.view != scenario().view)
        push({}, std::move(next), 0, words);
}

template<class S>
void DocumentOf<S>::look(std::string_view key, const std::string& value)
{
    if (figures::looks::of(scenario().view, key) == value)
        return;
    state_.configurations[state_.current].scenario = std::make_shared<const S>(with_entry(std::string(key), value));
    emit looked();
}

template<class S>
bool DocumentOf<S>::edit_text(const std::string& key, const std::string& words, Gesture gesture)
{
    const auto known = Kind<S>::table().require(key);
    if (!known)
        return refuse(key, words, known.error());
    if (const auto error = doubtful(key, words))
        return refuse(key, words, *error);
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
void DocumentOf<S>::edit(S next, const Message& words)
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
        if (is_open_in(opened, key))
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
    push_state(std::move(after), {PLATEAU_TEXT("Reset all"), {}});
}

template<class S>
bool DocumentOf<S>::is_changed(const std::string& key) const
{
    const auto chosen = [&key](const S& scenario) {
        const auto found = scenario.overrides.find(key);
        return std::tuple(is_open_in(scenario, key), is_locked_in(scenario, key),
                          found == scenario.overrides.end() ? std::optional<Value>() : found->second);
    };
    return chosen(scenario()) != chosen(*current().opened);
}

template<class S>
Value DocumentOf<S>::reset_value(const std::string& key) const
{
    const auto found = current().opened->overrides.find(key);
    if (found != current().opened->overrides.end())
        return found->second;
    const Parameter<S>* known = row(key);
    if (known && !scenario().overrides.count(key) && !is_open(key))
        return known->get(scenario());
    return default_value(catalog(), scenario(), key);
}

template<class S>
void DocumentOf<S>::describe(const QString& title, const QString& notes)
{
    S next = scenario();
    next.title = title.simplified().toStdString();
    next.notes = notes.trimmed().toStdString();
    next.shipped = false;
    if (next.title != scenario().title || next.notes != scenario().notes)
        push({}, std::move(next), 0, {PLATEAU_TEXT("Title and notes"), {}});
}

} // namespace plateau::ui
