// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Between the files that read a shell's script as a shell would that can run nothing: its words (shell_lexer.cpp),
/// what becomes of them (shell_expansion.cpp), its commands and conditions (shell_script.cpp).
namespace plateau::programs::shell {

/// Text with the place in the file that each letter comes from.
struct Text {
    std::string letters;
    std::vector<std::uint32_t> at;

    void add(char c, std::size_t place)
    {
        letters += c;
        at.push_back(static_cast<std::uint32_t>(place));
    }
    void add(const Text& other)
    {
        letters += other.letters;
        at.insert(at.end(), other.at.begin(), other.at.end());
    }
    void add(std::string_view text, std::size_t place)
    {
        for (const char c : text)
            add(c, place);
    }
    Text part(std::size_t begin, std::size_t end) const
    {
        const auto from = [this](std::size_t i) { return at.begin() + static_cast<std::ptrdiff_t>(i); };
        return {letters.substr(begin, end - begin), {from(begin), from(end)}};
    }
};

/// A variable: one text, or the elements of an array.
struct Variable {
    std::vector<Text> items;
    bool is_array = false;
};

struct Token {
    enum class Kind { Word, Array, Here, End };
    Kind kind = Kind::End;
    std::size_t begin = 0, end = 0; ///< of a word, or of a here-document's body
    std::string operation = {}; ///< of End: ";", "&&", "||", "|", ")", ";;", line feed
    std::vector<std::pair<std::size_t, std::size_t>> items = {}; ///< of an array
    bool expands = true; ///< a here-document
};

bool blank(char c);
/// The end of a name that begins at `i`.
std::size_t name_end(std::string_view text, std::size_t i);
/// The place behind what "$(", "${", a quote or a backtick at `i` opens. Never beyond the text.
std::size_t skip_quoted(std::string_view text, std::size_t i, int depth = 0);
/// The words of a script and what divides them.
std::vector<Token> tokens_of(std::string_view script);
void split_into(const Text& text, std::vector<Text>& parts);

/// Sums and products as the shell computes them, quotients without their fraction; nothing where a name has no number.
using Lookup = std::function<std::optional<double>(const std::string&)>;
std::optional<double> arithmetic(std::string_view text, const Lookup& lookup);

/// A script's variables, and what they make of its words.
class Expansion {
public:
    explicit Expansion(const std::string& script) : text_(script) { }

    std::map<std::string, Variable> variables;
    bool testing = false; ///< what nothing in the script says is empty, else it stays as written

    /// The words that a token becomes.
    std::vector<Text> words(const Token& token);
    /// A word as one text, quotes removed.
    Text word(std::size_t begin, std::size_t end);
    /// The body of a here-document.
    Text body(const Token& token);
    /// Refuses scripts whose variables repeat each other without end.
    void spend(std::size_t letters);

private:
    const Variable* whole_array(std::string_view inside) const;
    void expand_text(std::size_t begin, std::size_t end, Text& out, int depth);
    std::optional<Text> value_of(const std::string& name) const;
    std::size_t dollar(std::size_t i, std::size_t end, Text& out, int depth);
    void number(const std::string& expression, std::size_t place, Text& out);
    void known_or_named(const std::string& name, std::size_t place, Text& out);
    void braces(std::size_t i, std::size_t end, Text& out, int depth);
    void quoted_text(std::size_t begin, std::size_t end, Text& out, int depth);

    const std::string& text_;
    std::size_t spent_ = 0;
    std::size_t at_ = 0;
};

/// "#SBATCH --nodes=8", without what stands before a colon in the value.
struct BatchOption {
    std::string name;
    std::string value;
    std::size_t place = 0;
};
std::vector<BatchOption> batch_options(const std::string& script);

} // namespace plateau::programs::shell
