// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QImageReader>
#include <QtTest>

#include "tests/ui/window_stage.h"

namespace tst_moving_picture {

namespace {

constexpr QSize window_size{1200, 760};

/// One picture: what is changed before it, and how long it stands.
struct Frame {
    const char* key;
    const char* value;
    int hundredths; ///< of a second
};

/// More GPUs, each of which does less; then groups of 8 that shard among themselves, and it does not.
constexpr Frame frames[] = {
    {"gpus", "128", 150}, {"gpus", "192", 20},  {"gpus", "256", 20},   {"gpus", "384", 20},
    {"gpus", "512", 20},  {"gpus", "768", 20},  {"gpus", "1024", 60},  {"gpus", "1536", 20},
    {"gpus", "2048", 60}, {"gpus", "3072", 20}, {"gpus", "4096", 200}, {"dp_mode", "hsdp", 300},
};

/// The window once two pictures of it are the same: what is under way has been drawn.
QImage standing_still(plateau::test::Stage& stage)
{
    QImage picture;
    const auto is_still = [&] {
        stage.wait_for_searches();
        QTest::qWait(200);
        const QImage now = stage.window.grab().toImage().convertToFormat(QImage::Format_RGB32);
        return std::exchange(picture, now) == now;
    };
    return QTest::qWaitFor(is_still, 60000) ? picture : QImage();
}

} // namespace

/// The moving picture of README.md shows the window as it is: sh packaging/pictures.sh draws it.
class TestMovingPicture : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    /// With PLATEAU_DRAW_PICTURES=FOLDER the frames go there, named by their order and their time.
    void it_is_fresh()
    {
        plateau::test::Stage stage(catalog_, *appearance_, window_size);
        stage.window.page<plateau::ui::WorkbenchPage>().choose_axis(plateau::scaling_axis("per_gpu"));
        const QString folder = qEnvironmentVariable("PLATEAU_DRAW_PICTURES");
        QImageReader kept(QStringLiteral(PROJECT "/resources/help/moving.gif"));
        QVERIFY(folder.isEmpty() ? kept.canRead() : QDir(folder).exists());
        int order = 0;
        for (const Frame& frame : frames) {
            QVERIFY(stage.document.edit_text(frame.key, frame.value));
            stage.wait_for_searches();
            const QImage now = standing_still(stage);
            if (!folder.isEmpty()) {
                const QString name
                    = QStringLiteral("%1-%2.png").arg(order++, 2, 10, QLatin1Char('0')).arg(frame.hundredths);
                QVERIFY(now.save(QDir(folder).filePath(name)));
                continue;
            }
            const QImage then = kept.read().convertToFormat(QImage::Format_RGB32);
            QCOMPARE(then.size(), now.size());
            int other = 0;
            for (int y = 0; y < now.height(); ++y)
                for (int x = 0; x < now.width(); ++x)
                    other += std::abs(qGray(now.pixel(x, y)) - qGray(then.pixel(x, y))) > 40;
            constexpr double most_other = 0.06; // of all dots: texts about time and words under way differ
            QVERIFY2(other < most_other * now.width() * now.height(),
                     qPrintable(QStringLiteral("%1=%2: %3 dots differ: sh packaging/pictures.sh")
                                    .arg(frame.key, frame.value)
                                    .arg(other)));
        }
        QVERIFY(folder.isEmpty() ? !kept.canRead() : order > 0); // no frame is left over
    }

    void it_is_small() { QVERIFY(QFileInfo(QStringLiteral(PROJECT "/resources/help/moving.gif")).size() < 1000000); }
};

PLATEAU_TEST(TestMovingPicture)

} // namespace tst_moving_picture

#include "tst_moving_picture.moc"
