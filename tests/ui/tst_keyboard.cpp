// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSettings>

#include "ui/evidence/evidence_page.h"
#include "ui/hardware/hardware_page.h"
#include "ui/limits/limits_page.h"
#include "ui/plans/plans_page.h"
#include "window_stage.h"

using plateau::test::Stage;
namespace ui = plateau::ui;

/// The keyboard alone: every region can be reached, and one sees where one is.
class TestKeyboard : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void f6_goes_round_all_regions();
    void who_has_the_focus_shows_it_data();
    void who_has_the_focus_shows_it();

private:
    std::shared_ptr<const plateau::catalog::Catalog> catalog_;
    std::unique_ptr<ui::Appearance> appearance_;
    std::unique_ptr<Stage> stage_;
};

void TestKeyboard::initTestCase()
{
    catalog_ = std::make_shared<const plateau::catalog::Catalog>(plateau::catalog::read({PRESETS}));
    appearance_ = plateau::test::light_appearance();
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QCoreApplication::setOrganizationName(QStringLiteral("Plateau tests"));
    QCoreApplication::setApplicationName(QStringLiteral("keyboard"));
    stage_ = std::make_unique<Stage>(catalog_, *appearance_);
}

void TestKeyboard::f6_goes_round_all_regions()
{
    ui::MainWindow& window = stage_->window;
    window.show_page(window.workbench());
    Stage::settle();
    window.go_to_region(1);
    QWidget* first = QApplication::focusWidget();
    QVERIFY(first);
    std::set<QWidget*> seen{first};
    for (int i = 0; i < 12; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        Stage::settle();
        if (QApplication::focusWidget() == first)
            break;
        QVERIFY(seen.insert(QApplication::focusWidget()).second);
    }
    QCOMPARE(QApplication::focusWidget(), first); // round
    QVERIFY(seen.size() >= 4); // tabs, parameters, plot, panels at the right
    QVERIFY(std::any_of(seen.begin(), seen.end(),
                        [&](QWidget* at) { return stage_->window.parameters().isAncestorOf(at); }));
    QTest::keyClick(first, Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(QApplication::focusWidget() != first);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    QCOMPARE(QApplication::focusWidget(), first);
}

void TestKeyboard::who_has_the_focus_shows_it_data()
{
    QTest::addColumn<int>("page");
    const char* const pages[] = {"workbench", "plans", "hardware", "limits", "evidence"};
    for (int i = 0; i < 5; ++i)
        QTest::newRow(pages[i]) << i;
}

/// Tab through the whole page: each control is drawn otherwise with the focus than without.
void TestKeyboard::who_has_the_focus_shows_it()
{
    QFETCH(int, page);
    ui::MainWindow& window = stage_->window;
    ui::Page* const pages[]
        = {&window.workbench(), &window.plans(), &window.hardware(), &window.limits(), &window.evidence_page()};
    window.show_page(*pages[page]);
    stage_->wait_for_searches();
    QTest::qWait(300); // what is still being searched fills its tables
    window.go_to_region(1);
    const QWidget* const first = QApplication::focusWidget();
    QVERIFY(first);
    std::set<const QWidget*> seen;
    QStringList silent;
    for (int i = 0; i < 400; ++i) {
        QWidget* at = QApplication::focusWidget();
        if (!at || !seen.insert(at).second)
            break;
        const QImage with = at->grab().toImage();
        at->clearFocus();
        Stage::settle();
        const QImage without = at->grab().toImage();
        if (with == without)
            silent << QStringLiteral("%1 “%2”").arg(QString::fromLatin1(at->metaObject()->className()),
                                                    at->accessibleName());
        at->setFocus(Qt::TabFocusReason);
        QTest::keyClick(at, Qt::Key_Tab);
        if (QApplication::focusWidget() == at) // it keeps the Tab key for itself: Ctrl+Tab leaves it
            QTest::keyClick(at, Qt::Key_Tab, Qt::ControlModifier);
    }
    QVERIFY(seen.size() > 8);
    QVERIFY2(silent.isEmpty(), qPrintable(silent.join(QLatin1Char('\n'))));
}

PLATEAU_TEST(TestKeyboard)
#include "tst_keyboard.moc"
