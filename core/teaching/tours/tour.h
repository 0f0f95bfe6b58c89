// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "core/claims/paper_claims.h"
#include "core/model/part.h"

/// A tour: ordered steps, each a question, how the window shows it, and a few sentences about it with live numbers.
/// The form of its file: presets/README.md.
namespace plateau::tours {

using namespace claims;

/// What a step names as the cause of a change, so that it can be checked: the terms of a step's time that move most
/// between two questions.
struct Cause {
    std::vector<Part> parts; ///< those that move most, whichever of them first; empty: none is named
    Changes at; ///< of the step's question: after the change
    Changes against; ///< before it
};

/// How much of a GPU's time each term takes for a token, after less before. The largest change comes first.
struct Moved {
    Part part = Part::Count;
    double seconds = 0;
};
Expected<std::vector<Moved>> moved(const Question& question, const Cause& cause, Numbers& numbers);

/// A question that a step asks before it tells: which curve is which, put these in order, how far must this go to reach
/// that. The fourth form, draw the rest, is a Prediction.
struct Exercise {
    enum class Form {
        Which, ///< curve is `of`, of those that have no names
        Order, ///< the items by their values, the smallest first
        Reach, ///< a goal, in as few moves as possible
    };
    struct Item {
        Prose say = {};
        Ask value = {};
        Prose trap = {}; ///< said to who puts it at the wrong end; may be empty
    };
    Form form = Form::Which;
    Prose ask = {};
    Prose why = {}; ///< said with the answer
    std::string of = {}; ///< Which: the name of what lies beside; empty: the step's own curve
    Prose trap = {}; ///< Which: said to who takes another one
    std::vector<Item> items = {}; ///< Order
    Ask goal = {}; ///< Reach: this number
    std::optional<double> at_least = {}, at_most = {};
    Changes solution = {}; ///< one way there, in as few moves as there are changes

