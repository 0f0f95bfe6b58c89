// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/constant_file.h"
#include "core/catalog/entry_file.h"
#include "core/files/text_file.h"

namespace plateau::catalog {

namespace {

/// key: {times: [low, high], known_by: ..., source: ...}, or {between: [low, high], ...} in SI units
void read_suspects(files::Reader& parent, std::vector<Suspect>& suspects, std::vector<Error>& errors)
{
    const files::Node* node = parent.map("suspects");
    if (!node)
        return;
    files::Reader reader(*node, parent.file(), errors);
    for (const files::Key& key : node->keys) {
        const files::Node* row = reader.map(key.text);
        if (!row)
            continue;
        files::Reader values(*row, parent.file(), errors);
        Suspect suspect{.key = key.text, .as_factor = !values.has("between")};
        const char* const limits = suspect.as_factor ? "times" : "between";
        constexpr double farthest = 1e6;
        double range[2] = {suspect.least, suspect.most};
        if (values.quantities(limits, units::Unit::None, range, files::Need::Required, 0, farthest)
            && range[0] >= range[1])
            values.refuse(limits, {PLATEAU_TEXT("the limits of %1 must rise"), {Verbatim{key.text}}});
        suspect.least = range[0];
        suspect.most = range[1];
        values.choice("known_by", suspect.known_by);
        values.text("source", suspect.source, files::Need::Required);
        values.finish();
        suspects.push_back(std::move(suspect));
    }
    reader.finish();
}

} // namespace

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
    read_suspects(reader, physics.suspects, errors);
    reader.texts("sources", result.entry.sources, files::Need::Required);
    reader.finish();
    return result;
}

} // namespace plateau::catalog
