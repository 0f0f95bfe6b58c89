// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/text/units/quantity.h"

class QLabel;

namespace plateau::ui {

class ElidedLabel;
class ValueField;

/// A label, a typed value and below them what is wrong with it: one line of a panel's form.
class KeyField final : public QWidget {
    Q_OBJECT
public:
    KeyField(const QString& label, const QString& help, QWidget* parent = nullptr);

    void show_value(double value, units::Unit unit);
    /// Words in place of a number: "none", "estimated".
    void show_words(const QString& words);
    void show_refused(const QString& typed, const QString& why);
    ValueField& field() const { return *field_; }

signals:
    void committed(const QString& text);

private:
    void show_message(const QString& why);
    void dress();

    ElidedLabel* label_;
    ValueField* field_;
    QLabel* message_;
};

} // namespace plateau::ui
