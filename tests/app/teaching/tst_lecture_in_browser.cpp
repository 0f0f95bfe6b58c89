// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

#include "core/teaching/tours/guess.h"
#include "tests/app/teaching/lecture_page.h"

namespace tst_lecture_in_browser {

namespace {

const QString lecture = QStringLiteral("diminishing-returns");

/// Guesses with how they are scored.
QByteArray checked_scores()
{
    QJsonArray all;
    for (const double truth : {70.0, 98.0, 130.0})
        for (const double guess : {40.0, 70.0, 80.0, 99.0, 126.0, 250.0})
            all.append(QJsonArray{guess, truth, 100, static_cast<int>(plateau::tours::score(guess, truth, 100).how)});
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

} // namespace

/// The page of a tour, played in a headless Chromium at three sizes.
class TestLectureInBrowser : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
            if (browser_.isEmpty())
                browser_ = QStandardPaths::findExecutable(QLatin1String(name));
        if (browser_.isEmpty())
            QSKIP("NOT RUN: no Chromium (Debian package chromium)");
        pages_[lecture] = lecture_of(folder_, lecture);
        pages_[QStringLiteral("de")] = lecture_of(folder_, QStringLiteral("end-of-scaling"), QStringLiteral("de"));
        pages_[QStringLiteral("ko")] = lecture_of(folder_, QStringLiteral("buy-or-tune"), QStringLiteral("ko"));
    }

    void every_step_is_played_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QByteArray>("size");
        for (const auto& [page, size] :
             {std::pair(lecture, "1920,1080"), std::pair(lecture, "500,900"), std::pair(lecture, "390,844"),
              std::pair(QStringLiteral("de"), "1280,720"), std::pair(QStringLiteral("ko"), "1280,720")})
            QTest::addRow("%s at %s", qPrintable(page), size) << page << QByteArray(size);
    }

    void every_step_is_played()
    {
        QFETCH(QString, page);
        QFETCH(QByteArray, size);
        QFile script(QStringLiteral(PROJECT "/tests/app/teaching/lecture_play.js"));
        QVERIFY(script.open(QIODevice::ReadOnly));
        QFile played(folder_.filePath(QStringLiteral("played.html")));
        QVERIFY(played.open(QIODevice::WriteOnly));
        played.write(pages_[page].html + "<script>const checkedScores = " + checked_scores() + ";\n" + script.readAll()
                     + "</script>");
        played.close();
        const QString said = dom(played.fileName(), {}, size.constData());
        static const QRegularExpression verdict(QStringLiteral("ALL (\\d+) HOLD"));
        const auto found = verdict.match(said);
        QVERIFY2(found.hasMatch(), qPrintable(said.mid(said.indexOf(QStringLiteral("FAULTS")), 2000)));
        QVERIFY2(found.captured(1).toInt() > 100, qPrintable(found.captured(1)));
    }

    void a_place_in_the_address_is_shown()
    {
        const QString file = pages_[lecture].file;
        const QString last = QString::number(pages_[lecture].steps().size());
        const QString said = dom(file, QStringLiteral("step=1&gpus=512&told"));
        QVERIFY2(said.contains(QStringLiteral("512&nbsp;GPUs</output>")), qPrintable(said.left(3000)));
        QVERIFY(said.contains(QStringLiteral(">1 / %1<").arg(last)));
    }

    void an_answer_is_told_only_when_asked_for()
    {
        const QString file = pages_[lecture].file;
        const QString answer = QStringLiteral("the ring passes through every GPU in turn");
        const QString asked = dom(file, QStringLiteral("step=1"));
        QVERIFY(asked.contains(QStringLiteral("What will one GPU do at")));
        const qsizetype notes = asked.indexOf(QStringLiteral("<aside id=\"notes\" hidden"));
        QVERIFY(notes > 0 && !asked.left(notes).contains(answer)); // whoever presents has it behind a key
        QVERIFY(dom(file, QStringLiteral("step=1&told")).left(notes).contains(answer));
    }

    void it_is_seen_and_printed()
    {
        const QString file = pages_[lecture].file;
        for (const char* theme : {"light", "dark"}) {
            const QString picture = folder_.filePath(QLatin1String(theme) + QStringLiteral(".png"));
            dom(file, QStringLiteral("step=6&told&theme=") + QLatin1String(theme), "1280,720",
                {"--screenshot=" + picture});
            const QImage image(picture);
            QCOMPARE(image.size(), QSize(1280, 720));
            QCOMPARE(image.pixelColor(3, 3).lightness() > 128, QLatin1String(theme) == QLatin1String("light"));
            int hues = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    hues += image.pixelColor(x, y).hsvSaturation() > 100;
            QVERIFY2(hues > 10'000, qPrintable(QString::number(hues))); // the areas of a step
        }
        const QString paper = folder_.filePath(QStringLiteral("paper.pdf"));
        dom(file, {}, "1280,720", {"--print-to-pdf=" + paper});
        const PlateauRun words = run_program(QStandardPaths::findExecutable(QStringLiteral("pdftotext")), {paper, "-"});
        const QJsonArray steps = pages_[lecture].steps();
        for (const QJsonValue& step : steps)
            QVERIFY2(QString::fromUtf8(words.output).simplified().contains(step[QStringLiteral("title")].toString()),
                     qPrintable(step[QStringLiteral("title")].toString()));
        QVERIFY(!words.output.contains("passes through every GPU")); // the answer
    }

    /// A button and a time line; where motion is not wanted, its stills with what is to be seen in each.
    void a_moving_picture_has_its_player_or_its_stills()
    {
        const QString file = pages_[lecture].file;
        const QString paper = QStringLiteral("<div id=\"paper\""); // the stills stand there in any case
        const QString played = dom(file, QStringLiteral("step=2")).section(paper, 0, 0);
        QVERIFY(played.contains(QStringLiteral("class=\"player\"")));
        QVERIFY(played.contains(QStringLiteral("moving-traffic")));
        QVERIFY(!played.contains(QStringLiteral("all are done")));
        QVERIFY(!played.contains(QStringLiteral("shape moving-exposed"))); // not before the layer is computed
        const QString still = dom(file, QStringLiteral("step=2"), "1280,720",
                                  {QStringLiteral("--force-prefers-reduced-motion"), QStringLiteral("--dump-dom")})
                                  .section(paper, 0, 0);
        QVERIFY(!still.contains(QStringLiteral("class=\"player\"")));
        QVERIFY(still.contains(QStringLiteral("class=\"drawn\"")));
        QVERIFY(still.contains(QStringLiteral("all are done")));
    }

private:
    QString dom(const QString& file, const QString& place, const char* size = "1920,1080",
                const QStringList& more = {});

    QString browser_;
    QTemporaryDir folder_;
    QMap<QString, LecturePage> pages_;
};

QString TestLectureInBrowser::dom(const QString& file, const QString& place, const char* size, const QStringList& more)
{
    const PlateauRun run = run_program(
        browser_,
        QStringList{"--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                    "--virtual-time-budget=60000", "--user-data-dir=" + folder_.filePath("profile"),
                    QStringLiteral("--window-size=") + QLatin1String(size)}
            + (more.isEmpty() ? QStringList{"--dump-dom"} : more) + QStringList{"file://" + file + "#" + place});
    // Without what the page was made of.
    QString all = QString::fromUtf8(run.output);
    return all.remove(
        QRegularExpression(QStringLiteral("<script.*?</script>"), QRegularExpression::DotMatchesEverythingOption));
}

PLATEAU_TEST(TestLectureInBrowser)

} // namespace tst_lecture_in_browser

#include "tst_lecture_in_browser.moc"
