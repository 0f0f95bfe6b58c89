// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "core/charts/schematic.h"
#include "core/paper/figure_jobs.h"
#include "core/teaching/tours/tour.h"

namespace plateau::tours {

/// What a step may show in place of its page: names for files.
std::span<const char* const> pictures();

/// Whether a picture shows a limits question, as a schematic; the others are figures of a training question.
bool is_schematic(const std::string& name);
/// Nothing: the run at the marker has none.
std::optional<figures::Schematic> schematic(answers::Answers& answers, const std::string& name,
                                            const Question& question);

/// The picture of one of these names, of a training question; what is published lies in claims/*.csv of the preset
/// folders.
Expected<figures::Figure> picture(const catalog::Catalog& catalog, const std::string& name, const Question& question);

/// A figure as a class sees it: the plots that the step names, and of what stands around the curves only what it speaks
/// of. Where several curves lie over each other, nothing that is one curve's alone.
figures::Figure for_class(figures::Figure figure, const Step& step);

/// Where several curves lie over each other, each has the name that the step gives it, and after a question that went
/// by letters its letter too. `now`: where the question stands; what was changed by more than the axis is no longer
/// what the step calls it.
figures::Figure named(figures::Figure figure, const Step& step, const Question& now);

enum class Shown {
    Asked, ///< before the answer
    Told,
};

/// What a class sees of a step where its question stands at `question`. Empty: that has no answer that could be drawn,
/// or the picture would tell what is asked. A schematic is no figure.
std::vector<figures::Figure> shown_figures(answers::Answers& answers, const Step& step, const Question& question,
                                           const PaperClaims& claims, Shown shown);

/// The name of the figure of the step's page and view, as `plateau export` knows it.
std::string figure_name(const Step& step);

/// What each step of a tour shows, in their order: "03-knee".
std::vector<views::FigureJob> figure_jobs(const views::SharedAnswers& answers, const Tour& tour);

} // namespace plateau::tours
