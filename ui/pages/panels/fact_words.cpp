// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/fact_words.h"

#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

/// A unit stays in one line.
QString unbroken(QString unit) { return unit.replace(u'/', QStringLiteral("/\u2060")).replace(u' ', QChar(0x00A0)); }

/// "Throughput, M tok/s": as a unit, what comes last.
QString few_words(const QString& name_and_unit)
{
    const QString between = QStringLiteral(", ");
    const qsizetype end = name_and_unit.lastIndexOf(between);
    return end < 0 ? name_and_unit
                   : name_and_unit.left(end) + between + unbroken(name_and_unit.mid(end + between.size()));
}

} // namespace

QString fact_label(const narrate::Fact& fact, const Theme& theme, bool narrow)
{
    const bool few = narrow && !fact.narrow.empty();
    const QString unit = few ? QString() : unbroken(text(fact.unit).toHtmlEscaped());
    return (few ? few_words(text(fact.narrow)) : text(fact.name)).toHtmlEscaped()
        + QStringLiteral("%1<span style=\"color:%2; font-size:12px\">%3%4</span>")
              .arg(unit.isEmpty() ? QString() : QStringLiteral(" "), theme.text2.name(), unit,
                   fact.assumed ? QStringLiteral("&nbsp;≈") : QString());
}

QString fact_hint(const narrate::Fact& fact)
{
    return fact.known.empty() ? text(fact.help) : text(fact.help) + QLatin1Char('\n') + text(fact.known);
}

QString fact_value(const narrate::Fact& fact, std::size_t column)
{
    return column < fact.values.size() ? text(fact.values[column]) : QString();
}

QStringList paragraphs(const std::vector<Message>& sentences)
{
    QStringList list;
    for (const Message& sentence : sentences)
        list << text(sentence);
    return list;
}

QString joined(const std::vector<Message>& sentences, QChar separator) { return paragraphs(sentences).join(separator); }

} // namespace plateau::ui
