// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_preview.h"

#include <QFontDatabase>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/page_layout.h"

namespace plateau::ui {

namespace {

constexpr double inches_per_metre = 1 / 0.0254;
constexpr double true_dpi = 96;
constexpr double most_pixels = 16e6; ///< of a preview
constexpr qsizetype most_words = 20000; ///< of a script

} // namespace

ExportPreview::ExportPreview(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 14, 24, 12);
    auto* head = new QHBoxLayout;
    title_ = new QLabel(this);
    sights_ = new Segments(this);
    sights_->add(QStringLiteral("0"), tr("Colour"), tr("As it will be"));
    sights_->add(QStringLiteral("1"), tr("Grey"), tr("As a printer without colour gives it"));
    sights_->add(QStringLiteral("2"), tr("Deutan"), tr("As people without green receptors see it"));
    sights_->add(QStringLiteral("3"), tr("Protan"), tr("As people without red receptors see it"));
    sights_->set_current(QStringLiteral("0"));
    sights_->set_name(tr("Seen as"));
    zoom_ = new Segments(this);
    zoom_->add(QStringLiteral("0"), tr("Fit"), tr("As large as there is room"));
    zoom_->add(QStringLiteral("1"), tr("100 %"), tr("At its true size"));
    zoom_->add(QStringLiteral("2"), tr("200 %"), tr("Twice its true size"));
    zoom_->set_current(QStringLiteral("0"));
    zoom_->set_name(tr("Zoom"));
    zoom_->setObjectName(QStringLiteral("zoom"));
    sights_->setFixedWidth(std::max(240, sights_->sizeHint().width()));
    zoom_->setFixedWidth(std::max(150, zoom_->sizeHint().width()));
    head->addWidget(title_, 1);
    head->addWidget(sights_);
    head->addSpacing(8);
    head->addWidget(zoom_);
    column->addLayout(head);
    area_ = new QScrollArea(this);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setAlignment(Qt::AlignCenter);
    picture_ = new QLabel;
    picture_->setAccessibleName(tr("Preview"));
    area_->setWidget(picture_);
    area_->setBackgroundRole(QPalette::Window);
    column->addWidget(area_, 1);
    connect(zoom_, &Segments::chosen, this, &ExportPreview::draw);
    connect(sights_, &Segments::chosen, this, [this](const QString& sight) {
        sight_ = static_cast<Sight>(sight.toInt());
        draw();
    });
}

void ExportPreview::show_page(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    page_ = page;
    options_ = options;
    draw();
}

void ExportPreview::set_sight(Sight sight)
{
    sights_->set_current(QString::number(static_cast<int>(sight)));
    sight_ = sight;
    draw();
}

void ExportPreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    draw();
}

void ExportPreview::draw()
{
    if (page_.tiles.empty())
        return;
    const bool drawn = options_.format == figures::FigureFormat::Png || options_.format == figures::FigureFormat::Svg
        || options_.format == figures::FigureFormat::Pdf;
    zoom_->setEnabled(drawn);
    sights_->setEnabled(drawn);
    if (!drawn) {
        draw_words();
        return;
    }
    const Laid laid = lay_out(page_, options_);
    const QSizeF metres = metres_ = laid.metres;
    const QSizeF inches = metres * inches_per_metre;
    const QSizeF room = area_->maximumViewportSize() - QSizeF(4, 4);
    const double fitted = std::min(room.width() / inches.width(), room.height() / inches.height());
    const int zoom = zoom_->current().toInt();
    const double finest = std::sqrt(most_pixels / (inches.width() * inches.height())) / devicePixelRatioF();
    const double dpi = std::min(zoom == 0 ? std::max(10.0, fitted) : zoom * true_dpi, finest);
    figures::ExportOptions options = options_;
    options.in_pixels = false;
    options.dpi = dpi * devicePixelRatioF();
    shown_ = seen_as(page_image(page_, options), sight_);
    QPixmap pixmap = QPixmap::fromImage(shown_);
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    picture_->setPixmap(pixmap);
    picture_->setFont(interface_font(13));
    picture_->resize(picture_->sizeHint());
    QString size = tr("%1 × %2 mm").arg(std::lround(metres.width() * 1e3)).arg(std::lround(metres.height() * 1e3));
    if (options_.format == figures::FigureFormat::Png) {
        const QSize dots = dots_of(metres, options_.dpi);
        size = tr("%1, %2 × %3 px")
                   .arg(size, quantity(dots.width(), units::Unit::Count, 0),
                        quantity(dots.height(), units::Unit::Count, 0));
    }
    title_->setText(
        QStringLiteral("<b style=\"font-weight:600\">%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
            .arg(tr("Preview"), theme_of(this).text2.name(),
                 (laid.outgrown ? tr("%1: its words have no room in less; shown at %2 %") : tr("%1, shown at %2 %"))
                     .arg(size)
                     .arg(std::lround(dpi / true_dpi * 100))));
}

/// Shows the first words of a file that is written, not drawn.
void ExportPreview::draw_words()
{
    picture_->setPixmap({});
    metres_ = {};
    picture_->setTextFormat(Qt::PlainText);
    picture_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    picture_->setText(QString::fromUtf8(page_bytes(page_, options_).value_or(QByteArray()).left(most_words)));
    picture_->resize(picture_->sizeHint());
    title_->setText(QStringLiteral("<b style=\"font-weight:600\">%1</b>").arg(tr("Preview")));
}

} // namespace plateau::ui
