// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/hardware/hardware_list.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/check_box.h"
#include "ui/controls/scrolling_column.h"
#include "ui/controls/tab_stops.h"
#include "ui/controls/text.h"

namespace plateau::ui {

HardwareList::HardwareList(QWidget* parent) : QScrollArea(parent), finder_(new QLineEdit)
{
    auto* column = scrolling_column(*this, {12, 8, 12, 8}, 2);
    boxes_ = new OneTabStop(*widget());
    finder_->setPlaceholderText(tr("Find hardware"));
    finder_->setAccessibleName(tr("Find hardware"));
    finder_->setClearButtonEnabled(true);
    column->addWidget(finder_);
    column->addStretch();
    connect(finder_, &QLineEdit::textChanged, this, &HardwareList::find);
}

void HardwareList::build(const catalog::Catalog& catalog)
{
    auto* column = static_cast<QVBoxLayout*>(widget()->layout());
    std::vector<std::string> vendors;
    for (const catalog::Accelerator& accelerator : catalog.accelerators)
        if (std::find(vendors.begin(), vendors.end(), accelerator.vendor) == vendors.end())
            vendors.push_back(accelerator.vendor);
    const auto add = [&](QWidget* widget) { column->insertWidget(column->count() - 1, widget); };
    for (const std::string& vendor : vendors) {
        auto* head = new QLabel(text(vendor));
        head->setFont(interface_font(12, 600));
        head->setContentsMargins(0, 8, 0, 2);
        vendors_.push_back(head);
        add(head);
        for (const catalog::Accelerator& accelerator : catalog.accelerators) {
            if (accelerator.vendor != vendor)
                continue;
            const QString title = text(accelerator.title);
            auto* box = new CheckBox(title.section(QStringLiteral(" ("), 0, 0)); // a remark stands in the tool tip
            box->setAccessibleName(title);
            box->setToolTip(
                tip(title + QLatin1Char('\n')
                    + lines(catalog::words_of_file(accelerator.notes, catalog::is_shipped(accelerator.file)))));
            box->setMinimumWidth(1); // a long name is cut before it widens the list
            box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
            const QString id = text(accelerator.id);
            connect(box, &QAbstractButton::clicked, this, [this, id](bool checked) { emit toggled(id, checked); });
            entries_.push_back({accelerator.id, vendor, box});
            add(box);
            boxes_->add(*box);
        }
    }
    dress();
}

void HardwareList::show_hardware(const catalog::Catalog& catalog, const std::string& own,
                                 const std::vector<std::string>& compared)
{
    if (entries_.empty())
        build(catalog);
    for (const Entry& entry : entries_) {
        const bool is_own = entry.id == own;
        entry.box->setChecked(is_own || std::find(compared.begin(), compared.end(), entry.id) != compared.end());
        entry.box->setEnabled(!is_own);
    }
}

CheckBox* HardwareList::box(const std::string& id) const
{
    const auto found
        = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.id == id; });
    return found == entries_.end() ? nullptr : found->box;
}

void HardwareList::find(const QString& words)
{
    for (const Entry& entry : entries_)
        entry.box->setVisible(entry.box->text().contains(words, Qt::CaseInsensitive)
                              || text(entry.vendor).contains(words, Qt::CaseInsensitive));
    for (QLabel* vendor : vendors_)
        vendor->setVisible(std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return text(entry.vendor) == vendor->text() && entry.box->isVisibleTo(widget());
        }));
}

void HardwareList::dress()
{
    for (QLabel* vendor : vendors_)
        restyle(vendor, QStringLiteral("color: %1").arg(theme_of(widget()).text2.name()));
}

void HardwareList::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        dress();
}

} // namespace plateau::ui
