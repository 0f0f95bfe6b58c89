// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

#include "core/answers/watch.h"
#include "core/views/view.h"
#include "ui/document/question_document.h"

class QLabel;

namespace plateau::ui {

class FigureView;
class MechanismPlayer;
class PictureView;

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
    PictureView* bars_ = nullptr;
    MechanismPlayer* player_ = nullptr;
    answers::Watch<views::Picture> picture_;
};

} // namespace plateau::ui
