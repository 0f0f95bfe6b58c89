// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QUndoStack>

#include <map>
#include <memory>
#include <string>

#include "core/catalog/catalog.h"
#include "core/scenario/parameter_table.h"
#include "core/scenario/scenario.h"

namespace plateau::ui {

/// The open question and the only writer of it. Everything that changes the scenario goes through an edit here and is
/// one undo step per gesture: a drag, a typed value, a burst of arrow keys. A value that is refused changes nothing;
/// it is kept with its error beside its key until a good one takes its place.
class ScenarioDocument final : public QObject {
    Q_OBJECT
public:
    /// Edits with the same gesture on the same key become one undo step; 0 never joins another.
    using Gesture = quint64;

    struct Refusal {
        std::string text; ///< as typed
        Error error;
        std::string offer; ///< the nearest legal text; may be empty
    };

    explicit ScenarioDocument(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent = nullptr);

    const catalog::Catalog& catalog() const { return *catalog_; }
    const Scenario& scenario() const { return *state_.scenario; }
    QUndoStack& undo_stack() { return undo_stack_; }

    Gesture begin_gesture() { return ++last_gesture_; }
    bool edit_text(const std::string& key, const std::string& text, Gesture gesture = 0);
    bool edit_value(const std::string& key, const Value& value, Gesture gesture = 0);
    bool reset(const std::string& key);
    void reset_all();

    /// Differs from what was opened?
    bool is_changed(const std::string& key) const;
    int change_count() const;
    /// What reset() would give.
    Value reset_value(const std::string& key) const;
    const Refusal* refusal(const std::string& key) const;
    void forget_refusal(const std::string& key);

    /// A scenario file, a shipped scenario's name, or a figure exported by Plateau. Undoable.
    Expected<void> open(const std::string& file_or_name);
    Expected<void> save(const QString& file);
    /// Empty until saved or opened from a file of the user's own.
    QString file() const { return state_.file; }
    QString title() const;
    bool is_modified() const { return !undo_stack_.isClean(); }

signals:
    void changed(); ///< the scenario is another one
    void replaced(); ///< by one that was opened, not edited
    void refusal_changed(const QString& key); ///< a value was refused, or that was settled
    void file_changed(); ///< name or modified flag

private:
    struct State {
        std::shared_ptr<const Scenario> scenario; ///< never null
        std::shared_ptr<const Scenario> opened; ///< what was opened: "changed" and reset refer to it
        QString file;
    };
    class Edit;

    void take(const State& state);
    bool push(const std::string& key, Scenario next, Gesture gesture);
    bool refuse(const std::string& key, const std::string& text, Error error);
    Expected<Scenario> restored(const std::string& key) const;
    Expected<Scenario> read(const std::string& file_or_name, QString& file) const;
    QString words_for(const std::string& key, const Scenario& before, const Scenario& after) const;
    QString shown(const TrainingParameter& row, const Value& value) const;

    std::shared_ptr<const catalog::Catalog> catalog_;
    State state_;
    QUndoStack undo_stack_;
    Gesture last_gesture_ = 0;
    std::map<std::string, Refusal> refusals_;
};

} // namespace plateau::ui
