// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

#include "ui/document/question_document.h"
#include "ui/pages/panels/panel.h"
#include "ui/pages/workbench/tried.h"

class QLabel;
class QListWidget;

namespace plateau::ui {

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
