// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>

namespace plateau::ui {

class ElidedLabel;

/// Says that a search takes its time, in place of the sentence that answers an earlier question, and offers to give up.
class SearchNotice final : public QWidget {
    Q_OBJECT
public:
    static constexpr int patience_milliseconds = 300;

    /// `sentence` may be null.
    SearchNotice(ElidedLabel* sentence, int patience = patience_milliseconds, QWidget* parent = nullptr);
    /// To be called when either may have changed. `can_give_up`: there is a question before to go back to.
    void look(bool searching, bool can_give_up);

signals:
    void given_up();

private:
    void show_notice();

    ElidedLabel* sentence_;
    QTimer patience_;
    bool can_give_up_ = false;
    bool said_ = false;
};

} // namespace plateau::ui
