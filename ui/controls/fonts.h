// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

namespace plateau::ui {

/// Registers Plateau Sans once; false when it was not built in (the system's sans-serif stands in).
bool load_fonts();
/// The interface font at a size in logical pixels. Weights: 400, 500, 600.
QFont interface_font(double pixels, int weight = 400);
/// Pixels that a line of words takes. Most words stand in the next picture too, so each is measured once.
double width_of(const QString& words, const QFont& font);

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
