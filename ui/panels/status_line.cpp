// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/status_line.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/appearance.h"
#include "ui/panels/readout_rows.h"
#include "ui/parameters/controls.h"
#include "ui/text.h"

namespace plateau::ui {

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), icon_(new QLabel(this)), verdict_(new QLabel(this)), known_(new ElidedLabel(this)),
      work_(new QLabel(this))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 0, 12, 0);
    line->setSpacing(6);
    line->addWidget(icon_);
    line->addWidget(verdict_);
    line->addSpacing(12);
    line->addWidget(known_, 1);
    line->addWidget(work_);
    for (QLabel* label : {verdict_, static_cast<QLabel*>(known_), work_})
        label->setFont(interface_font(12));
}

void StatusLine::verdict(const QString& name, const QColor& colour, const QString& words)
{
    const QString drawn = name + colour.name();
    if (icon_->property("drawn") != drawn) {
        icon_->setPixmap(icon_pixmap(name, colour, 14, devicePixelRatioF()));
        icon_->setProperty("drawn", drawn);
    }
    verdict_->setText(words);
}

void StatusLine::show_curve(const ScalingCurve& curve)
{
    const Theme& theme = theme_of(this);
    const Parts& parts = curve.estimate.parts;
    const QString memory
        = tr("%1 of %2 GB per GPU")
              .arg(steady_number(parts.memory_bytes / 1e9), QString::number(parts.memory_limit_bytes / 1e9, 'g', 4));
    work_->setText(tr("%1 estimates, %2 ms").arg(curve.estimates).arg(curve.seconds * 1e3, 0, 'f', 1));
    for (QLabel* label : {verdict_, static_cast<QLabel*>(known_), work_})
        restyle(label, QStringLiteral("color: %1").arg(theme.text2.name()));
    if (error_)
        return;
    switch (parts.verdict) {
    case Verdict::Fits:
        verdict(QStringLiteral("check"), theme.good, tr("Fits: %1").arg(memory));
        break;
    case Verdict::Tight:
        verdict(QStringLiteral("warning"), theme.warning, tr("Tight: %1").arg(memory));
        break;
    case Verdict::DoesNotFit:
        verdict(QStringLiteral("warning"), theme.error, tr("Does not fit: %1").arg(memory));
        break;
    case Verdict::Impossible:
        verdict(QStringLiteral("warning"), theme.error, tr("Not possible"));
        break;
    }
    const double gpus = curve.scenario.cluster.gpus;
    if (curve.covered_gpus <= 0)
        known_->set_full_text(tr("Known by: extrapolation, no measured runs on this hardware"));
    else if (gpus <= curve.covered_gpus)
        known_->set_full_text(tr("Known by: model, within measured cluster sizes (up to %1)")
                                  .arg(quantity(curve.covered_gpus, units::Unit::Gpus)));
    else
        known_->set_full_text(
            tr("Known by: extrapolation beyond %1").arg(quantity(curve.covered_gpus, units::Unit::Gpus)));
}

void StatusLine::show_error(const QString& words, const QString& details)
{
    error_ = true;
    verdict(QStringLiteral("error"), theme_of(this).error, tr("Not opened."));
    known_->set_full_text(words);
    known_->setToolTip(details);
    setToolTip(details);
}

void StatusLine::show_message(const QString& words) { known_->set_full_text(words); }

void StatusLine::clear_error()
{
    error_ = false;
    setToolTip({});
    known_->setToolTip({});
}

} // namespace plateau::ui
