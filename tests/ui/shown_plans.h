// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_stage.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"

namespace plateau::test {

/// The plans page once all its answers are there: each may ask for the next.
inline ui::PlansPage& shown_plans(ui::MainWindow& window)
{
    ui::PlansPage& page = window.page<PlansPage>();
    window.show_page(page);
    for (int turn = 0; turn < 8; ++turn) {
        QCoreApplication::processEvents();
        page.model().wait();
    }
    if (!QTest::qWaitFor([&page] { return page.table().model()->rowCount() > 0; }, 60000))
        qFatal("no plan is listed");
    QCoreApplication::processEvents();
    return page;
}

/// Every page of this build's window in the order of the tabs, that of plans with its answers.
inline std::vector<ui::Page*> all_pages(ui::MainWindow& window)
{
    std::vector<ui::Page*> pages;
    for (std::size_t row = 0; row < ui::registers().pages.size(); ++row)
        pages.push_back(&window.parts().pages.at(row));
    shown_plans(window);
    return pages;
}

} // namespace plateau::test
