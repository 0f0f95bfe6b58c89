// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/hardware/hardware_model.h"

#include <algorithm>

namespace plateau::ui {

HardwareModel::HardwareModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), watch_(document.answers(), [this](answers::News) { emit updated(); })
{
    connect(&document_, &ScenarioDocument::changed, this, &HardwareModel::ask);
}

void HardwareModel::set_active(bool active)
{
    active_ = active;
    if (active)
        ask();
    else
        watch_.cancel();
}

void HardwareModel::set_basis(answers::Basis basis)
{
    if (basis == basis_)
        return;
    basis_ = basis;
    ask();
}

void HardwareModel::set_compared(const std::string& hardware, bool compared)
{
    std::vector<std::string> ids = this->compared();
    std::erase(ids, hardware);
    if (compared)
        ids.push_back(hardware);
    document_.remember(
        answers::compared_hardware_key, ids.empty() ? "none" : answers::hardware_list(ids),
        {compared ? PLATEAU_TEXT("Compare with %1") : PLATEAU_TEXT("Leave out %1"), {Verbatim{hardware}}});
}

answers::EqualHardware::Key HardwareModel::key() const
{
    return answers::EqualHardware::Key::of(answers::TrainingQuestion(document_.shared_scenario()), basis_);
}

void HardwareModel::ask()
{
    if (!active_)
        return;
    watch_.ask(key());
    emit updated();
}

} // namespace plateau::ui
