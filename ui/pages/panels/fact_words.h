// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/views/fact.h"
#include "ui/controls/theme.h"

/// A fact on its way into labels.
namespace plateau::ui {

/// The name, behind it in grey the unit and the mark of what is assumed; as HTML. `narrow`: in few words.
QString fact_label(const narrate::Fact& fact, const Theme& theme, bool narrow = false);
/// What a pointer over it is told.
QString fact_hint(const narrate::Fact& fact);
/// The value in a column; empty beyond the last.
QString fact_value(const narrate::Fact& fact, std::size_t column = 0);

/// Sentences one after the other.
QString joined(const std::vector<Message>& sentences, QChar separator = QLatin1Char(' '));
/// One string for each.
QStringList paragraphs(const std::vector<Message>& sentences);

} // namespace plateau::ui
