// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plateau::ui {

/// While it lives interface_font() is of this family; empty: the program's own. For figures on paper: the window never
/// lays out its own words meanwhile.
class FontFamily {
public:
    explicit FontFamily(const QString& family);
    ~FontFamily();
    FontFamily(const FontFamily&) = delete;
    FontFamily& operator=(const FontFamily&) = delete;

private:
    QString before_;
};

} // namespace plateau::ui
