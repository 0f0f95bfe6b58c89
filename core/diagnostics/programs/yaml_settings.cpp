// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/settings.h"
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

/// An open mapping or list.
struct Open {
    bool is_map = false;
    std::size_t path = 0; ///< letters of the path before it
    std::size_t anchor = 0;
    std::size_t begin = 0; ///< its first setting
    int line = 0;
    int column = 0;
    bool has_key = false; ///< of a mapping: a value is next
    int key_line = 0;
    int key_column = 0;
    std::size_t key_path = 0;
    std::size_t items = 0;
    std::string words = {}; ///< of a list of texts
    std::map<std::string, Range> seen = {};
    std::size_t value_begin = 0;
    std::string key = {};
};

/// YAML's events to settings.
class Flattener {
public:
    explicit Flattener(Settings& settings) : settings_(settings) { }

    void take(const files::YamlEvent& event)
    {
        using Kind = files::YamlEvent::Kind;
        line_ = event.line;
        column_ = event.column;
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
    void scalar(const files::YamlEvent& event)
    {
        const std::string& value = event.text;
        if (!open_.empty() && open_.back().is_map && !open_.back().has_key) {
            if (event.plain && value.empty())
                throw Refusal({PLATEAU_TEXT("a key is missing"), {}}, line_, column_);
            key(value);
            return;
        }
        const bool empty = event.plain && (value.empty() || value == "~" || value == "null" || value == "Null");
        const std::size_t from = settings_.all().size();
        const std::size_t prefix = path_.size();
        begin_value();
        emit({path_, value, line_, column_, empty});
        if (event.anchor != 0)
            anchors_[event.anchor] = {from, settings_.all().size(), path_.size()};
        if (!open_.empty() && !open_.back().is_map && value.size() < 200 && open_.back().words.size() < 4000)
            open_.back().words += (open_.back().words.empty() ? "" : ", ") + value;
        path_.resize(prefix);
        end_value();
    }

    void key(const std::string& name)
    {
        Open& open = open_.back();
        open.has_key = true;
        open.key = name;
        open.key_line = line_;
        open.key_column = column_;
        open.value_begin = settings_.all().size();
        open.key_path = path_.size();
        path_ += (path_.empty() ? "" : ".") + name;
    }

    /// The path of what comes next.
    void begin_value()
    {
        if (open_.empty() || open_.back().is_map)
            return;
        path_ += (path_.empty() ? "" : ".") + std::to_string(open_.back().items++);
    }

    void end_value()
    {
        if (open_.empty() || !open_.back().is_map || !open_.back().has_key)
            return;
        Open& open = open_.back();
        const auto [before, is_new] = open.seen.try_emplace(open.key, Range{});
        if (!is_new && open.key != "<<")
            for (std::size_t i = before->second.begin; i < before->second.end; ++i)
                settings_.all()[i].replaced = true;
        before->second = {open.value_begin, settings_.all().size(), 0};
        open.has_key = false;
        path_.resize(open.key_path);
    }

    void emit(Setting setting)
    {
        if (!open_.empty() && open_.back().is_map) {
            setting.line = open_.back().key_line;
            setting.column = open_.back().key_column;
        }
        held_ += setting.key.size() + setting.value.size();
        if (settings_.all().size() >= most_settings || held_ > most_text)
            throw Refusal({PLATEAU_TEXT("the file is too large"), {}}, line_, column_);
        settings_.add(std::move(setting));
    }

    void begin(bool is_map, std::size_t anchor)
    {
        if (open_.size() >= files::depth_limit)
            throw Refusal({PLATEAU_TEXT("the document is nested too deeply"), {}}, line_, column_);
        const std::size_t prefix = path_.size();
        if (!open_.empty() && open_.back().is_map && !open_.back().has_key)
            throw Refusal({PLATEAU_TEXT("a key must be a word"), {}}, line_, column_);
        begin_value();
        Open open;
        open.is_map = is_map;
        open.path = prefix;
        open.anchor = anchor;
        open.begin = settings_.all().size();
        open.line = line_;
        open.column = column_;
        if (!open_.empty() && open_.back().is_map) {
            open.line = open_.back().key_line;
            open.column = open_.back().key_column;
        }
        open_.push_back(std::move(open));
    }

    void end()
    {
        Open open = std::move(open_.back());
        open_.pop_back();
        if (!open.is_map) {
            Setting list{path_, open.words, open.line, open.column, open.items == 0};
            list.is_list = true;
            held_ += list.key.size() + list.value.size();
            settings_.add(std::move(list));
        }
        if (open.anchor != 0)
            anchors_[open.anchor] = {open.begin, settings_.all().size(), path_.size()};
        path_.resize(open.path);
        if (!open_.empty() && open_.back().is_map)
            path_.resize(path_.size());
        end_value();
    }

    void alias(std::size_t anchor)
    {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end())
            throw Refusal({PLATEAU_TEXT("an anchor holds itself"), {}}, line_, column_);
        const std::size_t prefix = path_.size();
        begin_value();
        std::string base = path_;
        if (!open_.empty() && open_.back().is_map && open_.back().key == "<<")
            base.resize(open_.back().key_path);
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
    int line_ = 0;
    int column_ = 0;
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
