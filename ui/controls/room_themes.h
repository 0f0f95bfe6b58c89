// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/appearance.h"

/// Themes for a room and for eyes that need more contrast, chosen like the others.
namespace plateau::ui {

/// Black on white, for a bright room and a pale beamer.
Theme projector_theme();
/// White on black, nothing grey that says something.
Theme contrast_theme();
/// What the system wants: light.
Theme theme_for(ThemeChoice choice);

/// Nothing moves by itself: what the person chose, else what the system asks for.
bool reduces_motion();
void reduce_motion(bool reduce);

} // namespace plateau::ui
