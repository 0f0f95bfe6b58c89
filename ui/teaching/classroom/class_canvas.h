// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

#include "core/answers/watch.h"
#include "core/views/view.h"
#include "ui/teaching/classroom/classroom_look.h"

class QLabel;
class QVBoxLayout;

namespace plateau::ui {

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
    GuessCatcher* catcher_for(FigureView& plot);
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
