// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenu>

#include "core/teaching/tours/shown_figures.h"
#include "ui/controls/text.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/registers.h"
#include "ui/teaching/classroom/classroom_window.h"
#include "ui/teaching/tour_desk.h"

/// Tours in the window, a class before it, and what both leave on paper.
namespace plateau::ui::teaching {

namespace {

void build(const WindowParts& window)
{
    auto* tours = new TourDesk(window);
    new ClassDesk(window, tours->player());
}

void greet(const WindowParts& window) { TourDesk::of(window.window).offer(); }

/// The tour goes on in the next window, at the same step.
std::function<void(const WindowParts&)> leave(const WindowParts& window)
{
    ClassDesk::of(window.window).leave();
    TourPlayer& player = TourDesk::of(window.window).player();
    if (!player.is_playing())
        return [](const WindowParts&) {};
    const QString id = text(player.tour().id);
    const int step = player.index();
    player.leave();
    return [id, step](const WindowParts& next) {
        TourDesk& tours = TourDesk::of(next.window);
        tours.start(id);
        if (tours.player().is_playing() && tours.player().index() != step)
            tours.player().go(step);
    };
}

void fill_file_menu(QMenu& menu, const WindowParts& window) { ClassDesk::of(window.window).add_papers_to(menu); }

void fill_view_menu(QMenu& menu, const WindowParts& window) { ClassDesk::of(window.window).add_to(menu); }

void fill_help_menu(QMenu& menu, const WindowParts& window)
{
    QMenu* tours = menu.addMenu(TourDesk::tr("&Tours"));
    tours->setToolTipsVisible(true);
    TourDesk& desk = TourDesk::of(window.window);
    QObject::connect(tours, &QMenu::aboutToShow, &desk, [&desk, tours] { desk.fill_menu(*tours); });
}

std::vector<ExportBundle> bundles(const Questions& questions)
{
    const std::shared_ptr<const catalog::Catalog> catalog = questions.training.shared_catalog();
    const views::SharedAnswers answers = questions.training.answers();
    std::vector<ExportBundle> all;
    std::vector<Error> problems;
    for (const tours::TourEntry& entry : tours::tour_entries(*catalog, problems))
        all.push_back({TourDesk::tr("Tour: %1").arg(text(entry.title)), [answers, catalog, file = entry.file] {
                           std::vector<Error> wrong;
                           const auto claims = tours::read_paper_claims(*catalog, answers->data()->claims());
                           return tours::figure_jobs(answers, tours::read_tour(*catalog, claims, file, wrong));
                       }});
    return all;
}

} // namespace

void join(Registers& registers)
{
    registers.companions.push_back({build, greet, leave});
    registers.menus.insert(registers.menus.end(),
                           {{MenuRow::Menu::File, fill_file_menu},
                            {MenuRow::Menu::View, fill_view_menu},
                            {MenuRow::Menu::Help, fill_help_menu}});
    registers.bundles.push_back(bundles);
}

} // namespace plateau::ui::teaching
