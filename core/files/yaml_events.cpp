// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/yaml_events.h"

#include <algorithm>
#include <new>
#include <string_view>

#include "core/files/node_builder.h"

namespace plateau::files {

YamlEvents::YamlEvents(const std::string& text) : text_(text)
{
    if (yaml_parser_initialize(&parser_) == 0)
        throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

bool YamlEvents::next(YamlEvent& event)
{
    if (yaml_parser_parse(&parser_, &event.it) == 0)
        refuse();
    return event.it.type != YAML_STREAM_END_EVENT && event.it.type != YAML_NO_EVENT;
}

/// Of bytes that are no text the parser knows the offset alone.
void YamlEvents::refuse() const
{
    if (parser_.error == YAML_MEMORY_ERROR)
        throw std::bad_alloc();
    std::size_t line = parser_.problem_mark.line, column = parser_.problem_mark.column;
    if (parser_.error == YAML_READER_ERROR) {
        const std::string_view before(text_.data(), std::min(parser_.problem_offset, text_.size()));
        line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        column = before.size() - (before.rfind('\n') + 1);
    }
    throw Refusal({PLATEAU_TEXT("this is not YAML: %1"), {parser_.problem ? parser_.problem : ""}},
                  static_cast<int>(line) + 1, static_cast<int>(column) + 1);
}

} // namespace plateau::files
