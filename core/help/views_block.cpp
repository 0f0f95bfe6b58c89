// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/help/writer.h"
#include "core/views/view.h"

namespace plateau::help {

/// The views that stand in a dock of their own.
std::string views_block(const Writer& writer)
{
    std::string all;
    for (const views::View& view : views::all())
        if (*view.dock)
            all += std::string("\n<a id=\"") + views::dock_name(view) + "\"></a>\n**" + writer.say(view.dock) + ".** "
                + writer.say(view.title) + ".\n";
    return all;
}

} // namespace plateau::help
