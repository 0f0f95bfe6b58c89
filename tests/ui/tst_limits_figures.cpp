// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include <qcustomplot.h>

#include <cmath>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/limits_view.h"
#include "tests/ui/exported_figure.h"
#include "ui/controls/theme.h"
#include "ui/figures/renderer.h"

namespace tst_limits_figures {

using namespace plateau;
using namespace plateau::ui;

namespace {

/// Words of an SVG where they begin, and the centres of its circles.
struct Drawn {
    std::vector<std::pair<QString, QPointF>> words;
    std::vector<QPointF> circles;

    const QPointF* find(const QString& wanted) const
    {
        for (const auto& [word, place] : words)
            if (word == wanted)
                return &place;
        return nullptr;
    }
};

Drawn drawn(const QByteArray& svg)
{
    static const QRegularExpression shift(QStringLiteral("matrix\\(1,0,0,1,([-0-9.e]+),([-0-9.e]+)\\)"));
    Drawn found;
    QPointF origin;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto number = [&](const char* name) { return reader.attributes().value(QLatin1String(name)).toDouble(); };
        if (reader.name() == QLatin1String("g")) {
            const auto match = shift.match(reader.attributes().value(QLatin1String("transform")).toString());
            origin = match.hasMatch() ? QPointF(match.captured(1).toDouble(), match.captured(2).toDouble()) : QPointF();
        } else if (reader.name() == QLatin1String("circle")) {
            found.circles.push_back(origin + QPointF(number("cx"), number("cy")));
        } else if (reader.name() == QLatin1String("text")) {
            const QPointF place = origin + QPointF(number("x"), number("y"));
            found.words.emplace_back(reader.readElementText().trimmed(), place);
        }
    }
    return found;
}

} // namespace

/// The limits figures on paper: what a reader of a column needs is there, and nothing covers a point.
class TestLimitsFigures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        load_fonts();
        catalog_ = catalog::read({PRESETS});
        known_ = catalog::read_known_runs({PRESETS});
    }

    void logarithmic_axes_have_labels_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("pixels");
        QTest::newRow("nine decades in a column's panel") << 2.0e8 << 3.0e17 << 60.0;
        QTest::newRow("twelve decades") << 1.0 << 2.0e12 << 90.0;
        QTest::newRow("two decades") << 3.0 << 400.0 << 20.0;
        QTest::newRow("one decade") << 3.0 << 40.0 << 60.0;
    }

    /// L8: two labels at least, and as many as there is room for.
    void logarithmic_axes_have_labels()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(double, pixels);
        QCustomPlot plot;
        plot.yAxis->setScaleType(QCPAxis::stLogarithmic);
        ValueTicker ticker(plot.yAxis);
        ticker.set_extent(pixels);
        ticker.set_spacing(18);
        ticker.set_unit(units::Unit::Usd);
        QVector<double> ticks;
        QVector<QString> labels;
        ticker.generate({low, high}, QLocale::c(), 'g', 6, ticks, nullptr, &labels);
        QVector<double> inside;
        for (const double tick : ticks)
            if (tick >= low && tick <= high)
                inside << tick;
        QVERIFY(inside.size() >= 2);
        const double decades = std::log10(high / low);
        if (decades > 3)
            QVERIFY(inside.size() >= std::min(4.0, std::floor(pixels / 18)));
        for (qsizetype i = 1; i < inside.size() && pixels >= 40; ++i)
            QVERIFY(std::log10(inside[i] / inside[i - 1]) / decades * pixels > 12);
    }

    void large_sums_are_powers_of_ten()
    {
        QCOMPARE(tick_text(1e14, units::Unit::Usd), QStringLiteral("100\u00a0T"));
        QCOMPARE(tick_text(1e17, units::Unit::Usd), QStringLiteral("10¹⁷"));
    }

    void labels_of_the_cost_stay_whole_data() { sizes(); }

    /// L8: numbers left of the cost axis, none of them cut.
    void labels_of_the_cost_stay_whole()
    {
        QFETCH(QString, size);
        const Drawn picture = export_of("limits-h100-low-latency", figures::LimitsDetail::Cost, size);
        int numbers = 0;
        const QPointF* title = picture.find(QStringLiteral("Cost of the run"));
        QVERIFY(title);
        for (const auto& [word, place] : picture.words) {
            QVERIFY2(place.x() >= 0, qPrintable(word));
            const bool money = word.contains(QStringLiteral("10¹")) || word.endsWith(QLatin1Char('G'))
                || word.endsWith(QLatin1Char('T')) || word.endsWith(QLatin1Char('M'));
            numbers += money && place.x() < title->x() && place.y() > title->y();
        }
        QVERIFY2(numbers >= 2, std::to_string(numbers).c_str());
    }

    void the_wall_has_its_name_data() { sizes(); }

    void the_wall_has_its_name()
    {
        QFETCH(QString, size);
        const Drawn picture = export_of("limits-h100-dense", figures::LimitsDetail::Step, size);
        // Beside its ring, or with a number below the figure.
        for (const char* name : {"First crossing", "Latency wall"})
            QVERIFY2(std::any_of(picture.words.begin(), picture.words.end(),
                                 [name](const auto& word) { return word.first.contains(QLatin1String(name)); }),
                     name);
    }

    void reasons_do_not_cover_points_data() { sizes(); }

    /// "does not fit" stands beside the curve of a given cluster, not over its last points.
    void reasons_do_not_cover_points()
    {
        QFETCH(QString, size);
        const Drawn picture = export_of("limits-h100-dense", figures::LimitsDetail::Step, size,
                                        {{"cluster_mode", Value(std::string("fixed"))}, {"gpus", Value(1024.)}});
        const QPointF* words = picture.find(QStringLiteral("does not fit"));
        QVERIFY(words);
        for (const QPointF& circle : picture.circles) {
            const bool beside = circle.x() < words->x() || circle.y() > words->y() + 3 || circle.y() < words->y() - 12;
            QVERIFY2(beside, qPrintable(QStringLiteral("%1 %2").arg(circle.x()).arg(circle.y())));
        }
    }

private:
    static void sizes()
    {
        QTest::addColumn<QString>("size");
        for (const char* size : {"column", "two-column", "slide"})
            QTest::newRow(size) << QString::fromLatin1(size);
    }

    Drawn export_of(const char* name, figures::LimitsDetail detail, const QString& size,
                    const std::vector<std::pair<std::string, Value>>& changes = {})
    {
        const auto scenario = find_limits_scenario(catalog_, name);
        const auto changed = with_all(catalog_, *scenario, changes);
        figures::LimitsPicture picture;
        picture.curves.push_back(figures::limits_curve(*changed, limits::curve(changed->question)));
        picture.detail = detail;
        picture.known = &known_;
        return drawn(figure_svg(figures::limits_figure(picture), *figures::export_size(size.toStdString())));
    }

    catalog::Catalog catalog_;
    catalog::KnownRuns known_;
};

PLATEAU_TEST(TestLimitsFigures)

} // namespace tst_limits_figures

#include "tst_limits_figures.moc"
