// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <string>
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
    void set_available(const QString& value, bool available);
    void set_visible(const QString& value, bool visible);
    void set_help(const QString& value, const QString& help);
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
    QToolButton* button_of(const QString& value) const;

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

} // namespace plateau::ui
