// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>

#include <memory>

#include "ui/figures/traced_page.h"

namespace plateau::ui {

/// Writes down what is drawn on it, in logical pixels.
class TracingDevice final : public QPaintDevice {
public:
    explicit TracingDevice(TracedPage& page);
    ~TracingDevice() override;

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSize size_;
    std::unique_ptr<QPaintEngine> engine_;
};

} // namespace plateau::ui
