// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/narrate/model_words.h"
#include "ui/base/text.h"
#include "ui/panels/readout_rows.h"
#include "ui/parameters/row_text.h"
#include "ui/workbench/workbench_page.h"

namespace plateau::ui {

PageStatus WorkbenchPage::status() const
{
    const figures::ScalingCurve& curve = model_.curve();
    const Parts& parts = curve.estimate.parts;
    const QString memory
        = tr("%1 of %2 GB per GPU")
              .arg(steady_number(parts.memory_bytes / 1e9), QString::number(parts.memory_limit_bytes / 1e9, 'g', 4));
    PageStatus status;
    status.work = tr("%1 estimates, %2 ms").arg(curve.estimates).arg(curve.seconds * 1e3, 0, 'f', 1);
    switch (parts.verdict) {
    case Verdict::Fits:
        status.verdict = tr("Fits: %1").arg(memory);
        break;
    case Verdict::Tight:
        status.tone = PageStatus::Tone::Warning;
        status.verdict = tr("Tight: %1").arg(memory);
        break;
    case Verdict::DoesNotFit:
        status.tone = PageStatus::Tone::Error;
        status.verdict = tr("Does not fit: %1").arg(memory);
        break;
    case Verdict::Impossible:
        status.tone = PageStatus::Tone::Error;
        status.verdict = tr("Not possible");
        break;
    }
    status.known = text(known_words(curve));
    return status;
}

PageCorner WorkbenchPage::corner() const
{
    const Scenario& scenario = document_.scenario();
    const int changes = document_.change_count();
    const auto shown = [&](const char* key) {
        const TrainingParameter& row = *training_parameters().find(key);
        return shown_value(row, row.get(scenario), document_.catalog());
    };
    return {document_.title(),
            changes == 0
                ? tr("%1 on %2, %3").arg(text(narrate::model_words(scenario)), shown("hardware"), shown("dp_mode"))
                : changes == 1 ? tr("1 change")
                               : tr("%1 changes").arg(changes)};
}

} // namespace plateau::ui
