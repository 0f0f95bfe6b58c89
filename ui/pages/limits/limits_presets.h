// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

#include "core/catalog/catalog.h"

class QMenu;

namespace plateau {
struct LimitsScenario;
}

namespace plateau::ui {

/// What a limits scenario varies: "Hardware", "NVLink domains".
QString limits_group(const LimitsScenario& scenario);

/// The shipped limits scenarios in submenus, by what they vary; they are read when their menu opens.
void add_limits_presets(QMenu& menu, const catalog::Catalog& catalog,
                        const std::function<void(const QString& file)>& chosen);

} // namespace plateau::ui
