// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <QScrollArea>

#include "core/answers/scaling_curve.h"
#include "core/views/words.h"
#include "ui/pages/panels/page.h"

class QLabel;
class QVBoxLayout;

namespace plateau::ui {

class KeyField;

/// Where returns diminish: the knee, what the last and the next GPUs bring, scaling efficiency, and what took the rest.
class ReturnsPanel final : public QScrollArea {
    Q_OBJECT
public:
    explicit ReturnsPanel(QuestionDocument& document, QWidget* parent = nullptr);

    /// All that stands in it; done when it is first in sight, if not before.
    void build();
    /// Computed while the panel can be seen, else when it is next.
    void show_curve(std::shared_ptr<const answers::ScalingCurve> curve, bool stale);
    /// Everything it says, a line each.
    QString as_text() const;
    QSize sizeHint() const override { return {300, 330}; }

private:
    void add_key(const char* key);
    void show_key(KeyField& field, const std::string& key);
    QString knee_words() const;
    std::vector<narrate::Fact> facts() const;
    void fill();
    void add_line();
    void align();

    QuestionDocument& document_;
    InSight sight_{*this, [this] { fill(); }};
    QLabel* knee_ = nullptr; ///< this and all else once it is in sight
    std::map<std::string, KeyField*> fields_; ///< by key
    QVBoxLayout* lines_ = nullptr;
    std::vector<std::array<QLabel*, 3>> cells_; ///< of each line: what it is, to here, from here
    std::shared_ptr<const answers::ScalingCurve> curve_;
    bool stale_ = false;
    bool waits_ = false; ///< the curve answers the question before
};

} // namespace plateau::ui