    bool hides() const { return form != Form::Reach; } ///< a part of the picture, or of the text
    bool reached(double value) const { return (!at_least || value >= *at_least) && (!at_most || value <= *at_most); }
};

/// The letters that stand in place of names, in an order of their own: 0 is A. `count` curves of the step `id`.
std::vector<int> letters(const std::string& id, std::size_t count);
std::string letter(int number); ///< "A"

/// A line that a question may be about: the step's own or one that lies beside, not what is drawn around them.
bool is_asked_about(const figures::Series& series);
/// The current one, then what lies beside.
std::size_t place_of(figures::SeriesRole role);

/// The figure with letters for the names of its curves and without all that tells which is which.
figures::Figure nameless(figures::Figure figure, const std::vector<int>& letters);

/// From the smallest value: places of the items. Nothing: a value is not known.
std::optional<std::vector<int>> right_order(const Exercise& exercise, const Question& question, Numbers& numbers);
/// How many of the pairs of an order stand as they do in another.
int pairs_alike(const std::vector<int>& order, const std::vector<int>& right);
inline int pairs_of(std::size_t count) { return static_cast<int>(count * (count - 1) / 2); }

/// What else lies on the picture: a pin on the workbench, a configuration on the limits page.
struct Beside {
    std::string name; ///< the title of the question too
    Question question;
};

/// One thing to try: a few words and what they change.
struct Attempt {
    Prose words = {};
    Changes changes = {};
};

/// A range of the picture that is hidden until somebody has guessed.
struct Prediction {
    std::string panel; ///< of the page's figure
    double from = 0; ///< hidden beyond this x
    double at = 0; ///< where the guess is scored
    Prose ask;
    Prose why; ///< said with the truth
    Prose flat; ///< said to who guesses that nothing changes; may be empty
};

/// What stands around the curves of a step's plots and is drawn before a class only where the step speaks of it.
enum class PlotMark {
    Published, ///< rings and brackets of what papers report
    Landmarks, ///< knees, crossovers, crossings, walls
    Band, ///< how sure a curve is
    Waits, ///< where a step waits
    Measured, ///< how far measurements reach
    Added, ///< what each further GPU adds
    Ceiling, ///< what kernels would reach alone
};

/// What of the window a class sees: keys of parameters.
struct Lesson {
    std::vector<std::string> controls; ///< shown, in this order
    std::vector<std::string> locked; ///< of them, those that nobody changes
    std::string play; ///< the one that is swept; empty: the first that can be
};

struct Step {
    std::string id;
    std::string title;
    Question question;
    std::string page; ///< one of views::pages()
    std::string view; ///< how it is looked at: the look of one of its views; empty: as it is
    std::string panel; ///< that comes to the front; empty: none
    std::string picture; ///< in place of the page's; empty: none (picture.h)
    std::vector<std::string> draw; ///< views before a class, from the top
    std::vector<std::string> panels; ///< of those that are plots; empty: all
    std::vector<PlotMark> marks;
    std::vector<std::string> look_at; ///< what `look` speaks of: regions() before a class
    Cause cause; ///< that its text names
    bool best = false; ///< the best plan's curve beside the given one's
    std::vector<Beside> beside;
    std::string name; ///< of its own curve among them; empty: "Current"
    Prose text;
    Prose look; ///< what to look at
    std::vector<std::string> claims; ///< ids, told below the text
    std::vector<Attempt> attempts;
    std::optional<Prediction> prediction;
    std::optional<Exercise> exercise;
    Lesson lesson; ///< its own, the tour's, or what its text lets one turn
    Prose notes; ///< for whoever presents it
    double minutes = 0; ///< they plan for it; 0: not said
    std::string source;
    std::vector<std::string> help; ///< names of its pages that say more
    catalog::KnownBy known_by = catalog::KnownBy::Derived;
};

struct Tour {
    std::string id = {}; ///< the file's name
    std::string title = {};
    std::string summary = {};
    std::string file = {};
    std::string variable = {}; ///< what the tour is about: in each of its steps it can be changed; empty: no one thing
    Prose goals = {}; ///< what one can say after it
    std::string assumes = {}; ///< of who takes part
    std::vector<Step> steps = {};
};

/// The letter of the curve that a step asks for: 0 is A.
int asked_letter(const Exercise& exercise, const Step& step);

/// What a class can see of a step: "scaling-per-gpu", "scaling-per-gpu.mfu" for one of its plots where the step names
/// them, "picture", "controls.gpus".
std::vector<std::string> regions(const Step& step);
/// The view of the step's page, or the views that the step draws instead.
std::vector<std::string> drawn_views(const Step& step);

/// Reads one file; `problems` gets everything that is wrong with it.
Tour read_tour(const catalog::Catalog& catalog, const PaperClaims& claims, const std::filesystem::path& file,
               std::vector<Error>& problems);

/// What tours there are, without reading their steps: id, title and number of steps, in the order of `order`, then of
/// their titles.
struct TourEntry {
    std::string id;
    std::string title;
    std::string summary;
    std::filesystem::path file;
    int order = 0;
    int steps = 0;
};
std::vector<TourEntry> tour_entries(const catalog::Catalog& catalog, std::vector<Error>& problems);
/// The file of a tour; the error names the nearest.
Expected<std::filesystem::path> find_tour(const catalog::Catalog& catalog, const std::string& id);

/// Prose with its numbers as they are now; a number that has no answer says why. `strong` marks are left out.
std::string plain_text(const Prose& prose, const Question& question, const PaperClaims& claims, Numbers& numbers,
                       const catalog::Catalog& catalog);
/// The number of a text that `ask` stands for, as people read it.
Expected<Message> number_text(const Ask& ask, const Question& question, const PaperClaims& claims, Numbers& numbers,
                              const catalog::Catalog& catalog);

} // namespace plateau::tours

template<>
inline constexpr std::array plateau::names_of<plateau::tours::PlotMark>{"published", "landmarks", "band",   "waits",
                                                                        "measured",  "added",     "ceiling"};
template<>
inline constexpr std::array plateau::names_of<plateau::tours::Exercise::Form>{"which", "order", "reach"};
