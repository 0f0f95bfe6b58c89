// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/paper/embedded.h"
#include "core/paper/figure_page.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/looks.h"
#include "tests/ui/window_stage.h"
#include "ui/figures/export.h"

namespace plateau::test {

/// Pins and a view are made in `stage` and exported; `other` opens each file and has them all. Opened as a file given
/// or dropped is opened.
inline void expect_back_from_every_format(Stage& stage, Stage& other)
{
    for (const char* gpus : {"256", "1024", "2048"}) {
        stage.type("gpus", QString::fromLatin1(gpus));
        stage.window.pins().pin(QStringLiteral("Kept at ") + QString::fromLatin1(gpus));
    }
    stage.type("gpus", QStringLiteral("512"));
    stage.window.page<WorkbenchPage>().choose_axis(plateau::scaling_axis("per_gpu"));
    QTest::keyClick(&stage.plot(), Qt::Key_Plus);
    Stage::settle();
    const Scenario shown = stage.document.scenario();
    auto seen = shown.view;
    QVERIFY(seen.size() >= 2); // the quantity and the part of the axes
    seen[figures::shown_figure_key] = "scaling-per-gpu";
    std::vector<Scenario> all{shown};
    for (const Pin& pin : stage.window.pins().all())
        all.push_back(*pin.scenario);
    const figures::FigurePage page = figures::described_page(stage.plot().figure(), all, "scaling-per-gpu");
    QTemporaryDir folder;
    for (const char* suffix : {"png", "svg", "pdf", "csv"}) {
        const QString file = folder.filePath(QStringLiteral("dropped.") + suffix);
        figures::ExportOptions options = *figures::export_size("column");
        options.format = *figures::export_format(file.toStdString());
        QVERIFY(write_figure(file, page, options));
        other.window.pins().replace({}, {});
        other.type("gpus", QStringLiteral("64"));
        other.window.opening().open(file);
        Stage::settle();
        QCOMPARE(other.gpus(), 512.);
        QCOMPARE(other.document.scenario().view, seen);
        QCOMPARE(other.window.pins().as_text(), *figures::read_embedded_scenario(file.toStdString()));
        const auto& pins = other.window.pins().all();
        QCOMPARE(pins.size() + 1, all.size());
        for (std::size_t i = 0; i < pins.size(); ++i)
            QCOMPARE(write_scenario(*pins[i].scenario), write_scenario(all[i + 1]));
    }
}

} // namespace plateau::test
