// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "app/registers.h"
#include "app/teaching/papers.h"
#include "app/terminal.h"
#include "core/teaching/tours/tour.h"

namespace plateau::app {

extern const Command tours_command;

namespace teaching {

namespace {

Json tour_list(const catalog::Catalog& catalog)
{
    Json list = Json::array();
    std::vector<Error> problems;
    for (const tours::TourEntry& tour : tours::tour_entries(catalog, problems)) {
        list.push_back(catalog_entry(tour.id, tour.title, tour.file.string()));
        list.back()["steps"] = tour.steps;
    }
    for (const Error& problem : problems)
        complain(problem);
    return list;
}

} // namespace

void join(Registers& registers)
{
    registers.commands.push_back(&tours_command);
    registers.flags.push_back({"export", tour_flag, export_tour});
    registers.catalog.push_back({"tours", "lessons, lectures, courses", tour_list, true});
}

} // namespace teaching

} // namespace plateau::app
