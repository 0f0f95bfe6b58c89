// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/pin_curves.h"

#include <algorithm>

namespace plateau::ui {

PinCurves::PinCurves(std::shared_ptr<answers::Answers> answers, QObject* parent)
    : QObject(parent), answers_(std::move(answers))
{
}

void PinCurves::refresh(const std::vector<Pin>& pins, answers::GpuRange range, bool known)
{
    std::vector<Entry> kept;
    for (const Pin& pin : pins) {
        const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& each) {
            return each.watch && answers::same_question(*each.scenario, *pin.scenario);
        });
        auto watch = entry != entries_.end() ? std::move(entry->watch)
                                             : std::make_unique<answers::Watch<answers::Curve>>(
                                                 answers_,
                                                 [this](answers::News) {
                                                     ++computed_;
                                                     emit found();
                                                 },
                                                 answers::Patience(), lane_);
        const answers::Curve::Key key{answers::TrainingQuestion(pin.scenario), range, known};
        if (!watch->asked() || !(*watch->asked() == key)) {
            watch->ask(key);
            computed_ += watch->is_current() ? 1 : 0;
        }
        kept.push_back({pin.scenario, std::move(watch)});
    }
    entries_ = std::move(kept);
}

std::shared_ptr<const answers::ScalingCurve> PinCurves::of(const Pin& pin) const
{
    for (const Entry& entry : entries_)
        if (entry.scenario == pin.scenario && entry.watch->is_current())
            return entry.watch->shared();
    return nullptr;
}

} // namespace plateau::ui
