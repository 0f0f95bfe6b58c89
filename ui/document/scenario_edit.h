// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>

#include "ui/document/scenario_document.h"

namespace plateau::ui {

/// From one state of the document to another. Steps of one gesture merge; a gesture that ends where it began
/// leaves nothing behind.
class ScenarioDocument::Edit final : public QUndoCommand {
public:
    Edit(ScenarioDocument& document, std::string key, Gesture gesture, State after, const QString& words);

    int id() const override { return gesture_ == 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override;
    void undo() override { document_.take(before_); }
    void redo() override { document_.take(after_); }

private:
    ScenarioDocument& document_;
    std::string key_;
    Gesture gesture_;
    State before_;
    State after_;
};

} // namespace plateau::ui
