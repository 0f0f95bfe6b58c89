// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/accelerator.h"
#include "core/catalog/stack.h"
#include "core/files/reader.h"

namespace plateau::catalog {

/// One constant of a table (StackConstant, PhysicsConstant) as files write it:
///     key: {value: ..., range: [low, high], known_by: read, source: '...', fitted_on: [...], documented: ...}
/// A constant that the file does not have stays as it is.
template<class Constant>
void read_constant(files::Reader& parent, const Constant& constant, double& value, ConstantNote& note,
                   std::vector<Error>& errors)
{
    const files::Node* node = parent.map(constant.key);
    if (!node)
        return;
    files::Reader reader(*node, parent.file(), errors);
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
    if (double documented = 0; reader.quantity("documented", constant.unit, documented, constant.low, constant.high))
        note.documented = documented;
    note.given = Given::Yes;
    note.file = parent.file();
    reader.finish();
}

} // namespace plateau::catalog
