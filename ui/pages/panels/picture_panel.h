// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QContextMenuEvent>

#include <map>
#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "ui/figures/picture_view.h"

namespace plateau::ui {

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
