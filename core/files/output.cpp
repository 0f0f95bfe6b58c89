// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/output.h"
#include "core/files/budget.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <mutex>
#include <random>
#include <set>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace plateau::files {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t block = 1 << 16;
constexpr int most_links = 40; ///< as many as Linux follows
constexpr int most_names = 100;
constexpr std::string_view draft_start = ".plateau-", digits = "0123456789abcdefghijklmnopqrstuv";
constexpr std::size_t draft_digits = 16;
constexpr mode_t permissions = 07777;

std::string reason(int problem) { return std::generic_category().message(problem); }

tl::unexpected<Error> cannot(const fs::path& file, int problem)
{
    return failure({PLATEAU_TEXT("the file cannot be written: %1"), {Verbatim{reason(problem)}}}, file.string());
}

/// What a path names once symbolic links are followed; the last one may point to nothing yet.
Expected<fs::path> followed(const fs::path& file)
{
    fs::path at = file;
    std::error_code error;
    for (int i = 0; i < most_links; ++i) {
        if (!fs::is_symlink(fs::symlink_status(at, error)))
            return at;
        const fs::path next = fs::read_symlink(at, error);
        if (error)
            return cannot(file, error.value());
        at = next.is_absolute() ? next : at.parent_path() / next;
    }
    return cannot(file, ELOOP);
}

bool is_inside(const fs::path& file, const fs::path& folder)
{
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(file, error), base = fs::weakly_canonical(folder, error);
    return std::mismatch(base.begin(), base.end(), whole.begin(), whole.end()).first == base.end();
}

bool is_input(const fs::path& file, const std::vector<fs::path>& inputs)
{
    return std::any_of(inputs.begin(), inputs.end(), [&](const fs::path& input) {
        std::error_code error;
        return fs::is_directory(input, error) ? is_inside(file, input) : fs::equivalent(file, input, error);
    });
}

