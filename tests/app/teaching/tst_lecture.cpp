// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QtTest>

#include <cmath>
#include <map>

#include "tests/app/teaching/lecture_page.h"
#include "tests/samples.h"

namespace tst_lecture {

namespace {

/// Under sanitizers one that takes a twentieth of the time.
constexpr const char* usual = plateau::test::sanitized > 1 ? "buy-or-tune" : "diminishing-returns";

QJsonValue at(const QJsonArray& all, int point) { return all.at(all.size() > 1 ? point : 0); }

} // namespace

/// `plateau export --tour NAME --format html`: what the page holds, without a browser.
class TestLecture : public QObject {
    Q_OBJECT

private slots:
    /// The largest page, one with moving pictures and one of another kind of question.
    void every_tour_is_one_page_data()
    {
        QTest::addColumn<QString>("tour");
        const char* tours[] = {usual, "one-gpu-to-a-cluster", "end-of-scaling"};
        for (std::size_t i = 0; i < std::size(tours); i += plateau::test::row_stride)
            QTest::newRow(tours[i]) << QString::fromLatin1(tours[i]);
    }

    void every_tour_is_one_page()
    {
        QFETCH(QString, tour);
        const LecturePage& page = page_of(tour);
        QVERIFY2(page.run.status == 0, page.run.errors);
        QVERIFY(page.html.startsWith("<!DOCTYPE html>") && page.html.endsWith("</html>\n"));
        QVERIFY2(page.html.size() < 4'000'000, qPrintable(QString::number(page.html.size())));
        for (const char* weight : {"400", "600"})
            QCOMPARE(page.html.count(QByteArray("@font-face{font-family:'Plateau Sans';font-weight:") + weight), 1);
        // Nothing is fetched: no address in an attribute, a style or a script; no image, frame or sheet of others.
        static const QRegularExpression fetched(
            QStringLiteral("(src|href|srcset|action)\\s*=\\s*[\"']|url\\(\\s*[\"']?(https?:)?//"
                           "|@import|<(link|img|iframe|object|embed)\\b"
                           "|\\b(fetch|XMLHttpRequest|WebSocket|importScripts)\\b"));
        const auto found = fetched.match(QString::fromUtf8(page.html));
        QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
        const QJsonObject told = run_plateau({"tours", tour, "--json"}).json();
        QCOMPARE(page.steps().size(), told[QStringLiteral("steps")].toArray().size());
        QCOMPARE(page.html.count("<article>"), page.steps().size());
        const QJsonArray pictures = page.lecture[QStringLiteral("pictures")].toArray();
        for (const QJsonValue& picture : pictures)
            for (const auto& [size, width] : {std::pair("narrow", "360 "), std::pair("wide", "760 ")}) {
                QVERIFY(picture[QLatin1String(size)].toArray().first().toString().startsWith(QLatin1String(width)));
                QVERIFY(!picture[QLatin1String(size)].toArray()[2].toArray().isEmpty());
            }
        for (const QJsonValue& value : page.steps()) {
            const QJsonObject step = value.toObject();
            qsizetype points = step[QStringLiteral("try")].toArray().size(), grid = 1;
            for (const QJsonValue& control : step[QStringLiteral("controls")].toArray())
                grid *= control[QStringLiteral("values")].toArray().size();
            points += grid;
            QCOMPARE(step[QStringLiteral("told")].toArray().size(), points);
            for (const QJsonValue& number : step[QStringLiteral("numbers")].toArray()) {
                const qsizetype words = number[QStringLiteral("words")].toArray().size();
                QVERIFY(words == 1 || words == points);
            }
        }
    }

    void its_words_are_those_of_the_tour()
    {
        const LecturePage& page = page_of(QLatin1String(usual));
        const QJsonArray told
            = run_plateau({"tours", QLatin1String(usual), "--json"}).json()[QStringLiteral("steps")].toArray();
        for (qsizetype i = 0; i < told.size(); ++i) {
            const QJsonObject step = page.steps()[i].toObject();
            for (const char* part : {"text", "look", "notes"})
                QCOMPARE(text_of(step, step[QLatin1String(part)]), told[i][QLatin1String(part)].toString());
            for (const auto& [here, there] : {std::pair{"predict", "predict"}, std::pair{"question", "question"}})
                for (const char* part : {"ask", "why"})
                    QCOMPARE(text_of(step, step[QLatin1String(here)][QLatin1String(part)]),
                             told[i][QLatin1String(there)][QLatin1String(part)].toString());
        }
    }

