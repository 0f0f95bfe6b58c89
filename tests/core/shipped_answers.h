// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/scaling_curve.h"
#include "sample_scenarios.h"

/// Answers of the shipped presets.
namespace plateau::test {

inline std::shared_ptr<answers::Answers> new_answers()
{
    return std::make_shared<answers::Answers>(std::make_shared<const answers::Data>(
        std::shared_ptr<const catalog::Catalog>(std::shared_ptr<void>(), &shipped())));
}

inline const std::shared_ptr<answers::Answers>& shipped_answers()
{
    static const std::shared_ptr<answers::Answers> engine = new_answers();
    return engine;
}

/// Over the usual range.
inline answers::ScalingCurve usual_curve(const Scenario& scenario)
{
    const answers::TrainingQuestion question(scenario);
    return *shipped_answers()->get<answers::Curve>({question, answers::usual_range(*shipped_answers(), {question})});
}

} // namespace plateau::test
