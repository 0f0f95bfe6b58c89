// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QUndoStack>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario.h"

namespace plateau::answers {

class Answers;

} // namespace plateau::answers

namespace plateau::ui {

/// The open question, of whatever kind, and the only writer of it: what rows, panels and the window need to know.
/// Everything that changes the question goes through an edit here and is one undo step per gesture: a drag, a typed
/// value, a burst of arrow keys. A value that is refused changes nothing; it is kept with its error beside its key
/// until a good one takes its place.
class QuestionDocument : public QObject {
    Q_OBJECT
public:
    /// Edits with the same gesture on the same key become one undo step; 0 never joins another.
    using Gesture = quint64;

    struct Refusal {
        std::string text; ///< as typed
        Error error;
        std::string offer; ///< the nearest legal text; may be empty
    };

    ~QuestionDocument() override;

    const catalog::Catalog& catalog() const { return *catalog_; }
    std::shared_ptr<const catalog::Catalog> shared_catalog() const { return catalog_; }
    /// Computes the answers to its questions. It is made when it is first asked for.
    std::shared_ptr<answers::Answers> answers() const;
    /// Takes a catalog with presets that were added while the window was open. Earlier catalogs live on: a search may
    /// still read them.
    void set_catalog(std::shared_ptr<const catalog::Catalog> catalog);
    /// "training" or "limits": the first key of its files.
    virtual const char* kind() const = 0;
    QUndoStack& undo_stack() { return undo_stack_; }

    /// The rows of its parameter table, and one of them; null: there is none.
    virtual std::vector<const ParameterDescription*> rows() const = 0;
    virtual const ParameterDescription* row(const std::string& key) const = 0;
    virtual Value value(const std::string& key) const = 0;
    /// Tells whether the row has an effect now, and whether the option exists now.
    virtual bool applies(const std::string& key) const = 0;
    virtual bool is_available(const std::string& key, const std::string& option) const = 0;
    /// The training scenario, when that is the question: some of its values follow from an estimate.
    virtual const Scenario* training() const { return nullptr; }

    Gesture begin_gesture() { return ++last_gesture_; }
    virtual bool edit_text(const std::string& key, const std::string& text, Gesture gesture = 0) = 0;
    virtual bool edit_value(const std::string& key, const Value& value, Gesture gesture = 0) = 0;
    /// Tells whether a parameter is left to a search (`auto`), and whether it is kept from one.
    virtual bool is_open(const std::string& key) const = 0;
    virtual bool is_locked(const std::string& key) const = 0;
    /// Keeps a plan parameter from the search, or gives it back. One that is `auto` takes `value` with the lock.
    virtual void set_locked(const std::string& key, bool locked, const std::optional<Value>& value) = 0;
    /// The window remembers this beside the question, as an undo step called `words`. An empty value forgets it.
    virtual void remember(const std::string& key, const std::string& value, const Message& words) = 0;
    /// How the answers are looked at (core/views/looks.h): kept with the question, no step of undo. An empty
    /// value is the usual one.
    virtual void look(std::string_view key, const std::string& value) = 0;
    virtual bool reset(const std::string& key) = 0;
    virtual void reset_all() = 0;

    /// Tells whether the value differs from what was opened.
    virtual bool is_changed(const std::string& key) const = 0;
    int change_count() const;
    /// Returns the value that reset() would give.
    virtual Value reset_value(const std::string& key) const = 0;
    const Refusal* refusal(const std::string& key) const;
    void forget_refusal(const std::string& key);

