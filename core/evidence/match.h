// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/evidence/row.h"

/// Names as publications write them, found again in the catalog.
namespace plateau::evidence {

struct AcceleratorName {
    std::string family; ///< "a100", "tpuv5p"
    std::string form; ///< sxm, pcie, nvl, oam, or empty
    std::vector<std::string> words; ///< everything said, brackets included
    double memory_gb = 0;
};

/// A catalog with its names taken apart. A catalog alone will do wherever one is asked for; whoever looks up many rows
/// makes it once. The catalog must outlive it.
struct Names {
    Names(const catalog::Catalog& catalog); // NOLINT(google-explicit-constructor)

    struct OfAccelerator {
        AcceleratorName title;
        std::string family; ///< as its id says
    };
    const catalog::Catalog& catalog;
    std::vector<OfAccelerator> accelerators; ///< in the catalog's order
    std::vector<std::vector<std::vector<std::string>>> frameworks; ///< of each stack, the words of each
    std::vector<std::pair<std::string, const catalog::ModelShape*>> models; ///< by every name, in the catalog's order
};

/// The accelerator a cell means: the family ("A100", "GB200", "TPU v5p") must agree, then form (SXM, PCIe, NVL) and
/// memory size decide; SXM and the largest memory where nothing is said. What stands in brackets counts last.
/// Null: no such family.
const catalog::Accelerator* match_accelerator(const Names& names, const std::string& cell);

/// Bytes of one, where the row's GPU names another size than the catalog's: "A100 40GB".
double device_memory_bytes(const catalog::Accelerator& accelerator, const Row& row);

/// What stands for the missing cell of a GPU nobody knows (skip_reason()): "gpu=H1000 (nearest: H100 SXM 80GB, ...)".
std::string unknown_gpu_cell(const Names& names, const std::string& cell);

/// What a run says about its software.
struct Software {
    std::string framework; ///< as written
    std::string first_note; ///< first part of the notes: tables of several frameworks name theirs there
    std::optional<double> year;
    std::optional<bool> flash; ///< a FlashAttention kernel
    catalog::Precision precision = catalog::Precision::Bf16;
    std::optional<bool> compiled; ///< the model went through a compiler
    std::optional<bool> overlap = {}; ///< gradients travel beside the backward pass
    std::optional<catalog::Loss> loss = {};
    bool fsdp = false; ///< shards as FSDP by the cell that says so: what stands on several engines ran on PyTorch's
    std::string built_on = {}; ///< the program it was made from, where the notes name that
};

struct StackChoice {
    const catalog::Stack* stack = nullptr;
    bool framework_known = false; ///< else the stack stands for unknown software of that generation
};

/// The stack that stands for this software. The framework says which family (the longest name found at the beginning
/// of what is written); of its stacks that of the number format which contradicts the run least in year, attention and
/// overlap, then whether the model is compiled, then the year nearest to the stack's. Without a known framework a stack
/// with no frameworks of its own. Stacks calibrated on one's own runs stand for no published software.
StackChoice choose_stack(const Names& names, const Software& software);

/// What stands for software nobody published runs of, with a FlashAttention kernel or without. Null: not in the
/// catalog.
const catalog::Stack* unknown_software(const catalog::Catalog& catalog, bool flash);

/// The catalog's model of exactly these sizes, for what a table has no column for (head size, gating, experts).
const catalog::ModelShape* match_shape(const catalog::Catalog& catalog, const Row& row);
/// The catalog's model of this name ("llama3.1-70b" is "Llama 3.1 70B"), for rows that give no sizes.
const catalog::ModelShape* match_model_name(const Names& names, const std::string& name);

} // namespace plateau::evidence
