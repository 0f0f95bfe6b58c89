// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/question/limits_scenario/limits_rows.h"
#include "core/question/limits_scenario/limits_scenario.h"

namespace plateau::limits_rows {

namespace {

constexpr const char* from_hardware = PLATEAU_TEXT("the hardware's file");
constexpr const char* usual_cluster = PLATEAU_TEXT("the hardware's usual cluster");

limits::Network& network(LimitsScenario& s) { return s.question.machine.network; }
const limits::Network& network(const LimitsScenario& s) { return s.question.machine.network; }

/// Line rates are per direction outside, both directions together inside.
LimitsParameter bandwidth(const Words& words, std::vector<double> ladder, Unit unit,
                          int (*level)(const LimitsScenario&))
{
    LimitsParameter row = named(words, ParameterKind::Number);
    row.unit = unit;
    row.scale = Ladder;
    row.ladder = std::move(ladder);
    row.minimum = 1e8;
    row.maximum = 1e15;
    row.unlimited = true;
    row.get = [level](const LimitsScenario& s) { return Value(network(s).levels[level(s)].bytes_per_s / 2); };
    row.set = [level](LimitsScenario& s, const Value& value) {
        network(s).levels[level(s)].bytes_per_s = 2 * std::get<double>(value);
    };
    return row;
}

int innermost(const LimitsScenario&) { return 0; }
int outermost(const LimitsScenario& s) { return network(s).count - 1; }

LimitsParameter scale_out()
{
    constexpr double gigabit = 1e9 / 8;
    LimitsParameter row = bandwidth({"scale_out_bandwidth", PLATEAU_TEXT("Scale-out link"), "cluster",
                                     PLATEAU_TEXT("Line rate of the outermost network, per accelerator and direction."),
                                     usual_cluster, PLATEAU_TEXT("network, interconnect, link, bandwidth")},
                                    {}, Unit::BitsPerSecond, outermost);
    for (const double rate : {25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12800})
        row.ladder.push_back(rate * gigabit);
    row.applies = [](const LimitsScenario& s) { return network(s).count > 1; };
    return row;
}

LimitsParameter latency(const Words& words, double (*get)(const LimitsScenario&), void (*set)(LimitsScenario&, double))
{
    LimitsParameter row = named(words, ParameterKind::Number);
    row.unit = Unit::Seconds;
    row.scale = Ladder;
    row.ladder = {0, 5e-8, 1.125e-7, 2.5e-7, 4.5e-7, 5e-7, 1.125e-6, 2e-6, 4.5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 1e-3, 1e-2};
    row.minimum = 0;
    row.maximum = 1;
    row.get = [get](const LimitsScenario& s) { return Value(get(s)); };
    row.set = [set](LimitsScenario& s, const Value& value) { set(s, std::get<double>(value)); };
    return row;
}

LimitsParameter outer_latency()
{
    LimitsParameter row = latency(
        {"scale_out_hop_latency", PLATEAU_TEXT("Scale-out latency"), "cluster",
         PLATEAU_TEXT("One hop on the outermost network alone."), PLATEAU_TEXT("the network latency")},
        [](const LimitsScenario& s) { return network(s).levels[outermost(s)].latency_seconds; },
        [](LimitsScenario& s, double value) { network(s).levels[outermost(s)].latency_seconds = value; });
    row.advanced = true;
    return row;
}

template<class Access>
LimitsParameter device_row(const Words& words, const Range& range, Access access)
{
    return number(words, range, access, {.advanced = true});
}

std::vector<LimitsParameter> device_rows()
{
    LimitsParameter clock = device_row(
        {"clock", PLATEAU_TEXT("Clock, Hz"), "cluster",
         PLATEAU_TEXT("Boost clock of the processors; the peak and the rate of shared memory follow it."),
         from_hardware},
        {Unit::None, OneTwoFive, 1e7, 1e12}, [](auto& s) -> auto& { return s.question.machine.device.clock_hz; });
    const auto set_clock = clock.set;
    clock.set = [set_clock](LimitsScenario& s, const Value& value) {
        limits::Device& device = s.question.machine.device;
        device.peak_flop_per_s *= std::get<double>(value) / device.clock_hz;
        set_clock(s, value);
    };
    return {number(
                {"sustained_fraction", PLATEAU_TEXT("Sustained share"), "cluster",
                 PLATEAU_TEXT("Share of the peak that long runs of large matmuls keep; the ceiling of utilization."),
                 from_hardware},
                {Unit::Fraction, Linear, 0.05, 1},
                [](auto& s) -> auto& { return s.question.machine.device.sustained_fraction; }),
            clock,
            device_row(
                {"peak", PLATEAU_TEXT("Peak"), "cluster", PLATEAU_TEXT("Dense peak at the precision."), from_hardware},
                {Unit::FlopPerSecond, OneTwoFive, 1e11, 1e20},
                [](auto& s) -> auto& { return s.question.machine.device.peak_flop_per_s; }),
            device_row(
                {"memory", PLATEAU_TEXT("Memory"), "cluster", PLATEAU_TEXT("HBM of one accelerator."), from_hardware},
                {Unit::Bytes, OneTwoFive, 1e8, 1e16},
                [](auto& s) -> auto& { return s.question.machine.device.memory_bytes; }),
            device_row(
                {"memory_bandwidth", PLATEAU_TEXT("Memory bandwidth"), "cluster",
                 PLATEAU_TEXT("HBM of one accelerator, reading or writing."), from_hardware},
                {Unit::BytesPerSecond, OneTwoFive, 1e9, 1e17},
                [](auto& s) -> auto& { return s.question.machine.device.memory_bytes_per_s; }),
            device_row(
                {"cache", PLATEAU_TEXT("Cache"), "cluster", PLATEAU_TEXT("L2 of one accelerator."), from_hardware},
                {Unit::Bytes, OneTwoFive, 1e4, 5e12},
                [](auto& s) -> auto& { return s.question.machine.device.cache_bytes; }),
            device_row(
                {"cache_bandwidth", PLATEAU_TEXT("Cache bandwidth"), "cluster",
                 PLATEAU_TEXT("Between L2 and the processors."), from_hardware},
                {Unit::BytesPerSecond, OneTwoFive, 1e9, 5e17},
                [](auto& s) -> auto& { return s.question.machine.device.cache_bytes_per_s; }),
            device_row(
                {"processors", PLATEAU_TEXT("Processors"), "cluster",
                 PLATEAU_TEXT("SMs or compute units: how many share the tiles of a matmul."), from_hardware},
                {Unit::Count, OneTwoFive, 1, 1e7},
                [](auto& s) -> auto& { return s.question.machine.device.processors; })};
}

LimitsParameter sizes()
{
    LimitsParameter row = named(
        {"cluster_sizes", PLATEAU_TEXT("Cluster sizes"), "cluster",
         PLATEAU_TEXT("Which clusters are tried until one meets the deadline. Accelerators of a domain that no layout "
                      "fills are idle."),
         PLATEAU_TEXT("whole domains: the paper's 8 divide its powers of two")},
        ParameterKind::Choice);
    row.options = {
        {"whole_domains", PLATEAU_TEXT("Domains"),
         PLATEAU_TEXT("Whole domains, their number doubling; idle accelerators count.")},
        {"powers_of_two", PLATEAU_TEXT("2^i"), PLATEAU_TEXT("E x 2^i accelerators, wherever in a domain these end.")}};
    row.get = [](const LimitsScenario& s) {
        return Value(std::string(s.question.whole_domains ? "whole_domains" : "powers_of_two"));
    };
    row.set = [](LimitsScenario& s, const Value& value) {
        s.question.whole_domains = std::get<std::string>(value) == "whole_domains";
    };
    row.applies = [](const LimitsScenario& s) { return s.cluster_mode == ClusterMode::Deadline; };
    row.advanced = true;
    return row;
}

LimitsParameter duration()
{
    LimitsParameter row = number(
        {"duration", PLATEAU_TEXT("Duration"), "cluster", PLATEAU_TEXT("Time the whole run may take."),
         PLATEAU_TEXT("three months of the paper's year of 3.154e7 s"), PLATEAU_TEXT("time, deadline, months")},
        {Unit::Seconds, Ladder, 3600, 3.2e9}, [](auto& s) -> auto& { return s.question.run_seconds; });
    for (const double months : {0.25, 0.5, 1.0, 2.0, 3.0, 6.0, 9.0, 12.0, 24.0, 36.0})
        row.ladder.push_back(months * limits::month_seconds);
    row.applies = [](const LimitsScenario& s) { return s.cluster_mode == ClusterMode::Deadline; };
    return row;
}

} // namespace

std::vector<LimitsParameter> cluster()
{
    std::vector<LimitsParameter> rows{
        catalog_name(
            {"hardware", PLATEAU_TEXT("Hardware"), "cluster",
             PLATEAU_TEXT("The accelerator, with the cluster usually built of it."),
             PLATEAU_TEXT("H100 SXM, the paper's main case"), PLATEAU_TEXT("GPU, accelerator, chip")},
            [](auto& s) -> auto& { return s.accelerator.id; }),
        choice({"precision", PLATEAU_TEXT("Precision"), "cluster",
                PLATEAU_TEXT("Number format of matmuls and of everything that moves."),
                PLATEAU_TEXT("bf16, or fp16 where the hardware has no bf16")},
               {{"fp16", "FP16", ""},
                {"bf16", "BF16", ""},
                {"fp8", "FP8", PLATEAU_TEXT("Twice the arithmetic, half the bytes.")},
                {"mxfp8", "MXFP8", ""},
                {"nvfp4", "NVFP4", ""},
                {"tf32", "TF32", ""}},
               [](auto& s) -> auto& { return s.precision; },
               {.available =
                    [](const LimitsScenario& s, const std::string& option) {
                        const auto value = from_name<catalog::Precision>(option);
                        return value && s.accelerator.peak_flops[static_cast<std::size_t>(*value)] > 0;
                    }}),
        choice(
            {"cluster_mode", PLATEAU_TEXT("Cluster"), "cluster",
             PLATEAU_TEXT("The smallest cluster that meets the deadline, or one given cluster without deadline."),
             PLATEAU_TEXT("the paper's question")},
            {{"deadline", PLATEAU_TEXT("In time"), PLATEAU_TEXT("E x 2^i accelerators until the run is done in time.")},
             {"fixed", PLATEAU_TEXT("Given"), PLATEAU_TEXT("The run takes as long as it takes.")}},
            [](auto& s) -> auto& { return s.cluster_mode; }),
        duration(),
        number(
            {"gpus", PLATEAU_TEXT("GPU count"), "cluster",
             PLATEAU_TEXT("Accelerators of a given cluster. Those among which the model cannot be divided stay idle."),
             PLATEAU_TEXT("2^20")},
            {Unit::Gpus, Log2, 1, 1e15}, [](auto& s) -> auto& { return s.gpus; },
            {.kind = ParameterKind::Whole,
             .applies = [](const LimitsScenario& s) { return s.cluster_mode == ClusterMode::Fixed; }}),
        sizes(),
        catalog_name({"network", PLATEAU_TEXT("Network levels"), "cluster",
                      PLATEAU_TEXT("Levels from the inside out, as 8:450GB/s:1.125us, 32:225GB/s, "
                                   "unlimited:50GB/s; hardware: the usual ones."),
                      usual_cluster},
                     [](auto& s) -> auto& { return s.network; }, {.advanced = true}),
        number({"nvlink_domain", PLATEAU_TEXT("NVLink domain"), "cluster",
                PLATEAU_TEXT("Accelerators joined by the innermost network; unlimited: there is no other."),
                usual_cluster},
               {Unit::Gpus, Ladder, 1, 1048576}, [](auto& s) -> auto& { return network(s).levels[0].group; },
               {.kind = ParameterKind::Whole,
                .unlimited = true,
                .ladder = {1, 2, 4, 8, 16, 32, 36, 64, 72, 128, 144, 256, 288, 512, 576, 1024, 4096}}),
        bandwidth({"scale_up_bandwidth", PLATEAU_TEXT("Scale-up link"), "cluster",
                   PLATEAU_TEXT("Line rate of the innermost network, per accelerator and direction."), usual_cluster},
                  {8e9, 16e9, 32e9, 64e9, 150e9, 300e9, 450e9, 900e9, 1800e9, 3600e9, 7200e9, 14400e9},
                  Unit::BytesPerSecond, innermost),
        scale_out(),
        latency(
            {"network_latency", PLATEAU_TEXT("Network latency"), "cluster",
             PLATEAU_TEXT("One hop, on every level of the network; an all-reduce has two."),
             PLATEAU_TEXT("1.125 us: with a matmul of 4.5 us and two levels the paper's 9 us per stage")},
            [](const LimitsScenario& s) { return network(s).levels[0].latency_seconds; },
            [](LimitsScenario& s, double value) {
                for (limits::NetworkLevel& level : network(s).levels)
                    level.latency_seconds = value;
            }),
        outer_latency(),
        latency(
            {"matmul_latency", PLATEAU_TEXT("Matmul latency"), "cluster",
             PLATEAU_TEXT("Fixed time of one matmul, however small."),
             PLATEAU_TEXT("4.5 us, measured with cuBLAS on an A100 (the paper's figure 5)")},
            [](const LimitsScenario& s) { return s.question.machine.device.matmul_latency_seconds; },
            [](LimitsScenario& s, double value) { s.question.machine.device.matmul_latency_seconds = value; })};
    for (LimitsParameter& row : device_rows())
        rows.push_back(std::move(row));
    rows.push_back(number(
        {"usd_per_gpu_hour", PLATEAU_TEXT("Price"), "cluster", PLATEAU_TEXT("US dollars per accelerator and hour."),
         PLATEAU_TEXT("a dated price of the hardware's file"), PLATEAU_TEXT("cost, budget")},
        {Unit::UsdPerGpuHour, OneTwoFive, 0, 1000}, [](auto& s) -> auto& { return s.question.usd_per_device_hour; }));
    return rows;
}

} // namespace plateau::limits_rows

