// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstring>
#include <deque>
#include <limits>
#include <vector>

#include "core/answers/step.h"
#include "core/model/prepared.h"
#include "core/teaching/mechanisms/mechanisms.h"
#include "core/views/view.h"

namespace plateau::mechanisms {

std::span<const Entry> all()
{
    static constexpr Entry entries[] = {
        {"ring", PLATEAU_TEXT("A ring of GPUs and a tree race the computation of a layer"), PLATEAU_TEXT("Ring"), ring},
        {"holdings", PLATEAU_TEXT("Who holds which weights, gradients and optimizer states, from DDP to HSDP"),
         PLATEAU_TEXT("Sharing"), holdings},
        {"tensor", PLATEAU_TEXT("The products of a layer divided, with sequence parallelism and without"),
         PLATEAU_TEXT("Tensor"), tensor},
        {"pipeline", PLATEAU_TEXT("A pipeline fills and drains"), PLATEAU_TEXT("Pipeline"), pipeline},
        {"experts", PLATEAU_TEXT("Tokens go to their experts and back"), PLATEAU_TEXT("Experts"), experts},
    };
    return entries;
}

} // namespace plateau::mechanisms

namespace plateau::views {

namespace {

constexpr const char* prefix = "mechanism-";

Drawing mechanism(const ViewRequest<Scenario>& request)
{
    const auto entries = mechanisms::all();
    const auto entry = std::find_if(entries.begin(), entries.end(), [&](const mechanisms::Entry& one) {
        return std::strcmp(one.name, request.look + std::strlen(prefix)) == 0;
    });
    const answers::TrainingQuestion question(request.first());
    const auto estimate = request.get<answers::StepEstimate>(question);
    if (!estimate->parts.possible())
        return {{}, estimate->reason};
    auto made = entry->make(*prepare(request.first()), *estimate);
    if (!made)
        return {{}, made.error().what};
    Drawing drawing;
    drawing.figure.id = request.look;
    drawing.figure.title = {entry->title, {}};
    drawing.figure.sentence = made->caption;
    drawing.figure.chart = std::move(*made);
    return drawing;
}

/// One for each moving picture there is.
const std::vector<View>& mechanism_views()
{
    static std::deque<std::string> names; // what the table points to
    static const std::vector<View> views = [] {
        std::vector<View> all;
        for (const mechanisms::Entry& entry : mechanisms::all()) {
            const std::string& name = names.emplace_back(std::string(prefix) + entry.name);
            all.push_back({.name = name.c_str(),
                           .title = entry.title,
                           .make = mechanism,
                           .page = "workbench",
                           .look = name.c_str(),
                           .dock = entry.short_title});
        }
        return all;
    }();
    return views;
}

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(mechanisms_view, 28, mechanism_views())

namespace plateau::mechanisms {

std::vector<Key> passing(double begin, const Place& from, double end, const Place& to)
{
    return {key(0, from, 0), key(begin, from, 0), key(begin, from), key(end, to), key(end, to, 0)};
}

std::vector<Key> appearing(double time, const Place& place)
{
    if (time <= 0)
        return {key(0, place)};
    return {key(0, place, 0), key(time, place, 0), key(time, place)};
}

std::vector<Key> growing(double begin, double end, const Place& whole)
{
    Place none = whole;
    none.width = 0;
    return {key(begin, none), key(end, whole)};
}

std::vector<Key> rising(double begin, double end, const Place& whole, double from, double to)
{
    const auto filled = [&](double share) {
        return Place{whole.x, whole.y + (1 - share) * whole.height, whole.width, share * whole.height};
    };
    return {key(begin, filled(from)), key(end, filled(to))};
}

Actor said_at(double x, double y, Message words, const Said& how)
{
    return {.shape = Shape::Words,
            .role = how.role,
            .keys = appearing(how.from, {x, y, 0, 0}),
            .words = std::move(words),
            .letters = how.letters,
            .align = how.align,
            .strong = how.strong};
}

double quantity(const Estimate& estimate, const char* symbol)
{
    const auto found = std::find_if(estimate.quantities.begin(), estimate.quantities.end(),
                                    [&](const Ingredient& one) { return one.symbol == symbol; });
    return found == estimate.quantities.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

} // namespace plateau::mechanisms
