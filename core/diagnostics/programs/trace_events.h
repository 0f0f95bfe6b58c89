// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/files/budget.h"

struct gzFile_s;

namespace plateau::programs {

/// A file as it is, or unpacked (gzip).
class Unpacked {
public:
    explicit Unpacked(const std::filesystem::path& file);

    bool is_open() const { return file_ != nullptr; }
    /// Appends the next characters; false at the end, or where the file is broken.
    bool read(std::string& text);
    bool broken() const { return broken_; }
    /// What was packed is broken, or has ended before its end.
    bool is_cut() const;

private:
    struct Close {
        void operator()(gzFile_s* file) const;
    };
    std::unique_ptr<gzFile_s, Close> file_;
    bool broken_ = false;
};

/// The text of a trace in which every event that is neither a kernel nor marked by the user has become "{}". Most
/// events are neither, and to pass over one takes a tenth of the time of parsing it. Keeps no more than one event in
/// memory.
class TraceText {
public:
    explicit TraceText(Unpacked& source) : source_(source) { }

    /// Is there another character? It is current() then.
    bool fill() { return at_ < stretch_.size() || next_stretch(); }
    char current() const { return stretch_[at_]; }
    void next() { ++at_; }
    /// Whether one text, number or key went on without an end that anybody would write.
    bool is_endless() const { return run_ > files::budget::piece; }
    /// Characters of the file before the current one that were not handed on.
    std::size_t left_out() const { return left_out_; }

private:
    bool next_stretch();
    bool read_more();
    bool hand_on_event();
    bool begins_event(char character) const;
    void pass(char character);

    Unpacked& source_;
    std::string text_; ///< what was read and may still be needed
    std::size_t from_ = 0; ///< of text_ what was not handed on yet
    std::string_view stretch_; ///< what is handed on: of text_, or "{}"
    std::size_t at_ = 0; ///< in stretch_
    std::size_t left_out_ = 0;
    std::size_t run_ = 0; ///< characters handed on of the same text, number or key

    // where from_ lies; strings of the root are kept to find the list of events by its key
    std::string last_string_;
    std::size_t depth_ = 0;
    bool root_is_list_ = false;
    bool in_events_ = false;
    bool in_string_ = false;
    bool escaped_ = false;
    bool in_space_ = false;
};

} // namespace plateau::programs
