// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/answers/question.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"

namespace plateau::ui {

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

} // namespace plateau::ui
