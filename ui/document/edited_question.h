// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <QObject>
#include <QUndoCommand>
#include <QUndoStack>

#include "core/answers/answers.h"
#include "core/answers/question.h"
#include "core/question/question.h"
#include "ui/controls/text.h"

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
    /// Of the same presets; before anything is asked.
    void answer_with(std::shared_ptr<answers::Answers> answers) { answers_ = std::move(answers); }
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

/// The questions of one kind that stand side by side, one of them open to edits; their titles and their files. A
/// training scenario stands alone unless others are added to it.
class QuestionDocument : public EditedQuestion {
    Q_OBJECT
public:
    static constexpr std::size_t most_configurations = 5;

    /// "training" or "limits": the first key of its files.
    const char* kind() const { return training() ? "training" : "limits"; }

    using EditedQuestion::Configuration;
    const std::vector<Configuration>& configurations() const { return state().configurations; }
    std::size_t current_index() const { return state().current; }
    /// Chooses the configuration that edits go to. This is no undo step.
    void select(std::size_t index);
    /// Adds a configuration, which becomes current; false when there is no room. It can be undone.
    bool add(Question question, const Message& words);
    Expected<void> add(const std::string& file_or_name);
    void remove(std::size_t index); ///< the last one stays
    void rename(std::size_t index, const QString& title);
    /// Puts a question in place of the current one.
    void replace(Question question, const Message& words);
    /// Puts questions in place of all of them, as many as there is room for; the first becomes current.
    void replace_all(const std::vector<Question>& questions, const Message& words);

    /// The title as it stands in the file; a question without one has the name of its file.
    QString title(std::optional<std::size_t> index = {}) const { return text(english(title_words(index))); }
    /// The same as the window says it: the title of a shipped scenario is translated.
    Argument title_words(std::optional<std::size_t> index = {}) const;
    /// The title with what is asked, as windows and files are called.
    QString subject() const;
    /// What stands beside the title: what is asked, and how much of it was changed.
    QString about() const;
    /// Changes title and notes. It can be undone.
    void describe(const QString& title, const QString& notes);

    /// Opens a scenario file of its kind, a shipped scenario by its name, or a figure exported by Plateau. It can be
    /// undone.
    Expected<void> open(const std::string& file_or_name);
    /// Opens a scenario's YAML that is in no file yet: pasted, or recovered; `file` is where it belongs, if anywhere.
    /// It stands beside a question that is not saved, where several can. `shipped` becomes Choices::shipped.
    Expected<void> open_text(const std::string& yaml, const QString& file, const Message& words, bool shipped = false);
    Expected<void> save(const QString& file, std::optional<std::size_t> index = {});
    /// Returns what save() would write: the text the question was read from with the changes put in, and a record of
    /// what it answered.
    std::string text_to_save(std::size_t index, bool with_record = true) const;
    /// The question in the form of a file, with what stands beside it.
    std::string plain_text() const;
    /// Empty until saved or opened from a file of the user's own.
    QString file() const { return current().file; }

    /// A question whose file, if it has one, says something else.
    struct Unsaved {
        std::size_t index = 0;
        Argument title = Verbatim{};
        QString file;
    };
    std::vector<Unsaved> unsaved() const;
    bool is_modified() const { return !unsaved().empty(); }
    /// Tells whether the file holds another text than when it was last read or written here.
    bool changed_outside(const QString& file) const;
    /// What stands in the file now is known: saving puts this question's values into it.
    void keep_over(const QString& file);

    /// `written` says what stands beside the question as it is now; brought_beside() tells of what a file brings.
    void keep_beside(std::function<Beside()> written);
    /// Says that it needs no saving as it is now.
    void settle_beside() { configuration(current_index()).beside = beside(); }

signals:
    void noticed(const QString& words); ///< about what was opened
    void brought_beside(const plateau::ui::QuestionDocument::Beside& entries); ///< by what is being opened

protected:
    using EditedQuestion::EditedQuestion;

private:
    /// A file as it was last read or written: its text, and what of the question in it can be unsaved, without what
    /// stands beside it.
    struct FileCopy {
        std::string text;
        std::string content;
    };

