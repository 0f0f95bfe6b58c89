// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/question_document.h"

namespace plateau::ui {

/// A question kept beside the current one.
struct Pin {
    std::shared_ptr<const Scenario> scenario; ///< never null; its title is the pin's name
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

    /// Keeps the current question under `name`.
    void pin(const QString& name);
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
