// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace plateau::ui {

void show_keyboard_dialog(QWidget* parent);
void show_about_dialog(QWidget* parent);

} // namespace plateau::ui
