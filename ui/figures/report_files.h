// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <string>

#include "core/paper/report.h"

namespace plateau::ui {

enum class ReportFormat { Pdf, Html };

/// A report as a file that needs no other. `language`: the code of what it is said in; empty: the window's.
QByteArray report_bytes(const views::Report& report, ReportFormat format, const std::string& language);

} // namespace plateau::ui
