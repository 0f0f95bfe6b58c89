// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <string>

#include "ui/controls/theme.h"
#include "ui/teaching/tours/tour_player.h"

namespace plateau::ui {

/// What a link of a tour's text stands for begins with one of these.
inline const QString parameter_link = QStringLiteral("set:"); ///< then the key
inline const QString attempt_link = QStringLiteral("try:"); ///< then its number
inline const QString solution_link = QStringLiteral("solve:"); ///< of what is to be reached
inline const QString page_link = QStringLiteral("help:"); ///< then its name

/// The step as it reads now: its text, what it asks or what became of the answer, where to look, what to try; beside a
/// page also claims and sources, which a class has on paper. Of the numbers, those that `may_turn` can be turned.
QString step_html(TourPlayer& player, const Theme& theme,
                  const std::function<bool(const std::string& key)>& may_turn = {}, bool for_class = false);

/// What whoever presents the step wants to have before them: its notes, the answer, where to look, what is published
/// and where it is from, and what comes next.
QString notes_html(TourPlayer& player, const Theme& theme);

/// What the class guessed, once it is revealed: "11 guesses, half of them between 5,900 and 7,400; 2 near".
QString spread_words(const TourPlayer& player);

} // namespace plateau::ui
