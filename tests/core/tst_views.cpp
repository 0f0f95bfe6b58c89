// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/answers/step.h"
#include "core/paper/figure_jobs.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/views/scaling_view.h"
#include "core/views/view.h"
#include "tests/core/shipped_answers.h"

namespace tst_views {

using namespace plateau;

/// The table of views: what stands in it, and what one of them shows.
class ViewsTest : public QObject {
    Q_OBJECT
private slots:
    void every_view_has_a_name_a_title_and_one_kind_of_question()
    {
        std::set<std::string> names;
        for (const views::View& view : views::all()) {
            QVERIFY2(names.insert(view.name).second, view.name);
            QVERIFY2(view.title && *view.title && *view.page, view.name);
            QVERIFY2(std::visit([](auto make) { return make != nullptr; }, view.make), view.name);
            QCOMPARE(views::find(view.name)->name, view.name);
            QCOMPARE(views::shown_on(view.page, view.look), &view);
        }
        QVERIFY(names.size() > 20);
        for (const char* name : {"scaling", "step", "memory", "traffic", "limits"})
            QVERIFY2(names.count(name), name);
        QVERIFY(!views::find("nothing"));
    }

    void a_page_shows_what_its_look_says()
    {
        const auto shown
            = [](const char* page, const char* look) { return std::string(views::shown_on(page, look)->name); };
        QCOMPARE(shown("workbench", ""), std::string("scaling"));
        QCOMPARE(shown("workbench", "per_gpu"), std::string("scaling-per-gpu"));
        QCOMPARE(shown("workbench", "total"), std::string("scaling"));
        QCOMPARE(shown("limits", "closed_forms"), std::string("limits-closed-forms"));
        QCOMPARE(shown("plans", ""), std::string("plans-heatmap"));
        QVERIFY(!views::shown_on("nowhere", ""));
    }

    /// What is exposed and what is hidden add up to what the model says of the step.
    void traffic_adds_up_to_the_step()
    {
        const Scenario scenario = test::weak_scaling("1024");
        const auto made
            = test::shipped_answers()->get<views::Picture>({"traffic", std::make_shared<const Scenario>(scenario)});
        QVERIFY(made->no_answer.empty());
        const auto step = test::shipped_answers()->get<answers::StepParts>(answers::TrainingQuestion(scenario));
        const auto top = [&](std::size_t panel) {
            const figures::Series& series = made->figure.plot().panels.at(panel).series.back();
            const auto at = std::find(series.x.begin(), series.x.end(), 1024.0) - series.x.begin();
            return series.y.at(static_cast<std::size_t>(at));
        };
        const double exposed = step->communication_seconds(), busy = step->communication_busy_seconds();
        QVERIFY(exposed > 0 && busy > exposed);
        QVERIFY(std::abs(top(0) / exposed - 1) < 1e-9);
        QVERIFY(std::abs(top(1) / (busy - exposed) - 1) < 1e-9);
    }

    /// What an axis counts stands beside it, whatever the view.
    void every_axis_says_its_unit()
    {
        const auto scenario = std::make_shared<const Scenario>(test::weak_scaling("64"));
        int panels = 0;
        for (const views::View& view : views::all()) {
            if (!view.takes<Scenario>())
                continue;
            const auto made = test::shipped_answers()->get<views::Picture>({view.name, scenario});
            for (const figures::Panel& panel : made->figure.panels()) {
                const figures::Axis& across = made->figure.plot().x;
                const QByteArray where = QByteArray(view.name) + " " + panel.id.c_str();
                QVERIFY2(!panel.unit.empty() || !panel.y.categories.empty(), where.constData());
                QVERIFY2(!across.title.empty() || !across.categories.empty(), where.constData());
                const std::string words = english(across.title); // those that count in another unit say it
                const bool says = words.find("Days") != std::string::npos || words.find(", ") != std::string::npos;
                QVERIFY2(across.unit != units::Unit::None || says || !across.categories.empty(), where.constData());
                ++panels;
            }
        }
        QVERIFY(panels > 10);
    }

    /// What costs nothing has no place on a logarithmic axis and nothing is as cheap: a figure shows it or says so.
    void free_hardware_is_shown_or_refused()
    {
        const auto free = std::make_shared<const Scenario>(
            *with(test::shipped_answers()->data()->catalog(), test::weak_scaling("64"), "usd_per_gpu_hour", "0"));
        const auto made = [&](const char* view) { return test::shipped_answers()->get<views::Picture>({view, free}); };
        int axes = 0;
        for (const views::View& view : views::all()) {
            if (!view.takes<Scenario>())
                continue;
            const auto drawn = made(view.name);
            if (!drawn->figure.as<figures::Plot>())
                continue;
            std::vector<figures::Axis> all{drawn->figure.plot().x};
            for (const figures::Panel& panel : drawn->figure.panels())
                all.push_back(panel.y);
            for (const figures::Axis& axis : all) {
                QVERIFY2(std::isfinite(axis.minimum) && std::isfinite(axis.maximum), view.name);
                QVERIFY2(axis.has_ends() || axis.minimum == axis.maximum, view.name);
                ++axes;
            }
        }
        QVERIFY(axes > 30);
        const figures::Panel& cost = made("frontier")->figure.plot().panels.at(0);
        QVERIFY(!cost.y.logarithmic && cost.y.maximum > 0);
        QCOMPARE(cost.series.at(2).y.at(0), 0.);
        for (const char* view : {"equal-usd", "equal-usd-curves"})
            QVERIFY2(english(made(view)->no_answer).find("costs nothing") != std::string::npos, view);
        QVERIFY(!made("scaling-per-usd")->figure.plot().panels.at(0).banner.empty());
        QVERIFY(made("scaling")->figure.plot().panels.at(0).banner.empty());
    }

