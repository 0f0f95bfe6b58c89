// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <utility>

#include "core/diagnostics/programs/shell.h"
#include "core/files/budget.h"
#include "core/files/node_builder.h"
#include "core/text/messages/words.h"

namespace plateau::programs::shell {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t name_end(std::string_view text, std::size_t i)
{
    while (i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_'))
        ++i;
    return i;
}

std::size_t skip_quoted(std::string_view text, std::size_t i, int depth)
{
    if (depth > files::budget::shell_depth)
        throw files::Refusal({PLATEAU_TEXT("the document is nested too deeply"), {}}, 0, static_cast<int>(i));
    const char c = text[i];
    if (c == '\'' || c == '`') {
        const std::size_t end = text.find(c, i + 1);
        return end == std::string_view::npos ? text.size() : end + 1;
    }
    if (c == '"') {
        for (++i; i < text.size() && text[i] != '"';)
            i = text[i] == '\\' ? i + 2
                : text[i] == '$' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '{')
                ? skip_quoted(text, i, depth + 1)
                : i + 1;
        return std::min(i + 1, text.size());
    }
    const char open = text[i + 1];
    const char close = open == '(' ? ')' : '}';
    int inside = 1;
    for (i += 2; i < text.size() && inside > 0;) {
        if (text[i] == '\\')
            i += 2;
        else if (text[i] == '"' || text[i] == '\'' || text[i] == '`'
                 || (text[i] == '$' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '{')))
            i = skip_quoted(text, i, depth + 1);
        else {
            inside += text[i] == open ? 1 : text[i] == close ? -1 : 0;
            ++i;
        }
    }
    return std::min(i, text.size());
}

namespace {

/// The script's words and what divides them.
class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) { }

    std::vector<Token> tokens()
    {
        while (i_ < text_.size())
            next();
        end("\n", i_);
        return std::move(tokens_);
    }

private:
    bool at(std::string_view what) const { return text_.substr(i_, what.size()) == what; }
    void skip(const char* letters) { i_ = std::min(text_.size(), text_.find_first_not_of(letters, i_)); }
    void end(std::string operation, std::size_t length)
    {
        tokens_.push_back({Token::Kind::End, i_, i_, std::move(operation)});
        i_ = std::min(text_.size(), i_ + length);
    }

    void next()
    {
        const char c = text_[i_];
        if (at("\\\n"))
            i_ += 2;
        else if (at("\\\r\n"))
            i_ += 3;
        else if (c == '\n') {
            end("\n", 1);
            here_bodies();
        } else if (blank(c))
            ++i_;
        else if (c == '#')
            i_ = std::min(text_.size(), text_.find('\n', i_));
        else if (c == '<' || c == '>' || at("&>"))
            redirection();
        else if (at("&&") || at("||") || at(";;"))
            end(std::string(text_.substr(i_, 2)), 2);
        else if (c == ';' || c == '|' || c == '&' || c == ')')
            end(std::string(1, c), 1);
        else if (c == '(')
            ++i_;
        else
            word();
    }

    void redirection()
    {
        if (at("<<<")) {
            i_ += 3;
        } else if (at("<<")) {
            i_ += 2 + (text_.substr(i_ + 2, 1) == "-" ? 1 : 0);
            skip(" \t");
            const std::size_t begin = i_;
            i_ = std::min(text_.size(), text_.find_first_of(" \t\n\r;|&<>)", i_));
            std::string delimiter(text_.substr(begin, i_ - begin));
            const auto is_quote = [](char c) { return c == '\'' || c == '"' || c == '\\'; };
            const bool expands = std::erase_if(delimiter, is_quote) == 0;
            awaited_.emplace_back(std::move(delimiter), expands);
            return;
        } else {
            skip("<>&");
        }
        if (!tokens_.empty() && tokens_.back().kind == Token::Kind::Word && tokens_.back().end + 1 >= i_ - 1
            && tokens_.back().end - tokens_.back().begin == 1 && text_[tokens_.back().begin] == '2')
            tokens_.pop_back(); // "2>"
        skip(" \t");
        const std::size_t before = tokens_.size();
        if (i_ < text_.size() && !blank(text_[i_])
            && std::string_view(";|&)").find(text_[i_]) == std::string_view::npos)
            word();
        tokens_.resize(std::min(before, tokens_.size())); // the file's name
    }

    void here_bodies()
    {
        for (const auto& awaited : std::exchange(awaited_, {})) {
            Token token{Token::Kind::Here, i_, i_};
            token.expands = awaited.second;
            while (i_ < text_.size()) {
                const std::size_t line_end = std::min(text_.size(), text_.find('\n', i_));
                token.end = i_;
                const std::string line = trimmed(text_.substr(i_, line_end - i_));
                i_ = std::min(text_.size(), line_end + 1);
                if (line == awaited.first)
                    break;
                token.end = i_;
            }
            tokens_.push_back(std::move(token));
        }
    }

    std::size_t word_end(std::size_t i) const
    {
        while (i < text_.size() && !blank(text_[i])
               && std::string_view(";|&<>()").find(text_[i]) == std::string_view::npos) {
            const char c = text_[i];
            const bool opens = c == '$' && i + 1 < text_.size() && (text_[i + 1] == '(' || text_[i + 1] == '{');
            if (c == '\\' && text_.substr(i + 1, 1) == "\n")
                break;
            i = c == '\\' ? i + 2 : c == '"' || c == '\'' || c == '`' || opens ? skip_quoted(text_, i) : i + 1;
        }
        return std::min(i, text_.size());
    }

    void word()
    {
        const std::size_t begin = i_;
        const std::size_t end = std::max(word_end(i_), i_ + 1);
        if (end < text_.size() && text_[end] == '(' && text_[end - 1] == '=') {
            array(begin, end);
            return;
        }
        i_ = end;
        tokens_.push_back({Token::Kind::Word, begin, end});
    }

    void array(std::size_t begin, std::size_t end)
    {
        Token token{Token::Kind::Array, begin, end};
        for (i_ = end + 1; i_ < text_.size() && text_[i_] != ')';) {
            if (blank(text_[i_]) || at("\\\n"))
                ++i_;
            else if (text_[i_] == '#')
                i_ = std::min(text_.size(), text_.find('\n', i_));
            else {
                const std::size_t item_end = std::max(word_end(i_), i_ + 1);
                if (text_[i_] != '\\' || item_end > i_ + 1)
                    token.items.emplace_back(i_, item_end);
                i_ = item_end;
            }
        }
        i_ = std::min(text_.size(), i_ + 1);
        tokens_.push_back(std::move(token));
    }

    std::string_view text_;
    std::size_t i_ = 0;
    std::vector<Token> tokens_;
    std::vector<std::pair<std::string, bool>> awaited_;
};

} // namespace

std::vector<Token> tokens_of(std::string_view script) { return Lexer(script).tokens(); }

void split_into(const Text& text, std::vector<Text>& parts)
{
    constexpr const char* blanks = " \t\n\r";
    for (std::size_t i = 0; (i = text.letters.find_first_not_of(blanks, i)) != std::string::npos;) {
        const std::size_t end = std::min(text.letters.size(), text.letters.find_first_of(blanks, i));
        parts.push_back(text.part(i, end));
        i = end;
    }
}

} // namespace plateau::programs::shell
