// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

#include "core/answers/step.h"
#include "ui/pages/workbench/workbench_model.h"

namespace plateau::ui {

/// What the curves of the workbench hold at one GPU count: the model's answer there, not the nearest point of a curve.
/// Where the plan is searched for and the count is none of the curve's, the answer comes a little later.
class Cursor final : public QObject {
    Q_OBJECT
public:
    struct Reading {
        QString name; ///< "Best", "A"
        figures::SeriesRole role = figures::SeriesRole::Current;
        std::shared_ptr<const answers::ScalingCurve> curve;
        std::optional<Parts> parts; ///< none: not yet
    };

    Cursor(ScenarioDocument& document, const WorkbenchModel& model, QObject* parent = nullptr);

    bool is_on() const { return gpus_ > 0; }
    double gpus() const { return gpus_; }
    /// The one that is asked about first, then the other plan's curve and the pins, those that are drawn.
    const std::vector<Reading>& readings() const { return readings_; }
    /// The estimate of a reading, as it is shown of the scenario itself; none while there are no parts.
    std::optional<Estimate> estimate(const Reading& reading) const;
    /// The scenario of a reading, at the count.
    std::optional<Scenario> scenario(const Reading& reading) const;

    void read(double gpus);
    void leave();
    /// To be called when the curves have changed.
    void refresh();

signals:
    void changed();

private:
    using Curve = std::shared_ptr<const answers::ScalingCurve>;
    using PartsWatch = answers::Watch<answers::StepParts>;
    void add(const QString& name, figures::SeriesRole role, const Curve& curve);
    std::optional<Parts> parts_of(const Curve& curve, PartsWatch& watch) const;
    PartsWatch& watch_of(std::size_t reading);

    ScenarioDocument& document_;
    const WorkbenchModel& model_;
    double gpus_ = 0;
    std::vector<Reading> readings_;
    std::shared_ptr<answers::Lane> lane_ = std::make_shared<answers::Lane>();
    std::vector<std::unique_ptr<PartsWatch>> watches_; ///< one for each reading, and those of earlier ones
};

/// The roundest whole number in [low, high]: divisible by the highest power of two. The nearest to the middle where
/// there is none.
double roundest(double low, double high);

} // namespace plateau::ui
