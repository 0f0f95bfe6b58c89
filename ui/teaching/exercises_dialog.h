// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/teaching/tours/exercise_sheet.h"

class QCheckBox;
class QSpinBox;

namespace plateau::ui {

/// Which sheet of a tour's exercises to save: its number, from which its values follow, and whether answers stand at
/// its end.
class ExercisesDialog final : public QDialog {
    Q_OBJECT
public:
    explicit ExercisesDialog(const QString& tour, QWidget* parent = nullptr);

    tours::SheetChoice choice() const; ///< a PDF

private:
    QSpinBox* number_;
    QCheckBox* key_;
};

} // namespace plateau::ui
