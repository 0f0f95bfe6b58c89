// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

namespace plateau::test {

/// Of a file that a test reads back; where it cannot be read, words that say so.
inline QByteArray content_of(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read: " + path.toUtf8());
}

} // namespace plateau::test
