// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/catalog/accelerator.h"
#include "core/catalog/assumptions.h"
#include "core/catalog/model_shape.h"
#include "core/catalog/physics.h"
#include "core/catalog/stack.h"
#include "core/catalog/transport.h"
#include "core/files/reader.h"

namespace plateau::catalog {

/// One constant of a table (StackConstant, PhysicsConstant) as files write it:
///     key: {value: ..., range: [low, high], known_by: read, source: '...', fitted_on: [...], documented: ...}
/// A constant that the file does not have stays as it is.
template<class Constant>
void read_constant(files::Reader& parent, const Constant& constant, double& value, ConstantNote& note)
{
    parent.within(constant.key, [&](files::Reader& reader) {
        reader.quantity("value", constant.unit, value, constant.low, constant.high, files::Need::Required);
        double range[2] = {constant.low, constant.high};
        if (reader.quantities("range", constant.unit, range)
            && (range[0] > range[1] || range[0] < constant.low || range[1] > constant.high))
            reader.refuse(
                "range",
                {PLATEAU_TEXT("the range of %1 must rise and stay inside what is plausible"), {Verbatim{constant.key}}},
                {PLATEAU_TEXT("%1 to %2"),
                 {Verbatim{units::exact(constant.low, constant.unit)},
                  Verbatim{units::exact(constant.high, constant.unit)}}});
        note.low = range[0];
        note.high = range[1];
        reader.choice("known_by", note.known_by);
        reader.text("source", note.source, files::Need::Required);
        reader.texts("fitted_on", note.fitted_on);
        if (double documented = 0;
            reader.quantity("documented", constant.unit, documented, constant.low, constant.high))
            note.documented = documented;
        note.given = Given::Yes;
        note.file = parent.file();
    });
}

// Between catalog.cpp and the readers of the kinds of files: an entry with everything that is wrong with it.

/// An entry as its file says it, before the names of other entries in it are resolved.
template<class Entry>
struct EntryFile {
    Entry entry;
    std::string reference_where; ///< where the entry names another one
    std::string constants_where = {}; ///< of a stack: where it gives its constants
    std::vector<std::string> keys = {}; ///< of a config.json: those the shape is made of
    std::string section = {}; ///< of a config.json: where its language model stands; empty: the whole file
    std::vector<std::pair<std::string, Message>> not_modelled = {}; ///< of a config.json: keys, and what of them is not
};

EntryFile<Accelerator> parse_accelerator(const files::Document& document, std::vector<Error>& errors);
EntryFile<Transport> parse_transport(const files::Document& document, std::vector<Error>& errors);
EntryFile<Stack> parse_stack(const files::Document& document, std::vector<Error>& errors);
EntryFile<AssumedValues> parse_assumptions(const files::Document& document, std::vector<Error>& errors);
/// `fabrics:` of a file of presets/physics.
void read_fabrics(files::Reader& parent, std::vector<FabricRow>& fabrics);
EntryFile<PhysicsFile> parse_physics(const files::Document& document, std::vector<Error>& errors);
EntryFile<ModelShape> parse_model(const files::Document& document, std::vector<Error>& errors);
/// One line that parse_model() reads back to the same shape: "{title: Own, layers: 32, ...}".
std::string write_model(const ModelShape& shape);
Expected<ModelShape> read_written_model(const std::string& text);
/// A Hugging Face config.json.
EntryFile<ModelShape> parse_model_config(const files::Document& document, std::vector<Error>& errors);

/// An entry's id: the file's name without extension; "config" takes the folder's name.
std::string id_of(const std::filesystem::path& file);

/// What a stack's file leaves out of `runs`, from the stack that it is based on.
void inherit_abilities(Stack& stack, const Stack& base);
/// The constants that a stack's file leaves out, from the stack that it is based on or from what all stacks extend.
void inherit_constants(Stack& stack, const Stack& base);

} // namespace plateau::catalog
