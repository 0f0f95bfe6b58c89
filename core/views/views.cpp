// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/registers.h"
#include "core/views/view.h"

namespace plateau::views {

#define PLATEAU_VIEW_FILE(file) extern const ViewFile file;
#include "core/views/views.inc"
#undef PLATEAU_VIEW_FILE

namespace {

std::vector<View> all_views()
{
    std::vector<const ViewFile*> files{
#define PLATEAU_VIEW_FILE(file) &(file),
#include "core/views/views.inc"
#undef PLATEAU_VIEW_FILE
    };
    files.insert(files.end(), registers().views.begin(), registers().views.end());
    std::stable_sort(files.begin(), files.end(), [](const auto* a, const auto* b) { return a->order < b->order; });
    std::vector<View> views;
    for (const ViewFile* file : files) {
        const std::span<const View> more = file->views();
        views.insert(views.end(), more.begin(), more.end());
    }
    return views;
}

/// An answer that was remembered may have been asked for under another title: the picture carries what is asked now.
template<class S>
Drawing carrying(const View& view, ViewRequest<S> request)
{
    request.look = view.look;
    Drawing drawing = std::get<MakeDrawing<S>>(view.make)(request);
    if (drawing.no_answer.empty())
        drawing.figure.scenario = write_scenario(request.first());
    return drawing;
}

} // namespace

Drawing draw(const View& view, ViewRequest<Scenario> request) { return carrying(view, std::move(request)); }
Drawing draw(const View& view, ViewRequest<LimitsScenario> request) { return carrying(view, std::move(request)); }

std::span<const View> all()
{
    static const std::vector<View> views = all_views();
    return views;
}

const View* find(const std::string& name)
{
    for (const View& view : all())
        if (name == view.name)
            return &view;
    return nullptr;
}

std::vector<std::string> pages()
{
    std::vector<std::string> names;
    for (const View& view : all())
        if (std::find(names.begin(), names.end(), view.page) == names.end())
            names.push_back(view.page);
    return names;
}

std::string dock_name(const View& view) { return std::string("view_") + view.name; }

const View* shown_on(const std::string& page, const std::string& look)
{
    const View* usual = nullptr;
    for (const View& view : all()) {
        if (page != view.page)
            continue;
        if (look == view.look)
            return &view;
        usual = usual ? usual : &view;
    }
    return usual;
}

bool Picture::Key::operator==(const Key& other) const
{
    const auto same = [](const std::shared_ptr<const Scenario>& one, const std::shared_ptr<const Scenario>& two) {
        return one->view == two->view && one->title == two->title
            && answers::TrainingQuestion(one) == answers::TrainingQuestion(two);
    };
    return view == other.view && same(scenario, other.scenario)
        && std::equal(beside.begin(), beside.end(), other.beside.begin(), other.beside.end(), same);
}

Drawing Picture::compute(const Key& key, answers::Work& work)
{
    const View& view = *find(key.view);
    std::vector<Scenario> scenarios{*key.scenario};
    if (view.overlays)
        for (const auto& other : key.beside)
            scenarios.push_back(*other);
    return draw(view, {work.answers(), scenarios, work.stop()});
}

std::size_t Picture::bytes(const Drawing& drawing)
{
    return sizeof drawing + drawing.figure.scenario.size() + (256u << 10);
}

} // namespace plateau::views
