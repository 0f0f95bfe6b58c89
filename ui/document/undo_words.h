// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoCommand>

#include "core/text/messages/message.h"

class QUndoStack;

namespace plateau::ui {

/// A step of undo that knows its name as a sentence, to say it in whatever language the window goes on in.
class SaidCommand : public QUndoCommand {
public:
    explicit SaidCommand(Message words);
    const Message& words() const { return words_; }

protected:
    void set_words(Message words);

private:
    Message words_;
};

/// Begins a step of several: QUndoStack::endMacro() ends it.
void begin_steps(QUndoStack& stack, const Message& words);

/// The names of all steps in the language spoken now.
void say_steps_again(QUndoStack& stack);

} // namespace plateau::ui