    void its_numbers_are_those_of_the_model()
    {
        if (plateau::test::sanitized > 1)
            QSKIP("a large lecture is made by the same code");
        const QJsonObject step = page_of(QStringLiteral("diminishing-returns")).step("in-one-slide");
        const QJsonArray values = step[QStringLiteral("question")][QStringLiteral("values")].toArray();
        for (int point = 0; point < values.size(); point += 19) {
            const QStringList settings = settings_at(step, point) + QStringList{"--set", "gpus=2048"}; // locked
            const double model = estimated(settings, QStringLiteral("tokens_per_s_per_gpu"));
            QVERIFY2(
                std::abs(values[point].toDouble() / model - 1) < 1e-9,
                qPrintable(settings.join(u' ') + QStringLiteral(": %1, %2").arg(values[point].toDouble()).arg(model)));
        }
    }

    void what_is_asked_is_not_drawn()
    {
        if (plateau::test::sanitized > 1)
            QSKIP("a large lecture is made by the same code");
        static const QRegularExpression curve(QStringLiteral(
            "<g fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2[^>]*><polyline[^>]*points=\"([^\"]+)\""));
        static const QRegularExpression words(QStringLiteral(">([^<>]+)</text>"));
        int hidden = 0, nameless = 0;
        for (const char* tour : {"diminishing-returns", "fernandez-further"}) {
            const LecturePage& page = page_of(QLatin1String(tour));
            for (const QJsonValue& value : page.steps()) {
                const QJsonObject step = value.toObject();
                const double from = step[QStringLiteral("predict")][QStringLiteral("from")].toDouble();
                const QString form = step[QStringLiteral("question")][QStringLiteral("form")].toString();
                for (const QJsonValue& shown : step[QStringLiteral("asked")].toArray())
                    for (const QJsonValue& picture : shown.toArray())
                        for (const char* size : {"narrow", "wide"}) {
                            const QString svg = page.drawn(picture, size);
                            QStringList said;
                            for (auto found = words.globalMatch(svg); found.hasNext();)
                                said << found.next().captured(1);
                            for (const QJsonValue& letter :
                                 step[QStringLiteral("question")][QStringLiteral("letters")].toArray())
                                nameless += said.contains(letter.toString()) ? 1 : 0;
                            const QStringList plot = page.plots(picture, size).split(u' ');
                            const qsizetype own
                                = plot.indexOf(step[QStringLiteral("predict")][QStringLiteral("panel")].toString());
                            if (from == 0 || own < 0)
                                continue;
                            const double left = plot[own + 1].toDouble(), right = plot[own + 3].toDouble();
                            const double low = plot[own + 5].toDouble(), high = plot[own + 6].toDouble();
                            const double edge = left + (right - left) * std::log(from / low) / std::log(high / low);
                            for (auto found = curve.globalMatch(svg); found.hasNext(); ++hidden) {
                                const QStringList points = found.next().captured(1).split(u' ', Qt::SkipEmptyParts);
                                QVERIFY2(points.last().section(u',', 0, 0).toDouble() < edge + 1,
                                         qPrintable(step[QStringLiteral("id")].toString()));
                            }
                        }
                QCOMPARE(step[QStringLiteral("asked")].toArray().isEmpty(),
                         from == 0 && form != QStringLiteral("which"));
            }
        }
        QVERIFY2(hidden > 5 && nameless > 20, qPrintable(QStringLiteral("%1, %2").arg(hidden).arg(nameless)));
    }

    void a_class_gets_it_without_notes()
    {
        if (plateau::test::sanitized > 1)
            QSKIP("a large lecture is made by the same code");
        const LecturePage& whole = page_of(QStringLiteral("fernandez-further"));
        const LecturePage without
            = lecture_of(folder_, QStringLiteral("fernandez-further"), {}, {"--without", "notes"});
        const auto notes = [](const QJsonArray& steps) {
            qsizetype count = 0;
            for (const QJsonValue& step : steps)
                count += step[QStringLiteral("notes")].toArray().size();
            return count;
        };
        QVERIFY(notes(whole.steps()) > 0);
        QVERIFY(notes(without.steps()) == 0 && without.steps().size() == whole.steps().size());
    }

