// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/shell/pages.h"

namespace plateau::ui {

class EvidenceModel;
class Opening;
class PageDocks;
class ParameterPanel;
class Saving;
class WorkbenchModel;
struct Questions;

/// What pages are built from, and what they can ask of the window.
struct PageParts {
    Questions& questions;
    EvidenceModel& evidence;
    WorkbenchModel& model;
    ParameterPanel& parameters; ///< several pages share it
    Pages& pages;
    PageDocks& docks;
    Opening& opening;
    Saving& saving;

    /// Brings a parameter's row into view.
    void reveal(const QString& key) const;
};

/// Every page of the window, in the order of the tabs.
std::vector<PageRow> page_table(const PageParts& parts);

} // namespace plateau::ui
