// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <string>
#include <vector>

#include "ui/document/question_document.h"

namespace plateau::ui {

class Sentence;

/// Turns the parameters whose values a sentence says, from stop to stop as their sliders do. A drag, or a burst of
/// keys, is one step of undo.
class TurnedNumbers final : public QObject {
public:
    using Asked = std::function<QuestionDocument&()>; ///< the question that the sentence answers

    TurnedNumbers(Sentence& sentence, Asked document);

private:
    void begin(const std::string& key);
    void turn(int stops);

    Asked document_;
    std::string key_; ///< empty: none is turned
    std::vector<double> stops_;
    double before_ = 0; ///< the value where the turn began
    QuestionDocument::Gesture gesture_ = 0;
    QTimer burst_end_;
};

} // namespace plateau::ui
