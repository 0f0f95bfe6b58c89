// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/search_notice.h"

#include <QHBoxLayout>

#include "ui/base/controls.h"
#include "ui/base/tool_button.h"

namespace plateau::ui {

SearchNotice::SearchNotice(ElidedLabel* sentence, int patience, QWidget* parent) : QWidget(parent), sentence_(sentence)
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    auto* give_up = tool_button(tr("Cancel"), tr("Stop searching: back to the question before"), this);
    line->addWidget(give_up);
    hide();
    connect(give_up, &QToolButton::clicked, this, &SearchNotice::given_up);
    patience_.setSingleShot(true);
    patience_.setInterval(patience);
    connect(&patience_, &QTimer::timeout, this, &SearchNotice::show_notice);
}

void SearchNotice::look(bool searching, bool can_give_up)
{
    can_give_up_ = can_give_up;
    if (!searching) {
        said_ = false;
        patience_.stop();
        hide();
    } else if (said_) {
        show_notice(); // the sentence was written anew
    } else if (!patience_.isActive()) {
        patience_.start();
    }
}

void SearchNotice::show_notice()
{
    said_ = true;
    if (sentence_)
        sentence_->set_full_text(tr("Searching for the best plan of every GPU count …"));
    setVisible(can_give_up_);
}

} // namespace plateau::ui
