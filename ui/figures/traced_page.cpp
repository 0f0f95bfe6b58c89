// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/traced_page.h"

#include <qcustomplot.h>

#include "ui/figures/page_layout.h"
#include "ui/figures/tracing_device.h"

namespace plateau::ui {

TracedPage traced(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const Laid laid = lay_out(page, options);
    TracedPage result;
    result.size = laid.size;
    result.style = laid.style;
    TracingDevice device(result);
    QCPPainter painter;
    painter.begin(&device);
    draw_page(painter, page, laid, true, &result);
    painter.end();
    return result;
}

} // namespace plateau::ui
