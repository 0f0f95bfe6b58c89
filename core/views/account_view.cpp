// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/curves.h"
#include "core/views/mfu_account.h"

namespace plateau::views {

namespace {

Drawing account(const ViewRequest<Scenario>& request) { return drawing_here(request, figures::mfu_account); }

constexpr View account_views[] = {{"mfu-account", "From the peak to MFU, and to what a useful token costs", account,
                                   nullptr, true, "workbench", "account", PLATEAU_TEXT("An account of MFU")}};

} // namespace

} // namespace plateau::views

PLATEAU_VIEWS(account_view, 21, account_views)
