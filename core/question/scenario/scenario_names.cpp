// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/scenario.h"

namespace plateau {

const char* name(BatchMode mode) { return mode == BatchMode::PerGpu ? "per_gpu" : "total"; }

const char* name(AttentionKernel kernel)
{
    switch (kernel) {
    case AttentionKernel::Unfused:
        return "unfused";
    case AttentionKernel::FusedSoftmax:
        return "fused_softmax";
    case AttentionKernel::Flash1:
        return "flash1";
    case AttentionKernel::Flash2:
        return "flash2";
    case AttentionKernel::Flash2Triton:
        return "flash2_triton";
    case AttentionKernel::Sdpa:
        return "flash2_sdpa";
    case AttentionKernel::CudnnFlash:
        return "cudnn_flash";
    case AttentionKernel::Flash3:
        return "flash3";
    }
    return "";
}

const char* name(Precision precision)
{
    switch (precision) {
    case Precision::Fp16:
        return "fp16";
    case Precision::Bf16:
        return "bf16";
    case Precision::Fp8:
        return "fp8";
    case Precision::MxFp8:
        return "mxfp8";
    case Precision::NvFp4:
        return "nvfp4";
    case Precision::Tf32:
        return "tf32";
    }
    return "";
}

const char* name(catalog::FlopConvention convention)
{
    switch (convention) {
    case catalog::FlopConvention::FullAttention:
        return "full";
    case catalog::FlopConvention::CausalAttention:
        return "causal";
    case catalog::FlopConvention::SixN:
        return "six_n";
    }
    return "";
}

const char* name(catalog::Dispatcher dispatcher) { return catalog::dispatcher_names[std::size_t(dispatcher)]; }
const char* name(Fp8Scaling scaling)
{
    return scaling == Fp8Scaling::Tensor ? "tensor" : scaling == Fp8Scaling::Block ? "block" : "row";
}
const char* name(FineTune what) { return what == FineTune::None ? "none" : "lora"; }
const char* name(LoraModules modules) { return modules == LoraModules::Attention ? "attention" : "all"; }
const char* name(OptimizerKind kind) { return optimizer_options[std::size_t(kind)].name; }
const char* name(Pricing pricing) { return pricing == Pricing::Rented ? "rented" : "owned"; }

const char* name(catalog::GatherAlgorithm algorithm)
{
    switch (algorithm) {
    case catalog::GatherAlgorithm::Library:
        return "library";
    case catalog::GatherAlgorithm::Ring:
        return "ring";
    case catalog::GatherAlgorithm::Pat:
        return "pat";
    case catalog::GatherAlgorithm::Registered:
        return "registered";
    case catalog::GatherAlgorithm::Doubling:
        return "doubling";
    }
    return "";
}

namespace {

template<class Enum>
constexpr int count_of()
{
    return int(plan_options<Enum>.size());
}
template<>
constexpr int count_of<Fp8Scaling>()
{
    return 3;
}
template<>
constexpr int count_of<Pricing>()
{
    return 2;
}
template<>
constexpr int count_of<OptimizerKind>()
{
    return int(std::size(optimizer_options));
}
template<>
constexpr int count_of<FineTune>()
{
    return 2;
}
template<>
constexpr int count_of<LoraModules>()
{
    return 2;
}
template<>
constexpr int count_of<catalog::GatherAlgorithm>()
{
    return 5;
}
template<>
constexpr int count_of<catalog::FlopConvention>()
{
    return 3;
}
template<>
constexpr int count_of<catalog::Dispatcher>()
{
    return int(catalog::dispatcher_names.size());
}
template<>
constexpr int count_of<BatchMode>()
{
    return 2;
}
template<>
constexpr int count_of<AttentionKernel>()
{
    return 8;
}
template<>
constexpr int count_of<Precision>()
{
    return catalog::precision_count;
}

} // namespace

template<class Enum>
std::optional<Enum> from_name(const std::string& text)
{
    for (int i = 0; i < count_of<Enum>(); ++i) {
        if (text == name(static_cast<Enum>(i)))
            return static_cast<Enum>(i);
    }
    return {};
}

template std::optional<BatchMode> from_name(const std::string&);
template std::optional<DataParallelMode> from_name(const std::string&);
template std::optional<Recompute> from_name(const std::string&);
template std::optional<PipelineSchedule> from_name(const std::string&);
template std::optional<ContextMethod> from_name(const std::string&);
template std::optional<ContextBalance> from_name(const std::string&);
template std::optional<AttentionKernel> from_name(const std::string&);
template std::optional<Precision> from_name(const std::string&);
template std::optional<catalog::FlopConvention> from_name(const std::string&);
template std::optional<Fp8Scaling> from_name(const std::string&);
template std::optional<Pricing> from_name(const std::string&);
template std::optional<OptimizerKind> from_name(const std::string&);
template std::optional<FineTune> from_name(const std::string&);
template std::optional<LoraModules> from_name(const std::string&);
template std::optional<catalog::GatherAlgorithm> from_name(const std::string&);
template std::optional<catalog::Dispatcher> from_name(const std::string&);

} // namespace plateau
