// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/json.h"
#include "core/messages/error.h"

namespace plateau::app {

/// Takes the rows of a table one by one, each complete on disk before the next is computed.
class RowWriter {
public:
    virtual ~RowWriter() = default;
    virtual void write(const Json& row) = 0;
    /// Ends the document. False when something could not be written.
    virtual bool finish() = 0;
};

/// {"rows": [...]} on standard output.
std::unique_ptr<RowWriter> json_rows();
/// CSV into a file, or standard output for "-". A header of the first row's keys unless told otherwise.
Expected<std::unique_ptr<RowWriter>> csv_rows(const std::string& file, bool header);
/// Aligned text on standard output, with the columns named.
std::unique_ptr<RowWriter> text_rows(const std::vector<std::string>& swept);

/// A cell as CSV holds it: numbers in full, null empty, objects as key=value words.
std::string cell_text(const Json& cell);

} // namespace plateau::app
