// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <vector>

#include "core/answers/scaling_curve.h"
#include "core/answers/watch.h"
#include "ui/document/pins.h"

namespace plateau::ui {

/// The curves of pinned questions, each computed once: a drag of the current question leaves them alone. What needs a
/// search is found one after the other beside the window.
class PinCurves final : public QObject {
    Q_OBJECT
public:
    explicit PinCurves(std::shared_ptr<answers::Answers> answers, QObject* parent = nullptr);

    /// Over this range; forgets what is pinned no longer.
    void refresh(const std::vector<Pin>& pins, answers::GpuRange range, bool known);
    /// The curve of a pinned question; null: not yet.
    std::shared_ptr<const answers::ScalingCurve> of(const Pin& pin) const;
    int computed() const { return computed_; } ///< so far, for tests

signals:
    void found();

private:
    struct Entry {
        std::shared_ptr<const Scenario> scenario;
        std::unique_ptr<answers::Watch<answers::Curve>> watch;
    };

    std::shared_ptr<answers::Answers> answers_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    std::vector<Entry> entries_;
    int computed_ = 0;
};

} // namespace plateau::ui
