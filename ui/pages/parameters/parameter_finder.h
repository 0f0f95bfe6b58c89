// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include "core/question/scenario/parameter_table.h"

namespace plateau::ui {

/// Whether every word of `words` stands in `all`; upper and lower case alike.
bool holds(const QString& all, const QString& words);
/// Whether every word of `words` stands in the row's label, everyday words, key, options or group; upper and lower case
/// alike.
bool names(const ParameterDescription& parameter, const QString& words);
/// Whether every word stands in those or in the row's help.
bool mentions(const ParameterDescription& parameter, const QString& words);

/// The field above the rows, which shows those that its words find. Enter leads to the first of them, Escape empties
/// it. What else its words find, FindList shows beside it.
class ParameterFinder final : public QLineEdit {
    Q_OBJECT
public:
    explicit ParameterFinder(QWidget* parent);

    QString words() const { return text().simplified(); }

signals:
    void entered();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw_icon();
    QAction* icon_;
};

} // namespace plateau::ui
