// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/evidence_facts.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/panels/panel.h"

class QLabel;
class QPushButton;

namespace plateau::ui {

/// A run chosen on the evidence page: what it is called and a table about it; a hint while none is chosen.
class RunPanel final : public Panel {
    Q_OBJECT
public:
    explicit RunPanel(const QString& hint, QWidget* parent = nullptr);

    void set_columns(const std::vector<QString>& columns, int bold);
    void show_run(const QString& title, const QString& subtitle, const std::vector<narrate::Fact>& facts);
    void clear();
    FactsTable& table() const { return *table_; }
    QString title() const;

protected:
    void fill() override;

private:
    QLabel* title_;
    QLabel* subtitle_;
    QLabel* hint_;
    FactsTable* table_;
};

/// Says where the run comes from, how its numbers are known, what was assumed, and what can be done with it.
class RunSourcePanel final : public Panel {
    Q_OBJECT
public:
    explicit RunSourcePanel(QWidget* parent = nullptr);

    void show_run(const narrate::RunOrigin& origin, bool left_out);
    void clear();
    QPushButton* open_button() const { return open_; }
    QPushButton* leave_out_button() const { return leave_out_; }
    /// Writes words below the buttons; empty: none.
    void say(const QString& words);

signals:
    void open_wanted();
    void leave_out_wanted(bool out);

protected:
    void fill() override;

private:
    QLabel* source_;
    QLabel* assumed_;
    QLabel* notes_;
    QLabel* said_;
    QPushButton* open_;
    QPushButton* leave_out_;
    narrate::RunOrigin origin_;
    bool left_out_ = false;
    bool empty_ = true;
};

} // namespace plateau::ui
