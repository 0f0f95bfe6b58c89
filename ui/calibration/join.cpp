// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibration/evidence_page.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/pages.h"
#include "ui/shell/questions.h"
#include "ui/shell/registers.h"

/// The page that compares predictions with what was measured, and fits a stack to runs of one's own.
namespace plateau::ui::calibration {

namespace {

Page* build(const WindowParts& parts)
{
    auto* page = new EvidencePage(parts.questions.training, parts.evidence, &parts.pages);
    QObject::connect(page, &EvidencePage::opened, page, [parts] { parts.pages.go_to<WorkbenchPage>(); });
    return page;
}

} // namespace

void join(Registers& registers)
{
    registers.pages.push_back({.type = &EvidencePage::staticMetaObject,
                               .title = EvidencePage::tab,
                               .name = EvidencePage::page_name,
                               .subject = "evidence",
                               .build = build,
                               .work = "calibration",
                               .shows_runs = true});
}

} // namespace plateau::ui::calibration
