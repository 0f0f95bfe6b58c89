// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/undo_words.h"

#include <QUndoStack>

#include "ui/controls/text.h"

namespace plateau::ui {

SaidCommand::SaidCommand(Message words) : QUndoCommand(ui::text(words)), words_(std::move(words)) { }

void SaidCommand::set_words(Message words)
{
    words_ = std::move(words);
    setText(ui::text(words_));
}

/// The first of them does nothing but hold the name of all.
void begin_steps(QUndoStack& stack, const Message& words)
{
    stack.beginMacro(text(words));
    stack.push(new SaidCommand(words));
}

void say_steps_again(QUndoStack& stack)
{
    for (int i = 0; i < stack.count(); ++i) {
        auto* step = const_cast<QUndoCommand*>(stack.command(i));
        const QUndoCommand* named = step->childCount() > 0 ? step->child(0) : step;
        if (const auto* said = dynamic_cast<const SaidCommand*>(named))
            step->setText(text(said->words()));
    }
}

} // namespace plateau::ui
