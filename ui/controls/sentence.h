// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include <map>

namespace plateau::ui {

/// Words in as many lines as they need. It keeps the lines it once needed at this width, so that what stands below
/// holds still while a slider is dragged and the words change.
class Sentence final : public QLabel {
    Q_OBJECT
public:
    explicit Sentence(QWidget* parent = nullptr);

    void say(const QString& words);
    int heightForWidth(int width) const override;

signals:
    void clicked();

protected:
    void changeEvent(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    mutable QString measured_words_;
    mutable std::map<int, int> measured_; ///< height at a width: layouts ask for it several times
    int kept_ = 0; ///< pixels of height
    int kept_at_ = -1; ///< this width
};

} // namespace plateau::ui
