// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QSize>
#include <QString>
#include <QWidget>

#include "core/answers/watch.h"
#include "core/views/view.h"
#include "ui/figures/picture.h"

class QLabel;
class QScreen;
class QVBoxLayout;

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

class FigureView;
class GuessCatcher;
class MechanismPlayer;
class Page;
class PictureView;
class SchematicView;
class TourPlayer;

/// The pictures of a step before a class, one or two over each other: those it names, without what it does not speak
/// of.
class ClassCanvas final : public QWidget {
    Q_OBJECT
public:
    ClassCanvas(TourPlayer& player, QWidget* parent);

    /// Shows the charts of the page as it is now; without a tour its own figure alone.
    void show_page(Page& page, const ClassroomLook& look);
    /// What is in sight now: "scaling-per-gpu", "scaling-per-gpu.mfu", "picture".
    std::vector<std::string> seen() const;
    /// Charts of it whose words do not all have room.
    std::vector<std::string> cut() const;
    /// The page's own plot.
    FigureView& plot() const { return *plot_; }
    /// The moving picture in sight; null: none.
    MechanismPlayer* moving() const;
    /// Without a guess to make there is nothing to do with the mouse on a plot: no zoom by mistake.
    void let_mouse_in(bool plots);
    /// What the page's figure says of itself.
    const figures::Figure& figure() const { return figure_; }

signals:
    void figure_shown();

private:
    int height_of(const figures::Figure& figure) const;
    /// One place for a view that the page itself does not draw.
    struct Slot {
        std::string view;
        FigureView* plot = nullptr;
        PictureView* chart = nullptr;
        MechanismPlayer* player = nullptr;
        QLabel* words = nullptr;
        GuessCatcher* catcher = nullptr;
        std::unique_ptr<answers::Watch<views::Picture>> picture;
    };
    Slot& slot_of(const std::string& view);
    void show_own(const figures::Figure& figure, const std::string& region);
    void show_slot(Slot& slot);
    void show_drawn(const std::string& view);
    void show_question();
    void put(QWidget& widget, int height, const std::string& region);
    figures::Figure as_asked(figures::Figure figure, bool of_page) const;
    void catch_guesses(GuessCatcher& catcher, const figures::Figure& figure);

    TourPlayer& player_;
    Page* page_ = nullptr;
    ClassroomLook look_;
    QVBoxLayout* column_;
    FigureView* plot_;
    PictureView* chart_;
    SchematicView* schematic_;
    QLabel* covered_;
    GuessCatcher* catcher_; ///< over the page's own plot
    std::vector<std::unique_ptr<Slot>> slots_;
    std::vector<std::pair<QWidget*, std::string>> shown_;
    std::vector<QWidget*> all_; ///< that it may show
    figures::Figure figure_;
};

} // namespace plateau::ui
