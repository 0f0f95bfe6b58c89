// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace plateau::ui {

/// Adds an iTXt chunk (UTF-8, not compressed: readable with any editor) after the header. Qt's own reader folds the
/// line breaks that YAML needs.
QByteArray with_png_text(QByteArray png, const QByteArray& keyword, const QByteArray& utf8);
/// The text of that chunk; empty when there is none or the file is not a PNG.
QByteArray png_text(const QByteArray& png, const QByteArray& keyword);

} // namespace plateau::ui
