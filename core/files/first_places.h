// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace plateau::files {

/// Where each name stood first, to tell who stands twice: n names take n log n comparisons.
template<class Less = std::less<std::string>>
class FirstPlaces {
public:
    explicit FirstPlaces(Less less = {}) : lines_(std::move(less)) { }

    /// The line in which the name stood before; nothing the first time.
    std::optional<int> add(const std::string& name, int line)
    {
        const auto [at, is_new] = lines_.emplace(name, line);
        return is_new ? std::nullopt : std::optional(at->second);
    }

private:
    std::map<std::string, int, Less> lines_;
};

} // namespace plateau::files
