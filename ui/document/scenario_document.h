// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document_of.h"

namespace plateau::ui {

extern template class DocumentOf<Scenario>;

/// The training scenario that the workbench asks.
class ScenarioDocument final : public DocumentOf<Scenario> {
public:
    explicit ScenarioDocument(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent = nullptr)
        : DocumentOf(std::move(catalog), parent)
    {
    }

    const Scenario* training() const override { return &scenario(); }
};

} // namespace plateau::ui
