// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

#include "core/text/messages/error.h"
#include "core/text/units/quantity.h"

/// Words and numbers on their way from the core to the window.
namespace plateau::ui {

inline QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// The sentence in the window's language, arguments filled in.
QString text(const Message& message);
QString text(const Argument& argument);
/// Words of several lines: text() puts what a person wrote on one line, this keeps the lines.
QString lines(const Argument& words);
/// "what; accepted", without the place: the place is where it is shown.
QString text(const Error& error);
/// Words as a tool tip: what others wrote in them is cut and not taken for markup.
QString tip(const QString& words);
/// A number with its unit, joined by a no-break space.
QString quantity(double value, units::Unit unit, int digits = 3);

} // namespace plateau::ui
