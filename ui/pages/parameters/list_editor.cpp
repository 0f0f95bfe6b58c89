// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/list_editor.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QStandardItemModel>

#include "ui/pages/parameters/picker_combo.h"
#include "ui/pages/parameters/picker_entries.h"
#include "ui/pages/parameters/row_text.h"

namespace plateau::ui {

ListEditor::ListEditor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row)
    : ParameterEditor(parameter, document, &row),
      combo_(picker_entries(parameter.key, document.catalog()).empty() ? new QuietCombo(&row)
                                                                       : new PickerCombo(parameter.key, document, &row))
{
    fill();
    connect(&document_, &QuestionDocument::catalog_changed, this, [this] {
        fill();
        show_value();
    });
    connect(combo_, &QComboBox::activated, this, [this](int index) {
        document_.edit_value(parameter_.key, Value(combo_->itemData(index).toString().toStdString()));
    });
    if (auto* picker = qobject_cast<PickerCombo*>(combo_))
        connect(picker, &PickerCombo::file_chosen, this, [this](const QString& file) {
            document_.edit_text(parameter_.key, file.toStdString()); // a refusal stands below the row
        });
    if (may_be_open())
        combo_->addItem(QCoreApplication::translate("parameters", "auto"), QStringLiteral("auto"));
}

void ListEditor::fill()
{
    combo_->clear();
    for (const NamedOption& option : options_of(parameter_, document_.catalog())) {
        combo_->addItem(option.label, option.value);
        combo_->setItemData(combo_->count() - 1, option.help, Qt::ToolTipRole);
    }
}

void ListEditor::add_to(QHBoxLayout& line) { line.addWidget(combo_, 1); }

std::vector<QWidget*> ListEditor::controls() const { return {combo_}; }

QWidget* ListEditor::main_control() const { return combo_; }

void ListEditor::place(const RowWidths& widths, bool searched)
{
    combo_->setMinimumWidth(widths.field);
    combo_->setMaximumWidth(searched ? widths.field : QWIDGETSIZE_MAX);
}

void ListEditor::refresh(const Parts*, bool, bool) { show_value(); }

void ListEditor::show_value()
{
    const QString current = current_option();
    int index = combo_->findData(current);
    if (index < 0) { // a model from a file of the user's own
        combo_->addItem(shown_value(parameter_, document_.value(parameter_.key), document_.catalog()), current);
        index = combo_->count() - 1;
    }
    combo_->setCurrentIndex(index);
    if (auto* items = qobject_cast<QStandardItemModel*>(combo_->model()); items)
        for (int i = 0; i < combo_->count(); ++i)
            items->item(i)->setEnabled(
                is_available(document_.question(), parameter_.key, combo_->itemData(i).toString().toStdString()));
}

void ListEditor::set_state(const QString& state) { combo_->set_state(state); }

} // namespace plateau::ui
