// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <yaml.h>

/// libyaml for what reads a text event by event.
namespace plateau::files {

struct YamlEvent {
    YamlEvent() = default;
    YamlEvent(const YamlEvent&) = delete;
    YamlEvent& operator=(const YamlEvent&) = delete;
    ~YamlEvent() { yaml_event_delete(&it); }

    int line() const { return static_cast<int>(it.start_mark.line) + 1; }
    int column() const { return static_cast<int>(it.start_mark.column) + 1; }

    yaml_event_t it{};
};

class YamlEvents {
public:
    /// The text must stay.
    explicit YamlEvents(const std::string& text);
    YamlEvents(const YamlEvents&) = delete;
    YamlEvents& operator=(const YamlEvents&) = delete;
    ~YamlEvents() { yaml_parser_delete(&parser_); }

    /// Into an empty event; false at the end of the text. Throws Refusal where it is not YAML.
    bool next(YamlEvent& event);

private:
    [[noreturn]] void refuse() const;

    const std::string& text_;
    yaml_parser_t parser_{};
};

} // namespace plateau::files
