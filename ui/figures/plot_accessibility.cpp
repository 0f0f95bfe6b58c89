// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/plot_accessibility.h"

#include <QAccessibleWidget>

#include "ui/controls/subject.h"

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
    if (widget && widget->property(plot_property).toBool())
        return new PlotAccessible(widget);
    const int role = widget ? widget->property(role_property).toInt() : 0;
    return role > 0 ? new QAccessibleWidget(widget, static_cast<QAccessible::Role>(role)) : nullptr;
}

} // namespace

void tell_plots()
{
    static const bool told = (QAccessible::installFactory(make_plot_accessible), true);
    Q_UNUSED(told)
}

} // namespace plateau::ui
