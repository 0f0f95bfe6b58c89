// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/charts/figure.h"
#include "core/paper/figure_page.h"
#include "tests/ui/sample_figure.h"

namespace tst_waterfall {

using namespace plateau;
using namespace plateau::figures;

/// A waterfall's bars hang together, and its table, its words and its scripts say what is drawn.
class TestWaterfall : public QObject {
    Q_OBJECT

    static const Waterfall& chart()
    {
        static const Figure figure = sample_waterfall();
        return *figure.as<Waterfall>();
    }

private slots:
    void each_step_begins_where_the_one_before_ended()
    {
        const auto spans = waterfall_spans(chart(), false);
        QCOMPARE(spans.size(), chart().steps.size());
        for (std::size_t i = 1; i + 1 < spans.size(); ++i)
            QCOMPARE(spans[i].from, spans[i - 1].to);
        QCOMPARE(spans.back().from, 0.0);
        QVERIFY(std::abs(spans[spans.size() - 2].to - spans.back().to) < 1e-12); // the steps add up
    }

    void a_step_that_is_not_there_is_passed_over()
    {
        const auto spans = waterfall_spans(chart(), true);
        QVERIFY(std::isnan(spans[5].from) && std::isnan(spans[5].to));
        QCOMPARE(spans[6].from, spans[4].to);
    }

    void the_table_has_a_row_for_each_bar()
    {
        const QString csv = QString::fromStdString(figure_values(sample_waterfall()));
        QCOMPARE(csv.count(u'\n'), 1 + 2 * 8);
        QVERIFY2(csv.startsWith("step,series,total,start [fraction],value [fraction]\nDense peak,Current,1,0,1\n"),
                 qPrintable(csv));
        QVERIFY2(csv.contains("\nAttention,Current,0,0.69,-0.06\n"), qPrintable(csv));
        QVERIFY2(csv.contains("\nPipeline idle,A before,0,,\n"), qPrintable(csv));
        QCOMPARE(QString::fromStdString(figure_values(sample_waterfall(false))).count(u'\n'), 1 + 8);
    }

    void it_is_told_in_words()
    {
        const auto lines = readings(sample_waterfall());
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(QString::fromStdString(english(lines[0])).replace(QChar(0x202f), u' ').replace(QChar(0xa0), u' '),
                 QStringLiteral("Current: from 100 % to 45.5 %; the largest step is Matrix shapes and clocks, −31 %."));
    }

    void the_pinned_question_can_be_left_out()
    {
        Figure figure = sample_waterfall();
        QVERIFY(leave_out(figure, {"A before"}));
        QVERIFY(!figure.as<Waterfall>()->has_pinned());
        QVERIFY(!leave_out(figure, {"Current"})); // nothing would be left
    }
};

PLATEAU_TEST(TestWaterfall)

} // namespace tst_waterfall

#include "tst_waterfall.moc"
