// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <string>
#include <vector>

namespace plateau::ui {

/// HTML on A4 paper, as a PDF; its pictures are the PNG files `bytes`, called `names`.
QByteArray printed_page(const QString& html, const std::vector<std::string>& names,
                        const std::vector<std::string>& bytes, const QString& title);

/// The same, each of several texts on a sheet of its own, in the largest letters with which it fits; what has no room
/// even in the smallest goes on overleaf.
QByteArray printed_sheets(const std::vector<QString>& sheets, const std::vector<std::string>& names,
                          const std::vector<std::string>& bytes, const QString& title);

} // namespace plateau::ui
