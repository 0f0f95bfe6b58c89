// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstring>
#include <deque>
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
