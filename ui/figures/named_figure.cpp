// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/named_figure.h"

#include "core/views/figures/plot_view.h"
#include "ui/figures/figure_view.h"

namespace plateau::ui {

NamedFigure looked_at(const QString& name, const figures::Figure& figure, const FigureView& view,
                      const std::string& shown)
{
    figures::PlotView all = view.view();
    NamedFigure named{name, figures::seen(figure, all), view.size(), shown, &view};
    if (!all.is_part())
        return named;
    all.show_all();
    named.whole = figures::seen(figure, all);
    return named;
}

} // namespace plateau::ui
