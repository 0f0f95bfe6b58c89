// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/plain_yaml.h"

#include <algorithm>
#include <string_view>

#include "core/files/node_builder.h"

namespace plateau::files {

namespace {

/// Leaves the text to the full parser.
struct NotPlain { };

constexpr std::size_t longest_key = 1000;

bool is_in(char letter, std::string_view set) { return set.find(letter) != std::string_view::npos; }

bool is_word(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9')
        || letter == '_';
}

bool is_nothing(std::string_view word)
{
    return word.empty() || word == "~" || word == "null" || word == "Null" || word == "NULL";
}

bool is_printable(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char letter) {
        const auto code = static_cast<unsigned char>(letter);
        return letter == '\n' || (code >= 0x20 && code != 0x7f);
    });
}

class PlainYaml {
public:
    explicit PlainYaml(std::string_view text) : text_(text) { }

    Node read()
    {
        next();
        need(!is_over() && at_ == 0);
        map();
        need(is_over());
        return builder_.take();
    }

private:
    static void need(bool plain)
    {
        if (!plain)
            throw NotPlain();
    }
    /// No line is left.
    bool is_over() const { return line_.data() == nullptr; }
    char here() const { return at_ < line_.size() ? line_[at_] : '\n'; }
    char behind(std::size_t place) const { return place + 1 < line_.size() ? line_[place + 1] : '\n'; }
    int column() const { return static_cast<int>(at_) + 1; }
    void skip_blanks() { at_ = std::min(line_.find_first_not_of(' ', at_), line_.size()); }
    /// The column of what the line begins with, while nothing of it is read.
    bool stands_at(std::size_t column) const { return !is_over() && at_ == column; }
    bool is_right_of(std::size_t column) const { return !is_over() && at_ > column; }

    /// The next line that says something; at_ is where it begins.
    void next()
    {
        do {
            if (end_ >= text_.size()) {
                line_ = {};
                return;
            }
            const std::size_t end = std::min(text_.find('\n', end_), text_.size());
            line_ = text_.substr(end_, end - end_);
            end_ = end + 1;
            ++number_;
            at_ = 0;
            skip_blanks();
        } while (at_ == line_.size() || here() == '#');
    }

    /// After a value only a comment; `left`: the column of the list or mapping that it belongs to.
    void end_line(std::size_t left)
    {
        const std::size_t end = at_;
        skip_blanks();
        need(at_ == line_.size() || (here() == '#' && at_ > end));
        next();
        need(!is_right_of(left));
    }

    /// Where the key that stands here ends; no place where none does.
    std::size_t key_end() const
    {
        if (!is_word(here()))
            return std::string_view::npos;
        std::size_t end = at_;
        while (end < line_.size() && (is_word(line_[end]) || is_in(line_[end], ".-/")))
            ++end;
        const bool ends = end < line_.size() && line_[end] == ':' && is_in(behind(end), " \n");
        return ends ? end : std::string_view::npos;
    }

    void key()
    {
        const std::size_t end = key_end();
        need(end != std::string_view::npos && end - at_ < longest_key);
        const std::string_view word = line_.substr(at_, end - at_);
        need(!is_nothing(word));
        builder_.scalar(std::string(word), false, number_, column());
        at_ = end + 1;
        skip_blanks();
    }

    void map()
    {
        const std::size_t left = at_;
        builder_.begin(Node::Kind::Map, number_, column());
        while (stands_at(left)) {
            key();
            if (here() != '\n' && here() != '#') {
                value(false);
                end_line(left);
                continue;
            }
            next();
            need(is_right_of(left));
            if (here() == '-')
                list();
            else
                map();
            need(!is_right_of(left));
        }
        builder_.end();
    }

    void list()
    {
        const std::size_t left = at_;
        builder_.begin(Node::Kind::List, number_, column());
        while (stands_at(left) && here() == '-') {
            ++at_;
            need(here() == ' ');
            skip_blanks();
            if (key_end() != std::string_view::npos) {
                map();
            } else {
                value(false);
                end_line(left);
            }
            need(!is_right_of(left));
        }
        need(!stands_at(left));
        builder_.end();
    }

    void value(bool within)
    {
        const char first = here();
        if (first == '[' || first == '{')
            enclosed(first == '{');
        else if (first == '\'' || first == '"')
            quoted(first);
        else
            word(within);
    }

    /// A list or a mapping in one line.
    void enclosed(bool is_map)
    {
        const char closer = is_map ? '}' : ']';
        builder_.begin(is_map ? Node::Kind::Map : Node::Kind::List, number_, column());
        ++at_;
        skip_blanks();
        for (bool more = here() != closer; more;) {
            if (is_map) {
                key();
                need(here() != '\n');
            }
            value(true);
            skip_blanks();
            more = here() == ',';
            if (more) {
                ++at_;
                skip_blanks();
            }
        }
        need(here() == closer);
        ++at_;
        builder_.end();
    }

    void quoted(char mark)
    {
        const int first = column();
        std::string text;
        for (++at_;; ++at_) {
            need(here() != '\n' && !(mark == '"' && here() == '\\'));
            if (here() == mark) {
                ++at_;
                if (mark == '"' || here() != mark)
                    break;
            }
            text += here();
        }
        builder_.scalar(std::move(text), true, number_, first);
    }

    /// Words without quotes; `within` brackets or braces they end earlier.
    void word(bool within)
    {
        need(!is_in(here(), "\n,[]{}#&*!|>'\"%@`?:") && (here() != '-' || is_word(behind(at_)) || behind(at_) == '.'));
        std::size_t end = at_;
        for (; end < line_.size() && !(within && is_in(line_[end], ",]}")); ++end) {
            if (line_[end] == '#' && line_[end - 1] == ' ')
                break;
            need(line_[end] != ':' || !is_in(behind(end), within ? " \n,]}[{" : " \n"));
            need(!within || !is_in(line_[end], "[{?"));
        }
        const std::size_t last = line_.find_last_not_of(' ', end - 1);
        const std::string_view words = line_.substr(at_, last + 1 - at_);
        need(!is_nothing(words));
        builder_.scalar(std::string(words), false, number_, column());
        at_ = last + 1;
    }

    std::string_view text_;
    std::string_view line_;
    std::size_t end_ = 0; ///< where the next line begins
    std::size_t at_ = 0; ///< in the line
    int number_ = 0;
    NodeBuilder builder_;
};

} // namespace

std::optional<Node> read_plain_yaml(const std::string& text)
{
    if (!is_printable(text) || text.empty() || static_cast<unsigned char>(text.front()) >= 0x80)
        return std::nullopt;
    try {
        return PlainYaml(text).read();
    } catch (const NotPlain&) {
        return std::nullopt;
    } catch (const Refusal&) {
        return std::nullopt;
    }
}

} // namespace plateau::files
