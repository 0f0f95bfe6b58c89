// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/charts/figure.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/scaling_view.h"
#include "sample_rows.h"

namespace tst_summary {

using namespace plateau;
using namespace plateau::figures;

namespace {

std::string whole(const Figure& figure)
{
    QString words;
    for (const Message& line : summary(figure))
        words += QString::fromStdString(english(line)) + "\n";
    return words.replace(QChar::Nbsp, ' ').toStdString();
}

Figure one_curve(std::vector<double> x, std::vector<double> y, double marker)
{
    Figure figure;
    figure.sentence = {"One sentence.", {}};
    figure.plot().x.unit = units::Unit::Gpus;
    figure.plot().marker = marker;
    Panel panel;
    panel.title = {"MFU", {}};
    panel.y.unit = units::Unit::Fraction;
    Series series;
    series.name = {"Given", {}};
    series.x = std::move(x);
    series.y = std::move(y);
    panel.series = {series};
    figure.plot().panels = {panel};
    return figure;
}

} // namespace

/// What a figure says of itself in words.
class SummaryTest : public QObject {
    Q_OBJECT
private slots:
    void a_curve_is_told_at_the_marker_and_at_its_ends()
    {
        const double gap = std::nan("");
        QCOMPARE(whole(one_curve({8, 16, 32, 64}, {gap, 0.5, 0.4, 0.2}, 32)),
                 std::string("One sentence.\nMFU: 40 % at 32 GPUs; from 50 % at 16 GPUs to 20 % at 64 GPUs.\n"));
        QCOMPARE(whole(one_curve({8, 16}, {0.5, 0.25}, 0)),
                 std::string("One sentence.\nMFU: from 50 % at 8 GPUs to 25 % at 16 GPUs.\n"));
        QCOMPARE(whole(one_curve({8, 16}, {gap, gap}, 8)), std::string("One sentence.\n"));
    }

    void of_several_curves_each_has_its_name()
    {
        Figure figure = one_curve({8, 16}, {0.5, 0.25}, 0);
        figure.plot().panels[0].series.push_back(figure.plot().panels[0].series[0]);
        figure.plot().panels[0].series[1].name = {"Best", {}};
        const std::string words = whole(figure);
        QVERIFY2(words.find("MFU, Given: ") != std::string::npos && words.find("MFU, Best: ") != std::string::npos,
                 words.c_str());
        figure.plot().panels[0].series[1].role = SeriesRole::Band;
        QVERIFY(whole(figure).find("MFU: ") != std::string::npos);
    }

    void a_step_tells_its_largest_parts_first()
    {
        const auto scenario = find_scenario(test::shipped(), "fernandez-weak-scaling");
        const Figure figure = step_figure(estimate(*scenario), *scenario);
        const std::string words = whole(figure);
        QVERIFY2(words.find("in all, most of it Matrix multiply ") != std::string::npos, words.c_str());
    }
};

PLATEAU_TEST(SummaryTest)

} // namespace tst_summary

#include "tst_summary.moc"
