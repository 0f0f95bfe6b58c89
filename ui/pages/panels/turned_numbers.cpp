// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/turned_numbers.h"

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
    before_ = std::get<double>(document.value(key));
}

void TurnedNumbers::turn(int stops)
{
    const double next = stops == 0 ? before_ : stop_from(stops_, stop_position(stops_, before_), stops);
    document_().edit_value(key_, Value(next), gesture_);
}

} // namespace plateau::ui
