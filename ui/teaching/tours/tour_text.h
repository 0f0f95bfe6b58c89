// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace plateau::ui {

/// A text in which numbers can be turned: dragged to the side, or with the arrow keys while one has the focus (Tab goes
/// from one to the next). Says how many stops; whoever owns the text answers with another one.
class TourText final : public QTextBrowser {
    Q_OBJECT
public:
    explicit TourText(QWidget* parent = nullptr);

    /// Keeps the place and the number that has the focus.
    void show_html(const QString& html);

signals:
    void link_clicked(const QString& target);
    void turn_begun(const QString& key);
    void turned(const QString& key, int stops); ///< since it began
    void turn_ended();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    QString focused_link() const;
    void focus_link(const QString& target);

    QString html_;
    QString pressed_; ///< the link under the button
    int pressed_x_ = 0;
    bool dragging_ = false;
};

} // namespace plateau::ui
