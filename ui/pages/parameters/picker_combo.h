// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/controls/controls.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

class PickerPopup;

/// A combo box whose list is a PickerPopup. One item for each entry of the catalog, its id as data.
class PickerCombo final : public QuietCombo {
    Q_OBJECT
public:
    PickerCombo(std::string key, const QuestionDocument& document, QWidget* parent = nullptr);

    void showPopup() override;
    void hidePopup() override;
    /// Null until it was first opened.
    PickerPopup* popup() const { return popup_; }
    /// Empty: given up.
    static QString ask_model_file(QWidget* parent);

signals:
    void file_chosen(const QString& file); ///< in place of an entry of the catalog

private:
    void choose(const QString& value);
    void ask_file();

    std::string key_;
    const QuestionDocument& document_;
    PickerPopup* popup_ = nullptr;
};

} // namespace plateau::ui
