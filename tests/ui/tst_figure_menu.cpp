// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMimeData>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/window_stage.h"
#include "ui/controls/text.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/plans/plans_page.h"

namespace tst_figure_menu {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

QString copied_svg() { return QString::fromUtf8(QApplication::clipboard()->mimeData()->data("image/svg+xml")); }
int copied_lines() { return static_cast<int>(QApplication::clipboard()->text().count(QLatin1Char('\n'))); }

QAction* entry(const QMenu& menu, const QString& words)
{
    for (QAction* action : menu.actions())
        if (QString(action->text()).remove(QLatin1Char('&')) == words)
            return action;
    return nullptr;
}

figures::PlotView from_to(double from, double to)
{
    figures::PlotView view;
    view.x.from = from;
    view.x.to = to;
    return view;
}

} // namespace

/// Whatever shows a figure copies and exports it: the menu over it, and Ctrl+C.
class TestFigureMenu : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        set_up();
        keep_settings_as("figure-menu");
    }
    void init() { QSettings().clear(); }

    void the_figure_with_the_keyboard_is_copied()
    {
        test::Stage stage(catalog_, *appearance_, {1600, 900}, "llama3-70b-h100");
        stage.window.show_page(stage.window.page<PlansPage>());
        const auto pictures = stage.window.page<PlansPage>().findChildren<PictureView*>();
        QTRY_VERIFY_WITH_TIMEOUT(stage.window.page<PlansPage>().figures().size() >= 2, 60000);
        int copied = 0;
        for (const NamedFigure& figure : stage.window.page<PlansPage>().figures())
            for (PictureView* picture : pictures)
                if (figure.view == picture) {
                    picture->setFocus();
                    QApplication::clipboard()->clear();
                    QTest::keyClick(picture, Qt::Key_C, Qt::ControlModifier);
                    const figures::Figure& shown = picture->figure();
                    const auto* changes = shown.as<figures::Waterfall>();
                    const Message title = changes ? changes->title : shown.as<figures::HeatMap>()->title;
                    QVERIFY2(copied_svg().contains(text(title)), qPrintable(figure.name));
                    QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
                    QMenu menu;
                    emit picture->menu_made(menu);
                    QVERIFY(entry(menu, QStringLiteral("Copy figure"))
                            && entry(menu, QStringLiteral("Export figure...")));
                    entry(menu, QStringLiteral("Copy figure's data"))->trigger();
                    QVERIFY(copied_lines() > 3);
                    ++copied;
                }
        QCOMPARE(copied, 2);
    }

    void data_is_copied_in_part_or_in_full()
    {
        test::Stage stage(catalog_, *appearance_);
        FigureView& plot = stage.plot();
        const auto copied = [&](const char* words) {
            const std::unique_ptr<QMenu> menu(plot.menu_at(QPointF(plot.rect().center())));
            QAction* action = entry(*menu, QLatin1String(words));
            if (!action)
                return 0;
            action->trigger();
            return copied_lines();
        };
        const int all = copied("Copy figure's data");
        QVERIFY(all > 12);
        QCOMPARE(copied("Copy all data"), 0);
        plot.set_view(from_to(64, 512));
        test::Stage::settle();
        const int part = copied("Copy the data in view");
        QVERIFY(part > 3 && part < all);
        QCOMPARE(copied("Copy all data"), all);
    }

    /// As on the workbench: what is exported opens as it was looked at.
    void a_view_of_the_limits_comes_back()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.show_page(stage.window.page<LimitsPage>());
        LimitsPage& page = stage.window.page<LimitsPage>();
        QTRY_VERIFY_WITH_TIMEOUT(!page.model().is_working(), 60000);
        test::Stage::settle();
        page.plot().look(from_to(1e27, 1e29));
        test::Stage::settle();
        page.plot().setFocus();
        QTest::keyClick(&page.plot(), Qt::Key_C, Qt::ControlModifier);
        QTemporaryDir folder;
        QFile file(folder.filePath("limits.svg"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(copied_svg().toUtf8()) > 0);
        file.close();
        plateau::test::Stage other(catalog_, *appearance_);
        other.window.opening().open(file.fileName());
        test::Stage::settle();
        QCOMPARE(other.window.page<LimitsPage>().plot().view().x.from, 1e27);
        QCOMPARE(other.window.page<LimitsPage>().plot().view().x.to, 1e29);
        QVERIFY(other.window.page<LimitsPage>().document().open("limits-a100-dense"));
        test::Stage::settle();
        QVERIFY(!other.window.page<LimitsPage>().plot().view().is_part());
    }
};

PLATEAU_TEST(TestFigureMenu)

} // namespace tst_figure_menu

#include "tst_figure_menu.moc"
