// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages/error.h"

namespace plateau {

std::string english(const Error& error)
{
    std::string result;
    if (!error.where.empty())
        result = error.where + ": ";
    result += english(error.what);
    if (!error.accepted.empty())
        result += "; " + english(error.accepted);
    return result;
}

} // namespace plateau
