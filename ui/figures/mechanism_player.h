// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <optional>

#include "core/charts/mechanism.h"
#include "ui/figures/picture.h"

class QLabel;
class QSlider;
class QToolButton;

namespace plateau::ui {

/// A moving picture that is played, paused and dragged: Space plays and rests, the arrows go from still to still, Home
/// begins again. Where nothing shall move by itself, its stills stand side by side.
class MechanismPlayer final : public QWidget {
    Q_OBJECT
public:
    explicit MechanismPlayer(QWidget* parent = nullptr);

    /// What stood at a place of the clock stands there again, in proportion.
    void show_mechanism(const mechanisms::Mechanism& mechanism, const RenderStyle& style);
    const mechanisms::Mechanism& mechanism() const { return mechanism_; }
    bool shows_stills() const { return stills_; }

    bool is_playing() const { return clock_.isActive(); }
    /// From the start where it has ended. Does nothing where stills are shown.
    void play();
    void pause();
    void toggle() { is_playing() ? pause() : play(); }
    /// To the next still or the one before.
    void step(int by);
    void restart();
    double time() const { return time_; }
    void set_time(double time);

    QSlider& time_line() const { return *line_; }
    QToolButton& play_button() const { return *play_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void advance();
    void show_place();
    void follow_motion();
    QRectF area() const; ///< of the picture, above the buttons

    mechanisms::Mechanism mechanism_;
    RenderStyle style_;
    double time_ = 0;
    bool stills_ = false;
    QTimer clock_;
    QElapsedTimer since_;
    struct Drag {
        double x = 0, time = 0;
        bool moved = false;
    };
    std::optional<Drag> drag_;
    bool by_keyboard_ = false;
    QWidget* bar_;
    QToolButton* play_;
    QToolButton* again_;
    QSlider* line_;
    QLabel* place_;
};

} // namespace plateau::ui
