// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QLineF>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTransform>
#include <QXmlStreamReader>
#include <QtTest>

#include <cmath>
#include <set>

#include "core/paper/figure_page.h"
#include "tests/ui/exported_figure.h"
#include "tests/ui/sample_figure.h"
#include "ui/controls/theme.h"
#include "ui/figures/script_plan.h"

namespace tst_scripts {

using namespace plateau;
using namespace plateau::ui;

/// Scripts of every kind of chart are whole: their heads are there and Python reads them.
class TestScripts : public QObject {
    Q_OBJECT

private slots:
    void python_compiles_data()
    {
        QTest::addColumn<int>("sample");
        std::set<std::size_t> kinds;
        const std::vector<figures::Figure> samples = sample_figures();
        for (std::size_t i = 0; i < samples.size(); ++i) {
            QTest::addRow("%s", samples[i].id.c_str()) << static_cast<int>(i);
            kinds.insert(samples[i].chart.index());
        }
        QCOMPARE(kinds.size(), std::variant_size_v<figures::Chart>); // one of each kind and more
    }
    void python_compiles()
    {
        QFETCH(int, sample);
        const figures::FigurePage page = figures::page_of(sample_figures()[static_cast<std::size_t>(sample)]);
        const std::string script = matplotlib_script(page, *figures::export_size("column"));
        QVERIFY(script.find("def table(file):") != std::string::npos);
        QVERIFY2(compiles(script), script.c_str());
        QVERIFY(!compiles(script + "(")); // the test would see it
    }

    void latex_has_its_head()
    {
        for (const figures::Figure& figure : sample_figures()) {
            const std::string script = pgfplots_script(figures::page_of(figure), *figures::export_size("column"));
            QVERIFY(script.find("\\documentclass") != std::string::npos);
            const bool plot = figure.as<figures::Plot>();
            QCOMPARE(script.find("\\begin{axis}[plateau,") != std::string::npos, plot);
        }
    }

    void words_stand_where_the_figure_has_them_data() { python_compiles_data(); }
    /// Every word of the figure's SVG is in both scripts, at its place: titles, notes, labels, legend, numbers of axes.
    void words_stand_where_the_figure_has_them()
    {
        QFETCH(int, sample);
        const figures::FigurePage page = figures::page_of(sample_figures()[static_cast<std::size_t>(sample)]);
        const figures::ExportOptions options = *figures::export_size("column");
        std::vector<Word> drawn = words_of_svg(figure_svg(page.tiles.front().figure, options));
        QVERIFY(drawn.size() > 3);
        for (const TracedPanel& panel : traced(page, options).panels) // numbers of axes stand at their ticks
            for (const bool across : {true, false})
                for (const TracedTick& tick : across ? panel.x.ticks : panel.y.ticks)
                    if (!tick.words.isEmpty())
                        QVERIFY2(take_tick(drawn, panel, tick, across), qPrintable(tick.words));
        for (const bool latex : {false, true}) {
            const QString script
                = QString::fromStdString(latex ? pgfplots_script(page, options) : matplotlib_script(page, options));
            const std::vector<Word> written = words_of_script(script, latex);
            QCOMPARE(written.size(), drawn.size());
            for (const Word& word : drawn) {
                double nearest = 1e9;
                for (const Word& other : written)
                    if (latex || other.words == word.words)
                        nearest = std::min(nearest, QLineF(other.place, word.place).length());
                QVERIFY2(nearest < 2.5, qPrintable(QStringLiteral("%1 is %2 away").arg(word.words).arg(nearest)));
            }
        }
    }

    /// Its curves go through the same pixels: an axis stands where the figure's does and ends at the same values.
    void markers_stand_where_the_figure_has_them()
    {
        const figures::FigurePage page = figures::page_of(sample_figure());
        const figures::ExportOptions options = *figures::export_size("column");
        const TracedPage apart = traced(page, options);
        QCOMPARE(apart.panels.size(), page.tiles.front().figure.panels().size());
        const std::vector<QPointF> circles = circles_of_svg(figure_svg(page.tiles.front().figure, options));
        QVERIFY(!circles.empty());
        int seen = 0;
        for (const TracedPanel& panel : apart.panels)
            for (const figures::Series& series : panel.panel->series) {
                if (series.role != figures::SeriesRole::Current || !series.markers || !series.y_low.empty())
                    continue;
                for (std::size_t i = 0; i < series.x.size(); ++i) {
                    const QPointF at(pixel(panel.x, series.x[i], panel.plot.left(), panel.plot.width()),
                                     panel.plot.bottom() - pixel(panel.y, series.y[i], 0, panel.plot.height()));
                    if (!std::isfinite(series.y[i]) || !panel.plot.contains(at)
                        || std::exp2(std::round(std::log2(series.x[i]))) != series.x[i])
                        continue;
                    double nearest = 1e9;
                    for (const QPointF& circle : circles)
                        nearest = std::min(nearest, QLineF(circle, at).length());
                    QVERIFY2(nearest < 0.75, qPrintable(QString::number(nearest)));
                    ++seen;
                }
            }
        QVERIFY(seen > 4);
    }

