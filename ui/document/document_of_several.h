// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>

#include <algorithm>
#include <utility>

#include "ui/controls/text.h"
#include "ui/document/document_of_steps.h"

/// DocumentOf<S>, its configurations: several side by side, one of them current.
namespace plateau::ui {

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
bool DocumentOf<S>::add(S scenario, const Message& words)
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
    const Message words{PLATEAU_TEXT("Add %1"), {found->title}};
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
    undo_stack().push(
        new Edit(*this, {}, 0, std::move(after), {PLATEAU_TEXT("Remove %1"), {title(index).toStdString()}}));
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
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), {PLATEAU_TEXT("Rename to %1"), {name.toStdString()}}));
}

template<class S>
void DocumentOf<S>::replace(S scenario, const Message& words)
{
    const auto replaced_by = std::make_shared<const S>(std::move(scenario));
    State after = state_;
    after.configurations[after.current] = {replaced_by, replaced_by, {}, false, current().slot, beside()};
    undo_stack().push(new Edit(*this, {}, 0, std::move(after), words));
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
        undo_stack().push(new Edit(*this, {}, 0, std::move(after), words));
}

} // namespace plateau::ui
