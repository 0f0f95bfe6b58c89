// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSettings>

#include "ui/window/regions.h"
#include "window_stage.h"

using plateau::test::Stage;
namespace ui = plateau::ui;

/// The keyboard alone: every region can be reached.
class TestKeyboard : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void f6_goes_round_all_regions();

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
    go_to_region(window, 1);
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
    QVERIFY(seen.size() >= 3); // tabs, parameters, plot; panels at the right where they hold controls
    QVERIFY(std::any_of(seen.begin(), seen.end(),
                        [&](QWidget* at) { return stage_->window.parameters().isAncestorOf(at); }));
    QTest::keyClick(first, Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(QApplication::focusWidget() != first);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    QCOMPARE(QApplication::focusWidget(), first);
}

PLATEAU_TEST(TestKeyboard)
#include "tst_keyboard.moc"
