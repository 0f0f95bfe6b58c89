// SPDX-License-Identifier: GPL-3.0-or-later
#include <sstream>
#include <stdexcept>

namespace plateau::programs {
static void refuse_toml(const char* what) { throw std::logic_error(what); }
} // namespace plateau::programs

// An assertion of the library that fails is a mistake of the text, in every build.
#undef NDEBUG
#define TOML_ASSERT(expression) ((expression) ? void() : plateau::programs::refuse_toml(#expression))
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "core/diagnostics/programs/settings.h"
#include "core/files/text_file.h"

namespace plateau::programs {

namespace {

std::string text_of(const toml::node& node)
{
    if (const auto text = node.value_exact<std::string>())
        return *text;
    if (const auto whole = node.value_exact<int64_t>())
        return std::to_string(*whole);
    if (const auto yes = node.value_exact<bool>())
        return *yes ? "true" : "false";
    std::ostringstream stream;
    if (const auto number = node.value_exact<double>())
        stream << *number;
    return stream.str();
}

void flatten(const toml::node& node, const std::string& path, const toml::source_region& place, Settings& settings)
{
    const auto line = static_cast<int>(place.begin.line);
    const auto column = static_cast<int>(place.begin.column);
    if (const toml::table* table = node.as_table()) {
        for (const auto& entry : *table) {
            const std::string name(entry.first.str());
            flatten(entry.second, path.empty() ? name : path + "." + name, entry.first.source(), settings);
        }
    } else if (const toml::array* list = node.as_array()) {
        std::string words;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const toml::node& item = *list->get(i);
            flatten(item, path + "." + std::to_string(i), item.source(), settings);
            if (item.is_value())
                words += (words.empty() ? "" : ", ") + text_of(item);
        }
        Setting setting{path, words, line, column, list->empty()};
        setting.is_list = true;
        settings.add(std::move(setting));
    } else {
        settings.add({path, text_of(node), line, column});
    }
}

} // namespace

Expected<Settings> toml_settings(const std::string& text, const std::string& file)
{
    try {
        const toml::table table = toml::parse(text, file);
        Settings settings;
        flatten(table, {}, table.source(), settings);
        return settings;
    } catch (const toml::parse_error& error) {
        const auto& begin = error.source().begin;
        return failure({PLATEAU_TEXT("this is not TOML: %1"), {Verbatim{std::string(error.description())}}},
                       files::where(file, static_cast<int>(begin.line), static_cast<int>(begin.column)));
    } catch (const std::logic_error& error) {
        return failure({PLATEAU_TEXT("this is not TOML: %1"), {Verbatim{error.what()}}}, files::where(file, 1, 1));
    }
}

} // namespace plateau::programs
