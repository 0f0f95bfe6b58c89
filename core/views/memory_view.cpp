// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/curves.h"
#include "core/views/memory_figure.h"

namespace plateau::views {

namespace {

Drawing memory(const ViewRequest<Scenario>& request) { return drawing_here(request, figures::memory_figure); }

constexpr View memory_views[] = {{"memory", "What fills the memory of the fullest GPU", memory, nullptr, true,
                                  "workbench", "memory", PLATEAU_TEXT("What fills the memory")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(memory_view, 25, memory_views)
