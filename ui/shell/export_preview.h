// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"
#include "ui/figures/colour_vision.h"

class QLabel;
class QScrollArea;

namespace plateau::ui {

class Segments;

/// The figure as it will be on paper, drawn by the same renderer: fitted or at true size, also without colour and as
/// others see it. Of a script its text.
class ExportPreview final : public QWidget {
    Q_OBJECT
public:
    explicit ExportPreview(QWidget* parent = nullptr);

    void show_page(const figures::FigurePage& page, const figures::ExportOptions& options);
    void set_sight(Sight sight);
    QImage shown() const { return shown_; }
    /// The size of the file's picture in metres; empty: it is no picture.
    QSizeF size_on_paper() const { return metres_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();
    void draw_words();

    figures::FigurePage page_;
    figures::ExportOptions options_;
    Sight sight_ = Sight::Full;
    QImage shown_;
    QSizeF metres_;
    QLabel* title_;
    Segments* zoom_;
    Segments* sights_;
    QScrollArea* area_;
    QLabel* picture_;
};

} // namespace plateau::ui
