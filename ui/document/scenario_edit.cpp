// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenario_edit.h"

namespace plateau::ui {

ScenarioDocument::Edit::Edit(ScenarioDocument& document, std::string key, Gesture gesture, State after,
                             const QString& words)
    : QUndoCommand(words), document_(document), key_(std::move(key)), gesture_(gesture), before_(document.state_),
      after_(std::move(after))
{
}

bool ScenarioDocument::Edit::mergeWith(const QUndoCommand* other)
{
    const auto* next = static_cast<const Edit*>(other);
    if (next->gesture_ != gesture_ || next->key_ != key_)
        return false;
    after_ = next->after_;
    setText(document_.words_for(key_, *before_.scenario, *after_.scenario));
    setObsolete(after_.scenario->same_choices(*before_.scenario));
    return true;
}

} // namespace plateau::ui