bool is_earlier(const fs::path& file, std::uintmax_t size, const Replacing& replacing)
{
    if (size == 0)
        return true;
    if (!replacing.earlier)
        return false;
    std::ifstream stream(file, std::ios::binary);
    std::string text(std::min<std::uintmax_t>(size, budget::held), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return replacing.earlier(text);
}

/// Why a regular file must stay; nothing where it may go.
Message why_it_stays(const fs::path& target, std::uintmax_t size, const Replacing& replacing)
{
    if (replacing.what != Replacing::What::Earlier)
        return {};
    if (is_input(target, replacing.inputs))
        return {PLATEAU_TEXT("this file is read here, so it is not written over"), {}};
    if (!is_earlier(target, size, replacing))
        return {PLATEAU_TEXT("this file holds something other than an earlier output of this format"), {}};
    return {};
}

fs::path unpredictable_name(const fs::path& folder)
{
    std::random_device random;
    std::string name(draft_start);
    for (std::size_t i = 0; i < draft_digits; ++i)
        name += digits[random() % digits.size()];
    return folder / name;
}

bool is_name_of_draft(const std::string& name)
{
    return name.size() == draft_start.size() + draft_digits && name.starts_with(draft_start)
        && name.find_first_not_of(digits, draft_start.size()) == std::string::npos;
}

/// A draft belongs to whoever holds its lock. A kill gives that back.
bool lock(int handle) { return ::flock(handle, LOCK_EX | LOCK_NB) == 0; }

/// By another program. Where the file system knows no locks nobody takes any.
bool is_taken(int handle)
{
    struct stat draft = {};
    return (!lock(handle) && errno == EWOULDBLOCK) || (::fstat(handle, &draft) == 0 && draft.st_nlink == 0);
}

/// Drafts that a killed program left in the folder; looked for once in each.
void remove_left_drafts(const fs::path& folder)
{
    static std::mutex mutex;
    static std::set<fs::path> seen;
    const std::lock_guard guard(mutex);
    std::error_code error;
    if (!seen.insert(fs::absolute(folder, error)).second)
        return;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        if (!is_name_of_draft(at->path().filename().string()))
            continue;
        const int handle = ::open(at->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        struct stat draft = {};
        if (handle >= 0 && ::fstat(handle, &draft) == 0 && S_ISREG(draft.st_mode) && lock(handle))
            ::unlink(at->path().c_str());
        if (handle >= 0)
            ::close(handle);
    }
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

/// So that the new name outlives a power cut; file systems that cannot do that say so, and nothing is lost by it.
void flush_folder(const fs::path& folder)
{
    const int handle = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return;
    ::fsync(handle);
    ::close(handle);
}

} // namespace

Expected<Output> Output::open(const fs::path& file, const Replacing& replacing)
{
    struct stat old = {};
    const bool exists = ::stat(file.c_str(), &old) == 0;
    if (!exists && errno != ENOENT)
        return cannot(file, errno);
    if (exists && S_ISDIR(old.st_mode))
        return failure({PLATEAU_TEXT("this is a folder"), {}}, file.string(), {PLATEAU_TEXT("a file"), {}});
    if (exists && !S_ISREG(old.st_mode))
        return into_device(file, replacing);
    auto target = followed(file);
    if (!target)
        return tl::unexpected(target.error());
    Output output(file, std::move(*target));
    if (exists) {
        const Message stays = why_it_stays(output.target_, static_cast<std::uintmax_t>(old.st_size), replacing);
        if (!stays.empty())
            return failure(stays, file.string(), replacing.otherwise);
        if (::access(output.target_.c_str(), W_OK) != 0)
            return cannot(file, errno);
    }
    if (!output.make_draft())
        return cannot(file, output.problem_);
    if (exists) {
        const bool same_owner = ::fchown(output.handle_, old.st_uid, old.st_gid) == 0;
        ::fchmod(output.handle_, old.st_mode & (same_owner ? permissions : mode_t{0777}));
    }
    return output;
}

Expected<Output> Output::into_device(const fs::path& file, const Replacing& replacing)
{
    if (replacing.what != Replacing::What::Anything)
        return failure({PLATEAU_TEXT("this is a device or a pipe, not a file"), {}}, file.string(),
                       replacing.otherwise);
    Output output(file, file);
    output.in_place_ = true;
    output.handle_ = ::open(file.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (output.handle_ < 0)
        return cannot(file, errno);
    return output;
}

Output::Output(Output&& other) noexcept
    : named_(std::move(other.named_)), target_(std::move(other.target_)), draft_(std::exchange(other.draft_, {})),
      in_place_(other.in_place_), waiting_(std::move(other.waiting_)), handle_(std::exchange(other.handle_, -1)),
      problem_(other.problem_)
{
}

Output::~Output() { drop(); }

/// Without a name where the file system can do that: then even a kill leaves nothing behind.
bool Output::make_draft()
{
    remove_left_drafts(folder_of(target_));
    handle_ = ::open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (handle_ >= 0)
        lock(handle_);
    for (int i = 0; i < most_names && handle_ < 0; ++i) {
        const fs::path name = unpredictable_name(folder_of(target_));
        handle_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (handle_ < 0 && errno != EEXIST)
            break;
        if (handle_ >= 0 && is_taken(handle_)) // for one that was left, before it was locked
            ::close(std::exchange(handle_, -1));
        else if (handle_ >= 0)
            draft_ = name;
    }
    if (handle_ < 0)
        problem_ = errno;
    return handle_ >= 0;
}

bool Output::name_draft()
{
    const std::string itself = "/proc/self/fd/" + std::to_string(handle_);
    for (int i = 0; i < most_names && draft_.empty(); ++i) {
        const fs::path name = unpredictable_name(folder_of(target_));
        if (::linkat(AT_FDCWD, itself.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
            draft_ = name;
        else if (errno != EEXIST)
            break;
    }
    if (draft_.empty())
        problem_ = errno;
    return !draft_.empty();
}

bool Output::write(std::string_view text)
{
    waiting_ += text;
    return waiting_.size() < block ? problem_ == 0 : flush();
}

bool Output::flush()
{
    for (std::size_t at = 0; at < waiting_.size() && problem_ == 0;) {
        const ssize_t written = ::write(handle_, waiting_.data() + at, waiting_.size() - at);
        if (written >= 0)
            at += static_cast<std::size_t>(written);
        else if (errno != EINTR)
            problem_ = errno;
    }
    waiting_.clear();
    return problem_ == 0;
}

Expected<void> Output::commit() { return commit({this}); }

Expected<void> Output::commit(const std::vector<Output*>& outputs)
{
    for (Output* output : outputs)
        if (auto prepared = output->prepare(); !prepared) {
            for (Output* other : outputs)
                other->drop();
            return prepared;
        }
    Expected<void> all;
    for (Output* output : outputs)
        if (auto done = output->take_place(); !done && all)
            all = std::move(done);
    return all;
}

Expected<void> Output::prepare()
{
    flush();
    if (problem_ == 0 && !in_place_ && ::fsync(handle_) != 0)
        problem_ = errno;
    if (problem_ == 0 && !in_place_ && draft_.empty())
        name_draft();
    return problem_ == 0 ? Expected<void>() : cannot(named_, problem_);
}

Expected<void> Output::take_place()
{
    if (!in_place_ && ::rename(draft_.c_str(), target_.c_str()) != 0)
        problem_ = errno;
    else
        draft_.clear();
    if (::close(std::exchange(handle_, -1)) != 0 && problem_ == 0)
        problem_ = errno;
    if (problem_ != 0) {
        drop();
        return cannot(named_, problem_);
    }
    if (!in_place_)
        flush_folder(folder_of(target_));
    return {};
}

void Output::drop()
{
    if (handle_ >= 0)
        ::close(std::exchange(handle_, -1));
    if (!draft_.empty())
        ::unlink(std::exchange(draft_, {}).c_str());
}

Expected<void> write_file(const fs::path& file, std::string_view text, const Replacing& replacing)
{
    auto output = Output::open(file, replacing);
    if (!output)
        return tl::unexpected(output.error());
    output->write(text);
    return output->commit();
}

} // namespace plateau::files
