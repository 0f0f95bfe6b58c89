// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <vector>

#include "core/answers/explore/suggestions.h"
#include "core/views/figures/figure.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace plateau::ui {

class PicturePanel;
class SuggestionRow;

/// In the middle of the plots while the question does not fit: what fills the memory, and single changes with which it
/// does. Can be closed until the next one that does not fit.
class MisfitCard final : public QFrame {
    Q_OBJECT
public:
    explicit MisfitCard(QWidget* parent);

    void show_misfit(const QString& verdict, const figures::Figure& memory,
                     const std::vector<explore::Suggestion>& remedies, bool searching);
    void settle(); ///< the question fits: the next misfit is shown again
    bool is_closed() const { return closed_; }
    const std::vector<SuggestionRow*>& rows() const { return shown_; }

signals:
    void wanted(int remedy);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    bool closed_ = false;
    QLabel* verdict_;
    QToolButton* close_;
    PicturePanel* memory_;
    QLabel* head_;
    QVBoxLayout* rows_;
    std::vector<SuggestionRow*> shown_;
};

} // namespace plateau::ui
