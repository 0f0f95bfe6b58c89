// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

/// The files opened or saved last, newest first, kept between sessions.
namespace plateau::ui {

QStringList recent_files();
void add_recent_file(const QString& file);
void forget_recent_files();

} // namespace plateau::ui
