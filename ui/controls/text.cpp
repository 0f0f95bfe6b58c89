// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTextDocument>
#include <QTranslator>

#include "core/text/messages/speech.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

QString typeset(const QString& words)
{
    return words.contains(QLatin1String("FLOP")) ? text(units::typeset(words.toStdString())) : words;
}

} // namespace

QString text(const Message& message) { return typeset(text(said(message))); }

QString text(const Argument& argument) { return typeset(text(said(argument))); }

QString lines(const Argument& words)
{
    const auto* theirs = std::get_if<Verbatim>(&words.value);
    return theirs ? text(theirs->text) : text(words);
}

QString text(const Error& error)
{
    const QString what = text(error.what);
    const QString accepted = text(error.accepted);
    return accepted.isEmpty() ? what : what + QStringLiteral("; ") + accepted;
}

QString tip(const QString& words)
{
    constexpr qsizetype most = 4000; ///< characters
    const QString cut = words.size() > most ? words.left(most) + QStringLiteral("…") : words;
    return Qt::mightBeRichText(cut)
        ? QStringLiteral("<p>%1</p>").arg(cut.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")))
        : cut;
}

QString quantity(double value, units::Unit unit, int digits) { return text(Quantity{value, unit, digits}); }

namespace {

constexpr std::array<Language, 3> known_languages{
    {{"en", "English", false}, {"de", "Deutsch", true}, {"ko", "한국어", false}}};
const QString settings_key = QStringLiteral("language");
const QString of_the_system = QStringLiteral("system");

/// Looks texts up in the language that is spoken: a text is translated alike wherever it stands.
class Interpreter final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* remark, int count) const override;
};

struct Spoken {
    const Language* language = &known_languages.front();
    std::map<const Language*, QTranslator> catalogues; ///< those loaded so far
    Interpreter interpreter;
    std::unique_ptr<QTranslator> of_qt;

    /// Empty: the language has none of the text. The first form of a plural is that of one, and of no count.
    QString translation(const char* english, int count = -1)
    {
        const auto [found, is_new] = catalogues.try_emplace(language);
        if (is_new) {
            load_fonts(); // registers the resources
            if (!found->second.load(QStringLiteral(":/plateau/translations/%1.qm").arg(QLatin1String(language->code))))
                qWarning("the texts of %s are not in this program", language->name);
        }
        return found->second.translate("", english, nullptr, count);
    }
};

Spoken& spoken()
{
    static Spoken now;
    return now;
}

std::optional<std::string> from_catalogue(const std::string& english)
{
    const QString found = spoken().translation(english.c_str());
    return found.isEmpty() ? std::nullopt : std::optional(found.toStdString());
}

QString Interpreter::translate(const char*, const char* source, const char*, int count) const
{
    return spoken().translation(source, count);
}

/// Texts of the program; Qt's own stay as they are.
void say_in(const Language& language)
{
    spoken().language = &language;
    speak({&language == &known_languages.front() ? nullptr : from_catalogue, language.decimal_comma,
           language.code == std::string("ko")});
}

} // namespace

std::span<const Language> languages() { return known_languages; }

bool speaks(const std::string& code)
{
    return std::any_of(known_languages.begin(), known_languages.end(),
                       [&](const Language& language) { return code == language.code; });
}

const Language& language_of(const QString& words)
{
    const QString wanted = words.isEmpty() || words == of_the_system ? QLocale::system().name() : words;
    for (const Language& language : known_languages)
        if (wanted.startsWith(QLatin1String(language.code), Qt::CaseInsensitive))
            return language;
    return known_languages.front();
}

QString chosen_language() { return QSettings().value(settings_key, of_the_system).toString(); }

void choose_language(const QString& code) { QSettings().setValue(settings_key, code); }

void speak_language(const Language& language)
{
    Spoken& now = spoken();
    QCoreApplication::removeTranslator(&now.interpreter);
    QCoreApplication::removeTranslator(now.of_qt.get());
    const QString code = QString::fromLatin1(language.code);
    say_in(language);
    now.of_qt = std::make_unique<QTranslator>();
    if (now.of_qt->load(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(now.of_qt.get());
    QCoreApplication::installTranslator(&now.interpreter);
    QLocale::setDefault(&language == &known_languages.front() ? QLocale::system() : QLocale(code));
}

const Language& spoken_language() { return *spoken().language; }

OtherLanguage::OtherLanguage(const std::string& code) : before_(spoken().language)
{
    if (code.empty() || code == before_->code)
        return;
    if (!spoken().of_qt) // the terminal's pictures have had none
        speak_language(*before_);
    say_in(language_of(text(code)));
}

OtherLanguage::~OtherLanguage()
{
    if (before_ != spoken().language)
        say_in(*before_);
}

QString placed_text(const Error& error) { return text(said(error)); }

QString typed_in_english(const QString& typed) { return text(typed_number(typed.toStdString())); }

QString written_here(const QString& number) { return text(written_number(number.toStdString())); }

} // namespace plateau::ui
