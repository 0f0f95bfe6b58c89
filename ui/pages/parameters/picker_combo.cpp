// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/picker_combo.h"

#include <QFileDialog>

#include "ui/pages/parameters/picker_popup.h"

namespace plateau::ui {

PickerCombo::PickerCombo(std::string key, const QuestionDocument& document, QWidget* parent)
    : QuietCombo(parent), key_(std::move(key)), document_(document)
{
}

void PickerCombo::showPopup()
{
    if (!popup_) {
        popup_ = new PickerPopup(accessibleName(), key_ == "model" ? tr("From a config.json...") : QString(), this);
        connect(popup_, &PickerPopup::chosen, this, &PickerCombo::choose);
        connect(popup_, &PickerPopup::file_wanted, this, &PickerCombo::ask_file);
    }
    popup_->open_at(*this, picker_entries(key_, document_.catalog()), currentData().toString());
}

void PickerCombo::hidePopup()
{
    if (popup_)
        popup_->close();
    QuietCombo::hidePopup();
}

void PickerCombo::ask_file()
{
    if (const QString file = ask_model_file(window()); !file.isEmpty())
        emit file_chosen(file);
}

QString PickerCombo::ask_model_file(QWidget* parent)
{
    return QFileDialog::getOpenFileName(
        parent, tr("Model from a file"), {},
        tr("Configurations of Hugging Face and presets (*.json *.yaml *.yml);;All files (*)"));
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
