// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <string>
#include <vector>

#include "ui/document/question_document.h"

namespace plateau::ui {

/// Plays one parameter over its stops: one after the other, and at the end it rests. A whole run is one step of undo.
class Sweep final : public QObject {
    Q_OBJECT
public:
    explicit Sweep(QObject* parent = nullptr);

    /// Stops what plays. An empty key: there is nothing to play.
    void set(QuestionDocument* document, const std::string& key, std::vector<double> stops);
    const std::string& key() const { return key_; }
    bool can_play() const { return document_ && stops_.size() > 1; }
    bool is_playing() const { return clock_.isActive(); }
    /// Plays from where it stands, or from the start when it is at its end. It makes one stop and no more where nothing
    /// shall move by itself.
    void play();
    void pause();
    void toggle() { is_playing() ? pause() : play(); }
    void step(int count);

signals:
    void changed(); ///< plays or rests

private:
    void advance();
    double stop_index() const; ///< among the stops; -1: before the first
    void go_to(int index);

    QuestionDocument* document_ = nullptr;
    std::string key_;
    std::vector<double> stops_;
    QTimer clock_;
    QuestionDocument::Gesture gesture_ = 0;
};

} // namespace plateau::ui
