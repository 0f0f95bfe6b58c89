// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <string>

namespace plateau {
struct Error;
} // namespace plateau

/// The language of the window and of what is drawn. Files and the terminal's answers stay English.
namespace plateau::ui {

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
