// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/curve_finder.h"

#include <utility>

namespace plateau::ui {

CurveFinder::CurveFinder(const evidence::Claims& claims, QObject* parent)
    : QObject(parent), claims_(claims), given_(pool_), best_(pool_)
{
}

CurveFinder::~CurveFinder() = default;

void CurveFinder::ask(Question question)
{
    waiting_ = question.choices.size();
    submit(std::move(question));
}

void CurveFinder::cancel()
{
    if (is_busy())
        ask({});
}

void CurveFinder::submit(Question asked)
{
    background_.submit([this, question = std::move(asked)](const std::stop_token& stop, std::uint64_t generation) {
        for (const search::PlanChoice choice : question.choices) {
            figures::CurveSearch& search = choice == search::PlanChoice::Best ? best_ : given_;
            auto curve = std::make_shared<const figures::ScalingCurve>(search.curve(
                question.scenario, choice, question.objective, claims_, question.range, stop, question.steps.get()));
            if (stop.stop_requested())
                return;
            QMetaObject::invokeMethod(
                this,
                [this, curve, generation] {
                    if (generation != background_.generation())
                        return;
                    --waiting_;
                    emit found(curve);
                },
                Qt::QueuedConnection);
        }
    });
}

} // namespace plateau::ui
