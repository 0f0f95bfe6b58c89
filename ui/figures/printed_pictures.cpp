// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/printed_pictures.h"

#include <QTextFormat>

#include <algorithm>

#include <qcustomplot.h>

namespace plateau::ui {

namespace {

constexpr double highest = 0.62; ///< of the paper: a picture

} // namespace

PrintedPictures::PrintedPictures(const std::vector<figures::SheetPicture>& pictures, QSizeF paper) : paper_(paper)
{
    for (const figures::SheetPicture& picture : pictures) {
        Picture& kept = pictures_[QString::fromStdString(picture.name)];
        if (picture.page) {
            kept.page = &*picture.page;
            kept.laid = lay_out(*picture.page, picture.options);
            kept.size = kept.laid.size;
        } else {
            kept.image = QImage::fromData(QByteArray::fromStdString(picture.png), "PNG");
            kept.size = kept.image.size();
        }
    }
}

QSizeF PrintedPictures::intrinsicSize(QTextDocument*, int, const QTextFormat& format)
{
    const auto found = pictures_.constFind(format.toImageFormat().name());
    if (found == pictures_.constEnd() || found->size.isEmpty())
        return {};
    const double scale
        = std::min(paper_.width() / found->size.width(), highest * paper_.height() / found->size.height());
    return QSizeF(found->size) * scale;
}

void PrintedPictures::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format)
{
    const auto found = pictures_.constFind(format.toImageFormat().name());
    if (found == pictures_.constEnd())
        return;
    if (!found->page) {
        painter->drawImage(rect, found->image);
        return;
    }
    painter->save();
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / found->size.width(), rect.height() / found->size.height());
    draw_page(*static_cast<QCPPainter*>(painter), *found->page, found->laid, true);
    painter->restore();
}

} // namespace plateau::ui
