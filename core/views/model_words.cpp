// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/model_words.h"

#include <algorithm>

#include "core/views/times.h"

namespace plateau::narrate {

namespace {

constexpr const char* shape_keys[] = {"layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab"};

} // namespace

Message model_words(const Scenario& scenario)
{
    const catalog::ModelShape& shape = scenario.workload.shape;
    const bool is_changed = std::any_of(std::begin(shape_keys), std::end(shape_keys),
                                        [&](const char* key) { return scenario.overrides.count(key) > 0; });
    if (!is_changed)
        return {"%1", {Verbatim{shape.title}}};
    return {PLATEAU_TEXT("%1 parameters, from %2"), {count(catalog::total_parameters(shape)), Verbatim{shape.title}}};
}

const char* counted_words(const Scenario& scenario)
{
    switch (scenario.workload.counted_flop) {
    case catalog::FlopConvention::FullAttention:
        return PLATEAU_TEXT("attention in full");
    case catalog::FlopConvention::CausalAttention:
        return PLATEAU_TEXT("half of attention");
    case catalog::FlopConvention::SixN:
        break;
    }
    return PLATEAU_TEXT("no attention");
}

} // namespace plateau::narrate
