// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>

#include <memory>

#include "ui/figures/traced_page.h"

namespace plateau::ui {

/// What a device of so many dots at 96 an inch says of itself, whatever is drawn on it becomes.
int dots_metric(QPaintDevice::PaintDeviceMetric metric, QSize size);

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
