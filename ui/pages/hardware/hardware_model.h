// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

#include "core/answers/equal_hardware.h"
#include "core/answers/watch.h"
#include "ui/document/question_document.h"

namespace plateau::ui {

/// The scenario's hardware against others for the same money, power or count.
class HardwareModel final : public QObject {
    Q_OBJECT
public:
    explicit HardwareModel(ScenarioDocument& document, QObject* parent = nullptr);

    /// An idle model computes nothing; what it missed it makes up for.
    void set_active(bool active);
    answers::Basis basis() const { return basis_; }
    void set_basis(answers::Basis basis);
    /// Besides the scenario's own; part of its view.
    std::vector<std::string> compared() const { return answers::compared_hardware(document_.scenario()); }
    void set_compared(const std::string& hardware, bool compared);

    /// The last answer, and the scenario that it is to; null: none yet.
    const answers::EqualAnswer* answer() const { return watch_.answer(); }
    const Scenario& scenario() const { return *watch_.answered()->question.scenario; }
    bool is_current() const { return watch_.is_current(key()); }
    void wait() { watch_.wait(); } ///< for what is under way; for tests

signals:
    void updated();

private:
    answers::EqualHardware::Key key() const;
    void ask();

    ScenarioDocument& document_;
    answers::Basis basis_ = answers::Basis::Usd;
    bool active_ = false;
    answers::Watch<answers::EqualHardware> watch_;
};

} // namespace plateau::ui
