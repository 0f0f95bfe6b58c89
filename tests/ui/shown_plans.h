// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_stage.h"
#include "ui/pages/plans/plans_model.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/plans/plans_table.h"

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

} // namespace plateau::test
