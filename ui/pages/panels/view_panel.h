// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QContextMenuEvent>
#include <QStackedWidget>

#include "core/answers/watch.h"
#include "core/charts/figure.h"
#include "core/views/view.h"
#include "ui/document/edited_question.h"
#include "ui/figures/picture_view.h"

class QLabel;

namespace plateau::ui {

class FigureView;
class MechanismPlayer;
class PicturePanel;

/// A view in a dock of its own: its picture of the open scenario, computed while it is in sight.
class ViewPanel final : public QStackedWidget {
    Q_OBJECT
public:
    ViewPanel(ScenarioDocument& document, const views::View& view, QWidget* parent = nullptr);

    const views::View& view() const { return view_; }
    /// Null: none yet, or no answer.
    const figures::Figure* figure() const;
    bool is_current() const { return picture_.is_current(); }
    QSize sizeHint() const override { return {320, 380}; }

signals:
    void updated();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void ask();
    void fill();
    /// Makes a view where it is first needed: most panels stay closed, and build none.
    template<class View>
    View& in_front(View*& view);

    ScenarioDocument& document_;
    const views::View& view_;
    QLabel* words_;
    FigureView* plot_ = nullptr;
    PicturePanel* bars_ = nullptr;
    MechanismPlayer* player_ = nullptr;
    answers::Watch<views::Picture> picture_;
};

/// A picture as high as it needs to be: where the step's time goes, what fills the memory, an account of MFU. Its parts
/// can be clicked and walked through with the arrow keys.
class PicturePanel final : public PictureView {
    Q_OBJECT
public:
    explicit PicturePanel(QWidget* parent = nullptr);
    void show_figure(const figures::Figure& figure);

    QSize sizeHint() const override { return {usual_width, heightForWidth(usual_width)}; }
    int heightForWidth(int width) const override;
    /// Can every word of it be read?
    bool is_whole() const;

signals:
    /// A part was clicked: the formulas of what it sums up.
    void subjects_wanted(const std::vector<std::string>& subjects);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override { event->ignore(); } // its dock has one
    QRectF area() const override { return contentsRect(); }

private:
    static constexpr int usual_width = 300;

    void choose(int part);
    void ask_about(int part);

    mutable std::map<int, int> heights_; ///< by width: layouts ask many times
};

} // namespace plateau::ui
