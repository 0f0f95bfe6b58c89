// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <vector>

#include "core/figures/scaling_curve.h"
#include "core/threads/pool.h"

namespace plateau::ui {

/// Curves that need a search, computed beside the window. The latest question wins; answers to earlier ones are
/// dropped.
class CurveFinder final : public QObject {
    Q_OBJECT
public:
    struct Question {
        Scenario scenario;
        figures::GpuRange range;
        search::Objective objective = search::Objective::Throughput;
        std::vector<search::PlanChoice> choices; ///< one curve each, in this order
        std::shared_ptr<const evidence::KnownSteps> steps; ///< of the measured runs, once they are read
    };

    explicit CurveFinder(const evidence::Claims& claims, QObject* parent = nullptr);
    ~CurveFinder() override;

    void ask(Question question);
    /// Forgets what was asked.
    void cancel();
    bool is_busy() const { return waiting_ > 0; }
    /// Of the curve of that choice: GPU counts searched.
    explore::BestPlanCurve::Progress progress(search::PlanChoice choice) const
    {
        return choice == search::PlanChoice::Best ? best_.progress() : given_.progress();
    }

signals:
    void found(const std::shared_ptr<const figures::ScalingCurve>& curve);

private:
    void submit(Question question);

    const evidence::Claims& claims_;
    std::size_t waiting_ = 0; ///< curves of the last question still to come
    threads::Pool pool_;
    figures::CurveSearch given_; ///< each remembers its own kind of plan
    figures::CurveSearch best_;
    threads::Background background_; ///< last: stops before what it uses goes away
};

} // namespace plateau::ui
