// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTest>

#include "core/evidence/claims.h"
#include "tests/core/shipped_answers.h"
#include "tests/studies/statements.h"

namespace tst_statements {

using namespace plateau;

/// What papers say in numbers, beside what the model says.
class StatementsTest : public QObject {
    Q_OBJECT
private slots:
    /// The table in the page on the first paper is what `plateau_studies claims` prints.
    void help_tells_what_is_predicted_now()
    {
        const evidence::Claims claims = evidence::read_claims({PRESETS});
        QVERIFY(claims.statements.size() >= 10);
        const QString table
            = QString::fromStdString(evidence::statements_table(test::shipped_answers(), claims.statements));
        QFile page(PROJECT "/resources/help/first-paper.md");
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        const QString said = text.section("<!-- claims -->\n", 1).section("<!-- end -->", 0, 0);
        QVERIFY2(said == table, qPrintable(table));
    }
};

PLATEAU_TEST(StatementsTest)

} // namespace tst_statements

#include "tst_statements.moc"
