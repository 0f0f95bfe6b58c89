// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/room_themes.h"

#include <QApplication>
#include <QSettings>
#include <QStyle>

namespace plateau::ui {

namespace {

const QString reduce_motion_key = QStringLiteral("reduce_motion");

} // namespace

Theme projector_theme()
{
    Theme theme = light_theme();
    theme.letters = 1.25;
    theme.window = QColor::fromRgb(0xFFFFFF);
    theme.text = QColor::fromRgb(0x000000);
    theme.text2 = theme.text3 = QColor::fromRgb(0x3A3F45);
    theme.outline = QColor::fromRgb(0x545C65);
    theme.grid = QColor::fromRgb(0xE1E4E7);
    theme.tint = QColor::fromRgb(0xF1F3F5);
    theme.groove = QColor::fromRgb(0xC3C9CF);
    return theme;
}

Theme contrast_theme()
{
    Theme theme = dark_theme();
    theme.window = theme.canvas = theme.field = QColor::fromRgb(0x000000);
    theme.text = theme.text2 = QColor::fromRgb(0xFFFFFF);
    theme.text3 = QColor::fromRgb(0xE0E0E0);
    theme.divider = theme.groove = QColor::fromRgb(0x949494);
    theme.outline = QColor::fromRgb(0xFFFFFF);
    theme.grid = QColor::fromRgb(0x4A4A4A);
    theme.tint = QColor::fromRgb(0x1E1E1E);
    theme.accent = QColor::fromRgb(0x7CC8FF);
    theme.on_accent = QColor::fromRgb(0x000000);
    theme.selected = QColor::fromRgb(0x003A5C);
    theme.hover = QColor::fromRgb(0x2B2B2B);
    theme.error = QColor::fromRgb(0xFFA8A0);
    theme.error_fill = QColor::fromRgb(0x3A0F0D);
    theme.warning = QColor::fromRgb(0xFFD166);
    theme.warning_fill = QColor::fromRgb(0x332600);
    theme.good = QColor::fromRgb(0x5CE0B5);
    theme.stale = QColor::fromRgb(0xA8A8A8);
    return theme;
}

Theme theme_for(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Dark:
        return dark_theme();
    case ThemeChoice::Projector:
        return projector_theme();
    case ThemeChoice::Contrast:
        return contrast_theme();
    case ThemeChoice::System:
    case ThemeChoice::Light:
        break;
    }
    return light_theme();
}

bool reduces_motion()
{
    const QVariant chosen = QSettings().value(reduce_motion_key);
    return chosen.isValid() ? chosen.toBool() : QApplication::style()->styleHint(QStyle::SH_Widget_Animate) == 0;
}

void reduce_motion(bool reduce) { QSettings().setValue(reduce_motion_key, reduce); }

} // namespace plateau::ui