    Expected<Question> read_text(const std::string& yaml, const std::string& where) const;
    Expected<Question> read(const std::string& file_or_name, QString& file, std::string& held) const;
    const FileCopy* copy_of(const QString& file) const;
    bool is_unsaved(const Configuration& configuration) const;
    void push_opened(State after, const Beside& brought, const Message& words);
    void tell(const Question& opened, const std::string& held);
    int free_slot() const;
    Beside beside() const { return written_beside_ ? written_beside_() : Beside(); }

    std::map<QString, FileCopy> copies_;
    std::function<Beside()> written_beside_;
};

/// A document whose kind of question is known: what it is asked for is `S`.
template<class S>
class DocumentOf final : public QuestionDocument {
public:
    explicit DocumentOf(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent = nullptr)
        : QuestionDocument(catalog, default_question(*catalog, std::is_same_v<S, Scenario>).value_or(S{}), parent)
    {
    }

    const S& scenario() const { return std::get<S>(question()); }
    std::shared_ptr<const S> shared_scenario() const { return shared_scenario(current_index()); }
    std::shared_ptr<const S> shared_scenario(std::size_t index) const { return of(configurations()[index].question); }
    /// What was opened where the current one stands.
    const S& opened() const { return std::get<S>(*current().opened); }

private:
    static std::shared_ptr<const S> of(const std::shared_ptr<const Question>& question)
    {
        return {question, &std::get<S>(*question)};
    }
};

/// The training scenario that the workbench asks.
using ScenarioDocument = DocumentOf<Scenario>;
/// The configurations that the limits page lays over each other.
using LimitsDocument = DocumentOf<LimitsScenario>;

/// Looking at the given plan or at the best, and at what best means: steps of undo like any other edit.
void choose_plan(QuestionDocument& document, search::PlanChoice choice);
void choose_objective(QuestionDocument& document, search::Objective objective);

/// A question kept beside the current one.
struct Pin {
    std::shared_ptr<const Scenario> scenario; ///< never null; its title is what a person called the pin
    int slot = 1; ///< its letter and look: 1 is A
    bool hidden = false; ///< from plots and bars, not from the list

    QString letter() const;
    QString name() const { return QString::fromStdString(scenario->title); }
};

/// The questions kept beside a document's own. What changes one is a step of the document's undo.
class Pins final : public QObject {
    Q_OBJECT
public:
    explicit Pins(ScenarioDocument& document, QObject* parent = nullptr);

    const std::vector<Pin>& all() const { return pins_; }
    /// The one that the read-out compares with: the latest until one is chosen; null: there is none.
    const Pin* chosen() const;
    std::size_t chosen_index() const { return chosen_; }
    void choose(std::size_t index);

    /// The current question's name, then theirs: what a person called them, else by what they differ in.
    std::vector<Message> names() const;

    /// Keeps the current question, under `name` if there is one.
    void pin(const QString& name = {});
    void remove(std::size_t index);
    void rename(std::size_t index, const QString& name);
    /// Hides one or shows it; a look, not a step of undo.
    void set_hidden(std::size_t index, bool hidden);
    /// The pin becomes the current question and the current one the pin.
    void swap(std::size_t index);
    /// The pin becomes the current question and stays pinned.
    void restore(std::size_t index);
    /// Which is which is asked: they have these names, and nothing says in what they differ. None: it is told, `names`
    /// are their own. A look, not a step of undo.
    void ask_for_names(bool asked, const std::vector<std::string>& names);
    bool names_are_asked() const { return names_asked_; }
    /// Pins these scenarios in place of all pins.
    void replace(const std::vector<Scenario>& scenarios, const Message& words);

    /// The current question and the pins, one document each (core/question/scenario/scenario_file.h).
    std::string as_text() const;
    /// Reads such a text: its first question becomes the current one, the others become the pins; one step of undo.
    Expected<void> read(const std::string& text, const QString& where);
    /// As the document's file keeps them: "pin_a" and the text of its scenario.
    QuestionDocument::Beside as_entries() const;

signals:
    void changed();

private:
    void push(std::vector<Pin> next, const Message& words);
    void take(const std::vector<Pin>& pins);
    void take_entries(const QuestionDocument::Beside& entries);
    int free_slot() const;

    ScenarioDocument& document_;
    std::vector<Pin> pins_;
    std::size_t chosen_ = 0;
    bool names_asked_ = false;
};

} // namespace plateau::ui
