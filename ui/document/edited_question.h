// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QUndoCommand>
#include <QUndoStack>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/answers/answers.h"
#include "core/question/question.h"

namespace plateau::ui {

/// Qt's event loop of the thread that calls this, for answers that a window watches.
answers::Loop window_loop();

/// A step of undo that knows its name as a sentence, to say it in whatever language the window goes on in.
class SaidCommand : public QUndoCommand {
public:
    explicit SaidCommand(Message words, std::function<void()> undone = {}, std::function<void()> done = {});
    const Message& words() const { return words_; }
    void undo() override;
    void redo() override;

protected:
    void set_words(Message words);

private:
    Message words_;
    std::function<void()> undone_, done_;
};

/// Begins a step of several: QUndoStack::endMacro() ends it.
void begin_steps(QUndoStack& stack, const Message& words);

/// The names of all steps in the language spoken now.
void say_steps_again(QUndoStack& stack);

/// The open question, of whatever kind, and the only writer of it: what rows of parameters and panels need to know.
/// Everything that changes the question goes through an edit here and is one undo step per gesture: a drag, a typed
/// value, a burst of arrow keys. A value that is refused changes nothing; it is kept with its error beside its key
/// until a good one takes its place.
class EditedQuestion : public QObject {
    Q_OBJECT
public:
    /// Edits with the same gesture on the same key become one undo step; 0 never joins another.
    using Gesture = quint64;

    struct Refusal {
        std::string text; ///< as typed
        Error error;
        std::string offer; ///< the nearest legal text; may be empty
    };

    /// What stands beside the question and is kept in its file, as entries of its view that begin with beside_prefix:
    /// pins.
    using Beside = std::map<std::string, std::string>;
    static constexpr const char* beside_prefix = "pin_";

    ~EditedQuestion() override;

    const catalog::Catalog& catalog() const { return *catalog_; }
    std::shared_ptr<const catalog::Catalog> shared_catalog() const { return catalog_; }
    /// Computes the answers to its questions. It is made when it is first asked for.
    std::shared_ptr<answers::Answers> answers() const;
    /// Takes a catalog with presets that were added while the window was open. Earlier catalogs live on: a search may
    /// still read them.
    void set_catalog(std::shared_ptr<const catalog::Catalog> catalog);
    QUndoStack& undo_stack() { return undo_stack_; }

    const Question& question() const { return *current().question; }
    /// The training scenario, when that is the question: some of its values follow from an estimate.
    const Scenario* training() const { return std::get_if<Scenario>(&question()); }
    const ParameterDescription* row(const std::string& key) const { return find_parameter(question(), key); }
    Value value(const std::string& key) const { return value_of(question(), key); }

    Gesture begin_gesture() { return ++last_gesture_; }
    bool edit_text(const std::string& key, const std::string& text, Gesture gesture = 0);
    bool edit_value(const std::string& key, const Value& value, Gesture gesture = 0);
    /// Changes several values in one undo step called `words`.
    void edit(Question next, const Message& words);
    /// Tells whether a parameter is left to a search (`auto`), and whether it is kept from one.
    bool is_open(const std::string& key) const { return choices(question()).open.contains(key); }
    bool is_locked(const std::string& key) const { return choices(question()).locked.contains(key); }
    /// Keeps a plan parameter from the search, or gives it back. One that is `auto` takes `value` with the lock.
    void set_locked(const std::string& key, bool locked, const std::optional<Value>& value);
    /// The window remembers this beside the question, as an undo step called `words`. An empty value forgets it.
    void remember(const std::string& key, const std::string& value, const Message& words);
    /// How the answers are looked at (core/views/looks.h): kept with the question, no step of undo. An empty
    /// value is the usual one.
    void look(std::string_view key, const std::string& value);
    bool reset(const std::string& key);
    void reset_all();

    /// Tells whether the value differs from what was opened.
    bool is_changed(const std::string& key) const;
    int change_count() const;
    /// Returns the value that reset() would give.
    Value reset_value(const std::string& key) const;
    const Refusal* refusal(const std::string& key) const;
    void forget_refusal(const std::string& key);

signals:
    void changed(); ///< the question is another one
    void looked(); ///< it is looked at in another way
    void replaced(); ///< by one that was opened, not edited
    void refusal_changed(const QString& key); ///< a value was refused, or that was settled
    void file_changed(); ///< name or modified flag
    void catalog_changed(); ///< there are other names to choose from

protected:
    /// One of the questions that stand side by side, all of one kind.
    struct Configuration {
        std::shared_ptr<const Question> question; ///< never null
        std::shared_ptr<const Question> opened; ///< what was opened: "changed" and reset refer to it
        QString file;
        bool nowhere = false; ///< pasted or recovered: to be saved although nothing was edited
        int slot = 0; ///< its hue on every picture: 0 the accent, 1 to 4 those of pins A to D
        Beside beside; ///< what stood beside it when it was opened or saved
    };
    struct State {
        std::vector<Configuration> configurations;
        std::size_t current = 0;
    };

    EditedQuestion(std::shared_ptr<const catalog::Catalog> catalog, Question first, QObject* parent);

    const State& state() const { return state_; }
    Configuration& configuration(std::size_t index) { return state_.configurations[index]; }
    const Configuration& current() const { return state_.configurations[state_.current]; }
    /// Goes to another state: at once, or as an undo step called `words`.
    void take(const State& state);
    void push_state(State after, const Message& words, const std::string& key = {}, Gesture gesture = 0);

private:
    class Edit;

    bool push(const std::string& key, Question next, Gesture gesture);
    void push(const std::string& key, Question next, Gesture gesture, const Message& words);
    bool refuse(const std::string& key, const std::string& words, Error error);
    Question with_entry(const std::string& key, const std::string& value) const;
    Expected<Question> restored(const std::string& key) const;
    Argument words_of(const ParameterDescription& row, const Value& value) const;
    Message words_for(const ParameterDescription& row, const Value& from, const Value& to) const;

    std::shared_ptr<const catalog::Catalog> catalog_;
    std::vector<std::shared_ptr<const catalog::Catalog>> earlier_;
    mutable std::shared_ptr<answers::Answers> answers_;
    QUndoStack undo_stack_;
    Gesture last_gesture_ = 0;
    std::map<std::string, Refusal> refusals_;
    State state_;
};

} // namespace plateau::ui
