// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"

/// A question and its answer on paper: first a page for whoever decides, then the plots, the numbers and the reasons,
/// at the end all inputs. A plain value, said in the language that is spoken when report_html() writes it.
namespace plateau::views {

struct ReportTable {
    std::vector<Message> head = {};
    std::vector<std::vector<Message>> rows = {}; ///< one cell alone: a heading of the rows below it
    bool dense = false; ///< small letters
};

struct ReportSection {
    Message heading = {};
    std::vector<Message> paragraphs = {};
    ReportTable table = {};
    std::vector<figures::FigurePage> pictures = {};
    std::vector<Message> list = {};
    bool numbered = false; ///< the list
    bool new_page = false; ///< on paper it begins one
};

struct Report {
    Message title = {};
    Message made = {}; ///< when, with which version
    std::vector<ReportSection> sections = {};
    std::string scenario = {}; ///< YAML, to ask it again
};

/// The first scenario is the question, the others are compared with it. `figures`: by name; empty: those that answer it
/// at a glance. `date`: of the day it is made, as people of all countries read it, "2026-11-26".
Report training_report(answers::Answers& answers, const std::vector<Scenario>& scenarios,
                       const std::vector<std::string>& figures, const std::string& date);
Report limits_report(answers::Answers& answers, const std::vector<LimitsScenario>& scenarios,
                     const std::vector<std::string>& figures, const std::string& date);

/// The day of SOURCE_DATE_EPOCH where that is set, else today.
std::string report_date();

enum class Medium { Screen, Paper };
/// A page of HTML that needs nothing else. `images`: the source of each picture in turn, a data URI or a name.
/// `language`: its code.
std::string report_html(const Report& report, const std::vector<std::string>& images, Medium medium,
                        const std::string& language);
/// Every such page of a screen begins with it.
extern const char* const report_mark;

} // namespace plateau::views
