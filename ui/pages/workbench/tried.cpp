// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/tried.h"

#include <algorithm>

#include "core/answers/question.h"

namespace plateau::ui {

namespace {

constexpr int moment_milliseconds = 1000;

} // namespace

Tried::Tried(QObject* parent) : QObject(parent)
{
    pause_.setSingleShot(true);
    pause_.setInterval(moment_milliseconds);
    connect(&pause_, &QTimer::timeout, this, &Tried::keep);
}

void Tried::note(const Scenario& scenario, const Parts& parts)
{
    const bool same = noted_.scenario && answers::same_question(*noted_.scenario, scenario);
    if (!same)
        noted_.scenario = std::make_shared<const Scenario>(scenario);
    noted_.parts = parts;
    if (!same)
        pause_.start();
}

void Tried::settle()
{
    if (pause_.isActive())
        keep();
}

void Tried::keep()
{
    pause_.stop();
    noted_.when = QDateTime::currentDateTime();
    const auto known = std::find_if(entries_.begin(), entries_.end(), [this](const Entry& entry) {
        return answers::same_question(*entry.scenario, *noted_.scenario);
    });
    if (known == entries_.end()) {
        if (entries_.size() == most)
            entries_.erase(entries_.begin());
        entries_.push_back(noted_);
        current_ = static_cast<int>(entries_.size()) - 1;
    } else
        current_ = static_cast<int>(known - entries_.begin());
    emit changed();
}

} // namespace plateau::ui
