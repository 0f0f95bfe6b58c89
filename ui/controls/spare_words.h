// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace plateau::ui {

/// Words that take what room is left over: they are shown where all of them fit, and ask for none. Whatever says them
/// else says them to those who cannot see.
class SpareWords final : public QWidget {
public:
    explicit SpareWords(QWidget* parent = nullptr);

    void say(const QString& words);
    const QString& words() const { return words_; }
    bool are_shown() const;
    QSize sizeHint() const override { return {0, 0}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString words_;
};

} // namespace plateau::ui
