// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/sentence.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/messages/speech.h"
#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr double pixels_per_stop = 12;

int letters(const std::string& utf8, std::size_t from, std::size_t size)
{
    return static_cast<int>(QString::fromUtf8(utf8.data() + from, static_cast<qsizetype>(size)).size());
}

} // namespace

Sentence::Sentence(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout_.setCacheEnabled(true);
}

void Sentence::say(const QString& words) { say(words, {}); }

void Sentence::say(const Message& message)
{
    const LiveWords live = typeset(said_live(message));
    std::vector<Number> numbers;
    numbers.reserve(live.numbers.size());
    for (const LiveNumber& number : live.numbers)
        numbers.push_back(
            {number.key, letters(live.words, 0, number.from), letters(live.words, number.from, number.size)});
    say(QString::fromStdString(live.words), std::move(numbers));
}

void Sentence::say(const QString& words, std::vector<Number> numbers)
{
    const bool others = numbers != numbers_;
    if (!others && words == text())
        return;
    numbers_ = std::move(numbers);
    if (words != text()) {
        setText(words);
        if (kept_at_ != width())
            kept_ = 0;
        kept_at_ = width();
        kept_ = std::max(kept_, heightForWidth(width()));
    }
    if (others) {
        chosen_ = std::min(chosen_, numbers_.empty() ? 0 : numbers_.size() - 1);
        setFocusPolicy(numbers_.empty() ? Qt::NoFocus : Qt::TabFocus);
        setMouseTracking(!numbers_.empty());
        update();
    }
    tell_number();
}

/// A screen reader hears the words, and what the arrow keys turn.
void Sentence::tell_number()
{
    QString words;
    if (!numbers_.empty()) {
        const Number& number = numbers_[chosen_];
        words = tr("Up and Down turn %1").arg(text().mid(number.from, number.size));
    }
    setAccessibleDescription(words);
}

std::vector<std::string> Sentence::keys() const
{
    std::vector<std::string> keys;
    keys.reserve(numbers_.size());
    for (const Number& number : numbers_)
        keys.push_back(number.key);
    return keys;
}

void Sentence::follow_words() const
{
    if (laid_out_words_ == text())
        return;
    laid_out_words_ = text();
    laid_out_at_ = -1;
    measured_.clear();
}

double Sentence::lay_out(int width) const
{
    if (laid_out_at_ < 0) {
        layout_.setText(QString(laid_out_words_).replace(QLatin1Char('\n'), QChar::LineSeparator));
        layout_.setFont(font());
    }
    laid_out_at_ = width;
    const double leading = fontMetrics().leading();
    double height = 0;
    layout_.beginLayout();
    for (QTextLine line = layout_.createLine(); line.isValid(); line = layout_.createLine()) {
        line.setLineWidth(width);
        height = std::ceil(height + leading);
        line.setPosition({0, height});
        height += line.height();
    }
    layout_.endLayout();
    return height;
}

const QTextLayout& Sentence::laid_out() const
{
    follow_words();
    if (laid_out_at_ != contentsRect().width())
        lay_out(contentsRect().width());
    return layout_;
}

int Sentence::heightForWidth(int width) const
{
    follow_words();
    const auto [needed, is_new] = measured_.try_emplace(width);
    const QMargins around = contentsMargins();
    if (is_new)
        needed->second = static_cast<int>(std::ceil(lay_out(width - around.left() - around.right()))) + around.top()
            + around.bottom();
    return width == kept_at_ ? std::max(needed->second, kept_) : needed->second;
}

/// As narrow as it is made, one line high.
QSize Sentence::minimumSizeHint() const { return {1, fontMetrics().height()}; }

QRectF Sentence::place_of(const Number& number) const
{
    const QTextLine line = laid_out().lineForTextPosition(number.from);
    if (!line.isValid())
        return {};
    const double from = line.cursorToX(number.from), to = line.cursorToX(number.from + number.size);
    return QRectF(from, line.y(), std::max(0.0, to - from), line.height()).translated(contentsRect().topLeft());
}

QRectF Sentence::place_of(const std::string& key) const
{
    const auto found = std::ranges::find(numbers_, key, &Number::key);
    return found == numbers_.end() ? QRectF() : place_of(*found);
}

const Sentence::Number* Sentence::number_at(const QPointF& at) const
{
    const auto found
        = std::ranges::find_if(numbers_, [&](const Number& number) { return place_of(number).contains(at); });
    return found == numbers_.end() ? nullptr : &*found;
}

void Sentence::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QString ink = property("ink").toString(); // of the theme now
    painter.setPen(ink == QLatin1String("text2")       ? theme_of(this).text2
                       : ink == QLatin1String("text3") ? theme_of(this).text3
                                                       : palette().color(foregroundRole()));
    laid_out().draw(&painter, contentsRect().topLeft());
    const QColor accent = theme_of(this).accent;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const QRectF place = place_of(numbers_[i]);
        painter.setPen(QPen(accent, 1, Qt::DotLine));
        const double below = std::floor(place.bottom()) - 0.5;
        painter.drawLine(QPointF(place.left(), below), QPointF(place.right(), below));
        if (hasFocus() && i == chosen_) {
            painter.setPen(QPen(accent, 1));
            painter.drawRect(place.adjusted(0, 0, -1, -1));
        }
    }
}

void Sentence::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        measured_.clear();
        laid_out_at_ = -1;
    }
}

void Sentence::mousePressEvent(QMouseEvent* event)
{
    const Number* number = event->button() == Qt::LeftButton ? number_at(event->position()) : nullptr;
    if (!number)
        return QLabel::mousePressEvent(event);
    dragged_ = number->key;
    dragged_from_ = event->globalPosition().x();
    stops_ = 0;
    emit turn_begun(dragged_);
}

void Sentence::mouseMoveEvent(QMouseEvent* event)
{
    if (dragged_.empty()) {
        if (!numbers_.empty())
            setCursor(number_at(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return;
    }
    const int stops = static_cast<int>((event->globalPosition().x() - dragged_from_) / pixels_per_stop);
    if (stops != std::exchange(stops_, stops))
        emit turned(stops);
}

void Sentence::mouseReleaseEvent(QMouseEvent* event)
{
    QLabel::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    if (std::exchange(dragged_, {}).empty() && rect().contains(event->pos()))
        emit clicked();
}

void Sentence::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (numbers_.empty() || (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_Left && key != Qt::Key_Right))
        return QLabel::keyPressEvent(event);
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        emit stepped(std::string(numbers_[chosen_].key), key == Qt::Key_Up ? 1 : -1); // a copy: the words change
        return;
    }
    chosen_ = (chosen_ + (key == Qt::Key_Right ? 1 : numbers_.size() - 1)) % numbers_.size();
    tell_number();
    update();
}

} // namespace plateau::ui
