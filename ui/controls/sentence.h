// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTextLayout>

#include <map>
#include <string>
#include <vector>

#include "core/text/messages/message.h"

namespace plateau::ui {

/// Words in as many lines as they need. It keeps the lines it once needed at this width, so that what stands below
/// holds still while a slider is dragged and the words change.
///
/// Numbers that are values of parameters (core/text/messages/speech.h) are underlined with dots: they are dragged to
/// the left and right, or turned with the arrow keys once the sentence has the keyboard; Left and Right choose among
/// them.
class Sentence final : public QLabel {
    Q_OBJECT
public:
    explicit Sentence(QWidget* parent = nullptr);

    void say(const QString& words);
    void say(const Message& message);
    /// Keys of the numbers that can be turned, in their order.
    std::vector<std::string> keys() const;
    /// Where such a number stands.
    QRectF place_of(const std::string& key) const;

    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

signals:
    void clicked();
    /// A number is dragged, so many stops from where it stood.
    void turn_begun(const std::string& key);
    void turned(int stops);
    void stepped(const std::string& key, int stops); ///< by keyboard

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Number {
        std::string key;
        int from = 0, size = 0; ///< letters
        friend bool operator==(const Number&, const Number&) = default;
    };
    void say(const QString& words, std::vector<Number> numbers);
    /// Breaks the words into lines of this width, what stands around them left out; their height.
    double lay_out(int width) const;
    /// What was laid out and measured of other words counts no longer.
    void follow_words() const;
    const QTextLayout& laid_out() const; ///< as they stand
    QRectF place_of(const Number& number) const;
    const Number* number_at(const QPointF& at) const;
    void tell_number();

    std::vector<Number> numbers_;
    std::size_t chosen_ = 0; ///< by keyboard
    std::string dragged_; ///< the number's key; empty: none
    double dragged_from_ = 0;
    int stops_ = 0;
    mutable QTextLayout layout_;
    mutable QString laid_out_words_;
    mutable int laid_out_at_ = -1; ///< this width
    mutable std::map<int, int> measured_; ///< height at a width: layouts ask for it several times
    int kept_ = 0; ///< pixels of height
    int kept_at_ = -1; ///< this width
};

} // namespace plateau::ui
