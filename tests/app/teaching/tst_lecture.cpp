// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QtTest>

#include <cmath>
#include <map>

#include "tests/app/teaching/lecture_page.h"
#include "tests/samples.h"

namespace tst_lecture {

/// `plateau export --tour NAME --format html`: what the page holds, without a browser.
class TestLecture : public QObject {
    Q_OBJECT

private slots:
    void every_tour_is_one_page_data();
    void every_tour_is_one_page();
    void its_words_are_those_of_the_tour();
    void its_numbers_are_those_of_the_model();
    void between_two_values_they_are_near();
    void what_is_asked_is_not_drawn();
    void it_speaks_other_languages();
    void words_that_make_no_sense_are_refused();

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

namespace {

QJsonValue at(const QJsonArray& all, int point) { return all.at(all.size() > 1 ? point : 0); }

/// As the page's script does it.
double between(double lower, double upper, double weight)
{
    return lower > 0 && upper > 0 ? lower * std::pow(upper / lower, weight) : lower + (upper - lower) * weight;
}

} // namespace

QString TestLecture::text_of(const QJsonObject& step, const QJsonValue& prose)
{
    const int own = step[QStringLiteral("own")].toInt();
    QStringList paragraphs;
    for (const QJsonValue& paragraph : prose.toArray()) {
        QString words;
        for (const QJsonValue& part : paragraph.toArray()) {
            const QJsonObject piece = part.toObject();
            words += piece.contains(QStringLiteral("n"))
                ? at(step[QStringLiteral("numbers")][piece[QStringLiteral("n")].toInt()][QStringLiteral("s")].toArray(),
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

void TestLecture::every_tour_is_one_page_data()
{
    QTest::addColumn<QString>("tour");
    const QJsonArray tours = run_plateau("tours --json").json()[QStringLiteral("tours")].toArray();
    const int pages = plateau::test::samples(static_cast<int>(tours.size())); // the first is read by other tests too
    for (qsizetype i = 0; i < pages; ++i) {
        const QString tour = tours[i][QStringLiteral("name")].toString();
        QTest::addRow("%s", qPrintable(tour)) << tour;
    }
}

void TestLecture::every_tour_is_one_page()
{
    QFETCH(QString, tour);
    const LecturePage& page = page_of(tour);
    QVERIFY2(page.run.status == 0, page.run.errors);
    QVERIFY(page.html.startsWith("<!DOCTYPE html>") && page.html.endsWith("</html>\n"));
    QVERIFY2(page.html.size() < 3'000'000, qPrintable(QString::number(page.html.size())));
    // Nothing is fetched: no address in an attribute, a style or a script; no image, frame or sheet of others.
    static const QRegularExpression fetched(QStringLiteral(
        "(src|href|srcset|action)\\s*=\\s*[\"']|url\\(\\s*[\"']?(https?:)?//|@import|<(link|img|iframe|object|embed)\\b"
        "|\\b(fetch|XMLHttpRequest|WebSocket|importScripts)\\b"));
    const auto found = fetched.match(QString::fromUtf8(page.html));
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    const QJsonObject told = run_plateau({"tours", tour, "--json"}).json();
    QCOMPARE(page.steps().size(), told[QStringLiteral("steps")].toArray().size());
    for (const QJsonValue& value : page.steps()) {
        const QJsonObject step = value.toObject();
        qsizetype points = 1;
        for (const QJsonValue& control : step[QStringLiteral("controls")].toArray())
            points *= control[QStringLiteral("values")].toArray().size();
        const qsizetype tries = step[QStringLiteral("try")].toArray().size();
        for (const char* shown : {"asked", "told"})
            QCOMPARE(step[QLatin1String(shown)][QStringLiteral("places")].toArray().size(), points + tries);
        for (const QJsonValue& edges : step[QStringLiteral("smooth")].toArray())
            QCOMPARE(edges.toString().size(), points);
        for (const QJsonValue& number : step[QStringLiteral("numbers")].toArray()) {
            const qsizetype values = number[QStringLiteral("v")].toArray().size();
            QVERIFY(values == 1 || values == points + tries);
        }
    }
}

void TestLecture::its_words_are_those_of_the_tour()
{
    const LecturePage& page = page_of(QStringLiteral("diminishing-returns"));
    const QJsonArray told = run_plateau("tours diminishing-returns --json").json()[QStringLiteral("steps")].toArray();
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

void TestLecture::its_numbers_are_those_of_the_model()
{
    const LecturePage& page = page_of(QStringLiteral("diminishing-returns"));
    const QJsonObject step = page.step("more-gpus");
    int held = 0;
    for (const QJsonValue& number : step[QStringLiteral("numbers")].toArray()) {
        const QStringList words = number[QStringLiteral("ask")].toString().split(u' ');
        static const QStringList keys{QStringLiteral("tokens_per_s_per_gpu"), QStringLiteral("communication_fraction"),
                                      QStringLiteral("mfu")};
        if (!keys.contains(words.front()))
            continue;
        const QJsonArray values = number[QStringLiteral("v")].toArray();
        for (int point = 0; point + 1 < values.size(); point += 13) {
            QStringList settings = settings_at(step, point);
            if (words.size() > 2) // "at gpus=2048" comes last and holds
                settings << QStringLiteral("--set") << words.back();
            const double model = estimated(settings, words.front());
            const double off = std::abs(values[point].toDouble() / model - 1);
            QVERIFY2(off < 1e-4, qPrintable(settings.join(u' ') + QStringLiteral(": %1").arg(model)));
            ++held;
        }
    }
    QVERIFY2(held >= 10, qPrintable(QString::number(held)));
}

/// What the page says of numbers between two values of a control: within two parts in a hundred.
void TestLecture::between_two_values_they_are_near()
{
    constexpr double said = 0.02;
    const LecturePage& page = page_of(QStringLiteral("is-my-number-normal"));
    const QJsonObject step = page.step("the-log-line");
    const QJsonArray values = step[QStringLiteral("controls")][0][QStringLiteral("values")].toArray();
    const QString edges = step[QStringLiteral("smooth")][0].toString();
    const auto stride = static_cast<int>(edges.size() / values.size()); // the first control changes last
    const int beside = step[QStringLiteral("own")].toInt() % stride;
    int held = 0;
    for (const QJsonValue& number : step[QStringLiteral("numbers")].toArray()) {
        const QString key = number[QStringLiteral("ask")].toString();
        if (key != QStringLiteral("tokens_per_s_per_gpu") && key != QStringLiteral("mfu"))
            continue;
        const QJsonArray computed = number[QStringLiteral("v")].toArray();
        for (int i = 0; i + 1 < values.size(); ++i) {
            const int point = i * stride + beside;
            if (edges[point] != u'1')
                continue;
            const double lower = values[i].toDouble(), upper = values[i + 1].toDouble();
            for (const double share : {0.25, 0.75}) {
                const double gpus = std::round(lower + (upper - lower) * share);
                const double weight = std::log(gpus / lower) / std::log(upper / lower);
                const double guess = between(computed[point].toDouble(), computed[point + stride].toDouble(), weight);
                const double model = run_plateau({"estimate", "llama3-8b-fsdp", "--json", "--set",
                                                  QStringLiteral("gpus=%1").arg(gpus)})
                                         .json()[key]
                                         .toDouble();
                QVERIFY2(std::abs(guess / model - 1) <= said,
                         qPrintable(QStringLiteral("%1 at %2: %3, model %4").arg(key).arg(gpus).arg(guess).arg(model)));
                ++held;
            }
        }
    }
    QVERIFY2(held >= 8, qPrintable(QString::number(held)));
    QVERIFY(page.lecture[QStringLiteral("words")][QStringLiteral("computed")].toString().contains(
        QStringLiteral("2\u00a0%")));
}

void TestLecture::what_is_asked_is_not_drawn()
{
    int hidden = 0, nameless = 0;
    for (const char* tour : {"diminishing-returns", "fernandez-further"}) {
        const LecturePage& page = page_of(QLatin1String(tour));
        const QJsonArray pictures = page.lecture[QStringLiteral("pictures")].toArray();
        const QJsonArray curves = page.lecture[QStringLiteral("curves")].toArray();
        for (const QJsonValue& value : page.steps()) {
            const QJsonObject step = value.toObject();
            const double from = step[QStringLiteral("predict")][QStringLiteral("from")].toDouble();
            const bool which
                = step[QStringLiteral("question")][QStringLiteral("form")].toString() == QStringLiteral("which");
            if (from == 0 && !which)
                continue;
            for (const QJsonValue& places : step[QStringLiteral("asked")][QStringLiteral("places")].toArray())
                for (const QJsonValue& place : places.toArray())
                    for (const QJsonValue& panel : pictures[place.toInt()][QStringLiteral("panels")].toArray())
                        for (const QJsonValue& at : panel[QStringLiteral("curves")].toArray()) {
                            const QJsonObject curve = curves[at.toInt()].toObject();
                            if (curve[QStringLiteral("role")].toString() == QStringLiteral("ideal"))
                                continue;
                            if (which) {
                                QCOMPARE(curve[QStringLiteral("name")].toString().size(), 1); // a letter
                                ++nameless;
                            }
                            const QJsonArray x = curve[QStringLiteral("x")].toArray(),
                                             y = curve[QStringLiteral("y")].toArray();
                            for (qsizetype i = 0; from > 0 && i < x.size(); ++i)
                                if (x[i].toDouble() > from) {
                                    QVERIFY2(y[i].isNull(), qPrintable(step[QStringLiteral("id")].toString()));
                                    ++hidden;
                                }
                        }
        }
    }
    QVERIFY(hidden > 100 && nameless > 50);
}

void TestLecture::it_speaks_other_languages()
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
    QCOMPARE(
        run_plateau({"export", "--tour", "buy-or-tune", "--format", "html", "--output", "x.html", "--language", "xx"})
            .status,
        2);
}

void TestLecture::words_that_make_no_sense_are_refused()
{
    const PlateauRun suffix = run_plateau("export --tour buy-or-tune --format html --output x.pdf");
    QCOMPARE(suffix.status, 2);
    QVERIFY2(suffix.errors.contains("one .html file"), suffix.errors);
    const PlateauRun tour = run_plateau("export --tour buy-or-rent --format html --output x.html");
    QCOMPARE(tour.status, 2);
    QVERIFY2(tour.errors.contains("buy-or-tune"), tour.errors);
    QVERIFY(!QFile::exists(QStringLiteral("x.html")) && !QFile::exists(QStringLiteral("x.pdf")));
}

PLATEAU_TEST(TestLecture)

} // namespace tst_lecture

#include "tst_lecture.moc"
