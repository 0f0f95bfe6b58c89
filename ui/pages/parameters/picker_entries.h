// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <variant>
#include <vector>

#include "core/catalog/catalog.h"

namespace plateau::ui {

/// Shares of the largest of the catalog, 0 to 1.
struct HardwareThumbnail {
    double peak = 0; ///< dense, of bf16 or the nearest there is
    double memory = 0; ///< that programs can take
};
struct ModelThumbnail {
    double layers = 0;
    double width = 0;
    double active = 1; ///< parameters a token passes through, of all
    int experts = 0; ///< 0: dense
};

/// One thing to choose, as a list shows it.
struct PickerEntry {
    QString value; ///< its id
    QString title; ///< "H100 SXM 80GB"
    QString group; ///< "NVIDIA, NCCL on Hopper", "Llama"
    QString detail; ///< "989 TFLOP/s, memory 85.52 GB, domains of 8"
    QString help;
    std::variant<HardwareThumbnail, ModelThumbnail> thumbnail;

    /// Does every one of these words stand in its title, group, detail or id?
    bool matches(const QString& words) const;
    /// How much these words are its name: 4 where they are its id, 3 its title, 2 where its title begins with them, 1
    /// where they stand in it, else 0.
    int likeness(const QString& words) const;
};

/// The catalog's accelerators ("hardware") by vendor and the generation of their collective library, or its models
/// ("model") by family and size; of other parameters none.
std::vector<PickerEntry> picker_entries(const std::string& key, const catalog::Catalog& catalog);

} // namespace plateau::ui
