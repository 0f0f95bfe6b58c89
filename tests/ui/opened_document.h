// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoStack>

#include <memory>

#include "core/catalog/catalog.h"

namespace plateau::test {

/// A document on a shipped scenario, with nothing to undo.
template<class Document>
std::unique_ptr<Document> opened(const std::shared_ptr<const catalog::Catalog>& catalog, const char* name)
{
    auto document = std::make_unique<Document>(catalog);
    if (!document->open(name))
        qFatal("the shipped scenario does not open");
    document->undo_stack().clear();
    return document;
}

} // namespace plateau::test
