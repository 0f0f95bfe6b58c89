// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "core/diagnostics/programs/settings.h"
#include "core/files/budget.h"
#include "core/files/node_builder.h"
#include "core/files/text_file.h"
#include "core/files/yaml_events.h"

namespace plateau::programs {

namespace {

using files::Refusal;

struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t prefix = 0; ///< letters of the path before it
};

struct Place {
    int line = 0;
    int column = 0;
};

/// A key of a mapping, and where its value begins.
struct OpenKey {
    std::string name = {};
    Place place = {};
    std::size_t begin = 0; ///< the value's first setting
    std::size_t path = 0; ///< letters of the path before it
};

/// An open mapping or list.
struct Open {
    bool is_map = false;
    std::size_t path = 0; ///< letters of the path before it
    std::size_t anchor = 0;
    std::size_t begin = 0; ///< its first setting
    Place place = {};
    bool has_key = false; ///< of a mapping: a value is next
    OpenKey key = {}; ///< the last one
    std::size_t items = 0;
    std::string words = {}; ///< of a list of texts
    std::map<std::string, Range> seen = {};
};

/// YAML's events to settings.
class Flattener {
public:
    explicit Flattener(Settings& settings) : settings_(settings) { }

    void take(const files::YamlEvent& event)
    {
        using Kind = files::YamlEvent::Kind;
        place_ = {event.line, event.column};
        switch (event.kind) {
        case Kind::Document:
            anchors_.clear();
            break;
        case Kind::Scalar:
            scalar(event);
            break;
        case Kind::Alias:
            alias(event.anchor);
            break;
        case Kind::List:
        case Kind::Map:
            begin(event.kind == Kind::Map, event.anchor);
            break;
        case Kind::End:
            end();
            break;
        }
    }

private:
    bool in_map() const { return !open_.empty() && open_.back().is_map; }
    bool awaits_key() const { return in_map() && !open_.back().has_key; }
    [[noreturn]] void refuse(const char* why) const { throw Refusal({why, {}}, place_.line, place_.column); }

    void scalar(const files::YamlEvent& event)
    {
        const std::string& value = event.text;
        if (awaits_key()) {
            if (event.plain && value.empty())
                refuse(PLATEAU_TEXT("a key is missing"));
            return key(value);
        }
        const bool empty = event.plain && (value.empty() || value == "~" || value == "null" || value == "Null");
        const std::size_t from = settings_.all().size();
        const std::size_t prefix = path_.size();
        begin_value();
        emit({path_, value, place_.line, place_.column, empty});
        if (event.anchor != 0)
            anchors_[event.anchor] = {from, settings_.all().size(), path_.size()};
        if (!open_.empty() && !in_map() && value.size() < 200 && open_.back().words.size() < 4000)
            open_.back().words += (open_.back().words.empty() ? "" : ", ") + value;
        path_.resize(prefix);
        end_value();
    }

    void key(const std::string& name)
    {
        Open& open = open_.back();
        open.has_key = true;
        open.key = {name, place_, settings_.all().size(), path_.size()};
        path_ += (path_.empty() ? "" : ".") + name;
    }

    /// The path of what comes next.
    void begin_value()
    {
        if (!open_.empty() && !in_map())
            path_ += (path_.empty() ? "" : ".") + std::to_string(open_.back().items++);
    }

    void end_value()
    {
        if (!in_map() || !open_.back().has_key)
            return;
        Open& open = open_.back();
        const auto [before, is_new] = open.seen.try_emplace(open.key.name, Range{});
        if (!is_new && open.key.name != "<<")
            for (std::size_t i = before->second.begin; i < before->second.end; ++i)
                settings_.all()[i].replaced = true;
        before->second = {open.key.begin, settings_.all().size(), 0};
        open.has_key = false;
        path_.resize(open.key.path);
    }

    void emit(Setting setting)
    {
        if (in_map()) {
            setting.line = open_.back().key.place.line;
            setting.column = open_.back().key.place.column;
        }
        held_ += setting.key.size() + setting.value.size();
        if (settings_.all().size() >= files::budget::rows || held_ > files::budget::held)
            refuse(PLATEAU_TEXT("the file is too large"));
        settings_.add(std::move(setting));
    }

    void begin(bool is_map, std::size_t anchor)
    {
        if (open_.size() >= files::budget::depth)
            refuse(PLATEAU_TEXT("the document is nested too deeply"));
        if (awaits_key())
            refuse(PLATEAU_TEXT("a key must be a word"));
        Open open{is_map, path_.size(), anchor, settings_.all().size(), in_map() ? open_.back().key.place : place_};
        begin_value();
        open_.push_back(std::move(open));
    }

    void end()
    {
        Open open = std::move(open_.back());
        open_.pop_back();
        if (!open.is_map) {
            Setting list{path_, open.words, open.place.line, open.place.column, open.items == 0};
            list.is_list = true;
            held_ += list.key.size() + list.value.size();
            settings_.add(std::move(list));
        }
        if (open.anchor != 0)
            anchors_[open.anchor] = {open.begin, settings_.all().size(), path_.size()};
        path_.resize(open.path);
        end_value();
    }

    void alias(std::size_t anchor)
    {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end())
            refuse(PLATEAU_TEXT("an anchor holds itself"));
        const std::size_t prefix = path_.size();
        begin_value();
        std::string base = path_;
        if (in_map() && open_.back().key.name == "<<")
            base.resize(open_.back().key.path);
        for (std::size_t i = found->second.begin; i < found->second.end; ++i) {
            Setting copy = settings_.all()[i];
            copy.key = base + copy.key.substr(std::min(copy.key.size(), found->second.prefix));
            if (base.empty() && copy.key.starts_with("."))
                copy.key.erase(0, 1);
            emit(std::move(copy));
        }
        path_.resize(prefix);
        end_value();
    }

    Settings& settings_;
    std::vector<Open> open_;
    std::map<std::size_t, Range> anchors_;
    std::string path_;
    std::size_t held_ = 0;
    Place place_;
};

} // namespace

Expected<Settings> yaml_settings(const std::string& text, const std::string& file)
{
    Settings settings;
    try {
        Flattener flattener(settings);
        files::read_yaml_events(text, [&](const files::YamlEvent& event) { flattener.take(event); });
    } catch (const Refusal& refusal) {
        return failure(refusal.message, files::where(file, refusal.line, refusal.column));
    }
    settings.resolve();
    return settings;
}

} // namespace plateau::programs

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

/// The line of a key with more parts than any table is deep, which toml++ does not refuse; 0: none.
int deepest_line(const std::string& text)
{
    int line = 1, parts = 0;
    for (const char letter : text) {
        line += letter == '\n';
        parts = letter == '.'                                                     ? parts + 1
            : std::string_view("\n,={}[]").find(letter) == std::string_view::npos ? parts
                                                                                  : 0;
        if (parts > files::budget::key_parts)
            return line;
    }
    return 0;
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
    if (const int line = deepest_line(text); line > 0)
        return failure({PLATEAU_TEXT("this is nested too deeply"), {}}, files::where(file, line));
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
