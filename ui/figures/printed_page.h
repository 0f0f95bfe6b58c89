// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <string>
#include <vector>

#include "core/paper/sheet_picture.h"

namespace plateau::ui {

/// HTML on A4 paper, as a PDF.
QByteArray printed_page(const QString& html, const std::vector<figures::SheetPicture>& pictures, const QString& title);

/// Prints each of several texts on a sheet of its own, in the largest letters with which it fits; what has no room even
/// in the smallest goes on overleaf.
QByteArray printed_sheets(const std::vector<std::string>& sheets, const std::vector<figures::SheetPicture>& pictures,
                          const std::string& title);

} // namespace plateau::ui
