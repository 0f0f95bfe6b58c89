// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace plateau::ui {

namespace {

/// "2.05e28 FLOP" with a raised exponent.
QString typeset(QString words)
{
    if (!words.contains(QLatin1String("FLOP")))
        return words;
    static const QRegularExpression power(QStringLiteral("(?<![\\w.])(\\d(?:\\.\\d+)?)e(\\d{1,2})(?![\\w.]\\w)"));
    static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    qsizetype from = 0;
    for (auto match = power.match(words, from); match.hasMatch(); match = power.match(words, from)) {
        QString exponent;
        for (const QChar digit : match.captured(2))
            exponent += raised[digit.digitValue()];
        const QString written = match.captured(1) + QStringLiteral("\u00a0×\u00a010") + exponent;
        words.replace(match.capturedStart(), match.capturedLength(), written);
        from = match.capturedStart() + written.size();
    }
    return words;
}

} // namespace

QString text(const Message& message)
{
    const QString pattern = QCoreApplication::translate("core", message.text.c_str());
    static const QRegularExpression placeholder(QStringLiteral("%([1-9])"));
    QString result;
    qsizetype done = 0;
    for (auto it = placeholder.globalMatch(pattern); it.hasNext();) {
        const auto match = it.next();
        result += pattern.mid(done, match.capturedStart() - done);
        const auto index = static_cast<std::size_t>(match.captured(1).toInt() - 1);
        result += index < message.arguments.size() ? text(message.arguments[index]) : match.captured();
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

QString quantity(double value, units::Unit unit, int digits)
{
    return unit == units::Unit::Flop ? typeset(text(units::format(value, unit, digits)))
                                     : text(units::format(value, unit, digits));
}

} // namespace plateau::ui
