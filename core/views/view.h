// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "core/question/limits_scenario/limits_scenario.h"

/// A view shows the answers to a question as a picture. It stands in a file core/views/NAME_view.cpp, in the list that
/// the file declares with PLATEAU_VIEWS; an annex adds such a list to the register (core/registers.h). Exports, the
/// list of figures, reports and help read the one table of views.
namespace plateau::views {

/// A picture, or why the question has no answer that could be drawn.
struct Drawing {
    figures::Figure figure;
    Message no_answer = {};
    Message known = {}; ///< how its numbers are known; may be empty
};

/// Holds what a view is made of: the first scenario is asked about, the others lie over it.
template<class S>
struct ViewRequest {
    answers::Answers& answers;
    const std::vector<S>& scenarios; ///< at least one; one alone where the view does not overlay
    std::stop_token stop = {}; ///< when it asks for it, what is drawn will be thrown away
    const char* look = ""; ///< of the view that is drawn
    bool all_panels = false; ///< those too that are shown by choice alone

    const S& first() const { return scenarios.front(); }
    template<answers::Kind K>
    std::shared_ptr<const typename K::Value> get(const typename K::Key& key) const
    {
        return answers.get<K>(key, stop);
    }
};

template<class S>
using MakeDrawing = Drawing (*)(const ViewRequest<S>&);

struct View {
    const char* name; ///< in files and in the terminal: "scaling-per-gpu"
    const char* title;
    std::variant<MakeDrawing<Scenario>, MakeDrawing<LimitsScenario>> make; ///< of the kind of question that it shows
    bool overlays = false; ///< several scenarios have room in it
    const char* page = ""; ///< of the window that shows it: "plans"
    const char* look = ""; ///< how that page is to be looked at: "closed_forms"
    const char* short_title = ""; ///< among the figures of that page: "Heat map of plans"; empty: the title
    const char* curves = ""; ///< its plots whose curve a tour may hide until it is guessed: "throughput,mfu"
    bool usual = false; ///< what is drawn where no name is given; none of its kind: the first
    const char* dock = ""; ///< the tab of its own dock beside that page: "Traffic"; empty: the page has room for it

    template<class S>
    bool takes() const
    {
        return std::holds_alternative<MakeDrawing<S>>(make);
    }
    const char* kind() const { return takes<LimitsScenario>() ? "limits" : "training"; }
};

Drawing draw(const View& view, ViewRequest<Scenario> request);
Drawing draw(const View& view, ViewRequest<LimitsScenario> request);

/// Every view, in the order in which they are listed.
std::span<const View> all();
/// Null: there is none of that name.
const View* find(const std::string& name);
/// Finds what a page shows when it is looked at that way; as usual where it has no such look. Null: no page of that
/// name.
const View* shown_on(const std::string& page, const std::string& look);
/// The names of all pages, in the order in which they are first named.
std::vector<std::string> pages();

/// Names the dock of a view: "view_traffic".
std::string dock_name(const View& view);

/// The views of one file.
struct ViewFile {
    int order = 0; ///< of the files in the list, ascending
    std::span<const View> (*views)();
};

/// The picture of a view of training scenarios, as an answer: what a window watches.
struct Picture {
    struct Key {
        std::string view; ///< the name of one that takes training scenarios
        std::shared_ptr<const Scenario> scenario; ///< never null
        std::vector<std::shared_ptr<const Scenario>> beside = {}; ///< laid over it, where the view overlays
        bool operator==(const Key& other) const;
    };
    using Value = Drawing;
    static Drawing compute(const Key& key, answers::Work& work);
    static std::size_t bytes(const Drawing& drawing);
};

} // namespace plateau::views

/// Once at the end of a file NAME_view.cpp: its place in the list, and its views as an array or a vector that stays.
#define PLATEAU_VIEWS(file, order, list)                                                                               \
    namespace plateau::views {                                                                                         \
    extern const ViewFile file;                                                                                        \
    const ViewFile file{order, [] { return std::span<const View>(list); }};                                            \
    }
