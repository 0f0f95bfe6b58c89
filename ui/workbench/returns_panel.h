// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <array>
#include <vector>

#include "core/figures/scaling_curve.h"
#include "core/narrate/fact.h"

class QGridLayout;
class QLabel;

namespace plateau::ui {

class KeyField;
class QuestionDocument;

/// Where returns diminish: the knee, what the last and the next GPUs bring, scaling efficiency, and what took the rest.
class ReturnsPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit ReturnsPanel(QuestionDocument& document, QWidget* parent = nullptr);

    void show_curve(const figures::ScalingCurve& curve, bool stale);
    /// Everything it says, a line each.
    QString as_text() const;
    QSize sizeHint() const override { return {300, 330}; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void add_key(KeyField*& field, const char* key);
    void show_key(KeyField& field, const char* key);
    void fill(std::vector<narrate::Fact> facts);
    void place(int row, bool no_first, bool no_second);

    QuestionDocument& document_;
    QLabel* knee_;
    KeyField* factor_ = nullptr;
    KeyField* critical_ = nullptr;
    KeyField* base_ = nullptr;
    QGridLayout* grid_;
    std::vector<std::array<QLabel*, 3>> cells_;
    std::vector<narrate::Fact> facts_;
    bool stale_ = false;
};

} // namespace plateau::ui
