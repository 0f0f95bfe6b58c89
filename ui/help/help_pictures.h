// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "core/catalog/catalog.h"
#include "ui/base/theme.h"

namespace plateau::ui {

/// A picture of a page, drawn in the theme: its name says which figure of which shipped scenario,
/// "scaling.fernandez-weak-scaling.png". Null for a name that says neither.
QImage help_picture(const catalog::Catalog& catalog, const QString& name, const Theme& theme, int width,
                    double pixel_ratio);

} // namespace plateau::ui