namespace plateau {

namespace {

using catalog::Precision;

double peak(const catalog::Accelerator& accelerator, Precision precision)
{
    return accelerator.peak_flops[static_cast<std::size_t>(precision)];
}

double peak_16_bit(const catalog::Accelerator& accelerator)
{
    const double bf16 = peak(accelerator, Precision::Bf16);
    return bf16 > 0 ? bf16 : peak(accelerator, Precision::Fp16);
}

double word_bytes(Precision precision)
{
    switch (precision) {
    case Precision::Fp16:
    case Precision::Bf16:
        return 2;
    case Precision::Fp8:
    case Precision::MxFp8:
        return 1;
    case Precision::NvFp4:
        return 0.5;
    case Precision::Tf32:
        return 4;
    }
    return 2;
}

double first_known(double a, double b) { return a > 0 ? a : b; }

/// Takes from the reference, scaled, what is not known, and notes its name.
class Lender {
public:
    Lender(std::vector<Argument>& missing, double scale) : missing_(missing), scale_(scale) { }

    double value(double known, double reference, const char* what, bool grows)
    {
        if (known > 0)
            return known;
        missing_.emplace_back(Word{what});
        return reference * (grows ? scale_ : 1);
    }

private:
    std::vector<Argument>& missing_;
    double scale_;
};

} // namespace

limits::Device limits_device(const catalog::Accelerator& accelerator, Precision precision,
                             const catalog::Accelerator* reference, std::vector<Argument>& missing)
{
    const catalog::LimitsConstants& own = accelerator.limits;
    const catalog::Accelerator lender_accelerator = reference ? *reference : accelerator;
    const catalog::LimitsConstants& lent = lender_accelerator.limits;
    const double scale = peak_16_bit(accelerator) / first_known(peak_16_bit(lender_accelerator), 1);
    Lender lender(missing, scale);

    limits::Device device{.bytes_per_word = word_bytes(precision),
                          .processors = lender.value(first_known(own.processors, accelerator.processors),
                                                     first_known(lent.processors, lender_accelerator.processors),
                                                     PLATEAU_TEXT("number of processors"), true),
                          .clock_hz = lender.value(own.clock_hz, lent.clock_hz, PLATEAU_TEXT("clock"), false)};
    const double counted_peak = own.flop_per_clock * device.processors * device.clock_hz;
    device.peak_flop_per_s = first_known(counted_peak, peak_16_bit(accelerator));
    if (peak_16_bit(accelerator) > 0)
        device.peak_flop_per_s *= peak(accelerator, precision) / peak_16_bit(accelerator);
    device.sustained_fraction = first_known(own.sustained_fraction, accelerator.gemm.efficiency);
    device.memory_bytes = first_known(own.memory_bytes, accelerator.memory_bytes);
    device.memory_bytes_per_s = first_known(own.memory_bytes_per_s, accelerator.memory_bytes_per_s);
    device.cache_bytes
        = lender.value(first_known(own.cache_bytes, accelerator.cache_bytes),
                       first_known(lent.cache_bytes, lender_accelerator.cache_bytes), PLATEAU_TEXT("cache size"), true);
    device.cache_bytes_per_s
        = lender.value(own.cache_bytes_per_s, lent.cache_bytes_per_s, PLATEAU_TEXT("cache bandwidth"), true);
    device.register_bytes = first_known(own.register_bytes, device.register_bytes);
    device.pooled_shared_memory = own.pooled_shared_memory;
    device.matmul_latency_seconds
        = lender.value(own.matmul_latency_seconds, lent.matmul_latency_seconds, PLATEAU_TEXT("matmul latency"), false);
    return device;
}

} // namespace plateau
