// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QObject>
#include <QTextObjectInterface>

#include <vector>

#include "ui/figures/page_layout.h"
#include "ui/figures/printed_page.h"

namespace plateau::ui {

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

} // namespace plateau::ui
