// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/metrics.h"

namespace plateau::app {

namespace {

constexpr Metric all_metrics[] = {
    {"tokens_per_s", [](const Parts& p) { return p.tokens_per_s; }},
    {"tokens_per_s_per_gpu", [](const Parts& p) { return p.tokens_per_s_per_gpu(); }},
    {"step_time_s", [](const Parts& p) { return p.step_seconds; }},
    {"mfu", [](const Parts& p) { return p.mfu(); }},
    {"mfu_causal", [](const Parts& p) { return p.mfu_causal(); }},
    {"mfu_6n", [](const Parts& p) { return p.mfu_six_n(); }},
    {"hfu", [](const Parts& p) { return p.hfu(); }},
    {"peak_flops", [](const Parts& p) { return p.peak_flops; }},
    {"communication_fraction", [](const Parts& p) { return p.communication_fraction(); }},
    {"communication_busy_fraction", [](const Parts& p) { return p.communication_busy_fraction(); }},
    {"bubble_fraction", [](const Parts& p) { return p.bubble_fraction(); }},
    {"memory_bytes_per_gpu", [](const Parts& p) { return p.memory_bytes; }},
    {"power_w_per_gpu", [](const Parts& p) { return p.power_watts; }},
    {"node_power_w", [](const Parts& p) { return p.node_watts; }},
    {"facility_power_w", [](const Parts& p) { return p.facility_watts; }},
    {"tokens_per_joule", [](const Parts& p) { return p.tokens_per_joule(); }},
    {"tokens_per_gpu_joule", [](const Parts& p) { return p.tokens_per_gpu_joule(); }},
    {"usd_per_million_tokens", [](const Parts& p) { return p.usd_per_million_tokens; }},
    {"goodput", [](const Parts& p) { return p.goodput; }},
    {"run_days", [](const Parts& p) { return p.run_seconds / 86400; }},
    {"usd_total", [](const Parts& p) { return p.run_usd; }},
    {"energy_mwh", [](const Parts& p) { return p.run_joules / 3.6e9; }},
    {"kg_co2e", [](const Parts& p) { return p.run_kg_co2e; }},
    {"host_bytes_per_gpu", [](const Parts& p) { return p.host_bytes; }},
};

} // namespace

std::span<const Metric> metrics() { return all_metrics; }

} // namespace plateau::app
