// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/evidence/claims.h"

namespace plateau::ui {

/// What the presets hold, read on a thread of their own while fonts and theme come up. Begin once there is an
/// application: it sets the locale of all threads.
class PresetsAhead {
public:
    PresetsAhead()
        : catalog_(std::async(std::launch::async, [folders = folders_] {
              return std::make_shared<const plateau::catalog::Catalog>(plateau::catalog::read(folders));
          }))
    {
    }

    /// Waits for it; once.
    std::shared_ptr<const plateau::catalog::Catalog> catalog() { return catalog_.get(); }
    evidence::Claims claims() const { return evidence::read_claims(folders_); }

private:
    std::vector<std::filesystem::path> folders_ = plateau::catalog::preset_folders();
    std::future<std::shared_ptr<const plateau::catalog::Catalog>> catalog_;
};

} // namespace plateau::ui
