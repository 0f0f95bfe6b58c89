// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>

#include "core/files/csv.h"
#include "tests/annexes.h"

namespace plateau::test {

/// The rows of a kind in tests/data/typed_lines.csv: what people type and what the first proposal must be. Behind the
/// kind stands the annex whose proposal it is: "does teaching".
inline void typed_lines(const char* kind)
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("wanted");
    const auto table = files::read_csv(TEST_DATA "/typed_lines.csv");
    QVERIFY(table);
    for (const auto& row : table->rows) {
        const QStringList words = QString::fromStdString(row.cells[1]).split(u' ');
        if (words.first() == QLatin1String(kind) && has_annex(words.mid(1).join(u' ').toStdString()))
            QTest::newRow(row.cells[0].c_str())
                << QString::fromStdString(row.cells[0]) << QString::fromStdString(row.cells[2]);
    }
}

} // namespace plateau::test
