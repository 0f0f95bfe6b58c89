// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QDateTime>
#include <QIcon>
#include <QTimer>

#include "core/model/estimate.h"
#include "ui/document/edited_question.h"
#include "ui/pages/panels/page.h"

class QLabel;
class QListWidget;

namespace plateau::ui {

/// The questions that stood for a moment, with their answers, in the order in which they were first asked. A drag
/// leaves only where it ended.
class Tried final : public QObject {
    Q_OBJECT
public:
    struct Entry {
        std::shared_ptr<const Scenario> scenario; ///< never null
        Parts parts;
        QDateTime when;
    };
    static constexpr std::size_t most = 500; ///< then the oldest go

    explicit Tried(QObject* parent = nullptr);

    /// The question is answered; kept once it has stood for a moment.
    void note(const Scenario& scenario, const Parts& parts);
    const std::vector<Entry>& all() const { return entries_; }
    int current() const { return current_; } ///< -1: none
    void settle(); ///< keeps what is noted at once; for tests

signals:
    void changed();

private:
    void keep();

    QTimer pause_;
    Entry noted_;
    std::vector<Entry> entries_;
    int current_ = -1;
};

/// What was tried in this session, the latest at the top, each with what it changed and what came of it; a click goes
/// back to it.
class TriedPanel final : public Panel {
    Q_OBJECT
public:
    TriedPanel(ScenarioDocument& document, Tried& tried, QWidget* parent = nullptr);

    QListWidget& list() const { return *list_; }
    void restore(int row); ///< of the list
    QSize sizeHint() const override { return {300, 360}; }

protected:
    void fill() override;
    void showEvent(QShowEvent* event) override;

private:
    Message words_of(std::size_t index) const;
    QIcon thumbnail(const Tried::Entry& entry);

    ScenarioDocument& document_;
    Tried& tried_;
    QLabel* nothing_;
    QListWidget* list_;
    bool behind_ = false; ///< out of sight while something was tried
};

} // namespace plateau::ui
