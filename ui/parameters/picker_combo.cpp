// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parameters/picker_combo.h"

#include "ui/parameters/picker_popup.h"

namespace plateau::ui {

PickerCombo::PickerCombo(std::string key, const QuestionDocument& document, QWidget* parent)
    : QuietCombo(parent), key_(std::move(key)), document_(document)
{
}

void PickerCombo::showPopup()
{
    if (!popup_) {
        popup_ = new PickerPopup(accessibleName(), this);
        connect(popup_, &PickerPopup::chosen, this, &PickerCombo::choose);
    }
    popup_->open_at(*this, picker_entries(key_, document_.catalog()), currentData().toString());
}

void PickerCombo::hidePopup()
{
    if (popup_)
        popup_->close();
    QuietCombo::hidePopup();
}

/// As a combo box does when an item of its list is taken.
void PickerCombo::choose(const QString& value)
{
    const int index = findData(value);
    if (index < 0)
        return;
    setCurrentIndex(index);
    emit activated(index);
}

} // namespace plateau::ui
