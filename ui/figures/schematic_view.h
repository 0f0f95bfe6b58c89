// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QWidget>

#include "core/charts/schematic.h"
#include "ui/figures/render_style.h"

namespace plateau::ui {

/// The window and handouts draw schematics with this function.
void draw_schematic(QPainter& painter, const QRectF& area, const figures::Schematic& sheet, const RenderStyle& style);

/// Draws a schematic on white; returns a PNG.
QByteArray schematic_png(const figures::Schematic& sheet);

/// A schematic on screen, as large as there is room.
class SchematicView final : public QWidget {
    Q_OBJECT
public:
    explicit SchematicView(QWidget* parent = nullptr);

    void show_schematic(const figures::Schematic& sheet, const RenderStyle& style);
    const figures::Schematic& schematic() const { return sheet_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    figures::Schematic sheet_;
    RenderStyle style_;
};

} // namespace plateau::ui
