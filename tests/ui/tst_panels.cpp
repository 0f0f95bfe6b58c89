// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <QtWidgets>

#include "tests/ui/window_stage.h"
#include "ui/pages/panels/facts_table.h"

namespace tst_panels {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// Fields and tables of the panels.
class TestPanels : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void a_double_click_takes_the_whole_number()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.type("gpus", QStringLiteral("16384"));
        auto* field = stage.control<ValueField>("gpus");
        QCOMPARE(field->text(), QStringLiteral("16,384"));
        QTest::mouseDClick(field, Qt::LeftButton, {}, QPoint(field->width() / 2, field->height() / 2));
        QCOMPARE(field->selectedText(), field->text());
        QTest::keyClicks(field, QStringLiteral("65536"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(stage.gpus(), 65536.);
    }

    void a_table_with_fewer_columns_keeps_none_of_the_others()
    {
        FactsTable table;
        table.set_columns({}, {QStringLiteral("B200"), QStringLiteral("GB200")}, 0);
        table.show_facts(
            {narrate::Fact{.name = {"Step time", {}}, .values = {narrate::plain("1.2"), narrate::plain("1.0")}}});
        table.set_columns({}, {QStringLiteral("B200")}, 0);
        table.show_facts({narrate::Fact{.name = {"Step time", {}}, .values = {narrate::plain("1.2")}}});
        QStringList seen;
        for (const QLabel* label : table.findChildren<QLabel*>())
            if (!label->isHidden() && !label->text().isEmpty())
                seen << label->text();
        QVERIFY2(!seen.contains(QStringLiteral("1.0")), qPrintable(seen.join(u',')));
        QVERIFY(seen.contains(QStringLiteral("1.2")));
    }
};

PLATEAU_TEST(TestPanels)

} // namespace tst_panels

#include "tst_panels.moc"
