// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QtTest>

#include <qcustomplot.h>

#include "tests/ui/collisions.h"
#include "tests/ui/picture_recorder.h"
#include "tests/ui/sample_figure.h"
#include "ui/figures/export.h"

namespace tst_page_layout {

using namespace plateau;
using namespace plateau::ui;

/// Several figures on a page stand as they are read most easily.
class TestPageLayout : public QObject {
    Q_OBJECT

    static figures::FigurePage tiled(int count)
    {
        figures::FigurePage page = figures::page_of(sample_figure());
        page.tiles.clear();
        for (int i = 0; i < count; ++i)
            page.tiles.push_back({{"Sequence: %1", {Verbatim{std::to_string(2048 << i)}}}, sample_figure()});
        return page;
    }

    static std::vector<QRectF> drawn(PictureRecorder& sheet, const figures::FigurePage& page, const Laid& laid)
    {
        QCPPainter painter;
        painter.begin(&sheet);
        const std::vector<QRectF> plots = draw_page(painter, page, laid, true);
        painter.end();
        return plots;
    }

private slots:
    void two_stand_side_by_side_on_a_slide_data()
    {
        QTest::addColumn<QString>("size");
        QTest::newRow("16:9") << QStringLiteral("slide");
        QTest::newRow("4:3") << QStringLiteral("slide-4x3");
    }
    /// A column of two would leave a quarter of the letters' size.
    void two_stand_side_by_side_on_a_slide()
    {
        QFETCH(QString, size);
        const figures::ExportOptions options = *figures::export_size(size.toStdString());
        const Laid laid = lay_out(tiled(2), options);
        QVERIFY(!laid.outgrown);
        QCOMPARE(laid.tiles[0].top(), laid.tiles[1].top());
        QVERIFY(looked_at(tiled(2), options).points >= 7);
    }

    /// Whatever is written below them.
    void axes_side_by_side_stand_at_one_height()
    {
        figures::FigurePage page = tiled(2);
        for (figures::Panel& panel : page.tiles[1].figure.plot().panels) {
            panel.notes.clear();
            panel.brackets.clear();
            panel.regions.clear();
        }
        const Laid laid = lay_out(page, *figures::export_size("two-column"));
        PictureRecorder sheet(laid.size, {});
        const std::vector<QRectF> plots = drawn(sheet, page, laid);
        QCOMPARE(plots.size(), std::size_t(6));
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(std::abs(plots[i].bottom() - plots[i + 3].bottom()) < 1.5);
            QVERIFY(std::abs(plots[i].top() - plots[i + 3].top()) < 1.5);
        }
    }

    void nothing_may_lie_behind_them()
    {
        static const QRegularExpression sheet(
            QStringLiteral("fill=\"#ffffff\" fill-opacity=\"(\\d)\"[^>]*>\\s*<rect x=\"0\" y=\"0\""));
        for (const bool through : {false, true})
            for (const int count : {1, 2}) {
                figures::ExportOptions options;
                options.dpi = 96;
                options.see_through = through;
                QCOMPARE(page_image(tiled(count), options).pixelColor(1, 1).alpha(), through ? 0 : 255);
                options.format = figures::FigureFormat::Svg;
                const auto found = sheet.match(QString::fromUtf8(*page_bytes(tiled(count), options)));
                QCOMPARE(found.hasMatch(), !through);
            }
    }

    /// Four legends with the same lines in them would take the room of the plots.
    void what_several_draw_alike_is_named_once()
    {
        const figures::FigurePage page = tiled(4);
        figures::ExportOptions options = *figures::export_size("two-column");
        options.names = figures::NamePlace::Legend;
        const Laid laid = lay_out(page, options);
        PictureRecorder sheet(laid.size, {});
        const std::vector<QRectF> plots = drawn(sheet, page, laid);
        int named = 0;
        for (const LegendEntry& entry : laid.legend.entries()) {
            const auto count
                = std::count_if(sheet.texts().begin(), sheet.texts().end(), [&](const PictureRecorder::Text& text) {
                      const bool inside = std::any_of(plots.begin(), plots.end(), [&](const QRectF& plot) {
                          return plot.contains(text.box.center());
                      });
                      return !inside && text.words.startsWith(entry.words);
                  });
            QVERIFY2(entry.sample && count == 1, qPrintable(entry.words));
            ++named;
        }
        QVERIFY(named >= 3);
    }
};

PLATEAU_TEST(TestPageLayout)

} // namespace tst_page_layout

#include "tst_page_layout.moc"
