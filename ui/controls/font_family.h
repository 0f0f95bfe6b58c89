// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace plateau::ui {

/// While it lives interface_font() is of this family, empty: the program's own, and its letters are as they were
/// designed, whatever a machine's settings do to fit them to its pixels. For figures on paper: the window never lays
/// out its own words meanwhile.
class FontFamily {
public:
    explicit FontFamily(const QString& family);
    ~FontFamily();
    FontFamily(const FontFamily&) = delete;
    FontFamily& operator=(const FontFamily&) = delete;

private:
    QString before_;
    bool on_paper_before_;
};

} // namespace plateau::ui
