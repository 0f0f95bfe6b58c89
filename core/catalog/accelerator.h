// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/catalog/transport.h"
#include "core/text/messages/names.h"

namespace plateau::catalog {

/// What only the data-movement-limit model asks of an accelerator: its inner memories, the rate it sustains, its
/// latencies. The `limits:` block of a hardware file. Zero: unknown.
struct LimitsConstants {
    double clock_hz = 0; ///< boost clock
    double flop_per_clock = 0; ///< 16-bit, dense, per processor (SM)
    double processors = 0; ///< where the model counts other than Accelerator::processors
    double sustained_fraction = 0; ///< of the peak, on long runs of large matmuls
    double memory_bytes = 0; ///< where it differs from Accelerator::memory_bytes
    double memory_bytes_per_s = 0; ///< where it differs from Accelerator::memory_bytes_per_s
    double cache_bytes = 0; ///< where it differs from Accelerator::cache_bytes
    double cache_bytes_per_s = 0;
    double matmul_latency_seconds = 0; ///< fixed time of one matmul
    double hop_latency_seconds = 0; ///< one hop, on every level of the network
    double register_bytes = 0; ///< of one processing block, a quarter of a processor
    bool pooled_shared_memory = false; ///< processors read each other's shared memory (DSMEM)
    std::string source;
};

/// How a number is known, worst last. Anything but Read is shown with a mark.
enum class KnownBy { Measured, Read, Derived, SecondHand, Recalled, Estimated };

/// Number formats of matrix multiplication, in the order of Accelerator::peak_flops.
enum class Precision { Fp16, Bf16, Fp8, MxFp8, NvFp4, Tf32 };
inline constexpr int precision_count = 6;

/// How the accelerators of one scale-up domain are wired.
enum class Wiring {
    Switched, ///< any subset reaches the full rate (NVSwitch)
    PerPair, ///< one link per pair: r ranks use r-1 links (xGMI)
    Torus, ///< links to neighbours along 2 or 3 axes (ICI, NeuronLink)
};

/// What a level of the network is made of; how messages cross it stands in presets/physics/fabrics.yaml.
enum class FabricKind { NvLink, Ici, Xgmi, Pcie, InfiniBand, Roce, Efa, Slingshot, Ethernet, DataCentre };

/// One level of the network, seen from one accelerator. Tiers are listed from the scale-up domain outwards.
struct NetworkTier {
    std::string name; ///< "NVLink4", "InfiniBand NDR"
    double domain_size = 8; ///< accelerators inside one group of this tier; infinity for the outermost
    double bandwidth_bytes_per_s = 0; ///< per accelerator and direction, line rate
    double pair_bytes_per_s = 0; ///< what one pair gets (Wiring::PerPair, Torus); else equal to the line rate
    double latency_seconds = 0; ///< extra one-way latency per hop beyond the collective library's own constants
    double achieved_fraction = 1; ///< ring bus bandwidth / line rate at large messages
    double oversubscription = 1; ///< > 1: bandwidth towards the next tier is divided by it
    Wiring wiring = Wiring::Switched;
    FabricKind fabric = FabricKind::InfiniBand;
    double closes_at = 0; ///< torus: slices of so many accelerators and more have their axes closed; 0: whole domains
    friend bool operator==(const NetworkTier&, const NetworkTier&) = default;
};

/// Constants of a matrix product's time, core/physics/kernels/kernels.h gemm_seconds().
struct GemmConstants {
    double floor_seconds = 4.5e-6; ///< launch to completion of an empty kernel
    double efficiency = 0.75; ///< share of the dense peak, before a long kernel throttles
    double memory_fraction = 0.8; ///< share of the memory line rate
    double long_kernel_loss = 0; ///< extra time of kernels far longer than 0.3 ms: the power limit lowers clocks
};

/// FlashAttention reaches efficiency * s / (s + half_sequence) of the peak (kernels.h).
struct AttentionConstants {
    double efficiency = 0.5;
    double half_sequence = 500;
};

/// A price seen somewhere on some day.
struct Price {
    double usd_per_gpu_hour = 0;
    std::string date;
    std::string source;
    double low = 0, high = 0; ///< the cheapest and the dearest offer of then; 0: not looked up
};

/// What one accelerator's share of a host costs to buy; zero: no price known.
struct PurchasePrice {
    double usd = 0;
    std::string date;
    std::string source;
};

/// One accelerator as sold: peaks, memory, links, power, price, and the measured constants of its kernels.
/// SI throughout; all FLOP/s dense. Zero in peak_flops means the precision does not exist on it.
struct Accelerator {
    std::string id;
    std::string title;
    std::string vendor;
    std::string generation; ///< of its architecture, as the vendor names it: "Hopper"
    std::string file; ///< where it was read from
    std::array<double, precision_count> peak_flops{};
    double memory_bytes = 0; ///< as sold
    double visible_memory = 1; ///< bytes that its driver offers to programs / memory_bytes
    double memory_bytes_per_s = 0;
    double cache_bytes = 0; ///< last-level cache; 0 unknown
    int processors = 0; ///< SMs / CUs; 0 unknown
    int per_host = 8;
    int popularity = 0; ///< which of several with the same words people mean: the most popular, 0 to 100
    std::vector<NetworkTier> tiers; ///< the usual cluster built of it
    double memory_fraction = 0.8; ///< of memory_bytes_per_s, reached by element-wise kernels
    GemmConstants gemm;
    GemmConstants gemm_fp8;
    GemmConstants gemm_fp4; ///< as gemm_fp8 where not given
    AttentionConstants attention_flash2; ///< forward + backward, FlashAttention 2
    AttentionConstants attention_flash3; ///< FlashAttention 3 / cuDNN where measured, else as flash2
    Transport transport; ///< its collective library's constants (transports/, by id)
    double tdp_watts = 0; ///< rated
    double limit_watts = 0; ///< of the board; below tdp_watts clocks fall (clock_share())
    double idle_watts = 0;
    double busy_power_fraction = 0.966; ///< board power while computing / TDP
    double waiting_power_fraction = 0.79; ///< while waiting on traffic: it hardly drops
    double node_overhead_watts = 0; ///< CPUs, fans, NICs of the host, per accelerator
    double host_link_bytes_per_s = 25e9; ///< to host memory, per accelerator and direction, achieved
    bool host_link_stated = false; ///< in its file; else it follows from its class (Physics::host_links)
    double host_memory_bytes = 256e9; ///< host memory, per accelerator
    LimitsConstants limits;
    Price price;
    PurchasePrice purchase;
    bool measured_kernels = false; ///< a measured GEMM table supports gemm
    bool measured_collectives = false;
    std::vector<std::string> recalled; ///< fields that are recalled: "power.idle", "price", "all"
    std::vector<std::string> estimated; ///< fields that are estimated, same names
    std::vector<std::string> sources;
    std::string notes;
};

/// What programs can take of its memory.
inline double usable_memory_bytes(const Accelerator& accelerator)
{
    return accelerator.memory_bytes * accelerator.visible_memory;
}

/// Accelerators that are bought together: a rack where switches join several hosts, else a host.
inline double rack_gpus(const Accelerator& accelerator)
{
    const double host = std::max(1, accelerator.per_host);
    if (accelerator.tiers.empty() || accelerator.tiers.front().wiring != Wiring::Switched)
        return host;
    const double domain = accelerator.tiers.front().domain_size;
    return std::isfinite(domain) ? std::max(host, domain) : host;
}

/// A count of so many is a multiple of this: whole racks, below one rack whole hosts, below one host single ones.
inline double purchase_unit(const Accelerator& accelerator, double gpus)
{
    const double host = std::max(1, accelerator.per_host);
    return gpus >= rack_gpus(accelerator) ? rack_gpus(accelerator) : gpus >= host ? host : 1;
}

/// Clock under the board's power limit over the clock at the rated power: power above idle goes with the clock to the
/// power `exponent`. 1 where the limit is not below the rated power.
double clock_share(const Accelerator& accelerator, double exponent);

/// The names of fields that `recalled` and `estimated` may hold: the keys of the file, "power.tdp" for nested ones.
const std::vector<std::string>& accelerator_fields();
/// How a field of this accelerator is known; "tiers" also covers "tiers.0" and so on.
KnownBy known_by(const Accelerator& accelerator, const std::string& field);

} // namespace plateau::catalog

template<>
inline constexpr std::array plateau::names_of<plateau::catalog::Precision>{"fp16",  "bf16",  "fp8",
                                                                           "mxfp8", "nvfp4", "tf32"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::FabricKind>{
    "nvlink", "ici", "xgmi", "pcie", "infiniband", "roce", "efa", "slingshot", "ethernet", "data_centre"};
template<>
inline constexpr std::array plateau::names_of<plateau::catalog::KnownBy>{"measured",    "read",     "derived",
                                                                         "second_hand", "recalled", "estimated"};
