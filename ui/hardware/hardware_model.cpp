// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hardware/hardware_model.h"

#include <algorithm>

#include "core/figures/plan_view.h"

namespace plateau::ui {

HardwareModel::HardwareModel(ScenarioDocument& document, QObject* parent) : QObject(parent), document_(document)
{
    connect(&document_, &ScenarioDocument::changed, this, &HardwareModel::ask);
}

HardwareModel::~HardwareModel() { background_.reset(); }

void HardwareModel::set_active(bool active)
{
    active_ = active;
    if (active && stale_)
        ask();
    else if (!active && background_)
        background_->submit([](const std::stop_token&, std::uint64_t) {}); // stops what runs
}

void HardwareModel::set_basis(explore::Basis basis)
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
    document_.remember(explore::compared_hardware_key, ids.empty() ? "none" : explore::hardware_list(ids),
                       {compared ? PLATEAU_TEXT("Compare with %1") : PLATEAU_TEXT("Leave out %1"), {hardware}});
}

void HardwareModel::wait()
{
    if (background_)
        background_->wait();
}

void HardwareModel::ask()
{
    stale_ = true;
    if (!active_)
        return;
    if (!background_)
        background_.emplace();
    emit updated();
    background_->submit([this, scenario = document_.scenario(), catalog = document_.shared_catalog(),
                         compared = compared(), basis = basis_](const std::stop_token& stop, std::uint64_t generation) {
        search::SearchOptions options;
        options.objective = figures::objective(scenario);
        options.stop = stop;
        auto answer = explore::compare_hardware(*catalog, scenario, compared, basis, pool_, options);
        if (stop.stop_requested())
            return;
        QMetaObject::invokeMethod(
            this,
            [this, answer = std::move(answer), generation]() mutable {
                if (generation != background_->generation())
                    return;
                answer_ = std::move(answer);
                stale_ = false;
                emit updated();
            },
            Qt::QueuedConnection);
    });
}

} // namespace plateau::ui
