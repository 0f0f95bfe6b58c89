// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/evidence/calibrate_model.h"

#include <QCoreApplication>

#include "core/evidence/own_table.h"

namespace plateau::ui {

namespace {

constexpr std::size_t most_runs = 200;

} // namespace

CalibrateModel::CalibrateModel(ScenarioDocument& document, const evidence::ModelError& reach, QObject* parent)
    : QObject(parent), document_(document), reach_(reach)
{
}

CalibrateModel::~CalibrateModel() = default;

std::string CalibrateModel::base() const { return base_.empty() ? document_.scenario().assumptions.stack.id : base_; }

void CalibrateModel::set_base(const std::string& stack)
{
    base_ = stack;
    fit();
}

std::string CalibrateModel::table() const { return evidence::own_table(document_.catalog(), document_.scenario()); }

Expected<void> CalibrateModel::add_typed(const evidence::TypedRun& run, double gpus)
{
    Scenario scenario = document_.scenario();
    if (gpus > 0 && gpus != scenario.cluster.gpus) {
        auto changed = with_value(document_.catalog(), scenario, "gpus", Value(gpus));
        if (!changed)
            return failure(changed.error().what, "gpus", changed.error().accepted);
        scenario = std::move(*changed);
    }
    evidence::Sample probe;
    Run added;
    added.typed = run;
    if (added.typed.id.empty())
        added.typed.id = tr("run %1").arg(typed_ + 1).toStdString();
    if (auto possible = evidence::add_run(probe, scenario, added.typed); !possible)
        return possible;
    added.scenario = std::move(scenario);
    ++typed_;
    if (base_.empty())
        base_ = base();
    runs_.push_back(std::move(added));
    fit();
    return {};
}

Expected<void> CalibrateModel::add_file(const std::string& file)
{
    auto rows = evidence::read_rows(file);
    if (!rows)
        return tl::unexpected(rows.error());
    if (rows->empty() || rows->size() + runs_.size() > most_runs)
        return failure({rows->empty() ? PLATEAU_TEXT("the table has no rows") : PLATEAU_TEXT("too many runs"), {}},
                       file, {PLATEAU_TEXT("one to %1 runs"), {std::to_string(most_runs)}});
    if (base_.empty())
        base_ = base();
    for (evidence::Row& row : *rows) {
        Run run;
        run.row = std::move(row);
        runs_.push_back(std::move(run));
    }
    fit();
    return {};
}

void CalibrateModel::remove(std::size_t run)
{
    if (run >= runs_.size())
        return;
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(run));
    fit();
}

void CalibrateModel::fit()
{
    result_.reset();
    const catalog::Catalog& catalog = document_.catalog(); // the document keeps every catalog it ever had
    const catalog::Stack* base_stack = catalog.stack(base());
    if (runs_.empty() || !base_stack) {
        background_.submit([](const std::stop_token&, std::uint64_t) {});
        emit updated();
        return;
    }
    background_.submit([this, &catalog, base_stack, runs = runs_, reach = reach_](const std::stop_token& stop,
                                                                                  std::uint64_t generation) {
        evidence::Sample sample;
        const WorkspacePointer workspace = make_workspace();
        for (const Run& run : runs) {
            if (!run.scenario) {
                sample.cases.push_back(evidence::make_case(catalog, run.row, *workspace, base_stack));
                sample.rows.push_back(run.row);
                continue;
            }
            Scenario scenario = *run.scenario;
            scenario.assumptions.stack = *base_stack;
            static_cast<void>(evidence::add_run(sample, scenario, run.typed));
        }
        auto answer
            = std::make_shared<const Expected<evidence::Calibration>>(evidence::calibrate(sample, *base_stack, reach));
        if (stop.stop_requested())
            return;
        QMetaObject::invokeMethod(
            this,
            [this, generation, answer] {
                if (generation != background_.generation())
                    return;
                result_ = answer;
                emit updated();
            },
            Qt::QueuedConnection);
    });
    emit updated();
}

Expected<std::string> CalibrateModel::save(const std::string& title)
{
    if (!result_ || !*result_)
        return failure({PLATEAU_TEXT("there is nothing to save yet"), {}}, {},
                       {PLATEAU_TEXT("a run that determines something"), {}});
    const auto file = evidence::save_stack(document_.catalog(), **result_, title, files::Replacing::What::AnyFile);
    if (!file)
        return tl::unexpected(file.error());
    document_.set_catalog(std::make_shared<const catalog::Catalog>(catalog::read(document_.catalog().folders)));
    return evidence::stack_id(title);
}

void CalibrateModel::wait()
{
    background_.wait();
    QCoreApplication::sendPostedEvents(this);
}

} // namespace plateau::ui
