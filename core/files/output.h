// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/messages/error.h"

namespace plateau::files {

/// What an output may take the place of. A folder never.
struct Replacing {
    enum class What {
        Earlier, ///< an empty file, and one that `earlier` recognises; never an input
        AnyFile, ///< any regular file: a person was asked
        Anything, ///< also written into: devices and pipes
    };
    What what = What::Earlier;
    /// Is this the text, or the beginning of a long one, of an earlier output of the same format?
    std::function<bool(const std::string& text)> earlier;
    std::vector<std::filesystem::path> inputs; ///< files that are read, and folders of such
    Message otherwise; ///< what would be accepted where something is refused

    static Replacing any_file() { return {What::AnyFile, {}, {}, {}}; }
};

/// A file being written: a new one beside its place, of an unpredictable name, that takes the place when it is whole
/// and on disk. Until then, and when that fails, what was there stays. Permissions and the target of a symbolic link
/// are kept.
class Output {
public:
    /// Refuses at once what must not be replaced and what cannot be written.
    static Expected<Output> open(const std::filesystem::path& file, const Replacing& replacing);

    Output(Output&& other) noexcept;
    Output& operator=(Output&&) = delete;
    ~Output();

    /// False from the first failure on; commit() says which.
    bool write(std::string_view text);
    Expected<void> commit();
    /// Several that belong together: none takes its place before all are whole and on disk.
    static Expected<void> commit(const std::vector<Output*>& outputs);

private:
    Output(std::filesystem::path named, std::filesystem::path target)
        : named_(std::move(named)), target_(std::move(target))
    {
    }
    static Expected<Output> into_device(const std::filesystem::path& file, const Replacing& replacing);
    bool make_draft();
    bool name_draft();
    bool flush();
    Expected<void> prepare(); ///< whole, on disk, with a name
    Expected<void> take_place();
    void drop();

    std::filesystem::path named_; ///< as the user calls it
    std::filesystem::path target_; ///< what that is, links followed
    std::filesystem::path draft_; ///< empty: it has no name yet, or the target is written into
    bool in_place_ = false; ///< the target, a device or a pipe, is written into
    std::string waiting_;
    int handle_ = -1;
    int problem_ = 0; ///< errno of the first failure
};

/// The whole text at once.
Expected<void> write_file(const std::filesystem::path& file, std::string_view text, const Replacing& replacing);

} // namespace plateau::files
