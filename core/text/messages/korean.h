// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

/// What Korean asks of a sentence once its numbers and names stand in it.
namespace plateau::korean {

/// Particles that come in two forms, written "을(를)", "이(가)", "은(는)", "와(과)", "(으)로", in the one that follows
/// from the sound of the word before: "154 GB가", "H100을". Tags of HTML, quotes and what stands in brackets make no
/// sound.
std::string with_particles(const std::string& words);

/// Adds `words` to `said`; their particles follow from the sound of all that stands before.
void add_with_particles(std::string& said, const std::string& words);

/// A number of a thousand and more as it is spoken: 68.7 and 9 give "687억", 12.5 and 3 "1.25만". Empty: it is too
/// small for a word of its own.
std::string in_myriads(const std::string& number, int power_of_ten);

} // namespace plateau::korean
