// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QLineEdit>

#include "core/teaching/tours/papers.h"
#include "tests/ui/hand.h"
#include "ui/teaching/tour_desk.h"

namespace tst_lecture_saved {

using namespace plateau::test;
namespace ui = plateau::ui;

/// File > Lecture as a web page.
class TestLectureSaved : public WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }

    void the_menu_writes_the_page_of_the_tour()
    {
        Hand hand(catalog_, *appearance_);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("lecture.html"));
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QVERIFY(!ui::ClassDesk::of(hand.window).can_save_lecture()); // of no tour
        ui::TourDesk::of(hand.window).start(QStringLiteral("buy-or-tune"));
        plateau::test::Stage::settle();
        QVERIFY(ui::ClassDesk::of(hand.window).can_save_lecture());
        when_asked<QFileDialog>(hand, [&](QFileDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
            static_cast<QDialog&>(dialog).accept();
        });
        ui::ClassDesk::of(hand.window).save_lecture();
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file), 120'000);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray page = written.readAll();
        const plateau::tours::Tour& tour = ui::TourDesk::of(hand.window).player().tour();
        QVERIFY(page.startsWith(plateau::tours::lecture_mark) && page.endsWith("</html>\n"));
        QCOMPARE(page.count("<article>"), static_cast<qsizetype>(tour.steps.size()));
    }
};

PLATEAU_TEST(TestLectureSaved)

} // namespace tst_lecture_saved

#include "tst_lecture_saved.moc"
