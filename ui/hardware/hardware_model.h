// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

#include "core/explore/equal.h"
#include "core/threads/pool.h"
#include "ui/document/scenario_document.h"

namespace plateau::ui {

/// The scenario's hardware against others for the same money, power or count. Searches beside the window; only the
/// answer to the latest question is taken.
class HardwareModel final : public QObject {
    Q_OBJECT
public:
    explicit HardwareModel(ScenarioDocument& document, QObject* parent = nullptr);
    ~HardwareModel() override;

    /// An idle model computes nothing; what it missed it makes up for.
    void set_active(bool active);
    explore::Basis basis() const { return basis_; }
    void set_basis(explore::Basis basis);
    /// Besides the scenario's own; part of its view.
    std::vector<std::string> compared() const { return explore::compared_hardware(document_.scenario()); }
    void set_compared(const std::string& hardware, bool compared);

    const explore::EqualAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }
    bool is_stale() const { return stale_; }
    void wait(); ///< for what is under way; for tests

signals:
    void updated();

private:
    void ask();

    ScenarioDocument& document_;
    explore::Basis basis_ = explore::Basis::Usd;
    bool active_ = false;
    bool stale_ = true;
    std::optional<explore::EqualAnswer> answer_;
    threads::Pool pool_;
    std::optional<threads::Background> background_; ///< last: joins before what it uses goes away
};

} // namespace plateau::ui
