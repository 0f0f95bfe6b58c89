// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/question_document.h"

namespace plateau::ui {

/// One of the questions a document holds side by side.
template<class S>
struct Configuration {
    std::shared_ptr<const S> scenario; ///< never null
    std::shared_ptr<const S> opened; ///< what was opened: "changed" and reset refer to it
    QString file;
    bool nowhere = false; ///< pasted or recovered: to be saved although nothing was edited
    int slot = 0; ///< its hue on every picture: 0 the accent, 1 to 4 those of pins A to D
    QuestionDocument::Beside beside; ///< what stood beside it when it was opened or saved
};

/// A document over one type of scenario (training or limits): one or several configurations of it, one of them
/// current. Defined in document_of_files.h and document_of_values.h, which the .cpp of each type includes.
template<class S>
class DocumentOf : public QuestionDocument {
public:
    static constexpr std::size_t most_configurations = 5;

    ~DocumentOf() override { undo_stack().blockSignals(true); } ///< who follows its steps would ask what is gone

    const S& scenario() const { return *current().scenario; }
    const std::shared_ptr<const S>& shared_scenario() const { return current().scenario; }
    const std::vector<Configuration<S>>& configurations() const { return state_.configurations; }
    std::size_t current_index() const override { return state_.current; }

    const char* kind() const override;
    std::vector<const ParameterDescription*> rows() const override;
    const Parameter<S>* row(const std::string& key) const override;
    Value value(const std::string& key) const override;
    bool applies(const std::string& key) const override;
    bool is_available(const std::string& key, const std::string& option) const override;

    bool edit_text(const std::string& key, const std::string& text, Gesture gesture = 0) override;
    bool edit_value(const std::string& key, const Value& value, Gesture gesture = 0) override;
    bool is_open(const std::string& key) const override;
    bool is_locked(const std::string& key) const override;
    void set_locked(const std::string& key, bool locked, const std::optional<Value>& value) override;
    void remember(const std::string& key, const std::string& value, const Message& words) override;
    void look(std::string_view key, const std::string& value) override;
    /// Changes several values in one undo step called `words`.
    void edit(S scenario, const Message& words);
    bool reset(const std::string& key) override;
    void reset_all() override;
    bool is_changed(const std::string& key) const override;
    Value reset_value(const std::string& key) const override;

    Expected<void> open(const std::string& file_or_name) override;
    Expected<void> open_text(const std::string& yaml, const QString& file, const Message& words,
                             bool shipped = false) override;
    using QuestionDocument::save;
    Expected<void> save(std::size_t index, const QString& file) override;
    std::string text_to_save(std::size_t index, bool with_record = true) const override;
    std::string plain_text() const override;
    void settle_beside() override { state_.configurations[state_.current].beside = beside(); }
    std::vector<Unsaved> unsaved() const override;
    void keep_over(const QString& file) override;
    std::string notes() const override { return scenario().notes; }
    void describe(const QString& title, const QString& notes) override;
    QString file() const override { return current().file; }
    using QuestionDocument::title;
    QString title(std::size_t index) const { return QString::fromStdString(english(title_words(index))); }
    Argument title_words() const override { return title_words(state_.current); }
    Argument title_words(std::size_t index) const;

    /// Chooses the configuration that edits go to. This is no undo step.
    void select(std::size_t index);
    /// Adds a configuration, which becomes current; false when there is no room. It can be undone.
    bool add(S scenario, const Message& words);
    Expected<void> add(const std::string& file_or_name);
    void remove(std::size_t index); ///< the last one stays
    void rename(std::size_t index, const QString& title);
    /// Puts a scenario in place of the current one.
    void replace(S scenario, const Message& words);
    /// Puts scenarios in place of all of them, as many as there is room for; the first becomes current.
    void replace_all(std::vector<S> scenarios, const Message& words);

protected:
    explicit DocumentOf(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent);

private:
    struct State {
        std::vector<Configuration<S>> configurations;
        std::size_t current = 0;
    };
    class Edit;

    const Configuration<S>& current() const { return state_.configurations[state_.current]; }
    void take(const State& state);
    bool push(const std::string& key, S next, Gesture gesture);
    void push(const std::string& key, S next, Gesture gesture, const Message& words);
    void push_state(State after, const Message& words, const std::string& key = {}, Gesture gesture = 0);
    S with_entry(const std::string& key, const std::string& value) const;
    Expected<S> restored(const std::string& key) const;
    /// `file` and what it holds stay empty but for a file of the user's own.
    Expected<S> read(const std::string& file_or_name, QString& file, std::string& held) const;
    static std::string plain(const S& scenario);
    static std::string content(const S& scenario);
    bool is_unsaved(const Configuration<S>& configuration) const;
    /// The undo step of opening, and with it what the opened brings beside it.
    void push_opened(State after, const Beside& brought, const Message& words);
    void tell(const S& opened, const std::string& held);
    int free_slot() const;

    State state_;
};

} // namespace plateau::ui
