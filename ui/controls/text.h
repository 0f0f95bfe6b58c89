// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include <QString>

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

// The language of the window and of what is drawn. Files and the terminal's answers stay English.

struct Language {
    const char* code; ///< "de"; names its catalogue and the folder of its pages of help
    const char* name; ///< as it calls itself
    bool decimal_comma;
};
std::span<const Language> languages();
bool speaks(const std::string& code);

/// A code, "de_DE.UTF-8" or "system" among the languages; English for what is not.
const Language& language_of(const QString& words);
/// Returns what was chosen, "system" or a code. The next start remembers it.
QString chosen_language();
void choose_language(const QString& code);

/// Has the window speak a language, texts of Qt and numbers included. Call it before the first text is made.
void speak_language(const Language& language);
const Language& spoken_language();

/// While it lives, texts are said in another language; an empty code changes nothing. Figures on paper use it: the
/// window makes none of its own words meanwhile.
class OtherLanguage {
public:
    explicit OtherLanguage(const std::string& code);
    ~OtherLanguage();
    OtherLanguage(const OtherLanguage&) = delete;
    OtherLanguage& operator=(const OtherLanguage&) = delete;

private:
    const Language* before_;
};

/// "where: what; accepted"
QString placed_text(const Error& error);
/// "0,5" is "0.5" where the comma is decimal; see typed_number().
QString typed_in_english(const QString& typed);
/// Digits as the language writes them; see written_number().
QString written_here(const QString& number);

} // namespace plateau::ui
