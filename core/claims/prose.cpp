// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims/paper_claims.h"
#include "core/text/messages/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <string_view>

namespace plateau::claims {

namespace {

constexpr std::array<std::pair<std::string_view, Ask::Form>, 3> ratio_forms{
    {{"change", Ask::Form::Change}, {"loss", Ask::Form::Loss}, {"times", Ask::Form::Times}}};
constexpr std::array<std::pair<std::string_view, Ask::Form>, 2> claim_forms{
    {{"reported", Ask::Form::Reported}, {"predicted", Ask::Form::Predicted}}};

std::vector<std::string> words_of(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

template<std::size_t count>
std::optional<Ask::Form> form_of(const std::array<std::pair<std::string_view, Ask::Form>, count>& forms,
                                 const std::string& word)
{
    for (const auto& [name, form] : forms)
        if (name == word)
            return form;
    return std::nullopt;
}

/// "gpus=2048, tp=2"; a value may hold spaces.
Expected<Changes> changes_in(const std::string& text)
{
    Changes changes;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos || trimmed(part.substr(0, equals)).empty())
            return failure({PLATEAU_TEXT("“%1” is no change"), {Verbatim{trimmed(part)}}}, {}, {"KEY=VALUE", {}});
        changes.emplace_back(trimmed(part.substr(0, equals)), trimmed(part.substr(equals + 1)));
    }
    return changes;
}

bool has_digit(const std::string& text)
{
    return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Reads one text; keeps what has been read since the last piece.
class ProseReader {
public:
    explicit ProseReader(const std::function<void(Error)>& refuse) : refuse_(refuse) { }

    Prose read(const std::string& text)
    {
        for (std::size_t i = 0; i < text.size();) {
            if (text[i] == '{')
                i = number(text, i);
            else if (text[i] == '[')
                i = name(text, i);
            else if (text.compare(i, 2, "**") == 0) {
                flush();
                strong_ = !strong_;
                i += 2;
            } else if (text[i] == '\n')
                i = line_break(text, i);
            else {
                plain_ += text[i];
                words_ += text[i++];
            }
        }
        flush();
        if (strong_)
            refuse_({{PLATEAU_TEXT("** has no second one"), {}}, {}, {}});
        return std::move(prose_);
    }

private:
    void flush()
    {
        if (has_digit(plain_))
            refuse_({{PLATEAU_TEXT("“%1” has a number of its own"), {Verbatim{plain_}}},
                     {},
                     {PLATEAU_TEXT("{KEY} for a number of the model, [ ] around a name, year or source"), {}}});
        plain_.clear();
        if (!words_.empty())
            prose_.push_back({strong_ ? Piece::Kind::Strong : Piece::Kind::Words, std::move(words_)});
        words_.clear();
    }

    std::size_t closing(const std::string& text, std::size_t from, char mark)
    {
        const std::size_t to = text.find(mark, from);
        if (to == std::string::npos)
            refuse_({{PLATEAU_TEXT("“%1” is not closed"), {Verbatim{text.substr(from, 20)}}},
                     {},
                     {std::string(1, mark), {}}});
        return to;
    }

    std::size_t number(const std::string& text, std::size_t from)
    {
        const std::size_t to = closing(text, from, '}');
        if (to == std::string::npos)
            return text.size();
        flush();
        Piece piece{Piece::Kind::Number, text.substr(from + 1, to - from - 1)};
        std::replace(piece.words.begin(), piece.words.end(), '\n', ' ');
        piece.strong = strong_;
        if (auto ask = read_ask(piece.words)) {
            piece.ask = std::move(*ask);
            prose_.push_back(std::move(piece));
        } else {
            refuse_(ask.error());
        }
        return to + 1;
    }

    std::size_t name(const std::string& text, std::size_t from)
    {
        const std::size_t to = closing(text, from, ']');
        if (to == std::string::npos)
            return text.size();
        for (std::size_t i = from + 1; i < to; ++i)
            words_ += text[i] == '\n' ? ' ' : text[i];
        return to + 1;
    }

    std::size_t line_break(const std::string& text, std::size_t from)
    {
        const std::size_t next = std::min(text.find_first_not_of(" \n", from), text.size());
        if (std::count(text.begin() + std::ptrdiff_t(from), text.begin() + std::ptrdiff_t(next), '\n') > 1) {
            flush();
            if (next < text.size())
                prose_.push_back({Piece::Kind::Paragraph, {}});
        } else if (next < text.size()) {
            words_ += ' ';
        }
        return next;
    }

    const std::function<void(Error)>& refuse_;
    Prose prose_;
    std::string words_; ///< since the last piece
    std::string plain_; ///< of them, those outside brackets
    bool strong_ = false;
};

} // namespace

Expected<Ask> read_ask(const std::string& text)
{
    const std::vector<std::string> words = words_of(text);
    Ask ask;
    std::size_t next = 0;
    if (!words.empty())
        if (const auto form = form_of(ratio_forms, words.front())) {
            ask.form = *form;
            next = 1;
        }
    if (next >= words.size())
        return failure({PLATEAU_TEXT("{%1} names no number"), {Verbatim{text}}});
    ask.key = words[next++];
    if (next + 1 == words.size() && !ask.is_ratio())
        if (const auto form = form_of(claim_forms, words[next])) {
            ask.form = *form;
            return ask;
        }
    for (const auto& [word, changes] : {std::pair{"at", &ask.at}, std::pair{"against", &ask.against}}) {
        if (next >= words.size() || words[next] != word)
            continue;
        std::size_t end = next + 1;
        while (end < words.size() && words[end] != "against")
            ++end;
        const auto from = words.begin() + static_cast<std::ptrdiff_t>(next) + 1;
        auto read = changes_in(joined({from, words.begin() + static_cast<std::ptrdiff_t>(end)}, " "));
        if (!read)
            return tl::unexpected(read.error());
        *changes = std::move(*read);
        next = end;
    }
    const Message form{"{[change|loss|times] KEY [at KEY=VALUE, ...] [against KEY=VALUE, ...]}", {}};
    if (next != words.size())
        return failure({PLATEAU_TEXT("{%1} is not read from “%2” on"), {Verbatim{text}, Verbatim{words[next]}}}, {},
                       form);
    if (ask.is_ratio() && ask.at.empty() && ask.against.empty())
        return failure({PLATEAU_TEXT("{%1} does not say what against"), {Verbatim{text}}}, {}, form);
    if (!ask.is_ratio() && !ask.against.empty())
        return failure({PLATEAU_TEXT("{%1} does not say how to compare"), {Verbatim{text}}}, {}, form);
    return ask;
}

Prose read_prose(const std::string& text, const std::function<void(Error)>& refuse)
{
    return ProseReader(refuse).read(text);
}

} // namespace plateau::claims
