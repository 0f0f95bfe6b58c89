// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <vector>

/// The small controls a parameter row is made of.
class QHBoxLayout;

namespace plateau::ui {

/// Typed value at the right, its unit after it. Enter or leaving commits, Escape gives back what was there.
class ValueField final : public QLineEdit {
    Q_OBJECT
public:
    explicit ValueField(QWidget* parent = nullptr);

    /// What the value is; shown unless the user is typing or a refused text stands there.
    void show_value(const QString& number, const QString& unit);
    void show_refused(const QString& typed);
    bool is_refused() const { return refused_; }
    /// Something stands there that is not the value: not committed, or refused.
    bool is_typing() const { return isModified() || refused_; }
    bool shows_unit() const { return unit_->isVisibleTo(this); }
    /// Goes back to the value that was there before typing.
    void give_up();
    /// "", "refused" or "warned".
    void set_state(const QString& state);

signals:
    void committed(const QString& text);
    void given_up(); ///< Escape
    void stepped(int stops); ///< Up and Down

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void commit();
    void place_unit();

    QLabel* unit_;
    QString shown_;
    QString placed_; ///< number and unit that had their room measured
    bool refused_ = false;
    bool clicked_into_ = false; ///< the click that brings the keyboard marks the number
};

/// A combo box the wheel does not touch unless it has the keyboard; painted flat.
class QuietCombo : public QComboBox {
    Q_OBJECT
public:
    explicit QuietCombo(QWidget* parent = nullptr);

    QSize sizeHint() const override { return {168, 24}; }
    QSize minimumSizeHint() const override { return {80, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
};

/// Two or three choices side by side; arrows move between them.
class Segments final : public QFrame {
    Q_OBJECT
public:
    explicit Segments(QWidget* parent = nullptr);

    void add(const QString& value, const QString& label, const QString& help);
    /// Further choices stand below.
    void start_row();
    void set_current(const QString& value);
    QString current() const;
    QToolButton* button(const QString& value) const; ///< null: there is no such choice
    /// A line over the choice a search made; empty: none.
    void set_best(const QString& value);
    /// Screen readers hear "Recompute: Selective".
    void set_name(const QString& name);
    QToolButton* first_button() const { return buttons_.empty() ? nullptr : buttons_.front(); }
    QSize sizeHint() const override; ///< none of the words is cut

signals:
    void chosen(const QString& value);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::vector<QToolButton*> buttons_;
    QHBoxLayout* row_ = nullptr;
};

/// A label that elides at its end and then has the whole text as its tool tip.
class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr) : QLabel(parent) { setTextFormat(Qt::PlainText); }
    void set_full_text(const QString& text);
    QString full_text() const { return full_; }

signals:
    void clicked();
    void double_clicked();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void elide();
    QString full_;
};

/// A number that can be marked and copied. QLabel lays marked text out as a document, several times for each new text:
/// that is kept for the label under the pointer.
class ValueLabel final : public QLabel {
public:
    explicit ValueLabel(QWidget* parent = nullptr) : QLabel(parent)
    {
        setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setTextFormat(Qt::PlainText);
    }

    /// A single line is measured once for each text.
    QSize sizeHint() const override
    {
        if (wordWrap())
            return QLabel::sizeHint();
        if (measured_words_ != text() || measured_.isEmpty()) {
            ensurePolished();
            const QRect line = fontMetrics().boundingRect(QRect(0, 0, 2000, 2000), Qt::AlignRight, text());
            measured_words_ = text();
            measured_ = line.size().grownBy(contentsMargins());
        }
        return measured_.expandedTo(minimumSize());
    }
    QSize minimumSizeHint() const override { return wordWrap() ? QLabel::minimumSizeHint() : sizeHint(); }

protected:
    void changeEvent(QEvent* event) override
    {
        QLabel::changeEvent(event);
        measured_ = {};
    }
    void enterEvent(QEnterEvent* event) override
    {
        setTextInteractionFlags(Qt::TextSelectableByMouse);
        QLabel::enterEvent(event);
    }
    void leaveEvent(QEvent* event) override
    {
        if (!hasSelectedText())
            setTextInteractionFlags(Qt::NoTextInteraction);
        QLabel::leaveEvent(event);
    }

private:
    mutable QString measured_words_;
    mutable QSize measured_;
};

/// A button of words whose tooltip is its accessible name; the keyboard reaches it.
QToolButton* tool_button(const QString& words, const QString& hint, QWidget* parent);

/// Pixels at which a choice of a row of choices is not cut.
int segment_width(const QString& label);

} // namespace plateau::ui
