// SPDX-License-Identifier: GPL-3.0-or-later
#include <fnmatch.h>

#include <algorithm>

#include "core/diagnostics/programs/program.h"
#include "core/text/messages/words.h"

/// Keys that change nothing that is modelled, and those of which no list may say so.
namespace plateau::programs {

namespace {

constexpr const char* telling_parts[]
    = {"parallel", "size", "length", "window", "quant", "lora", "expert", "fp8", "fp4", "offload", "recompute", "pack"};

} // namespace

const char* telling_part(const std::string& key)
{
    const std::string name = lower(folded_key(key));
    const auto* const found
        = std::ranges::find_if(telling_parts, [&](const char* part) { return name.find(part) != std::string::npos; });
    return found == std::end(telling_parts) ? nullptr : *found;
}

const std::string* listing(const std::vector<std::string>& listed, const std::string& key)
{
    const std::string name = folded_key(key);
    std::size_t from = 0;
    do {
        const char* last = name.c_str() + from;
        const auto fits = [&](const std::string& each) { return fnmatch(each.c_str(), last, 0) == 0; };
        if (const auto found = std::ranges::find_if(listed, fits); found != listed.end())
            return &*found;
        from = name.find('.', from) + 1;
    } while (from > 0);
    return nullptr;
}

} // namespace plateau::programs
