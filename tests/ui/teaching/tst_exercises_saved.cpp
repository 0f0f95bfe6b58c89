// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QSpinBox>

#include "app/teaching/papers.h"
#include "core/teaching/tours/papers.h"
#include "tests/ui/hand.h"
#include "ui/teaching/tour_desk.h"

namespace tst_exercises_saved {

using namespace plateau::test;
namespace ui = plateau::ui;
namespace tours = plateau::tours;

/// File > Exercises of the tour: the dialog's choice, in a file of the kind that was asked for.
class TestExercisesSaved : public WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void the_menu_writes_the_sheet_that_was_chosen_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("html");
        QTest::newRow("PDF") << QStringLiteral("sheet.pdf") << false;
        QTest::newRow("web page") << QStringLiteral("sheet.html") << true;
    }

    void the_menu_writes_the_sheet_that_was_chosen()
    {
        QFETCH(QString, name);
        QFETCH(bool, html);
        Hand hand(catalog_, *appearance_);
        QTemporaryDir folder;
        const QString file = folder.filePath(name);
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        ui::ClassDesk& desk = ui::ClassDesk::of(hand.window);
        QVERIFY(!desk.can_save_papers()); // of no tour
        ui::TourDesk::of(hand.window).start(QStringLiteral("choosing-a-layout"));
        plateau::test::Stage::settle();
        QVERIFY(desk.can_save_papers());
        when_asked<ui::ExercisesDialog>(hand, [&](ui::ExercisesDialog& dialog) {
            dialog.findChild<QSpinBox*>()->setValue(7);
            dialog.findChild<QCheckBox*>()->setChecked(true);
            when_asked<QFileDialog>(hand, [&](QFileDialog& files) {
                files.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
                static_cast<QDialog&>(files).accept();
            });
            dialog.accept();
        });
        desk.save_exercises();
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const ui::TourPlayer& player = ui::TourDesk::of(hand.window).player();
        const auto sheet = tours::exercise_file(plateau::app::press(), player.answers(), player.tour(), player.claims(),
                                                {.seed = 7, .with_key = true, .html = html, .language = "en"});
        QVERIFY(sheet);
        QCOMPARE(player.tour().id, std::string("choosing-a-layout"));
        QVERIFY(written.readAll() == QByteArray::fromStdString(*sheet));
    }

    void giving_up_writes_nothing()
    {
        Hand hand(catalog_, *appearance_);
        bool made = false;
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        ui::TourDesk::of(hand.window).start(QStringLiteral("choosing-a-layout"));
        plateau::test::Stage::settle();
        when_asked<ui::ExercisesDialog>(hand, [&](ui::ExercisesDialog& dialog) {
            when_asked<QFileDialog>(hand, [&](QFileDialog& files) {
                made = true;
                files.reject();
            });
            dialog.reject();
        });
        ui::ClassDesk::of(hand.window).save_exercises();
        QVERIFY(!made);
    }
};

PLATEAU_TEST(TestExercisesSaved)

} // namespace tst_exercises_saved

#include "tst_exercises_saved.moc"
