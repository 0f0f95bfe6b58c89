// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/charts/figure.h"

#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::figures {

std::vector<Message> readings(const Figure& figure)
{
    return std::visit([](const auto& chart) { return readings(chart); }, figure.chart);
}

std::vector<Message> summary(const Figure& figure)
{
    std::vector<Message> lines = readings(figure);
    if (!figure.sentence.empty())
        lines.insert(lines.begin(), figure.sentence);
    return lines;
}

Expected<void> keep_panels(Figure& figure, const std::vector<std::string>& ids)
{
    std::vector<std::string> names;
    for (const Panel& panel : figure.panels())
        names.push_back(panel.id);
    for (const std::string& id : ids)
        if (std::find(names.begin(), names.end(), id) == names.end())
            return failure({names.empty() ? PLATEAU_TEXT("this figure has no panels")
                                          : PLATEAU_TEXT("“%1” is not a panel of this figure; the nearest is %2"),
                            {Verbatim{id}, Verbatim{names.empty() ? std::string() : nearest(id, names)}}},
                           {}, {PLATEAU_TEXT("one or several of %1"), {Verbatim{joined(names)}}});
    if (names.empty())
        return {};
    std::vector<Panel> kept;
    for (const std::string& id : ids)
        for (const Panel& panel : figure.panels())
            if (panel.id == id && std::none_of(kept.begin(), kept.end(), [&](const Panel& k) { return k.id == id; }))
                kept.push_back(panel);
    const bool told = std::any_of(kept.begin(), kept.end(), [](const Panel& panel) {
        return std::any_of(panel.brackets.begin(), panel.brackets.end(),
                           [](const Bracket& b) { return !b.head.empty(); });
    });
    for (Panel& panel : kept)
        if (!told) // another panel said what it is
            panel.brackets.clear();
    figure.plot().panels = std::move(kept);
    if (figure.panels().size() == 1) // alone it needs no shares
        figure.panels().front().height = 1;
    return {};
}

void keep_main_panel(Figure& figure)
{
    const auto panels = figure.panels();
    const auto is_main = [&](const Panel& panel) { return panel.id == figure.main_panel; };
    if (std::any_of(panels.begin(), panels.end(), is_main)) // it may have been left out by name
        (void)keep_panels(figure, {figure.main_panel});
}

std::vector<NamedPart> named_parts(Figure& figure)
{
    return std::visit([](auto& chart) { return named_parts(chart); }, figure.chart);
}

std::vector<Message> series_names(Figure figure)
{
    std::vector<Message> names;
    const auto add = [&](const Message& name) {
        const auto is_same = [&](const Message& other) { return english(other) == english(name); };
        if (!name.empty() && std::none_of(names.begin(), names.end(), is_same))
            names.push_back(name);
    };
    for (const NamedPart& part : named_parts(figure))
        add(part.name);
    return names;
}

Expected<void> leave_out(Figure& figure, const std::vector<std::string>& left_out)
{
    std::vector<std::string> names;
    for (const Message& name : series_names(figure))
        names.push_back(english(name));
    const Verbatim list{joined(names, "; ")};
    for (const std::string& name : left_out)
        if (std::find(names.begin(), names.end(), name) == names.end())
            return failure({names.empty() ? PLATEAU_TEXT("nothing of this figure can be left out")
                                          : PLATEAU_TEXT("“%1” is not in this figure; the nearest is %2"),
                            {Verbatim{name}, Verbatim{names.empty() ? std::string() : nearest(name, names)}}},
                           {}, {PLATEAU_TEXT("one of: %1"), {list}});
    const auto is_out = [&](const Message& name) {
        return std::find(left_out.begin(), left_out.end(), english(name)) != left_out.end();
    };
    if (!std::visit([&](auto& chart) { return leave_out(chart, is_out); }, figure.chart))
        return failure({PLATEAU_TEXT("nothing would be left"), {}}, {}, {PLATEAU_TEXT("some of: %1"), {list}});
    return {};
}

std::string figure_values(const Figure& figure)
{
    return std::visit([](const auto& chart) { return csv(chart); }, figure.chart);
}

} // namespace plateau::figures
