// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/diagnostics/programs/program.h"
#include "core/diagnostics/programs/shell.h"
#include "core/files/budget.h"
#include "core/files/node_builder.h"
#include "core/text/messages/words.h"

namespace plateau::programs::shell {

namespace {

using files::Refusal;

std::optional<double> bounded(double value)
{
    return value < 9e15 && value > -9e15 ? std::optional(value) : std::nullopt;
}

class Arithmetic {
public:
    Arithmetic(std::string_view text, const Lookup& lookup) : text_(text), lookup_(lookup) { }
    std::optional<double> value()
    {
        const auto result = sum(0);
        skip();
        return i_ == text_.size() ? result : std::nullopt;
    }

private:
    void skip()
    {
        while (i_ < text_.size() && blank(text_[i_]))
            ++i_;
    }
    bool take(char c)
    {
        skip();
        if (i_ >= text_.size() || text_[i_] != c)
            return false;
        ++i_;
        return true;
    }
    std::optional<double> sum(int depth)
    {
        auto left = product(depth);
        while (left) {
            const bool plus = take('+');
            if (!plus && !take('-'))
                break;
            const auto right = product(depth);
            if (!right)
                return std::nullopt;
            left = bounded(plus ? *left + *right : *left - *right);
        }
        return left;
    }
    std::optional<double> product(int depth)
    {
        auto left = factor(depth);
        while (left) {
            const char operation = take('*') ? '*' : take('/') ? '/' : take('%') ? '%' : '\0';
            if (operation == '\0')
                break;
            const auto right = factor(depth);
            if (!right || (operation != '*' && *right == 0))
                return std::nullopt;
            left = operation == '*' ? bounded(*left * *right)
                : operation == '/'  ? std::optional(std::trunc(*left / *right))
                                    : std::optional(std::fmod(*left, *right));
        }
        return left;
    }
    std::optional<double> factor(int depth)
    {
        if (depth > files::budget::shell_depth)
            return std::nullopt;
        if (take('-')) {
            const auto value = factor(depth + 1);
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (take('(')) {
            const auto value = sum(depth + 1);
            return take(')') ? value : std::nullopt;
        }
        skip();
        const std::size_t end = name_end(text_, i_);
        const std::string word(text_.substr(i_, end - i_));
        i_ = end;
        if (word.empty() || word.size() > 18)
            return std::nullopt;
        if (std::isdigit(static_cast<unsigned char>(word.front())) != 0)
            return word.find_first_not_of("0123456789") == std::string::npos ? std::optional(double(std::stoll(word)))
                                                                             : std::nullopt;
        return lookup_(word);
    }
    std::string_view text_;
    const Lookup& lookup_;
    std::size_t i_ = 0;
};

} // namespace

std::optional<double> arithmetic(std::string_view text, const Lookup& lookup)
{
    return Arithmetic(text, lookup).value();
}

void Expansion::spend(std::size_t letters)
{
    spent_ += letters;
    if (spent_ > files::budget::held || letters > files::budget::piece)
        throw Refusal({PLATEAU_TEXT("variables repeat each other without end"), {}}, 0, static_cast<int>(at_));
}

std::vector<Text> Expansion::words(const Token& token)
{
    std::vector<Text> all;
    Text current;
    bool any = false; // what was quoted or stood for something
    const auto end_word = [&] {
        all.push_back(std::move(current));
        current = {};
        any = false;
    };
    at_ = token.begin;
    for (std::size_t i = token.begin; i < token.end;) {
        const char c = text_[i];
        if (c == '\\') {
            if (i + 1 < token.end && text_[i + 1] != '\n')
                current.add(text_[i + 1], i + 1);
            i += 2;
        } else if (c == '\'') {
            const std::size_t end = skip_quoted(text_, i);
            for (std::size_t j = i + 1; j + 1 < end; ++j)
                current.add(text_[j], j);
            any = true;
            i = end;
        } else if (c == '"') {
            const std::size_t end = skip_quoted(text_, i);
            const std::string_view inside(text_.data() + i + 1, end > i + 1 ? end - i - 2 : 0);
            if (const Variable* array = whole_array(inside)) {
                for (std::size_t k = 0; k < array->items.size(); ++k) {
                    if (k > 0)
                        end_word();
                    current.add(array->items[k]);
                    spend(array->items[k].letters.size());
                }
                any = any || !array->items.empty();
            } else {
                expand_text(i + 1, end > i ? end - 1 : end, current, 0);
                any = true;
            }
            i = end;
        } else if (c == '$' || c == '`') {
            Text value;
            i = dollar(i, token.end, value, 0);
            std::vector<Text> parts;
            split_into(value, parts);
            const bool leads = !value.letters.empty() && blank(value.letters.front());
            const bool trails = !value.letters.empty() && blank(value.letters.back());
            for (std::size_t k = 0; k < parts.size(); ++k) {
                if (k > 0 || leads)
                    end_word();
                current.add(parts[k]);
                any = true;
            }
            if (trails && any)
                end_word();
        } else {
            current.add(c, i);
            ++i;
        }
    }
    end_word();
    std::erase_if(all, [](const Text& word) { return word.letters.empty(); });
    return all;
}

const Variable* Expansion::whole_array(std::string_view inside) const
{
    if (!inside.starts_with("${") || !(inside.ends_with("[@]}") || inside.ends_with("[*]}")))
        return nullptr;
    const auto found = variables.find(std::string(inside.substr(2, inside.size() - 6)));
    return found == variables.end() ? nullptr : &found->second;
}

Text Expansion::word(std::size_t begin, std::size_t end)
{
    Text out;
    at_ = begin;
    for (std::size_t i = begin; i < end;) {
        const char c = text_[i];
        if (c == '\'') {
            const std::size_t close = std::min(end, skip_quoted(text_, i));
            for (std::size_t j = i + 1; j + 1 < close; ++j)
                out.add(text_[j], j);
            i = close;
        } else if (c == '"') {
            const std::size_t close = std::min(end, skip_quoted(text_, i));
            expand_text(i + 1, std::max(i + 1, close - 1), out, 0);
            i = close;
        } else if (c == '$' || c == '`') {
            i = dollar(i, end, out, 0);
        } else {
            if (c == '\\' && i + 1 < end)
                ++i;
            out.add(text_[i], i);
            ++i;
        }
    }
    return out;
}

Text Expansion::body(const Token& token)
{
    Text out;
    if (token.expands)
        expand_text(token.begin, token.end, out, 0);
    else
        for (std::size_t i = token.begin; i < token.end; ++i)
            out.add(text_[i], i);
    return out;
}

/// Text in double quotes or of a here-document.
void Expansion::expand_text(std::size_t begin, std::size_t end, Text& out, int depth)
{
    for (std::size_t i = begin; i < end;) {
        if (text_[i] == '\\' && i + 1 < end && text_[i + 1] == '\n') {
            out.add(' ', i);
            i += 2;
        } else if (text_[i] == '\\' && i + 1 < end
                   && std::string_view("$\"\\`").find(text_[i + 1]) != std::string_view::npos) {
            out.add(text_[i + 1], i + 1);
            i += 2;
        } else if (text_[i] == '$' || text_[i] == '`') {
            i = dollar(i, end, out, depth);
        } else {
            out.add(text_[i], i);
            ++i;
        }
    }
}

/// The value of a variable; nothing where the file does not say it.
std::optional<Text> Expansion::value_of(const std::string& name) const
{
    const auto found = variables.find(name);
    if (found == variables.end())
        return std::nullopt;
    Text all;
    for (const Text& item : found->second.items) {
        if (&item != &found->second.items.front())
            all.add(' ', item.at.empty() ? 0 : item.at.front());
        all.add(item);
    }
    return all;
}

std::size_t Expansion::dollar(std::size_t i, std::size_t end, Text& out, int depth)
{
    if (depth > files::budget::shell_depth)
        throw Refusal({PLATEAU_TEXT("the document is nested too deeply"), {}}, 0, static_cast<int>(i));
    const std::string_view text(text_.data(), end);
    if (text_[i] == '`') {
        const std::size_t close = std::min(end, skip_quoted(text, i));
        if (!testing)
            out.add("$()", i);
        return std::max(close, i + 1);
    }
    if (text.substr(i, 3) == "$((") {
        const std::size_t close = std::min(end, skip_quoted(text, i));
        Text inside;
        expand_text(i + 3, close > i + 5 ? close - 2 : i + 3, inside, depth + 1);
        number(inside.letters, i, out);
        return close;
    }
    if (text.substr(i, 2) == "$(") {
        const std::size_t close = std::min(end, skip_quoted(text, i));
        const std::size_t expression = text.find_first_not_of(' ', i + 2);
        if (expression != std::string_view::npos && text.substr(expression, 5) == "expr ") {
            Text inside;
            expand_text(expression + 5, close > expression + 5 ? close - 1 : expression + 5, inside, depth + 1);
            std::erase_if(inside.letters, [](char c) { return c == '\\' || c == '\'' || c == '"'; });
            number(inside.letters, i, out);
        } else if (!testing) {
            out.add("$()", i);
        }
        return close;
    }
    if (text.substr(i, 2) == "${") {
        const std::size_t close = std::min(end, skip_quoted(text, i));
        braces(i, close > i + 2 ? close - 1 : close, out, depth);
        return close;
    }
    std::size_t stop = name_end(text, i + 1);
    if (stop > i + 1 && std::isdigit(static_cast<unsigned char>(text_[i + 1])) != 0)
        stop = i + 2;
    if (stop == i + 1) { // $@ and the like
        if (i + 1 < end && std::string_view("@*#?!$-").find(text_[i + 1]) != std::string_view::npos)
            return i + 2;
        out.add('$', i);
        return i + 1;
    }
    known_or_named(text_.substr(i + 1, stop - i - 1), i, out);
    return stop;
}

void Expansion::number(const std::string& expression, std::size_t place, Text& out)
{
    const auto lookup = [this](const std::string& name) -> std::optional<double> {
        const auto value = value_of(name);
        const auto known = value ? number_of(trimmed(value->letters)) : std::nullopt;
        return known ? bounded(std::trunc(*known)) : std::nullopt;
    };
    const auto result = arithmetic(expression, lookup);
    if (result)
        out.add(digits(*result), place);
    else if (!testing)
        out.add("$(())", place);
}

void Expansion::known_or_named(const std::string& name, std::size_t place, Text& out)
{
    if (const auto value = value_of(name)) {
        spend(value->letters.size());
        out.add(*value);
    } else if (!testing) {
        out.add("$" + name, place);
    }
}

/// ${NAME}, ${NAME:-otherwise}, ${NAME[@]}, ${NAME[2]}; what else is done to a value is left out.
void Expansion::braces(std::size_t i, std::size_t end, Text& out, int depth)
{
    const std::size_t begin = i + 2;
    const std::size_t stop = std::min(end, name_end(text_, begin));
    const std::string name = text_.substr(begin, stop - begin);
    std::size_t rest = stop;
    if (name.empty())
        return; // ${#ARRAY[@]}
    if (rest < end && text_[rest] == '[') {
        const std::size_t close = text_.find(']', rest);
        const std::string index = close < end ? text_.substr(rest + 1, close - rest - 1) : std::string();
        const auto found = variables.find(name);
        const auto position = number_of(index);
        if (position && found != variables.end()) {
            if (*position >= 0 && *position < double(found->second.items.size()))
                out.add(found->second.items[static_cast<std::size_t>(*position)]);
            return;
        }
        if (found == variables.end())
            return;
        rest = close < end ? close + 1 : end;
    }
    const bool colon = rest < end && text_[rest] == ':';
    const std::size_t operation = rest + (colon ? 1 : 0);
    const bool otherwise = operation < end && (text_[operation] == '-' || text_[operation] == '=');
    const auto value = value_of(name);
    const bool unset = !value || value->letters.empty() || value->letters.starts_with("$");
    if (otherwise && unset) {
        Text fallback;
        at_ = i;
        quoted_text(operation + 1, end, fallback, depth + 1);
        if (text_[operation] == '=')
            variables[name] = {{fallback}, false};
        out.add(fallback);
        return;
    }
    if (operation < end && text_[operation] == '+') {
        if (!unset)
            quoted_text(operation + 1, end, out, depth + 1);
        return;
    }
    known_or_named(name, i, out);
}

void Expansion::quoted_text(std::size_t begin, std::size_t end, Text& out, int depth)
{
    Text text;
    expand_text(begin, end, text, depth);
    for (std::size_t i = 0; i < text.letters.size(); ++i)
        if (text.letters[i] != '"' && text.letters[i] != '\'')
            out.add(text.letters[i], text.at[i]);
}

namespace {

/// "gpu:a100:4", "h100:8": the number, and what is counted by a name of its own.
void add_option(const std::string& name, const std::string& value, std::size_t place, std::vector<BatchOption>& options)
{
    const std::vector<std::string> parts = split(value, ":");
    options.push_back({name, parts.empty() ? std::string() : parts.back(), place});
    if ((name == "gres" || name.starts_with("gpus")) && parts.size() > 1 && parts[parts.size() - 2] != "gpu")
        options.push_back({"gpu_name", parts[parts.size() - 2], place});
}

/// The options of one line.
void read_options(const std::string& line, std::size_t place, std::vector<BatchOption>& options)
{
    static constexpr std::pair<const char*, const char*> shorts[]
        = {{"-N", "--nodes"}, {"-n", "--ntasks"}, {"-G", "--gpus"}};
    const std::vector<std::string> words = blank_parted(line);
    for (std::size_t at = 0; at < words.size(); ++at) {
        std::string option = words[at];
        for (const auto& [brief, full] : shorts)
            if (option.starts_with(brief))
                option = full + (option.size() > 2 ? "=" + option.substr(2) : std::string());
        const std::size_t equals = option.find('=');
        if (option.starts_with("--") && equals != std::string::npos)
            add_option(option.substr(2, equals - 2), option.substr(equals + 1), place, options);
        else if (option.starts_with("--") && at + 1 < words.size() && !words[at + 1].starts_with("-"))
            add_option(option.substr(2), words[++at], place, options);
    }
}

} // namespace

std::vector<BatchOption> batch_options(const std::string& script)
{
    std::vector<BatchOption> options;
    for (std::size_t i = 0; i < script.size();) {
        const std::size_t end = std::min(script.size(), script.find('\n', i));
        const std::string line = trimmed(std::string_view(script).substr(i, end - i));
        if (line.starts_with("#SBATCH"))
            read_options(line.substr(7, line.find('#', 7) - 7), i, options);
        i = end + 1;
    }
    return options;
}

} // namespace plateau::programs::shell
