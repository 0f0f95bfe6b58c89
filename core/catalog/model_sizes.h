// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/catalog/model_shape.h"
#include "core/text/messages/error.h"

/// The sizes of a shape, each listed once: files of models, the parameter table and readers of configurations use
/// these lists. Any thread.
namespace plateau::catalog {

struct ShapeSize {
    const char* key; ///< in files; a size of the scan stands in its map without "scan_"
    const char* label;
    const char* help;
    int ModelShape::*member = nullptr;
    int most = 1 << 20;
    int least = 1;
    bool may_be_none = false; ///< 0 is legal
    const char* needs = nullptr; ///< the size without which it has no effect
    const char* provenance = nullptr; ///< null: the model's file
    int Scan::*of_scan = nullptr;

    int& of(ModelShape& shape) const { return of_scan ? shape.scan.*of_scan : shape.*member; }
    int of(const ModelShape& shape) const { return of_scan ? shape.scan.*of_scan : shape.*member; }
};
std::span<const ShapeSize> shape_sizes();
/// Null where there is none of that key.
const ShapeSize* shape_size(std::string_view key);

struct ShapeFlag {
    const char* key;
    const char* label;
    const char* help;
    bool ModelShape::*member;
};
std::span<const ShapeFlag> shape_flags();

/// What contradicts itself among the sizes: the key that is wrong, and why; nothing where all is well.
struct WrongSize {
    const char* key;
    Error error;
};
std::optional<WrongSize> wrong_size(const ModelShape& shape);

/// Sets what follows from one size that was changed to `value`: without experts nothing else of them stays, a new
/// window is one of all layers with attention.
void follow_size(ModelShape& shape, std::string_view key, int value);

} // namespace plateau::catalog
