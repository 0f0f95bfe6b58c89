// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/terms/power.h"

namespace plateau {

std::string price_source(const Prepared& prepared)
{
    const Scenario& scenario = *prepared.scenario;
    const catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    const bool owned = scenario.assumptions.money.pricing == Pricing::Owned;
    if (scenario.overrides.count(owned ? "capex_per_gpu" : "usd_per_gpu_hour"))
        return "Typed";
    const std::string& source = owned ? accelerator.purchase.source : accelerator.price.source;
    const std::string& date = owned ? accelerator.purchase.date : accelerator.price.date;
    return source.empty() ? PLATEAU_TEXT("No price known") : date + ": " + source;
}

std::string network_price_source(const Prepared& prepared)
{
    const Scenario& scenario = *prepared.scenario;
    const bool owned = scenario.assumptions.money.pricing == Pricing::Owned;
    const char* key = owned ? "network_price" : "network_usd_per_gpu_hour";
    const catalog::AssumedValue* assumed = assumed_value(scenario.assumptions, key);
    return assumed && !scenario.overrides.count(key) ? assumed->source : "Typed";
}

} // namespace plateau
