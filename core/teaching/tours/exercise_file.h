// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teaching/tours/exercise_sheet.h"
#include "core/teaching/tours/press.h"

namespace plateau::tours {

/// How the web page of a sheet begins, by which it is known again.
inline constexpr const char* exercise_mark = "<!DOCTYPE html>\n<!-- Exercises of Plateau -->\n";

/// The bytes of a sheet's file.
Expected<std::string> exercise_file(const Press& press, const std::shared_ptr<answers::Answers>& answers,
                                    const Tour& tour, const PaperClaims& claims, const SheetChoice& choice);

} // namespace plateau::tours
