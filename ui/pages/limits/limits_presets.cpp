// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/limits/limits_presets.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

enum Group { Hardware, Networks, Domains, Batches, Durations, Others, group_count };

constexpr std::array<const char*, group_count> names{QT_TRANSLATE_NOOP("limits_presets", "Hardware"),
                                                     QT_TRANSLATE_NOOP("limits_presets", "Networks and latencies"),
                                                     QT_TRANSLATE_NOOP("limits_presets", "NVLink domains"),
                                                     QT_TRANSLATE_NOOP("limits_presets", "Batch rules"),
                                                     QT_TRANSLATE_NOOP("limits_presets", "Durations"),
                                                     QT_TRANSLATE_NOOP("limits_presets", "Others")};

Group group_of(const LimitsScenario& scenario)
{
    const auto sets = [&](const char* key) { return scenario.overrides.count(key) > 0; };
    if (sets("batch_rule") || sets("batch_exponent"))
        return Batches;
    const limits::NetworkLevel& inner = scenario.question.machine.network.levels[0];
    if (sets("nvlink_domain") && std::isfinite(inner.group))
        return Domains;
    if (sets("nvlink_domain") || sets("network") || sets("network_latency") || sets("scale_out_bandwidth"))
        return Networks;
    if (std::abs(scenario.question.run_seconds / limits::year_seconds - 0.25) > 1e-6)
        return Durations;
    const auto plain = [](const auto& entry) {
        return entry.first == "hardware" || entry.first == "duration" || entry.first == "sparse"
            || entry.first == "precision";
    };
    return std::all_of(scenario.overrides.begin(), scenario.overrides.end(), plain) ? Hardware : Others;
}

struct Preset {
    QString file;
    LimitsScenario scenario;
};

void fill(QMenu& menu, const catalog::Catalog& catalog, const std::function<void(const QString&)>& chosen)
{
    std::array<std::vector<Preset>, group_count> groups;
    for (const auto& path : catalog::preset_files(catalog.folders, "scenarios")) {
        const auto kind = scenario_kind(path);
        if (!kind || *kind != "limits")
            continue;
        auto scenario = read_limits_scenario(catalog, path);
        if (!scenario)
            continue;
        const Group group = group_of(*scenario);
        groups[static_cast<std::size_t>(group)].push_back({text(path.string()), std::move(*scenario)});
    }
    std::stable_sort(groups[Domains].begin(), groups[Domains].end(), [](const Preset& a, const Preset& b) {
        return a.scenario.question.machine.network.levels[0].group
            < b.scenario.question.machine.network.levels[0].group;
    });
    std::stable_sort(groups[Durations].begin(), groups[Durations].end(), [](const Preset& a, const Preset& b) {
        return a.scenario.question.run_seconds < b.scenario.question.run_seconds;
    });
    for (std::size_t group = 0; group < group_count; ++group) {
        if (groups[group].empty())
            continue;
        QMenu* submenu = menu.addMenu(QCoreApplication::translate("limits_presets", names[group]));
        submenu->setToolTipsVisible(true);
        for (const Preset& preset : groups[group]) {
            QAction* item = submenu->addAction(text(title_of(preset.scenario)));
            item->setToolTip(tip(lines(notes_of(preset.scenario))));
            QObject::connect(item, &QAction::triggered, &menu, [chosen, file = preset.file] { chosen(file); });
        }
    }
}

} // namespace

QString limits_group(const LimitsScenario& scenario)
{
    return QCoreApplication::translate("limits_presets", names[static_cast<std::size_t>(group_of(scenario))]);
}

void add_limits_presets(QMenu& menu, const catalog::Catalog& catalog,
                        const std::function<void(const QString& file)>& chosen)
{
    QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&menu, &catalog, chosen] {
        if (menu.property("presets").toBool())
            return;
        menu.setProperty("presets", true);
        fill(menu, catalog, chosen);
    });
}

} // namespace plateau::ui
