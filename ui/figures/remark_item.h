// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/panel_items.h"

namespace plateau::ui {

/// What people wrote on one plot: a dot where it belongs, the words in a box above it.
class RemarkItem final : public PanelItem {
public:
    using PanelItem::PanelItem;

protected:
    void draw(QCPPainter* painter) override;
};

/// The box of a remark's words, inside `area` beside its dot at `anchor`.
QRectF remark_box(const QString& words, QPointF anchor, const QRectF& area, const RenderStyle& style);
/// As it is shown: one line's worth of harmless characters.
QString remark_words(const figures::Remark& remark);

} // namespace plateau::ui
