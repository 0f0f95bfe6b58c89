// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/advice.h"
#include "core/answers/step.h"
#include "core/views/equal_figure.h"
#include "core/views/equal_words.h"
#include "core/views/view.h"

namespace plateau::views {

namespace {

using explore::Basis;

template<Basis basis, bool curves>
Drawing equal(const ViewRequest<Scenario>& request)
{
    const answers::TrainingQuestion question(request.first());
    const auto answer = request.get<answers::EqualHardware>(answers::EqualHardware::Key::of(question, basis));
    if (answer->is_free)
        return {{}, narrate::equal_outcome(*answer)};
    if (answer->clusters.empty())
        return {{}, request.get<answers::StepEstimate>(question)->reason};
    return {curves ? figures::equal_curves_figure(*answer, request.first())
                   : figures::equal_bars_figure(*answer, request.first())};
}

constexpr const char* hardware_bars = PLATEAU_TEXT("Hardware compared: the run");
constexpr const char* hardware_curves = PLATEAU_TEXT("Hardware compared: curves");

constexpr View equal_views[] = {
    {"equal-usd", "The run on other hardware that costs as much an hour, each with its best plan",
     equal<Basis::Usd, false>, nullptr, false, "hardware", "usd", hardware_bars},
    {"equal-watts", "The same of facilities that draw as much power", equal<Basis::Watts, false>, nullptr, false,
     "hardware", "watts", hardware_bars},
    {"equal-gpus", "The same of as many accelerators", equal<Basis::Gpus, false>, nullptr, false, "hardware", "gpus",
     hardware_bars},
    {"equal-usd-curves", "Throughput against dollars an hour, a curve for each hardware", equal<Basis::Usd, true>,
     nullptr, false, "hardware", "usd_curves", hardware_curves},
    {"equal-watts-curves", "The same against the power of the facility", equal<Basis::Watts, true>, nullptr, false,
     "hardware", "watts_curves", hardware_curves},
    {"equal-gpus-curves", "The same against the number of accelerators", equal<Basis::Gpus, true>, nullptr, false,
     "hardware", "gpus_curves", hardware_curves},
};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(equal_view, 40, equal_views)
