// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/text.h"

#include <QTextDocument>

#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

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

} // namespace plateau::ui
