// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QLabel;

namespace plateau::ui {

/// What stands below a row: why the plan is not possible, what it costs, and what would help.
struct RowNotice {
    bool warning = false; ///< costly but legal; else an error
    QString text;
    QString offer; ///< words of the link; may be empty
    std::string offer_text; ///< the value the link sets
};

/// A notice with its sign and its link; hidden without words.
class RowMessage final : public QWidget {
    Q_OBJECT
public:
    explicit RowMessage(QWidget* parent = nullptr);

    /// `refused`: what was typed, not what the plan is.
    void show_notice(const RowNotice& notice, bool refused);

signals:
    void offer_taken(const QString& value);

private:
    QLabel* sign_;
    QLabel* words_;
};

} // namespace plateau::ui
