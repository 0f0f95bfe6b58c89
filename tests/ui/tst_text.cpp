// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <QXmlStreamReader>
#include <QtWidgets>

#include "tests/ui/exported_figure.h"
#include "tests/ui/sample_figure.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"

namespace tst_text {

using namespace plateau;
using namespace plateau::ui;

/// Words of others in the window and in pictures.
class TestText : public QObject {
    Q_OBJECT

private slots:
    void tips_are_not_markup()
    {
        const QString shown = tip(QStringLiteral("<img src='file:///etc/passwd'>\nx"));
        QVERIFY2(!shown.contains(QStringLiteral("<img")), qPrintable(shown));
        QCOMPARE(tip(QStringLiteral("1 < 2 & 3")), QStringLiteral("1 < 2 & 3"));
        QVERIFY(tip(QString(100000, QLatin1Char('x'))).size() < 5000);
    }

    void sentences_carry_no_controls()
    {
        QCOMPARE(text(Message{"Open %1", {Verbatim{"a\x1b[31m\nb"}}}), QStringLiteral("Open a\\x1b[31m\\nb"));
    }

    void pictures_stay_well_formed()
    {
        figures::Figure figure = sample_figure();
        figure.title = {"a\x1b<b> & \"c\"", {}};
        figure.scenario = "kind: training\ntitle: \"<x>\"\n";
        QXmlStreamReader xml(figure_svg(figure, {}));
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }
};

PLATEAU_TEST(TestText)

} // namespace tst_text

#include "tst_text.moc"