    void it_speaks_other_languages()
    {
        const LecturePage& german = page_of(QStringLiteral("buy-or-tune"), QStringLiteral("de"));
        QVERIFY2(german.run.status == 0, german.run.errors);
        QVERIFY(german.html.contains("<html lang=\"de\">"));
        QCOMPARE(german.lecture[QStringLiteral("words")][QStringLiteral("next")].toString(), QStringLiteral("Weiter"));
        const LecturePage& korean = page_of(QStringLiteral("buy-or-tune"), QStringLiteral("ko"));
        static const QRegularExpression unresolved(
            QStringLiteral("이\\(가\\)|을\\(를\\)|은\\(는\\)|와\\(과\\)|\\(으\\)로"));
        QJsonObject told = korean.lecture;
        told.remove(QStringLiteral("words")); // their arguments come while the page is used
        const QString words = QString::fromUtf8(QJsonDocument(told).toJson());
        QVERIFY2(!unresolved.match(words).hasMatch(), qPrintable(unresolved.match(words).captured()));
        QCOMPARE(run_plateau(
                     {"export", "--tour", "buy-or-tune", "--format", "html", "--output", "x.html", "--language", "xx"})
                     .status,
                 2);
    }

    void words_that_make_no_sense_are_refused()
    {
        const PlateauRun suffix = run_plateau("export --tour buy-or-tune --format html --output x.pdf");
        QCOMPARE(suffix.status, 2);
        QVERIFY2(suffix.errors.contains("one .html file"), suffix.errors);
        const PlateauRun tour = run_plateau("export --tour buy-or-rent --format html --output x.html");
        QCOMPARE(tour.status, 2);
        QVERIFY2(tour.errors.contains("buy-or-tune"), tour.errors);
        QVERIFY(!QFile::exists(QStringLiteral("x.html")) && !QFile::exists(QStringLiteral("x.pdf")));
    }

private:
    static QString text_of(const QJsonObject& step, const QJsonValue& prose);
    /// Of a step: where its controls stand at a point, as --set takes them.
    static QStringList settings_at(const QJsonObject& step, int point);
    static double estimated(const QStringList& settings, const QString& key);

    const LecturePage& page_of(const QString& tour, const QString& language = {})
    {
        const auto found = pages_.find({tour, language});
        return found != pages_.end()
            ? found->second
            : pages_.emplace(std::pair{tour, language}, lecture_of(folder_, tour, language)).first->second;
    }

    QTemporaryDir folder_;
    std::map<std::pair<QString, QString>, LecturePage> pages_;
};

QString TestLecture::text_of(const QJsonObject& step, const QJsonValue& prose)
{
    const int own = step[QStringLiteral("own")].toInt();
    QStringList paragraphs;
    for (const QJsonValue& paragraph : prose.toArray()) {
        QString words;
        for (const QJsonValue& part : paragraph.toArray()) {
            const QJsonObject piece = part.toObject();
            words += piece.contains(QStringLiteral("n"))
                ? at(step[QStringLiteral("numbers")][piece[QStringLiteral("n")].toInt()][QStringLiteral("words")]
                         .toArray(),
                     own)
                      .toString()
                : at(piece[QStringLiteral("w")].toArray(), own).toString();
        }
        paragraphs += words;
    }
    return paragraphs.join(QStringLiteral("\n\n"));
}

QStringList TestLecture::settings_at(const QJsonObject& step, int point)
{
    QStringList settings;
    const QJsonArray controls = step[QStringLiteral("controls")].toArray();
    for (qsizetype i = controls.size() - 1; i >= 0; --i) {
        const QJsonArray values = controls[i][QStringLiteral("values")].toArray();
        const QJsonValue value = values[point % values.size()];
        point /= static_cast<int>(values.size());
        settings << QStringLiteral("--set")
                 << controls[i][QStringLiteral("key")].toString() + u'='
                + (value.isDouble() ? QString::number(value.toDouble(), 'g', 15) : value.toString());
    }
    return settings;
}

double TestLecture::estimated(const QStringList& settings, const QString& key)
{
    return run_plateau(QStringList{"estimate", "fernandez-weak-scaling", "--json"} + settings).json()[key].toDouble();
}

PLATEAU_TEST(TestLecture)

} // namespace tst_lecture

#include "tst_lecture.moc"
