// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/language.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "core/text/messages/speech.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr std::array<Language, 3> known_languages{
    {{"en", "English", false}, {"de", "Deutsch", true}, {"ko", "한국어", false}}};
const QString settings_key = QStringLiteral("language");
const QString of_the_system = QStringLiteral("system");

/// Qt's way to the catalogue of the moment.
class Interpreter final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* remark, int count) const override;
};

struct Spoken {
    const Language* language = &known_languages.front();
    std::map<const Language*, std::unique_ptr<Catalogue>> catalogues; ///< those read so far
    Interpreter interpreter;
    std::unique_ptr<QTranslator> of_qt;

    const Catalogue& catalogue()
    {
        auto& known = catalogues[language];
        if (!known)
            known = std::make_unique<Catalogue>(QString::fromLatin1(language->code));
        return *known;
    }
};

Spoken& spoken()
{
    static Spoken now;
    return now;
}

std::optional<std::string> from_catalogue(const std::string& english)
{
    const QString found = spoken().catalogue().translation(QByteArray::fromStdString(english));
    return found.isEmpty() ? std::nullopt : std::optional(found.toStdString());
}

QString Interpreter::translate(const char* context, const char* source, const char* remark, int count) const
{
    return spoken().catalogue().translate(context, source, remark, count);
}

/// Texts of the program; Qt's own stay as they are.
void say_in(const Language& language)
{
    spoken().language = &language;
    speak({&language == &known_languages.front() ? nullptr : from_catalogue, language.decimal_comma,
           language.code == std::string("ko")});
}

QByteArray unquoted(const QByteArray& line)
{
    const qsizetype first = line.indexOf('"'), last = line.lastIndexOf('"');
    QByteArray text;
    for (qsizetype at = first + 1; at < last; ++at) {
        const bool escaped = line[at] == '\\' && at + 1 < last;
        const char letter = escaped ? line[++at] : line[at];
        text += escaped && letter == 'n' ? '\n' : escaped && letter == 't' ? '\t' : letter;
    }
    return text;
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

Catalogue::Catalogue(const QString& language) : single_form_(language == QLatin1String("ko"))
{
    load_fonts(); // registers the resources
    QDirIterator files(QStringLiteral(":/plateau/translations/") + language);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            read(file.readAll());
    }
}

void Catalogue::read(const QByteArray& file)
{
    QByteArray source;
    QByteArray* into = nullptr;
    QList<QByteArray> said;
    const auto keep = [&] {
        QStringList forms;
        for (const QByteArray& form : said)
            forms << QString::fromUtf8(form);
        if (!source.isEmpty() && !forms.isEmpty() && !forms.front().isEmpty())
            texts_.insert(source, forms);
        source.clear();
        said.clear();
    };
    QByteArray unused;
    for (const QByteArray& line : file.split('\n')) {
        if (line.startsWith('#') || line.isEmpty()) {
            into = nullptr;
            continue;
        }
        if (line.startsWith("msgid_plural")) {
            into = &unused;
        } else if (line.startsWith("msgid")) {
            keep();
            into = &source;
        } else if (line.startsWith("msgstr")) {
            said.append(QByteArray());
            into = &said.back();
        }
        if (into)
            *into += unquoted(line);
    }
    keep();
}

QString Catalogue::translation(const QByteArray& source, int count) const
{
    const auto found = texts_.constFind(source);
    if (found == texts_.constEnd())
        return {};
    const bool several = count != 1 && count != -1 && !single_form_ && found->size() > 1;
    return found->at(several ? 1 : 0);
}

QString Catalogue::translate(const char*, const char* source, const char*, int count) const
{
    return translation(source, count);
}

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

QString said_text(const std::string& english) { return text(said(english)); }

QString translated_text(const std::string& english) { return text(translated(english)); }

QString placed_text(const Error& error) { return text(said(error)); }

QString typed_in_english(const QString& typed) { return text(typed_number(typed.toStdString())); }

QString written_here(const QString& number) { return text(written_number(number.toStdString())); }

} // namespace plateau::ui
