// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document_of_files.h"
#include "ui/document/document_of_several.h"
#include "ui/document/document_of_values.h"

/// Definitions of DocumentOf<S>, for the .cpp of each type.
