// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "core/text/messages/message.h"

namespace plateau {

/// What went wrong, where, and what would have been accepted. Every failure a person can cause is one of these.
struct Error {
    Message what = {}; ///< "4 is not a known accelerator"
    std::string where = {}; ///< "file:line:column", a flag ("--set gpus=x") or empty
    Message accepted = {}; ///< "one of h100_sxm, a100_sxm_80"; may be empty
    std::string nearest = {}; ///< the known name that was most likely meant; empty where nothing is known
    std::string type = {}; ///< the words of a command line to type instead: "--set hardware=h100_sxm"; may be empty
};

template<class Value>
using Expected = tl::expected<Value, Error>;

/// "where: what; accepted" in English, leaving out what is empty.
std::string english(const Error& error);

inline tl::unexpected<Error> failure(Message what, std::string where = {}, Message accepted = {})
{
    return tl::unexpected<Error>(Error{std::move(what), std::move(where), std::move(accepted)});
}

} // namespace plateau
