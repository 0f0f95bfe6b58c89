// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/plot_accessibility.h"

#include <QAccessibleWidget>

namespace plateau::ui {

namespace {

class PlotAccessible final : public QAccessibleWidget {
public:
    explicit PlotAccessible(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Chart) { }
    QString text(QAccessible::Text kind) const override
    {
        return QAccessibleWidget::text(kind == QAccessible::Value ? QAccessible::Description : kind);
    }
};

QAccessibleInterface* make_plot_accessible(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    return widget && widget->property(plot_property).toBool() ? new PlotAccessible(widget) : nullptr;
}

} // namespace

void tell_plots()
{
    static const bool told = (QAccessible::installFactory(make_plot_accessible), true);
    Q_UNUSED(told)
}

} // namespace plateau::ui
