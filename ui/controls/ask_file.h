// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace plateau::ui {

/// Asks where to save. The name gets the first suffix when it has none of `suffixes`; what stands at that very name is
/// replaced only if the person agrees. Empty: given up.
QString ask_save_file(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                      const QStringList& suffixes);

/// `name` with the first suffix, unless it has one of them.
QString with_suffix(const QString& name, const QStringList& suffixes);

/// True when nothing stands there.
bool may_replace(QWidget* parent, const QString& file);

} // namespace plateau::ui
