// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/question/limits_scenario/limits_scenario.h"
#include "ui/document/document_of.h"

namespace plateau::ui {

extern template class DocumentOf<LimitsScenario>;

/// The configurations that the limits page lays over each other.
class LimitsDocument final : public DocumentOf<LimitsScenario> {
public:
    explicit LimitsDocument(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent = nullptr)
        : DocumentOf(std::move(catalog), parent)
    {
    }
};

} // namespace plateau::ui
