// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// How a cell of a published table is read. People write "yes(SDPA)", "fp16(O2)", "ZeRO-1 hybrid(shard group 8)";
/// what counts is the leading word, numbers that follow a key ("mp_mode=PURE", "grad_accum=4", "micro_num 4"), and
/// nothing else.
namespace plateau::evidence {

/// key -> value, keys in lower case. The first mention wins.
using Facts = std::map<std::string, std::string>;

/// The text up to the first blank, bracket, comma, semicolon, slash or equals sign, in lower case: "yes(SDPA)" ->
/// "yes", "fp16/bf16" -> "fp16", "ZeRO-1 hybrid" -> "zero-1".
std::string leading_word(std::string_view text);

/// The number a cell starts with; signs of approximation ("~", "<", "about") and digit-grouping commas are passed
/// over, a unit or remark behind it is ignored. No number: nothing. k, M, B and T directly behind it multiply.
std::optional<double> leading_number(std::string_view text);

/// yes, true, 1, on -> true; no, none, false, 0, off -> false; anything else is not said.
std::optional<bool> yes_or_no(std::string_view text);

/// Every "key=value" in a text.
Facts key_values(std::string_view text);

/// The number behind a phrase, "grad accum" in "grad accum 128; ..." or "grad_accum=4", wherever it stands on a word
/// boundary. Underscores and blanks are the same, case is ignored.
std::optional<double> number_after(std::string_view text, std::string_view phrase);

/// The number in front of a unit: "TB/s" in "HBM2e 2.4 TB/s" -> 2.4.
std::optional<double> number_before(std::string_view text, std::string_view unit);

/// A text cut into parts at semicolons.
std::vector<std::string> segments(std::string_view text);

/// A name cut into lower-case runs of letters and digits: "A100-SXM-80GB" -> a100, sxm, 80gb.
std::vector<std::string> name_parts(std::string_view text);

} // namespace plateau::evidence
