// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/limits/limits_page.h"

#include <algorithm>

namespace plateau::ui {

constexpr answers::Patience patience{.least_grace = 40,
                                     .most_grace = 40}; ///< so long an older curve stands before it is greyed

LimitsModel::LimitsModel(LimitsDocument& document, catalog::KnownRuns known, QObject* parent)
    : QObject(parent), document_(document), known_(std::move(known)), answers_(document.answers()),
      marker_(answers_, [this](answers::News) { draw(); })
{
    picture_.known = &known_;
    connect(&document_, &LimitsDocument::changed, this, &LimitsModel::schedule);
    draw();
}

void LimitsModel::set_active(bool active)
{
    active_ = active;
    if (active)
        refresh();
}

void LimitsModel::set_hidden(int slot, bool hidden)
{
    if (hidden)
        hidden_.insert(slot);
    else
        hidden_.erase(slot);
    schedule();
}

void LimitsModel::set_detail(figures::LimitsDetail detail)
{
    picture_.detail = detail;
    draw();
}

const limits::Point& LimitsModel::marker() const
{
    static const limits::Point none;
    return marker_.answer() ? *marker_.answer() : none;
}

bool LimitsModel::is_working() const
{
    return std::any_of(watches_.begin(), watches_.end(), [](const auto& each) { return each.second->is_busy(); });
}

int LimitsModel::points_known() const
{
    std::size_t count = 0;
    for (const figures::LimitsCurve& curve : picture_.curves)
        count += curve.points.size();
    return static_cast<int>(count);
}

void LimitsModel::schedule()
{
    if (scheduled_ || !active_)
        return;
    scheduled_ = true;
    QMetaObject::invokeMethod(this, &LimitsModel::refresh, Qt::QueuedConnection);
}

void LimitsModel::refresh()
{
    scheduled_ = false;
    if (!active_)
        return;
    const LimitsScenario& scenario = document_.scenario();
    marker_.ask({scenario.question, scenario.marker_flop});
    ask();
    const bool awaited = std::any_of(watches_.begin(), watches_.end(), [](const auto& each) {
        return each.second->is_awaited() && each.second->answer();
    });
    if (!awaited)
        draw();
}

bool LimitsModel::is_shown(std::size_t configuration) const
{
    return configuration == document_.current_index() || !is_hidden(document_.configurations()[configuration].slot);
}

LimitsModel::CurveWatch& LimitsModel::watch(int slot)
{
    std::unique_ptr<CurveWatch>& watch = watches_[slot];
    if (!watch)
        watch = std::make_unique<CurveWatch>(
            answers_, [this](answers::News) { draw(); }, patience, lane_);
    return *watch;
}

/// Asks for the current curve first: what another one has begun waits for it.
void LimitsModel::ask()
{
    const auto& all = document_.configurations();
    std::erase_if(watches_, [&all](const auto& each) {
        return std::none_of(all.begin(), all.end(), [&](const auto& one) { return one.slot == each.first; });
    });
    CurveWatch& current = watch(all[document_.current_index()].slot);
    const limits::Question& question = document_.scenario().question;
    if (!current.asked() || !(*current.asked() == question))
        for (const auto& each : watches_)
            each.second->cancel();
    current.ask(question);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (is_shown(i))
            watch(all[i].slot).ask(document_.shared_scenario(i)->question);
        else
            watch(all[i].slot).cancel();
}

void LimitsModel::finish()
{
    if (scheduled_)
        refresh();
    for (const auto& each : watches_)
        each.second->wait();
    marker_.wait();
}

void LimitsModel::draw()
{
    const auto& all = document_.configurations();
    picture_.curves.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!is_shown(i))
            continue;
        figures::LimitsCurve curve;
        curve.scenario = document_.shared_scenario(i);
        curve.name = {"%1", {Word{document_.title(i).toStdString()}}};
        curve.number = static_cast<int>(i) + 1;
        curve.role = figures::role_of_slot(all[i].slot);
        const auto found = watches_.find(all[i].slot);
        if (found != watches_.end() && found->second->answer()) {
            curve.points = *found->second->answer();
            curve.standing = found->second->standing(curve.scenario->question);
        } else
            curve.standing = answers::Standing::Draft;
        if (i == document_.current_index())
            picture_.current = picture_.curves.size();
        picture_.curves.push_back(std::move(curve));
    }
    figure_ = limits_figure(picture_);
    if (decorate_)
        decorate_(figure_);
    closed_forms_ = closed_form_figure(picture_);
    emit updated();
}

} // namespace plateau::ui
