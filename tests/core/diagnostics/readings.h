// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <algorithm>

#include "core/diagnostics/programs/reading.h"
#include "tests/core/sample_scenarios.h"

/// Texts read with the shipped presets.
namespace plateau::test {

inline programs::Reading read(const QByteArray& text, const char* file)
{
    auto reading = programs::read_text(shipped(), text.toStdString(), file);
    if (!reading)
        qWarning("%s", english(reading.error()).c_str());
    return reading ? std::move(*reading) : programs::Reading();
}

inline const programs::Line* line_of(const std::vector<programs::Line>& lines, const std::string& key)
{
    const auto found
        = std::find_if(lines.begin(), lines.end(), [&](const programs::Line& line) { return line.key == key; });
    return found == lines.end() ? nullptr : &*found;
}

} // namespace plateau::test
