// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/constant_file.h"
#include "core/catalog/entry_file.h"
#include "core/files/text_file.h"

namespace plateau::catalog {

EntryFile<PhysicsFile> parse_physics(const files::Document& document, std::vector<Error>& errors)
{
    EntryFile<PhysicsFile> result;
    Physics& physics = result.entry.physics;
    files::Reader reader(document.root, document.file, errors);
    reader.text("title", result.entry.title, files::Need::Required);
    if (const files::Node* values = reader.map("constants", files::Need::Required)) {
        files::Reader constants(*values, document.file, errors);
        for (std::size_t i = 0; i < physics.notes.size(); ++i) {
            const PhysicsConstant& constant = physics_constants()[i];
            read_constant(constants, constant, physics.values.*constant.value, physics.notes[i], errors);
        }
        constants.finish();
    }
    reader.texts("sources", result.entry.sources, files::Need::Required);
    reader.finish();
    return result;
}

} // namespace plateau::catalog
