// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace plateau::ui {

class HelpDesk;

/// Version, licence, and what Plateau stands on.
void show_about_dialog(QWidget* parent, HelpDesk& help);

} // namespace plateau::ui
