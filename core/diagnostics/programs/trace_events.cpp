// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/trace_events.h"
#include "core/files/budget.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <zlib.h>

namespace plateau::programs {

namespace {

constexpr std::size_t read_at_once = 1 << 18;
constexpr std::string_view space = " \t\r\n";
constexpr std::string_view events_key = "traceEvents";
constexpr std::string_view nothing = "{}";

struct Extent {
    std::size_t length = 0;
    bool is_wanted = false;
};

bool is_bracket_or_quote(char character)
{
    static constexpr auto table = [] {
        std::array<bool, 256> marked{};
        for (const char each : {'"', '{', '}', '[', ']'})
            marked[static_cast<unsigned char>(each)] = true;
        return marked;
    }();
    return table[static_cast<unsigned char>(character)];
}

/// The object that a text begins with, and whether one of its strings says that it is a kernel or a mark of the user;
/// nothing if the text ends before it does.
std::optional<Extent> object_at(std::string_view text)
{
    Extent extent;
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_bracket_or_quote(text[at]))
            continue;
        if (text[at] == '"') {
            const std::size_t start = ++at;
            while (at < text.size() && text[at] != '"')
                at += text[at] == '\\' ? 2 : 1;
            if (at >= text.size())
                break;
            const std::string_view word = text.substr(start, at - start);
            extent.is_wanted = extent.is_wanted || word == "kernel" || word == "Kernel" || word == "user_annotation";
        } else if (text[at] == '{' || text[at] == '[') {
            ++depth;
        } else if (--depth == 0) {
            extent.length = at + 1;
            return extent;
        }
    }
    return std::nullopt;
}

} // namespace

Unpacked::Unpacked(const std::filesystem::path& file) : file_(gzopen(file.c_str(), "rb"))
{
    if (file_)
        gzbuffer(file_.get(), read_at_once);
}

void Unpacked::Close::operator()(gzFile_s* file) const { gzclose(file); }

bool Unpacked::read(std::string& text)
{
    const std::size_t before = text.size();
    text.resize(before + read_at_once);
    const int read = file_ ? gzread(file_.get(), text.data() + before, read_at_once) : 0;
    text.resize(before + std::size_t(std::max(0, read)));
    broken_ = broken_ || read < 0;
    return read > 0;
}

bool Unpacked::is_cut() const
{
    int code = Z_OK;
    gzerror(file_.get(), &code);
    return code != Z_OK;
}

bool TraceText::begins_event(char character) const
{
    return character == '{' && in_events_ && !in_string_ && depth_ == (root_is_list_ ? 1u : 2u);
}

/// What a character that is handed on says about where the next one lies.
void TraceText::pass(char character)
{
    in_space_ = !in_string_ && space.find(character) != std::string_view::npos;
    const bool ends
        = in_space_ || (!in_string_ && std::string_view(",:{}[]\"").find(character) != std::string_view::npos);
    run_ = ends ? 0 : run_ + 1;
    if (in_string_) {
        in_string_ = escaped_ || character != '"';
        if (in_string_ && depth_ == 1 && last_string_.size() <= events_key.size())
            last_string_ += character;
        escaped_ = !escaped_ && character == '\\';
    } else if (character == '"') {
        in_string_ = true;
        if (depth_ == 1)
            last_string_.clear();
    } else if (character == '{' || character == '[') {
        if (depth_ == 0)
            root_is_list_ = in_events_ = character == '[';
        else if (depth_ == 1 && !root_is_list_)
            in_events_ = character == '[' && last_string_ == events_key;
        ++depth_;
    } else if ((character == '}' || character == ']') && depth_ > 0) {
        --depth_;
        in_events_ = in_events_ && depth_ > (root_is_list_ ? 0u : 1u);
    }
}

/// Room for more behind what was not handed on yet.
bool TraceText::read_more()
{
    text_.erase(0, std::exchange(from_, 0));
    return source_.read(text_);
}

/// The event that text_ holds at from_, whole or as nothing; false where it is too large or broken off: its characters
/// are handed on as they come then.
bool TraceText::hand_on_event()
{
    auto event = object_at(std::string_view(text_).substr(from_));
    while (!event && text_.size() - from_ < files::budget::piece && read_more())
        event = object_at(std::string_view(text_).substr(from_));
    if (!event)
        return false;
    stretch_ = event->is_wanted ? std::string_view(text_).substr(from_, event->length) : nothing;
    left_out_ += event->length - stretch_.size();
    from_ += event->length;
    in_space_ = false;
    return true;
}

bool TraceText::next_stretch()
{
    stretch_ = {};
    at_ = 0;
    do { // of a stretch of space one character is enough
        const std::size_t on = in_space_ ? text_.find_first_not_of(space, from_) : from_;
        left_out_ += std::min(on, text_.size()) - from_;
        from_ = std::min(on, text_.size());
    } while (from_ == text_.size() && read_more());
    if (from_ == text_.size() || is_endless())
        return false;
    if (begins_event(text_[from_]) && hand_on_event())
        return true;
    const std::size_t start = from_;
    do
        pass(text_[from_++]);
    while (from_ < text_.size() && !begins_event(text_[from_]));
    stretch_ = std::string_view(text_).substr(start, from_ - start);
    return true;
}

} // namespace plateau::programs