    /// Opens a scenario file of its kind, a shipped scenario by its name, or a figure exported by Plateau. It can be
    /// undone.
    virtual Expected<void> open(const std::string& file_or_name) = 0;
    /// Opens a scenario's YAML that is in no file yet: pasted, or recovered; `file` is where it belongs, if anywhere.
    /// It stands beside a question that is not saved, where several can. `shipped` becomes Scenario::shipped.
    virtual Expected<void> open_text(const std::string& yaml, const QString& file, const Message& words, bool shipped)
        = 0;
    Expected<void> save(const QString& file) { return save(current_index(), file); }
    virtual Expected<void> save(std::size_t index, const QString& file) = 0;
    /// Returns what save() would write: the text the question was read from with the changes put in, and a record of
    /// what it answered.
    virtual std::string text_to_save(std::size_t index, bool with_record = true) const = 0;
    /// The question in the form of a file, with what stands beside it.
    virtual std::string plain_text() const = 0;
    virtual std::size_t current_index() const = 0;
    /// Empty until saved or opened from a file of the user's own.
    virtual QString file() const = 0;
    /// The title as it stands in the file; a question without one has the name of its file.
    QString title() const { return QString::fromStdString(english(title_words())); }
    /// The same as the window says it: the title of a shipped scenario is translated.
    virtual Argument title_words() const = 0;
    virtual std::string notes() const = 0;
    /// Changes title and notes. It can be undone.
    virtual void describe(const QString& title, const QString& notes) = 0;

    /// A question whose file, if it has one, says something else.
    struct Unsaved {
        std::size_t index = 0;
        Argument title = Verbatim{};
        QString file;
    };
    virtual std::vector<Unsaved> unsaved() const = 0;
    bool is_modified() const { return !unsaved().empty(); }

    /// Tells whether the file holds another text than when it was last read or written here.
    bool changed_outside(const QString& file) const;
    /// What stands in the file now is known: saving puts this question's values into it.
    virtual void keep_over(const QString& file) = 0;

    /// What stands beside the question and is kept in its file, as entries of its view that begin with beside_prefix:
    /// pins. `written` says them as they are now; brought_beside() tells of those that a file brings.
    using Beside = std::map<std::string, std::string>;
    static constexpr const char* beside_prefix = "pin_";
    void keep_beside(std::function<Beside()> written);
    /// To be called when what is kept beside the question has changed.
    void beside_changed() { emit file_changed(); }
    /// Says that they need no saving as they are now.
    virtual void settle_beside() = 0;

signals:
    void changed(); ///< the question is another one
    void looked(); ///< it is looked at in another way
    void replaced(); ///< by one that was opened, not edited
    void refusal_changed(const QString& key); ///< a value was refused, or that was settled
    void file_changed(); ///< name or modified flag
    void catalog_changed(); ///< there are other names to choose from
    void noticed(const QString& words); ///< about what was opened
    void brought_beside(const plateau::ui::QuestionDocument::Beside& entries); ///< by what is being opened

protected:
    explicit QuestionDocument(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent);

    bool refuse(const std::string& key, const std::string& words, Error error);
    /// Says why what was typed cannot be taken at its word: "1.000" where only whole numbers are.
    std::optional<Error> doubtful(const std::string& key, const std::string& words) const;
    void forget_refusals() { refusals_.clear(); }
    /// "GPU count 128 → 4,096 GPUs"
    Message words_for(const ParameterDescription& row, const Value& from, const Value& to) const;
    /// The YAML that a file or an exported figure holds; `file`: the user's own scenario file, empty for all others.
    struct Source {
        std::string yaml; ///< of a figure; else the file is read
        std::filesystem::path path;
        QString file;
    };
    Expected<Source> find(const std::string& file_or_name) const;
    static Expected<void> write(const QString& file, const std::string& yaml);
    static Expected<std::string> text_in(const QString& file);
    Beside beside() const { return written_beside_ ? written_beside_() : Beside(); }
    /// Takes such entries out of a view.
    static Beside taken_from(std::map<std::string, std::string>& view);

    /// A file as it was last read or written: its text, and what of the question in it can be unsaved, without what
    /// stands beside it.
    struct FileCopy {
        std::string text;
        std::string content;
    };
    const FileCopy* copy_of(const QString& file) const;
    void keep_copy(const QString& file, FileCopy copy) { copies_[file] = std::move(copy); }

private:
    Argument value_words(const ParameterDescription& row, const Value& value) const;

    std::shared_ptr<const catalog::Catalog> catalog_;
    std::vector<std::shared_ptr<const catalog::Catalog>> earlier_;
    mutable std::shared_ptr<answers::Answers> answers_;
    QUndoStack undo_stack_;
    Gesture last_gesture_ = 0;
    std::map<std::string, Refusal> refusals_;
    std::map<QString, FileCopy> copies_;
    std::function<Beside()> written_beside_;
};

} // namespace plateau::ui
