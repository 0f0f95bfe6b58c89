// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/pins.h"
#include "ui/workbench/curve_finder.h"

namespace plateau::ui {

/// The curves of pinned questions, each computed once: a drag of the current question leaves them alone. What needs a
/// search is found one after the other beside the window.
class PinCurves final : public QObject {
    Q_OBJECT
public:
    explicit PinCurves(const evidence::Claims& claims, QObject* parent = nullptr);

    /// Over this range; forgets what is pinned no longer. `current` may already be the answer to one of them.
    void refresh(const std::vector<Pin>& pins, figures::GpuRange range,
                 const std::shared_ptr<const evidence::KnownSteps>& steps,
                 const std::shared_ptr<const figures::ScalingCurve>& current);
    /// Null: not yet.
    std::shared_ptr<const figures::ScalingCurve> of(const Pin& pin) const;
    int computed() const { return computed_; } ///< so far, for tests

signals:
    void found();

private:
    struct Entry {
        std::shared_ptr<const Scenario> scenario;
        figures::GpuRange range;
        std::shared_ptr<const evidence::KnownSteps> steps;
        std::shared_ptr<const figures::ScalingCurve> curve; ///< null: on its way
    };
    void ask();
    void take(const std::shared_ptr<const figures::ScalingCurve>& curve);

    const evidence::Claims& claims_;
    WorkspacePointer workspace_;
    std::vector<Entry> entries_;
    std::shared_ptr<const Scenario> asked_; ///< of the finder
    int computed_ = 0;
    CurveFinder finder_;
};

} // namespace plateau::ui
