// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QString>
#include <QTextObjectInterface>

#include <string>
#include <vector>

#include "core/paper/figure_page.h"
#include "core/paper/report.h"
#include "ui/figures/page_layout.h"

namespace plateau::ui {

/// HTML on A4 paper, as a PDF.
QByteArray printed_page(const QString& html, const std::vector<figures::SheetPicture>& pictures, const QString& title);

/// Prints each of several texts on a sheet of its own, in the largest letters with which it fits; what has no room even
/// in the smallest goes on overleaf.
QByteArray printed_sheets(const std::vector<std::string>& sheets, const std::vector<figures::SheetPicture>& pictures,
                          const std::string& title);

/// The pictures of a text on paper: laid out once, drawn wherever the text has them. Its painter is a QCPPainter.
class PrintedPictures final : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    PrintedPictures(const std::vector<figures::SheetPicture>& pictures, QSizeF paper);

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    struct Picture {
        const figures::FigurePage* page = nullptr; ///< null: the image
        Laid laid = {};
        QImage image = {};
        QSize size = {};
    };

    QSizeF paper_;
    QHash<QString, Picture> pictures_;
};

enum class ReportFormat { Pdf, Html };

/// A report as a file that needs no other. `language`: the code of what it is said in; empty: the window's.
QByteArray report_bytes(const views::Report& report, ReportFormat format, const std::string& language);

} // namespace plateau::ui
