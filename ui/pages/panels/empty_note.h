// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace plateau::ui {

/// What stands in the middle of a widget that has nothing to show: why, and one click that helps.
class EmptyNote final : public QFrame {
    Q_OBJECT
public:
    explicit EmptyNote(QWidget* over);

    /// An empty `offer`: there is none. No words: it is not empty any more.
    void show_note(const QString& words, const QString& offer = {});

signals:
    void taken(); ///< the offer

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QLabel* words_;
    QPushButton* offer_;
};

} // namespace plateau::ui
