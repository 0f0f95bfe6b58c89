// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBuffer>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "core/paper/figure_page.h"
#include "tests/ui/sample_figure.h"
#include "ui/figures/export.h"

namespace tst_printed_page {

using namespace plateau;
using namespace plateau::ui;

/// What stands on the paper of a report, seen by another program.
class TestPrintedPage : public QObject {
    Q_OBJECT

    static std::string framed(QSize size)
    {
        QImage image(size, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setPen(QPen(Qt::magenta, 40));
        painter.drawRect(image.rect().adjusted(20, 20, -20, -20));
        painter.end();
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        return bytes.toStdString();
    }

private slots:
    void a_picture_is_as_wide_as_its_column_and_whole()
    {
        const QString reader = QStandardPaths::findExecutable(QStringLiteral("pdftoppm"));
        QVERIFY(!reader.isEmpty());
        views::Report report{.title = {"A report", {}}, .scenario = "kind: training"};
        report.sections.push_back({.heading = {"Plots", {}},
                                   .paragraphs = {{"Words before the picture.", {}}},
                                   .pictures = {figures::page_of(sample_figure())}});
        const std::string html = views::report_html(report, {"picture"}, views::Medium::Paper, "en");
        const QByteArray pdf
            = printed_page(QString::fromStdString(html), {{.name = "picture", .png = framed({2000, 800})}},
                           QStringLiteral("A report"));
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("report.pdf")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(pdf);
        file.close();
        QCOMPARE(QProcess::execute(reader,
                                   {QStringLiteral("-r"), QStringLiteral("72"), QStringLiteral("-png"),
                                    QStringLiteral("-singlefile"), file.fileName(),
                                    folder.filePath(QStringLiteral("page"))}),
                 0);
        const QImage page(folder.filePath(QStringLiteral("page.png")));
        const auto is_frame = [&](int x, int y) {
            const QColor colour = page.pixelColor(x, y);
            return colour.red() > 200 && colour.green() < 120 && colour.blue() > 200;
        };
        QRect frame;
        for (int y = 0; y < page.height(); ++y)
            for (int x = 0; x < page.width(); ++x)
                if (is_frame(x, y))
                    frame |= QRect(x, y, 1, 1);
        QVERIFY(frame.height() > 50);
        const int middle = frame.center().y(), column = page.width() - 2 * 51; // points: 18 mm
        QVERIFY2(std::abs(frame.width() - column) <= 4, qPrintable(QString::number(frame.width())));
        for (int x = frame.left(); x < frame.left() + 8; ++x)
            QVERIFY(is_frame(x, middle) && is_frame(frame.right() - (x - frame.left()), middle));
    }
};

PLATEAU_TEST(TestPrintedPage)

} // namespace tst_printed_page

#include "tst_printed_page.moc"
