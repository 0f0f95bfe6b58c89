// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QWidget>

#include "ui/figures/render_style.h"

class QScreen;

namespace plateau::ui {

/// Sizes of what a class sees. The smallest letters of a screen of 1920 x 1080 have 18 points, others in proportion.
struct ClassroomLook {
    Theme theme;
    double letter = 24; ///< pixels: the smallest there are

    int pixels(double letters) const { return static_cast<int>(letters * letter + 0.5); }
    int top() const { return pixels(2.8); }
    int bottom() const { return pixels(4.6); } ///< a row of names over a row of controls
    int column() const { return pixels(25); }
    int field() const { return pixels(7.6); }
    int control() const { return pixels(1.9); } ///< height
    RenderStyle figure_style() const;
    QString sheet() const;
};

ClassroomLook classroom_look(const Theme& theme, QSize window);

/// The screen that a class looks at: one beside the first, as a projector is; with one screen alone that one.
QScreen* screen_of_class(const QWidget& window);
/// The first screen that the window is not on; null with one screen.
QScreen* screen_beside(const QWidget& window);
/// The whole of a screen, wherever the window was before.
void fill_screen(QWidget& window, const QScreen& screen);

/// A ring of light round the pointer, which a class in the last row sees too.
class CursorHalo final : public QWidget {
    Q_OBJECT
public:
    explicit CursorHalo(QWidget& window);

    void set_radius(int pixels);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace plateau::ui
