// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/catalog/catalog.h"
#include "core/evidence/row.h"

/// Names as publications write them, found again in the catalog.
namespace plateau::evidence {

/// The accelerator a cell means: the family ("A100", "GB200", "TPU v5p") must agree, then form (SXM, PCIe, NVL) and
/// memory size decide; SXM and the largest memory where nothing is said. What stands in brackets counts last.
/// Null: no such family.
const catalog::Accelerator* match_accelerator(const catalog::Catalog& catalog, const std::string& cell);

/// What a run says about its software.
struct Software {
    std::string framework; ///< as written
    std::string first_note; ///< first part of the notes: tables of several frameworks name theirs there
    std::optional<double> year;
    std::optional<bool> flash; ///< a FlashAttention kernel
    catalog::Precision precision = catalog::Precision::Bf16;
    std::optional<bool> compiled; ///< the model went through a compiler
    std::optional<bool> overlap = {}; ///< gradients travel beside the backward pass
};

struct StackChoice {
    const catalog::Stack* stack = nullptr;
    bool framework_known = false; ///< else the stack stands for unknown software of that generation
};

/// The stack that stands for this software. The framework says which family (the longest name found at the beginning
/// of what is written); of its stacks that of the number format which contradicts the run least in year, attention and
/// overlap, then whether the model is compiled, then the year nearest to the stack's. Without a known framework a stack
/// with no frameworks of its own. Stacks calibrated on one's own runs stand for no published software.
StackChoice choose_stack(const catalog::Catalog& catalog, const Software& software);

/// What stands for software nobody published runs of, with a FlashAttention kernel or without. Null: not in the
/// catalog.
const catalog::Stack* unknown_software(const catalog::Catalog& catalog, bool flash);

/// The catalog's model of exactly these sizes, for what a table has no column for (head size, gating, experts).
const catalog::ModelShape* match_shape(const catalog::Catalog& catalog, const Row& row);
/// The catalog's model of this name ("llama3.1-70b" is "Llama 3.1 70B"), for rows that give no sizes.
const catalog::ModelShape* match_model_name(const catalog::Catalog& catalog, const std::string& name);

} // namespace plateau::evidence
