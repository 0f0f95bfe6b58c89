// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/turned_numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/controls/sentence.h"
#include "ui/pages/parameters/row_text.h"

namespace plateau::ui {

namespace {

constexpr int burst_milliseconds = 500;

} // namespace

TurnedNumbers::TurnedNumbers(Sentence& sentence, Asked document) : QObject(&sentence), document_(std::move(document))
{
    burst_end_.setSingleShot(true);
    burst_end_.setInterval(burst_milliseconds);
    connect(&sentence, &Sentence::turn_begun, this, [this](const std::string& key) {
        burst_end_.stop();
        begin(key);
        gesture_ = document_().begin_gesture();
    });
    connect(&sentence, &Sentence::turned, this, &TurnedNumbers::turn);
    connect(&sentence, &Sentence::stepped, this, [this](const std::string& key, int stops) {
        if (!burst_end_.isActive() || key != key_)
            gesture_ = document_().begin_gesture();
        burst_end_.start();
        begin(key);
        turn(stops);
    });
}

void TurnedNumbers::begin(const std::string& key)
{
    const QuestionDocument& document = document_();
    key_ = key;
    stops_ = plateau::stops(*document.row(key));
    from_ = stop_position(stops_, std::get<double>(document.value(key)));
}

/// Between two stops, the first step goes to the neighbour in that direction.
void TurnedNumbers::turn(int stops)
{
    const double from = stops > 0 ? std::floor(from_ + 1e-9) : stops < 0 ? std::ceil(from_ - 1e-9) : from_;
    const auto index = static_cast<std::ptrdiff_t>(std::lround(from)) + stops;
    const auto last = static_cast<std::ptrdiff_t>(stops_.size()) - 1;
    document_().edit_value(key_, Value(stops_[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, last))]),
                           gesture_);
}

} // namespace plateau::ui
