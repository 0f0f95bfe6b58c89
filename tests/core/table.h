// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <algorithm>
#include <string>
#include <vector>

#include "core/files/csv.h"
#include "tests/core/shipped_catalog.h"

/// Published tables under tests/data and the shipped accelerators they were measured on.
namespace table {

inline plateau::files::CsvTable read(const std::string& name)
{
    auto table = plateau::files::read_csv(std::string(TEST_DATA) + "/" + name);
    if (!table)
        qFatal("%s", plateau::english(table.error()).c_str());
    return *table;
}

inline double number(const plateau::files::CsvTable& table, std::size_t row, const char* column)
{
    return std::stod(table.cell(row, column));
}

inline double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * double(values.size() - 1) + 0.5)];
}

using plateau::test::shipped;

inline const plateau::catalog::Accelerator& accelerator(const std::string& id)
{
    const plateau::catalog::Accelerator* found = shipped().accelerator(id);
    if (!found)
        qFatal("no accelerator %s", id.c_str());
    return *found;
}

} // namespace table
