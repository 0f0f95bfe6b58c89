// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/limits/curve.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"

/// One question about the limits of scaling: hardware, network, rules and time as names and overrides, resolved
/// against the catalog. The counterpart of Scenario for `kind: limits`.
namespace plateau {

enum class ClusterMode { Deadline, Fixed };
enum class BatchGrowth { Constant, SixthRoot, DeepSeek };

template<>
inline constexpr std::array names_of<ClusterMode>{"deadline", "fixed"};
template<>
inline constexpr std::array names_of<BatchGrowth>{"constant", "sixth_root", "deepseek"};

struct LimitsScenario : Choices {
    catalog::Accelerator accelerator;
    catalog::Precision precision = catalog::Precision::Bf16;
    std::string network = "hardware"; ///< or a list of levels, see parse_network()
    ClusterMode cluster_mode = ClusterMode::Deadline;
    double gpus = 1048576; ///< of a fixed cluster
    BatchGrowth batch_rule = BatchGrowth::SixthRoot;
    double growth_per_year = 4.5; ///< of the largest runs' compute; 0: no years are shown
    double marker_flop = 2e28; ///< the training compute the page's read-out stands at
    limits::Question question; ///< all of it, ready for limits::curve()
};

using LimitsParameter = Parameter<LimitsScenario>;
const ParameterTable<LimitsScenario>& limits_parameters();

/// Hardware first, then what follows from it (memories, links, price, precision: bf16, else fp16), then the user's
/// values in table order. What the hardware's file does not say is taken in proportion to an H100's, with a remark.
Expected<LimitsScenario> resolve(const catalog::Catalog& catalog, LimitsScenario scenario);
Expected<LimitsScenario> default_limits_scenario(const catalog::Catalog& catalog);

Expected<LimitsScenario> with(const catalog::Catalog& catalog, const LimitsScenario& scenario, const std::string& key,
                              const std::string& text);
Expected<LimitsScenario> with_value(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                    const std::string& key, Value value);
Expected<LimitsScenario> with_all(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                  const std::vector<std::pair<std::string, Value>>& changes);
Expected<LimitsScenario> without(const catalog::Catalog& catalog, const LimitsScenario& scenario,
                                 const std::string& key);
Value default_value(const catalog::Catalog& catalog, const LimitsScenario& scenario, const std::string& key);

/// Network levels, innermost first, as "8:450GB/s:1.125us, unlimited:50GB/s": devices (or groups of the level below)
/// joined, line rate per device and direction, latency of one hop (optional: `latency_seconds`). The last level is
/// unlimited.
Expected<std::vector<limits::NetworkLevel>> parse_network(const std::string& text, double latency_seconds);

/// The accelerator as the model sees it, at a precision. `reference` (an H100) lends what the file does not say;
/// `missing` receives the names of it.
limits::Device limits_device(const catalog::Accelerator& accelerator, catalog::Precision precision,
                             const catalog::Accelerator* reference, std::vector<Argument>& missing);

namespace limits {
inline std::vector<Point> curve(const LimitsScenario& scenario, const std::stop_token& stop = {},
                                const OnPoint& on_point = {})
{
    return curve(scenario.question, stop, on_point);
}
} // namespace limits

/// Reads `kind: limits` YAML:
///
///     kind: limits
///     title: H100, dense
///     notes: |-              # any number of lines
///     hardware: h100_sxm     # then what the user set, one row of limits_parameters() per line, as people type it
///     duration: 3 months
///     view: {page: limits}   # what the window remembers; kept as it stands
///
/// Unknown keys name the nearest.
Expected<LimitsScenario> read_limits_scenario(const catalog::Catalog& catalog, const std::filesystem::path& file,
                                              UnknownKeys unknown = UnknownKeys::Refuse);
Expected<LimitsScenario> read_limits_scenario_text(const catalog::Catalog& catalog, const std::string& text,
                                                   const std::string& where, UnknownKeys unknown = UnknownKeys::Refuse);

/// A file, or the name of one in scenarios/ of the preset folders.
Expected<LimitsScenario> find_limits_scenario(const catalog::Catalog& catalog, const std::string& name_or_file);

/// The scenario as YAML with stable key order; reading it back gives the same choices, writing that the same bytes.
std::string write_scenario(const LimitsScenario& scenario);

/// Fingerprint of the hardware's file, as preset_hash(const Scenario&).
std::string preset_hash(const LimitsScenario& scenario);

} // namespace plateau
