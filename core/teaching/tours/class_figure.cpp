// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/class_figure.h"

#include <algorithm>

#include "core/teaching/tours/guess.h"

namespace plateau::tours {

namespace {

using figures::Note;
using figures::Panel;
using figures::Region;
using figures::Series;
using figures::SeriesRole;

class Filter {
public:
    Filter(const Step& step, const figures::Figure& figure) : step_(step), limits_(figure.id == "limits") { }

    void apply(Panel& panel) const
    {
        std::erase_if(panel.series, [&](const Series& series) { return !wanted(panel, series); });
        std::erase_if(panel.notes, [&](const Note& note) { return !wanted(note); });
        std::erase_if(panel.regions, [&](const Region& region) { return !wanted(region); });
        if (!has(PlotMark::Published)) {
            panel.brackets.clear();
            panel.marks.clear();
        }
        if (!step_.beside.empty()) { // of one of them alone
            std::erase_if(panel.series, [&](const Series& series) {
                return panel.id == "communication" && !is_asked_about(series) && series.role != SeriesRole::Reference;
            });
            if (limits_ || panel.id == "communication")
                panel.labels.clear();
        }
    }

private:
    bool has(PlotMark mark) const
    {
        return std::find(step_.marks.begin(), step_.marks.end(), mark) != step_.marks.end();
    }

    bool wanted(const Panel& panel, const Series& series) const
    {
        if (series.role == SeriesRole::Band && !series.area)
            return has(PlotMark::Band);
        if (series.role == SeriesRole::Thin && panel.id == "throughput")
            return has(PlotMark::Added);
        if (series.role == SeriesRole::Reference && panel.id == "mfu")
            return has(PlotMark::Ceiling);
        return series.role != SeriesRole::Reference || !limits_ || step_.beside.empty();
    }

    bool wanted(const Note& note) const
    {
        if (is_of_guess(note))
            return true;
        return has(note.ring && !limits_ ? PlotMark::Published : PlotMark::Landmarks);
    }

    bool wanted(const Region& region) const
    {
        if (region.waits)
            return has(PlotMark::Waits);
        if (is_hidden(region))
            return true;
        if (limits_)
            return step_.beside.empty();
        return region.hatched || has(PlotMark::Measured);
    }

    const Step& step_;
    const bool limits_;
};

} // namespace

figures::Figure for_class(figures::Figure figure, const Step& step)
{
    if (auto* bars = figure.as<figures::Bars>(); bars && step.draw.size() > 1 && bars->bars.size() > 1)
        std::erase_if(bars->bars, [](const figures::Bar& bar) { return bar.role == SeriesRole::Reference; }); // stages
    figures::Plot* plot = figure.as<figures::Plot>();
    if (!plot)
        return figure;
    if (!step.beside.empty()) { // a scale of years, of one of them
        plot->top_marks.clear();
        plot->top_note = {};
    }
    const auto is_named = [&](const Panel& panel) {
        return std::find(step.panels.begin(), step.panels.end(), panel.id) != step.panels.end();
    };
    if (std::any_of(plot->panels.begin(), plot->panels.end(), is_named))
        std::erase_if(plot->panels, [&](const Panel& panel) { return !is_named(panel); });
    const Filter filter(step, figure);
    for (Panel& panel : plot->panels)
        filter.apply(panel);
    return figure;
}

} // namespace plateau::tours
