// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

#include "core/narrate/known_words.h"
#include "core/threads/pool.h"

namespace plateau::ui {

/// Answers "which cluster, hardware or model keeps these limits" beside the window.
class Solver final : public QObject {
    Q_OBJECT
public:
    enum class Target { Gpus, Hardware, Model };
    struct Question {
        std::shared_ptr<const catalog::Catalog> catalog;
        Scenario scenario;
        search::PlanChoice choice = search::PlanChoice::Best;
        search::Objective objective = search::Objective::Throughput;
        Target target = Target::Gpus;
        explore::Limits limits;
        std::shared_ptr<const evidence::KnownSteps> steps; ///< null: not read yet
    };
    struct Found {
        explore::Solution solution;
        Scenario scenario; ///< with the accelerator or model of the solution
        Message doubt; ///< that no measured run supports the solution; empty: one does
    };
    struct Answer {
        Question question;
        std::vector<Found> found; ///< what keeps the limits, best first; else the closest attempt; empty: none tried
        Message best_known; ///< the best one that a measured run supports; empty: none, or the first
    };

    explicit Solver(QObject* parent = nullptr) : QObject(parent) { }

    void ask(Question question);
    void cancel();
    bool is_busy() const { return busy_; }

signals:
    void progressed(int done, int of);
    void answered(const std::shared_ptr<const Answer>& answer);
    void cancelled();

private:
    bool busy_ = false;
    threads::Background background_; ///< last: stops before what it uses goes away
};

} // namespace plateau::ui
