// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/messages/error.h"

namespace plateau {

/// The candidate a person most likely meant by `text`: smallest edit distance, upper and lower case alike, and a
/// candidate that contains the text nearer than one that does not. Empty without candidates.
std::string nearest(const std::string& text, const std::vector<std::string>& candidates);

/// Places of the candidates, those first that a person more likely meant.
std::vector<std::size_t> nearest_first(const std::string& text, const std::vector<std::string>& candidates);

/// A name, and the everyday words for it: "accelerators", "gpus, hardware, chips".
struct Called {
    std::string name;
    std::string also;
};
/// The name that is called so in everyday words, else the nearest one.
std::string nearest(const std::string& text, const std::vector<Called>& candidates);

/// A name nobody knows, as an error that names the nearest one. `what` says what the name is not: "%1 is not a known
/// model". A few names are listed; of many it is said what lists them ("plateau catalog models"), if anything does.
Error unknown_name(const Message& what, const std::string& text, const std::vector<Called>& candidates,
                   const std::string& listed_by = {}, std::string where = {});
Error unknown_name(const Message& what, const std::string& text, const std::vector<std::string>& candidates,
                   const std::string& listed_by = {}, std::string where = {});

} // namespace plateau
