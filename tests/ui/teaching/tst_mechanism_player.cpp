// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QSlider>
#include <QToolButton>
#include <QtTest>

#include "core/model/prepared.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/teaching/mechanisms/mechanisms.h"
#include "ui/controls/appearance.h"
#include "ui/figures/mechanism_player.h"
#include "ui/figures/picture.h"

namespace tst_mechanism_player {

using namespace plateau;
namespace ui = plateau::ui;

namespace {

mechanisms::Mechanism race_on(const char* gpus)
{
    static const catalog::Catalog catalog = catalog::read({PRESETS});
    const auto scenario = with(catalog, *find_scenario(catalog, "fernandez-weak-scaling"), "gpus", gpus);
    const auto prepared = prepare(scenario.value());
    return mechanisms::ring(*prepared, explain(*prepared, plan(*prepared))).value();
}

const mechanisms::Mechanism& race()
{
    static const mechanisms::Mechanism made = race_on("2048");
    return made;
}

ui::RenderStyle style()
{
    ui::RenderStyle look;
    look.theme = ui::light_theme();
    return look;
}

} // namespace

/// A moving picture is played, paused and dragged, and stands still where nothing shall move.
class TestMechanismPlayer : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        ui::reduce_motion(false);
        player_ = std::make_unique<ui::MechanismPlayer>();
        player_->resize(900, 620);
        player_->show_mechanism(race(), style());
        player_->show();
        QVERIFY(QTest::qWaitForWindowExposed(player_.get()));
    }
    void cleanup()
    {
        player_.reset();
        ui::reduce_motion(false);
    }

    void it_rests_until_it_is_played_and_ends_at_its_end()
    {
        QCOMPARE(player_->time(), race().stills.front().time);
        QTest::qWait(60);
        QCOMPARE(player_->time(), race().stills.front().time);
        QTest::mouseClick(&player_->play_button(), Qt::LeftButton);
        QVERIFY(player_->is_playing());
        QTRY_VERIFY_WITH_TIMEOUT(player_->time() > race().stills.front().time, 60000);
        player_->set_time(race().seconds * 0.9999);
        QTRY_VERIFY_WITH_TIMEOUT(!player_->is_playing(), 60000);
        QCOMPARE(player_->time(), race().seconds);
        QTest::keyClick(player_.get(), Qt::Key_Space); // from the start again
        QVERIFY(player_->is_playing());
        QVERIFY(player_->time() < race().seconds / 2);
    }

    void as_long_as_it_says()
    {
        player_->restart();
        QElapsedTimer clock;
        clock.start();
        QTest::qWait(400);
        player_->pause();
        const double expected = race().seconds * static_cast<double>(clock.elapsed()) / 1000 / race().play_seconds;
        QVERIFY2(player_->time() > 0.5 * expected && player_->time() < 1.05 * expected,
                 qPrintable(QString::number(player_->time() / expected)));
    }

    void arrows_go_from_still_to_still()
    {
        player_->set_time(0);
        for (const mechanisms::Still& still : race().stills) {
            QTest::keyClick(player_.get(), Qt::Key_Right);
            QCOMPARE(player_->time(), still.time);
        }
        QTest::keyClick(player_.get(), Qt::Key_Left);
        QCOMPARE(player_->time(), race().stills[race().stills.size() - 2].time);
    }

    void the_time_line_and_the_picture_are_dragged()
    {
        player_->time_line().setValue(250);
        QVERIFY(std::abs(player_->time() - race().seconds / 4) < 1e-9 * race().seconds);
        const QPoint from(200, 300);
        QTest::mousePress(player_.get(), Qt::LeftButton, {}, from);
        QTest::mouseMove(player_.get(), from + QPoint(219, 0));
        QTest::mouseRelease(player_.get(), Qt::LeftButton, {}, from + QPoint(219, 0));
        QVERIFY(std::abs(player_->time() - race().seconds / 2) < 0.01 * race().seconds);
        QVERIFY(!player_->is_playing());
    }

    void its_controls_have_names()
    {
        QCOMPARE(player_->accessibleName(), QString::fromStdString(english(race().title)));
        QVERIFY(!player_->accessibleDescription().isEmpty());
        QVERIFY(!player_->time_line().accessibleName().isEmpty());
        for (const QToolButton* button : player_->findChildren<QToolButton*>())
            QVERIFY(!button->accessibleName().isEmpty() && !button->toolTip().isEmpty());
    }

    void where_nothing_shall_move_its_stills_stand_side_by_side()
    {
        ui::reduce_motion(true);
        ui::MechanismPlayer still;
        still.resize(900, 620);
        still.show_mechanism(race(), style());
        still.show();
        QVERIFY(still.shows_stills());
        const double time = still.time();
        still.play();
        QVERIFY(!still.is_playing());
        QTest::qWait(60);
        QCOMPARE(still.time(), time);
        QVERIFY(!still.play_button().isVisible());
    }

    void another_question_goes_on_at_the_same_share()
    {
        player_->set_time(race().seconds / 2);
        const mechanisms::Mechanism other = race_on("64");
        player_->show_mechanism(other, style());
        QVERIFY(std::abs(player_->time() - other.seconds / 2) < 1e-9);
    }

    /// The tail of the layer turns orange only when the ring has lost.
    void what_is_exposed_is_seen()
    {
        for (const ui::Theme& theme : {ui::light_theme(), ui::dark_theme()}) {
            const std::vector<mechanisms::Actor>& actors = race().actors;
            const auto tail = std::ranges::find(actors, "exposed.bar", &mechanisms::Actor::id);
            QVERIFY(tail != actors.end());
            const mechanisms::Key end = tail->keys.back();
            const auto colour = [&](double time) {
                QImage image(1600, 900, QImage::Format_RGB32);
                image.fill(theme.canvas);
                QPainter painter(&image);
                ui::RenderStyle look;
                look.theme = theme;
                ui::draw_frame(painter, QRectF(0, 0, 1600, 900), race(), time, look);
                painter.end();
                return image.pixelColor(static_cast<int>(100 * (end.x + 0.8 * end.width)),
                                        static_cast<int>(100 * (end.y + end.height / 2)));
            };
            QCOMPARE(colour(race().seconds), theme.segment(figures::SegmentKind::AllGather).fill);
            QVERIFY(colour(tail->keys.front().time) != theme.segment(figures::SegmentKind::AllGather).fill);
        }
    }

    void stills_do_not_lie_on_each_other()
    {
        figures::Figure figure;
        figure.chart = race();
        for (const QSizeF size : {QSizeF(300, 900), QSizeF(900, 620), QSizeF(1400, 320)}) {
            const QRectF area(QPointF(5, 5), size);
            for (int i = 0; i < ui::part_count(figure); ++i) {
                const QRectF one = ui::part_rect(area, figure, style(), i);
                QVERIFY(area.adjusted(-1, -1, 1, 1).contains(one));
                QVERIFY(std::abs(one.width() / one.height() - 16.0 / 9) < 1e-6);
                for (int j = 0; j < i; ++j)
                    QVERIFY(!one.intersects(ui::part_rect(area, figure, style(), j)));
            }
        }
    }

    /// Rather one still that can be read than four that cannot.
    void a_slide_has_as_many_stills_as_can_be_read()
    {
        figures::Figure figure;
        figure.chart = race();
        ui::RenderStyle paper = style();
        paper.on_paper = true;
        const auto drawn = [&](const QSizeF& size) {
            int count = 0;
            for (int i = 0; i < ui::part_count(figure); ++i)
                count += !ui::part_rect(QRectF(QPointF(), size), figure, paper, i).isEmpty();
            return count;
        };
        QCOMPARE(drawn({900, 640}), 4);
        const double high = ui::all_stills_height(race(), paper, 650); // as high as a figure of two columns grows
        QCOMPARE(drawn({650, high}), 4);
        QVERIFY(drawn({650, 0.8 * high}) < 4);
        QCOMPARE(ui::all_stills_height(race(), paper, 320), 0.);
        paper.text_scale = 24. / 11; // letters of 18 points
        QCOMPARE(drawn({1240, 660}), 1);
        QVERIFY(!ui::part_rect(QRectF(0, 0, 1240, 660), figure, paper, 3).isEmpty()); // the end
    }

private:
    std::unique_ptr<ui::MechanismPlayer> player_;
};

PLATEAU_TEST(TestMechanismPlayer)

} // namespace tst_mechanism_player

#include "tst_mechanism_player.moc"
