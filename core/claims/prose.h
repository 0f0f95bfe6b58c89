// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/messages/error.h"

/// Text with live numbers. Every number in it is asked for, so that no text says what the model does not:
///
///     Each of {gpus} does {loss tokens_per_s_per_gpu at gpus=2048 against gpus=128} less.
///     **Where will it bend?** An [H100] of [2022] ...
///
/// Digits that are no number of the model - names, years, sources - stand in square brackets, which are not shown. A
/// line break is a space, an empty line a new paragraph, ** strong.
namespace plateau::claims {

using Changes = std::vector<std::pair<std::string, std::string>>; ///< parameter key, value as people type it

/// A number that a text or a claim asks for: `[change|loss|times] KEY [at K=V, ...] [against K=V, ...]`, or
/// `CLAIM reported`, `CLAIM predicted`. KEY is a parameter of the question or one of its results.
struct Ask {
    enum class Form {
        Plain,
        Change, ///< "−30.4 %": of `at` relative to `against`
        Loss, ///< "30.4 %": how much less `at` is than `against`
        Times, ///< "1.5 ×": `at` over `against`
        Reported, ///< of a claim
        Predicted, ///< of a claim
    };
    Form form = Form::Plain;
    std::string key; ///< or the claim's id
    Changes at;
    Changes against;

    bool is_ratio() const { return form == Form::Change || form == Form::Loss || form == Form::Times; }
    bool is_of_claim() const { return form == Form::Reported || form == Form::Predicted; }
};

Expected<Ask> read_ask(const std::string& text);

struct Piece {
    enum class Kind { Words, Strong, Number, Paragraph };
    Kind kind = Kind::Words;
    std::string words; ///< of Words and Strong; of a Number what stands between the braces
    Ask ask = {}; ///< of a Number
    bool strong = false; ///< a Number among strong words
};
using Prose = std::vector<Piece>;

/// Tells everything that is wrong, an error each.
Prose read_prose(const std::string& text, const std::function<void(Error)>& refuse);

} // namespace plateau::claims
