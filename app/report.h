// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/catalog/catalog.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"
#include "core/views/figures/figure_page.h"

/// Everything there is to say about a question, on a few pages: what is asked, of what, what comes of it, why, how well
/// it is known. A plain value; report_html() writes it.
namespace plateau::app {

struct ReportTable {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows; ///< one cell alone: a heading of the rows below it
    bool dense = false; ///< small letters, most of the width for the last column
};

struct ReportSection {
    std::string heading;
    std::vector<std::string> paragraphs = {};
    ReportTable table = {};
    std::vector<figures::FigurePage> pictures = {};
    std::vector<std::string> list = {};
};

struct Report {
    std::string title;
    std::vector<ReportSection> sections;
    std::string scenario; ///< YAML, to ask it again
};

/// The first scenario is the question, the others are compared with it. `figures`: by name; empty: those that answer it
/// at a glance.
Report training_report(answers::Answers& answers, const std::vector<Scenario>& scenarios,
                       const std::vector<std::string>& figures);
Report limits_report(answers::Answers& answers, const std::vector<LimitsScenario>& scenarios,
                     const std::vector<std::string>& figures);

enum class Medium { Screen, Paper };
/// A page of HTML that needs nothing else. `images`: the source of each picture in turn, a data URI or a name.
std::string report_html(const Report& report, const std::vector<std::string>& images, Medium medium);

} // namespace plateau::app
