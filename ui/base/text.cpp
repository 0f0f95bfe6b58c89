// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QTextDocument>

#include "core/messages/foreign.h"
#include "core/units/typeset.h"

namespace plateau::ui {

namespace {

QString typeset(const QString& words)
{
    return words.contains(QLatin1String("FLOP")) ? text(units::typeset(words.toStdString())) : words;
}

} // namespace

QString text(const Message& message)
{
    const QString pattern = QCoreApplication::translate("core", message.text.c_str());
    static const QRegularExpression placeholder(QStringLiteral("%([1-9])"));
    constexpr std::size_t room = 1000; ///< characters of an argument
    QString result;
    qsizetype done = 0;
    for (auto it = placeholder.globalMatch(pattern); it.hasNext();) {
        const auto match = it.next();
        result += pattern.mid(done, match.capturedStart() - done);
        const auto index = static_cast<std::size_t>(match.captured(1).toInt() - 1);
        result
            += index < message.arguments.size() ? text(foreign_line(message.arguments[index], room)) : match.captured();
        done = match.capturedEnd();
    }
    return typeset(result + pattern.mid(done));
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

QString quantity(double value, units::Unit unit, int digits)
{
    return unit == units::Unit::Flop ? typeset(text(units::format(value, unit, digits)))
                                     : text(units::format(value, unit, digits));
}

} // namespace plateau::ui