    /// Regions and a threshold of one curve say nothing of the others: each has its ring, or there is a line for all.
    void limits_of_several_have_regions_of_none()
    {
        const auto drawn = [](const std::vector<const char*>& names) {
            std::vector<LimitsScenario> scenarios;
            for (const char* name : names)
                scenarios.push_back(*find_limits_scenario(test::shipped(), name));
            const figures::Figure figure
                = views::draw(*views::find("limits"), {*test::shipped_answers(), scenarios}).figure;
            return figures::Panel(figure.panels().front());
        };
        using figures::Series;
        using figures::SeriesRole;
        const auto of = [](const figures::Panel& panel, SeriesRole role) {
            return std::find_if(panel.series.begin(), panel.series.end(),
                                [role](const Series& series) { return series.role == role; });
        };
        const figures::Panel alone = drawn({"limits-h100-dense"});
        QVERIFY(!alone.regions.empty() && !alone.notes.empty());
        QVERIFY(of(alone, SeriesRole::Reference) != alone.series.end());
        const figures::Panel networks = drawn({"limits-h100-dense", "limits-h100-low-latency"});
        QVERIFY(networks.regions.empty() && networks.notes.empty());
        QVERIFY(of(networks, SeriesRole::Reference) != networks.series.end()); // 80 % of the same
        QCOMPARE(of(networks, SeriesRole::Published)->x.size(), std::size_t(2));
        const figures::Panel generations = drawn({"limits-h100-dense", "limits-a100-dense", "limits-v100-dense"});
        QVERIFY(of(generations, SeriesRole::Reference) == generations.series.end());
        const Series rings = *of(generations, SeriesRole::Published);
        QCOMPARE(rings.x.size(), std::size_t(3));
        QVERIFY(std::abs(rings.x[1] / 3.4e28 - 1) < 0.05); // the A100's own end, not the H100's line
        for (const figures::Panel& panel : {networks, generations}) // numbers are those of notes
            for (const Series& series : panel.series)
                QVERIFY(series.beside.empty() || english(series.beside).find("100, dense") != std::string::npos
                        || english(series.beside).find("H100") == 0);
    }

    void curves_are_called_by_what_they_differ_in()
    {
        const Scenario own = test::weak_scaling("128");
        const auto names = [&](const char* key, const char* value) {
            std::vector<std::string> said;
            const Scenario other = test::changed(own, key, value);
            for (const Message& name : views::telling_names({&own, &other}))
                said.push_back(english(name));
            return said;
        };
        using Names = std::vector<std::string>;
        QCOMPARE(names("hardware", "a100_sxm_80"), (Names{"H100 SXM 80GB", "A100 SXM 80GB"}));
        QCOMPARE(names("model", "llama2_13b"), (Names{"Llama 2 7B", "Llama 2 13B"}));
        QCOMPARE(names("sequence", "8192").back(), std::string("8,192\u00a0tokens"));
        QCOMPARE(names("tp", "2").back(), std::string("Tensor 2"));
        QCOMPARE(names("gpus", "2048").back(), std::string("2,048\u00a0GPUs"));
        const Scenario hybrid = test::changed(own, {{"dp_mode", "hsdp"}, {"gpus", "1024"}});
        QVERIFY(english(views::telling_names({&own, &hybrid}).front()).starts_with("FSDP"));
        QCOMPARE(english(views::telling_names({&own, &own}).front()),
                 std::string("Current")); // nothing tells them apart
        const Scenario larger = test::changed(own, {{"model", "llama3_70b"}, {"gpus", "512"}});
        const Scenario older = test::changed(own, "hardware", "a100_sxm_80");
        QCOMPARE(english(views::telling_names({&own, &older, &larger}).front()),
                 std::string("H100 SXM 80GB, Llama 2 7B")); // not by the count, over which curves run
        const Scenario other = test::changed(own, "hardware", "b200"), large = test::changed(own, "gpus", "2048");
        std::set<std::string> told; // three that were cut to the same
        for (const Message& name : views::telling_names({&own, &other, &large, &own}))
            QVERIFY2(told.insert(english(name)).second, english(name).c_str());
        QVERIFY(told.contains("B200 SXM 180GB") && told.contains("2,048\u00a0GPUs"));
    }

    void every_view_of_a_question_is_a_job()
    {
        const auto jobs = views::figure_jobs(test::shipped_answers(), std::vector<Scenario>{test::weak_scaling("64")});
        std::set<std::string> names;
        for (const views::FigureJob& job : jobs)
            names.insert(job.name);
        for (const views::View& view : views::all())
            QCOMPARE(names.count(view.name), std::size_t(view.takes<Scenario>() ? 1 : 0));
    }
};

PLATEAU_TEST(ViewsTest)

} // namespace tst_views

#include "tst_views.moc"
