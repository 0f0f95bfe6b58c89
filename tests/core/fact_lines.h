// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "core/views/words.h"
#include "shipped_evidence.h"

/// Facts as lines of plain text.
namespace plateau::test {

/// Without non-breaking spaces.
inline QString plain(const Message& message)
{
    return QString::fromStdString(english(message)).replace(QChar(0xa0), QLatin1Char(' '));
}
inline QString plain(const Argument& words) { return plain(narrate::plain(words)); }
inline QString plain(const std::string& words) { return plain(Message{words, {}}); }

/// "Memory GB of 80 40.7": name, unit and values.
inline QString line(const narrate::Fact& fact)
{
    QStringList words{plain(fact.name)};
    if (!fact.unit.empty())
        words << plain(fact.unit);
    for (const Message& value : fact.values)
        if (!value.empty())
            words << plain(value);
    return words.join(QLatin1Char(' '));
}
inline QStringList lines(const std::vector<narrate::Fact>& facts)
{
    QStringList list;
    for (const narrate::Fact& fact : facts)
        list << line(fact);
    return list;
}
inline const narrate::Fact* named(const std::vector<narrate::Fact>& facts, const char* name)
{
    for (const narrate::Fact& fact : facts)
        if (english(fact.name) == name)
            return &fact;
    return nullptr;
}

} // namespace plateau::test
