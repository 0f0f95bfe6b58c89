// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/tool_button.h"

#include <QToolButton>

#include "ui/controls/text.h"

namespace plateau::ui {

QToolButton* tool_button(const QString& words, const QString& hint, QWidget* parent)
{
    auto* made = new QToolButton(parent);
    made->setText(words);
    made->setToolTip(tip(hint));
    made->setAccessibleName(hint);
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

} // namespace plateau::ui
