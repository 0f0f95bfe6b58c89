// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>

#include <algorithm>

#include "tests/samples.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/text.h"
#include "ui/teaching/classroom/class_canvas.h"
#include "ui/teaching/classroom/classroom_window.h"
#include "ui/teaching/tour_desk.h"
#include "ui/teaching/tours/tour_panel.h"

namespace tst_class_steps {

using plateau::test::Stage;
namespace ui = plateau::ui;

/// Every step of every tour before a class: all of it is seen, and so is what it says to look at.
class TestClassSteps : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { ui::speak_language(ui::language_of(QStringLiteral("en"))); }
    void nothing_leaves_the_screen_data();
    void nothing_leaves_the_screen();
    void what_to_look_at_is_seen_data();
    void what_to_look_at_is_seen();

private:
    ui::ClassroomWindow& enter(const QString& tour, QSize size);
    static void tours();

    std::unique_ptr<plateau::test::Stage> stage_;
};

void TestClassSteps::initTestCase()
{
    set_up();
    keep_settings_as("class_steps");
    stage_ = std::make_unique<plateau::test::Stage>(catalog_, *appearance_);
}

ui::ClassroomWindow& TestClassSteps::enter(const QString& tour, QSize size)
{
    if (ui::ClassDesk::of(stage_->window).classroom())
        ui::ClassDesk::of(stage_->window).toggle();
    ui::TourDesk::of(stage_->window).player().leave();
    QSettings().clear();
    plateau::test::Stage::settle();
    ui::TourDesk::of(stage_->window).start(tour);
    ui::ClassDesk::of(stage_->window).toggle();
    ui::ClassroomWindow& room = *ui::ClassDesk::of(stage_->window).classroom();
    if (!QTest::qWaitForWindowExposed(&room))
        qFatal("no window");
    room.showNormal();
    room.resize(size);
    plateau::test::Stage::settle();
    return room;
}

void TestClassSteps::tours()
{
    std::vector<plateau::Error> problems;
    const auto all = plateau::tours::tour_entries(plateau::catalog::read({PRESETS}), problems);
    for (std::size_t i = 0; i < all.size(); i += plateau::test::row_stride)
        QTest::newRow(all[i].id.c_str()) << QString::fromStdString(all[i].id);
}

void TestClassSteps::nothing_leaves_the_screen_data()
{
    QTest::addColumn<QString>("tour");
    tours();
}

/// In English at three sizes, in the other languages (not under sanitizers) at the smallest: the window is no larger
/// than the screen, no text scrolls, no control is cut.
void TestClassSteps::nothing_leaves_the_screen()
{
    QFETCH(QString, tour);
    QStringList faults;
    for (const char* language : {"en", "de", "ko"}) {
        ui::speak_language(ui::language_of(QString::fromLatin1(language)));
        const bool every_size = QLatin1String(language) == QLatin1String("en");
        if (plateau::test::sanitized > 1 && !every_size)
            continue;
        for (const QSize size : {QSize(1024, 768), QSize(1280, 720), QSize(1920, 1080)}) {
            if (size.width() > 1024 && !every_size)
                continue;
            ui::ClassroomWindow& room = enter(tour, size);
            for (std::size_t i = 0; i < ui::TourDesk::of(stage_->window).player().tour().steps.size(); ++i) {
                ui::TourDesk::of(stage_->window).player().go(static_cast<int>(i));
                plateau::test::Stage::settle();
                for (const bool told : {false, true}) {
                    if (told)
                        ui::TourDesk::of(stage_->window).player().reveal();
                    plateau::test::Stage::settle();
                    const QString where = QStringLiteral("%1 %2 step %3%4: ")
                                              .arg(QLatin1String(language))
                                              .arg(size.width())
                                              .arg(i + 1)
                                              .arg(told ? QStringLiteral(" told") : QString());
                    if (room.minimumSizeHint().width() > size.width() || room.width() != size.width())
                        faults << where + QStringLiteral("a window of %1").arg(room.minimumSizeHint().width());
                    if (const int more = room.words().words().verticalScrollBar()->maximum(); more > 0)
                        faults << where + QStringLiteral("%1 pixels of text below").arg(more);
                    const auto has_room = [&] { // once what was asked for is there
                        plateau::test::Stage::settle();
                        return room.canvas().cut().empty();
                    };
                    if (!QTest::qWaitFor(has_room, 60000))
                        faults << where + QStringLiteral("no room for ")
                                + QString::fromStdString(room.canvas().cut().front());
                    for (const QPushButton* button : room.words().findChildren<QPushButton*>())
                        if (button->isVisible() && button->width() < button->minimumSizeHint().width())
                            faults << where + QStringLiteral("a button's words: ") + button->text();
                    for (const QWidget* part : room.strip().findChildren<QWidget*>())
                        if (part->isVisible() && part->mapTo(&room, part->rect().bottomRight()).x() >= size.width())
                            faults << where + QString::fromLatin1(part->metaObject()->className());
                }
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void TestClassSteps::what_to_look_at_is_seen_data()
{
    QTest::addColumn<QString>("tour");
    tours();
}

void TestClassSteps::what_to_look_at_is_seen()
{
    QFETCH(QString, tour);
    ui::speak_language(ui::language_of(QStringLiteral("en")));
    ui::ClassroomWindow& room = enter(tour, {1920, 1080});
    const auto& steps = ui::TourDesk::of(stage_->window).player().tour().steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        ui::TourDesk::of(stage_->window).player().go(static_cast<int>(i));
        ui::TourDesk::of(stage_->window).player().reveal();
        for (const std::string& region : steps[i].look_at) {
            const auto is_seen = [&] {
                plateau::test::Stage::settle();
                if (region.starts_with("controls."))
                    return room.strip().editor(region.substr(9)) != nullptr;
                const std::vector<std::string> seen = room.canvas().seen();
                return std::find(seen.begin(), seen.end(), region) != seen.end();
            };
            QVERIFY2(QTest::qWaitFor(is_seen, 30000), (steps[i].id + ": " + region).c_str());
        }
    }
}

PLATEAU_TEST(TestClassSteps)

} // namespace tst_class_steps

#include "tst_class_steps.moc"
