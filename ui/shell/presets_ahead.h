// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <vector>

#include "core/catalog/catalog.h"

namespace plateau::ui {

/// What the presets hold, half of it read on a thread of its own while fonts and theme come up, the other half beside
/// that once it is asked for. Begin once there is an application: it sets the locale of all threads.
class PresetsAhead {
public:
    PresetsAhead()
        : all_else_(
            std::async(std::launch::async, [folders = folders_] { return plateau::catalog::read_all_else(folders); }))
    {
    }

    /// Waits for it; once.
    std::shared_ptr<const plateau::catalog::Catalog> catalog()
    {
        plateau::catalog::Catalog machines = plateau::catalog::read_machines(folders_);
        return std::make_shared<const plateau::catalog::Catalog>(
            plateau::catalog::joined(std::move(machines), all_else_.get()));
    }

private:
    std::vector<std::filesystem::path> folders_ = plateau::catalog::preset_folders();
    std::future<plateau::catalog::Catalog> all_else_;
};

} // namespace plateau::ui
