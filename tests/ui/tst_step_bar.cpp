// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QPainter>
#include <QtTest>

#include "tests/ui/picture_recorder.h"
#include "ui/figures/picture.h"

namespace tst_step_bar {

using namespace plateau;
using namespace plateau::ui;

/// Bars of segments tell every part apart, however small.
class TestStepBar : public QObject {
    Q_OBJECT
    static constexpr QRect area{0, 0, 600, 300};

    static figures::Bars chart(double least)
    {
        using figures::SegmentKind;
        figures::Bar bar;
        bar.name = {"Current", {}};
        bar.segments = {{{"Matrix multiply", {}}, SegmentKind::MatrixMultiply, 0.3},
                        {{"Other kernels", {}}, SegmentKind::OtherKernels, 0.3},
                        {{"Conversion", {}}, SegmentKind::OtherKernels, 0.3},
                        {{"Tensor traffic", {}}, SegmentKind::OtherTraffic, 0.3},
                        {{"Expert traffic", {}}, SegmentKind::OtherTraffic, 0.3},
                        {{"Stage transfers", {}}, SegmentKind::OtherTraffic, 0.3},
                        {{"Pipeline idle", {}}, SegmentKind::Idle, 0.3},
                        {{"Host and jitter", {}}, SegmentKind::Idle, 0.3},
                        {{"Optimizer", {}}, SegmentKind::Optimizer, least}};
        return {.bars = {bar}};
    }
    static RenderStyle look(bool dark)
    {
        RenderStyle style;
        style.theme = dark ? dark_theme() : light_theme();
        return style;
    }

private slots:
    void no_two_parts_look_alike_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void no_two_parts_look_alike()
    {
        QFETCH(bool, dark);
        const figures::Bars shown = chart(0.3);
        QImage image(area.size(), QImage::Format_RGB32);
        image.fill(look(dark).theme.canvas);
        QPainter painter(&image);
        draw(painter, area, shown, {}, look(dark));
        painter.end();
        std::vector<QImage> parts;
        for (int part = 0; part < ui::part_count(shown); ++part) {
            const QRect box = part_rect(area, shown, look(dark), part).toRect();
            QVERIFY(box.width() > 30);
            const QImage corner = image.copy(box.left() + 1, box.top() + 1, 12, 6); // left of the number
            for (const QImage& other : parts)
                QVERIFY2(corner != other, qPrintable(part_words(shown, part)));
            parts.push_back(corner);
        }
    }

    /// The limit crosses the bars, not the words above them.
    void the_limit_leaves_the_names_alone()
    {
        figures::Bars shown = chart(0.3);
        shown.bars.push_back(shown.bars.front());
        shown.limit = 2.8; // of 2.7: the end of the row, where the totals stand
        QImage image(area.size(), QImage::Format_RGB32);
        image.fill(look(false).theme.canvas);
        QPainter painter(&image);
        draw(painter, area, shown, {}, look(false));
        painter.end();
        const int first = part_rect(area, shown, look(false), 0).toRect().top();
        const int second = part_rect(area, shown, look(false), 9).toRect().top();
        const QRect number(area.right() - 40, 0, 41, 16);
        QCOMPARE(image.copy(number.translated(0, second - 20)), image.copy(number.translated(0, first - 20)));
    }

    /// Nor a number in a bar: that stands on the wider side of the line.
    void the_limit_leaves_the_numbers_alone()
    {
        figures::Bars shown = chart(0.3);
        const std::vector<figures::Segment>& segments = shown.bars.front().segments;
        shown.limit = segments.front().value / 2; // through the middle of the first part
        PictureRecorder paper(area.size(), {});
        QPainter painter(&paper);
        draw(painter, area, shown, {}, look(false));
        painter.end();
        const QRectF part = part_rect(area, shown, look(false), 0);
        int seen = 0;
        for (const PictureRecorder::Text& text : paper.texts())
            if (part.contains(text.box.center())) {
                QVERIFY2(text.box.left() > part.center().x() || text.box.right() < part.center().x(),
                         qPrintable(text.words));
                ++seen;
            }
        QCOMPARE(seen, 1);
    }

    /// What a slide has beyond their need goes to bars and lines of the legend.
    void bars_take_the_room_there_is()
    {
        const QRectF slide(0, 0, 1280, 720);
        RenderStyle style = look(false);
        style.on_paper = true;
        style.text_scale = 2;
        figures::Bars shown = chart(0.3);
        const double needed = needs(shown, style, slide.width()).height();
        QVERIFY(needed < 0.6 * slide.height());
        PictureRecorder paper(slide.size().toSize(), {});
        QPainter painter(&paper);
        draw(painter, slide, shown, {}, style);
        painter.end();
        double lowest = 0;
        for (const PictureRecorder::Text& text : paper.texts())
            lowest = std::max(lowest, text.box.bottom());
        QVERIFY2(lowest > 0.85 * slide.height() && lowest < slide.height(), qPrintable(QString::number(lowest)));
        QVERIFY(part_rect(slide, shown, style, 0).height() > 100);
        const QRectF exact(0, 0, slide.width(), needed);
        QCOMPARE(part_rect(exact, shown, style, 0).height(), 40.0);
    }

    void a_small_part_is_not_nothing()
    {
        PictureRecorder paper(area.size(), {});
        QPainter painter(&paper);
        draw(painter, area, chart(3e-5), {}, look(false));
        painter.end();
        QStringList words;
        for (const PictureRecorder::Text& text : paper.texts())
            words << text.words;
        QVERIFY2(words.contains(QStringLiteral("<0.1")), qPrintable(words.join(QLatin1Char('|'))));
        QVERIFY(!words.contains(QStringLiteral("0")));
    }
};

PLATEAU_TEST(TestStepBar)

} // namespace tst_step_bar

#include "tst_step_bar.moc"
