// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace plateau::ui {

void show_keyboard_dialog(QWidget* parent);
void show_about_dialog(QWidget* parent);
/// What published runs say of the model's accuracy: the Markdown page beside the shipped evidence.
void show_accuracy_dialog(QWidget* parent, const QString& markdown_file);

} // namespace plateau::ui
