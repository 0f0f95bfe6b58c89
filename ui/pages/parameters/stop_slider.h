// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace plateau::ui {

inline constexpr int least_slider = 150;

/// A slider over the stops of one parameter. Its integer value is the index of a stop; the thumb may stand between
/// two when the parameter's value does. Arrow: one stop, Page: three, Home and End: the ends. The wheel turns it only
/// while it has the keyboard. Screen readers hear value_text(), not the index.
class StopSlider final : public QSlider {
    Q_OBJECT
public:
    explicit StopSlider(QWidget* parent = nullptr);

    void set_stop_count(int count);
    /// Where the thumb stands, in stops; no signal.
    void set_position(double position);
    double position() const { return position_; }
    /// A tick under the groove; negative: none.
    void set_default_position(double position);
    void set_value_text(const QString& text);
    /// Larger than in the panels of the window.
    void set_scale(double scale);
    QString value_text() const { return value_text_; }

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override { return {least_slider, static_cast<int>(24 * scale_)}; }

signals:
    void drag_started();
    void drag_finished();
    void stop_chosen(int index); ///< by mouse or keyboard

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void choose(int index);
    void step(int stops);
    double pixel_of(double position) const;
    int index_at(double pixel) const;

    double position_ = 0;
    double default_position_ = -1;
    QString value_text_;
    int wheel_ = 0;
    double scale_ = 1;
};

/// Lets screen readers hear value_text(). Called once, when the window starts.
void install_slider_accessibility();

} // namespace plateau::ui
