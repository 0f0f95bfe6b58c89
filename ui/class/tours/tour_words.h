// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <string>

#include "ui/class/tours/tour_player.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

/// What a link of a tour's text stands for begins with one of these.
inline const QString parameter_link = QStringLiteral("set:"); ///< then the key
inline const QString attempt_link = QStringLiteral("try:"); ///< then its number
inline const QString page_link = QStringLiteral("help:"); ///< then its name

/// The step as it reads now: text or, revealed, what became of the guess; what to look at, claims, what to try, source.
/// Of the numbers, those that `may_turn` can be turned; pages of help are links where one `may_leave`.
QString step_html(TourPlayer& player, const Theme& theme,
                  const std::function<bool(const std::string& key)>& may_turn = {}, bool may_leave = true);

/// What whoever presents the step wants to have before them: its notes, the answer, where to look, and what comes next.
QString notes_html(TourPlayer& player, const Theme& theme);

/// What the class guessed, once it is revealed: "11 guesses, half of them between 5,900 and 7,400; 2 near".
QString spread_words(const TourPlayer& player);

} // namespace plateau::ui