    /// What is beyond the measurements is dotted, what was published is there, a fraction is in per cent.
    void what_the_figure_says_is_kept()
    {
        const figures::FigurePage page = figures::page_of(sample_figure());
        const figures::ExportOptions options = *figures::export_size("column");
        const std::string python = matplotlib_script(page, options), latex = pgfplots_script(page, options);
        QVERIFY(python.find("dotted_from=") != std::string::npos);
        QVERIFY(latex.find("line cap=round, dash pattern=on") != std::string::npos);
        QVERIFY(latex.find("fraction") == std::string::npos); // shares are in per cent, as in the figure
        QVERIFY(latex.find("ytick={0,0.1,0.2,0.3,0.4") != std::string::npos
                || latex.find("yticklabels={{0},{10},{20}") != std::string::npos
                || latex.find("yticklabels={{0},{20},{40}") != std::string::npos);
    }

private:
    struct Word {
        QString words;
        QPointF place; ///< where they begin, pixels
    };

    static double pixel(const TracedAxis& axis, double value, double from, double length)
    {
        const auto place = [&](double at) { return axis.logarithmic ? std::log(at) : at; };
        return from + length * (place(value) - place(axis.low)) / (place(axis.high) - place(axis.low));
    }

    /// Takes the words of a tick from those drawn. False: they do not stand beside it.
    static bool take_tick(std::vector<Word>& drawn, const TracedPanel& panel, const TracedTick& tick, bool across)
    {
        const QRectF& plot = panel.plot;
        const QPointF at = across ? QPointF(pixel(panel.x, tick.value, plot.left(), plot.width()), plot.bottom())
                                  : QPointF(plot.left(), plot.bottom() - pixel(panel.y, tick.value, 0, plot.height()));
        const auto found = std::find_if(drawn.begin(), drawn.end(), [&](const Word& word) {
            const QPointF from = word.place - at; // of their baseline's left end
            return word.words == tick.words
                && (across ? from.x() <= 0 && from.x() > -30 && from.y() > 0 && from.y() < 25
                           : from.x() < 0 && std::abs(from.y() - 3) < 3);
        });
        if (found == drawn.end())
            return false;
        drawn.erase(found);
        return true;
    }

    template<class Take>
    static void each_of_svg(const QByteArray& svg, Take take)
    {
        static const QString number_words = QStringLiteral("([-0-9.e]+)");
        static const QRegularExpression matrix(QStringLiteral("matrix\\(%1,%1,%1,%1,%1,%1\\)").arg(number_words));
        QTransform origin;
        QXmlStreamReader reader(svg);
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (reader.name() == QLatin1String("g")) {
                const auto match = matrix.match(reader.attributes().value(QLatin1String("transform")).toString());
                const auto part = [&](int at) { return match.captured(at).toDouble(); };
                origin = match.hasMatch() ? QTransform(part(1), part(2), part(3), part(4), part(5), part(6))
                                          : QTransform();
            } else
                take(reader, origin);
        }
    }
    static double number(const QXmlStreamReader& reader, const char* name)
    {
        return reader.attributes().value(QLatin1String(name)).toDouble();
    }
    static std::vector<Word> words_of_svg(const QByteArray& svg)
    {
        std::vector<Word> words;
        each_of_svg(svg, [&](QXmlStreamReader& reader, const QTransform& origin) {
            if (reader.name() != QLatin1String("text"))
                return;
            const QPointF place = origin.map(QPointF(number(reader, "x"), number(reader, "y")));
            if (const QString said = reader.readElementText(); !said.trimmed().isEmpty())
                words.push_back({said, place});
        });
        return words;
    }
    static std::vector<QPointF> circles_of_svg(const QByteArray& svg)
    {
        std::vector<QPointF> circles;
        each_of_svg(svg, [&](QXmlStreamReader& reader, const QTransform& origin) {
            if (reader.name() == QLatin1String("circle"))
                circles.push_back(origin.map(QPointF(number(reader, "cx"), number(reader, "cy"))));
        });
        return circles;
    }

    /// Those at a place of their own, and those of the axes, where their ticks put them.
    static std::vector<Word> words_of_script(const QString& script, bool latex)
    {
        std::vector<Word> all;
        static const QRegularExpression python(
            QStringLiteral("^words\\(([-0-9.e]+), ([-0-9.e]+), \"((?:[^\"\\\\]|\\\\.)*)\""),
            QRegularExpression::MultilineOption),
            tex(QStringLiteral("^\\\\plateauwords\\[[-0-9.e]+\\]\\{([-0-9.e]+)\\}\\{([-0-9.e]+)\\}"),
                QRegularExpression::MultilineOption),
            page(QStringLiteral("rectangle \\([0-9]+,([0-9]+)\\)"));
        const double height = latex ? page.match(script).captured(1).toDouble() : 0; // it counts from below
        for (auto found = (latex ? tex : python).globalMatch(script); found.hasNext();) {
            const auto match = found.next();
            all.push_back({latex ? QString() : match.captured(3),
                           {match.captured(1).toDouble(), std::abs(height - match.captured(2).toDouble())}});
        }
        return all;
    }

    bool compiles(const std::string& script) const
    {
        QFile file(folder_.filePath(QStringLiteral("figure.py")));
        if (!file.open(QIODevice::WriteOnly))
            return false;
        file.write(QByteArray::fromStdString(script));
        file.close();
        return QProcess::execute(QStandardPaths::findExecutable(QStringLiteral("python3")),
                                 {QStringLiteral("-m"), QStringLiteral("py_compile"), file.fileName()})
            == 0;
    }

    QTemporaryDir folder_;
};

PLATEAU_TEST(TestScripts)

} // namespace tst_scripts

#include "tst_scripts.moc"
