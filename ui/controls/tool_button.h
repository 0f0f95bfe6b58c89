// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QToolButton;
class QWidget;

namespace plateau::ui {

/// A button of words whose tooltip is its accessible name; the keyboard reaches it.
QToolButton* tool_button(const QString& words, const QString& hint, QWidget* parent);

} // namespace plateau::ui
