// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QWidget>

#include "core/charts/schematic.h"
#include "ui/figures/picture.h"

class QMenu;

namespace plateau::ui {

/// A picture on screen whose parts can be pointed at, clicked and walked through with the arrow keys.
class PictureView : public QWidget {
    Q_OBJECT
public:
    explicit PictureView(QWidget* parent = nullptr);

    void show_figure(const figures::Figure& figure, const RenderStyle& style);
    const figures::Figure& figure() const { return figure_; }
    /// Whether all words of the picture have room.
    bool has_room() const;
    /// Where a part is drawn.
    QRectF rect_of(int part) const;
    /// Said while there is nothing to draw.
    void set_placeholder(const QString& words);
    const QString& placeholder() const { return placeholder_; }

signals:
    void part_clicked(int part);
    void part_activated(int part); ///< double click, Enter
    void menu_made(QMenu& menu); ///< empty: it does not open

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

    virtual QRectF area() const; ///< of the picture

    figures::Figure figure_;
    RenderStyle style_;
    int at_ = -1; ///< part that the keyboard is at

private:
    int part_under(QPointF point) const;
    int columns() const;

    QString placeholder_;
    bool by_keyboard_ = false;
};

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
