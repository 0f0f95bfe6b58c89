// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/match.h"
#include "core/evidence/pose_parts.h"

namespace plateau::evidence {

namespace {

Precision precision_of(const Row& row, const catalog::Accelerator& accelerator, Posed& posed)
{
    Precision precision = Precision::Bf16;
    const std::string& word = row.precision;
    if (word.starts_with("nvfp4") || word.starts_with("fp4"))
        precision = Precision::NvFp4;
    else if (word.starts_with("mxfp8"))
        precision = Precision::MxFp8;
    else if (word.starts_with("fp8") || word.starts_with("float8"))
        precision = Precision::Fp8;
    else if (word.starts_with("fp16") || word.starts_with("float16") || word == "half")
        precision = Precision::Fp16;
    else if (word.starts_with("tf32") || word.starts_with("fp32") || word.starts_with("float32"))
        precision = Precision::Tf32;
    else if (!word.starts_with("bf16") && !word.starts_with("bfloat16"))
        posed.defaults.push_back("precision");
    const auto peak = [&](Precision p) { return accelerator.peak_flops[static_cast<std::size_t>(p)]; };
    if (peak(precision) > 0)
        return precision;
    for (const Precision other : {Precision::Fp8, Precision::Bf16, Precision::Fp16, Precision::Tf32})
        if (peak(other) > 0 && (other != Precision::Fp8 || precision >= Precision::MxFp8))
            return other;
    return Precision::Bf16;
}

std::optional<bool> flash_of(const Row& row)
{
    if (row.attention.starts_with("unfused") || row.attention.starts_with("fused_softmax"))
        return false;
    if (!row.attention.empty())
        return true;
    return row.flash;
}

AttentionKernel kernel_of(const Row& row, AttentionKernel usual, Posed& posed)
{
    const std::string& word = row.attention;
    if (word.starts_with("unfused_fused") || word.starts_with("fused_softmax"))
        return AttentionKernel::FusedSoftmax;
    if (word.starts_with("unfused") || word == "math" || word == "torch" || word == "eager")
        return AttentionKernel::Unfused;
    if (word.starts_with("flash1"))
        return AttentionKernel::Flash1;
    if (word.starts_with("flash3") || word.starts_with("fa3"))
        return AttentionKernel::Flash3;
    if (word.find("triton") != std::string::npos)
        return AttentionKernel::Flash2Triton;
    if (word.find("sdpa") != std::string::npos)
        return AttentionKernel::Sdpa;
    if (word.starts_with("cudnn") || word.starts_with("te") || word.starts_with("transformer"))
        return AttentionKernel::CudnnFlash;
    if (word.starts_with("flash2") || word.starts_with("fa2"))
        return AttentionKernel::Flash2;
    if (word.empty())
        posed.defaults.push_back("attention_kernel");
    const std::optional<bool> flash = flash_of(row);
    if (!flash || *flash == catalog::is_flash(usual))
        return usual;
    return *flash ? AttentionKernel::Flash2 : AttentionKernel::FusedSoftmax;
}

/// What the row says of the kernels overrides what the stack does by default.
void adjust_stack(catalog::StackConstants& constants, const Row& row)
{
    if (row.fused_norm.value_or(false)) {
        constants.norm_bytes = 0;
        constants.activation_norm_bytes = 0;
    }
    const auto reduce = row.facts.find("reduce_dtype");
    const auto mode = row.facts.find("mp_mode"); // Composer's FSDP: DEFAULT reduces in fp32, PURE in 16 bit
    if (mode != row.facts.end())
        constants.reduction_bytes = lower(mode->second) == "pure" ? 2 : 4;
    if (reduce != row.facts.end())
        constants.reduction_bytes = contains(reduce->second, "32") ? 4 : 2;
}

} // namespace

void set_software(const catalog::Catalog& catalog, const Row& row, const catalog::Stack* given, Posed& posed)
{
    Scenario& scenario = posed.scenario;
    scenario.workload.precision = precision_of(row, scenario.cluster.accelerator, posed);
    Software software{row.framework, {}, row.year, flash_of(row), scenario.workload.precision, row.compiled};
    if (const std::vector<std::string> notes = segments(row.notes); !notes.empty())
        software.first_note = notes.front();
    const StackChoice choice = given ? StackChoice{given, true} : choose_stack(catalog, software);
    if (choice.stack != nullptr)
        scenario.assumptions.stack = *choice.stack;
    posed.framework_known = choice.framework_known;
    if (!choice.framework_known)
        posed.defaults.push_back("framework");
    scenario.assumptions.attention = kernel_of(row, scenario.assumptions.stack.attention, posed);
    adjust_stack(scenario.assumptions.stack.constants, row);
}

} // namespace plateau::evidence
