// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include "core/figures/figure.h"

/// How a figure's file carries its scenario: PNG text chunk, SVG <metadata>, PDF comment, CSV comment lines.
namespace plateau::ui {

QByteArray embed_in_png(const QByteArray& png, const figures::Figure& figure);
QByteArray embed_in_svg(QByteArray svg, const figures::Figure& figure);
QByteArray embed_in_pdf(QByteArray pdf, const figures::Figure& figure);

} // namespace plateau::ui
