// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/evidence/calibrate_model.h"

#include <QCoreApplication>

#include <map>
#include <utility>

#include "core/evidence/own_table.h"
#include "core/files/node.h"
#include "core/files/text_file.h"
#include "core/files/yaml_writer.h"
#include "core/scenario/scenario_file.h"

namespace plateau::ui {

namespace {

constexpr std::size_t most_runs = 200;

constexpr std::pair<const char*, double evidence::TypedRun::*> measured_cells[]
    = {{"step_seconds", &evidence::TypedRun::step_seconds},
       {"tokens_per_s", &evidence::TypedRun::tokens_per_s},
       {"memory_bytes", &evidence::TypedRun::memory_bytes}};

std::string without_last_line_end(std::string words)
{
    words.erase(words.find_last_not_of('\n') + 1);
    return words;
}

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
    if (auto added = add_typed(scenario, run); !added)
        return added;
    fit();
    return {};
}

Expected<void> CalibrateModel::add_typed(const Scenario& scenario, const evidence::TypedRun& run)
{
    evidence::Sample probe;
    Run added;
    added.typed = run;
    if (added.typed.id.empty())
        added.typed.id = tr("run %1").arg(typed_ + 1).toStdString();
    if (auto possible = evidence::add_run(probe, scenario, added.typed); !possible)
        return possible;
    added.scenario = scenario;
    ++typed_;
    if (base_.empty())
        base_ = base();
    runs_.push_back(std::move(added));
    return {};
}

Expected<void> CalibrateModel::add_file(const std::string& file)
{
    const auto table = files::read_text(file);
    if (!table)
        return tl::unexpected(table.error());
    if (auto added = add_table(*table, file, {}); !added)
        return added;
    fit();
    return {};
}

/// All of its rows, or those wanted.
Expected<void> CalibrateModel::add_table(const std::string& table, const std::string& file,
                                         const std::set<std::size_t>& wanted)
{
    auto rows = evidence::rows_of(table, file);
    if (!rows)
        return tl::unexpected(rows.error());
    if (rows->empty() || rows->size() + runs_.size() > most_runs)
        return failure({rows->empty() ? PLATEAU_TEXT("the table has no rows") : PLATEAU_TEXT("too many runs"), {}},
                       file, {PLATEAU_TEXT("one to %1 runs"), {std::to_string(most_runs)}});
    if (base_.empty())
        base_ = base();
    const auto kept = std::make_shared<const std::string>(table);
    for (std::size_t i = 0; i < rows->size(); ++i) {
        if (!wanted.empty() && !wanted.count(i))
            continue;
        Run run;
        run.row = std::move((*rows)[i]);
        run.table = kept;
        run.line = i;
        runs_.push_back(std::move(run));
    }
    return {};
}

std::string CalibrateModel::as_text() const
{
    files::YamlWriter yaml;
    yaml.entry("title", tr("Calibration on runs of one's own").toStdString());
    yaml.entry("base", base());
    yaml.begin("runs");
    int number = 0;
    for (const Run& run : runs_) {
        if (!run.scenario)
            continue;
        yaml.begin(std::to_string(++number));
        yaml.entry("id", run.typed.id);
        for (const auto& [key, value] : measured_cells)
            yaml.entry(key, units::exact(run.typed.*value, units::Unit::None));
        yaml.block("scenario", without_last_line_end(write_scenario(*run.scenario)));
        yaml.end();
    }
    yaml.end();
    std::map<std::shared_ptr<const std::string>, std::vector<std::string>> tables;
    for (const Run& run : runs_)
        if (run.table)
            tables[run.table].push_back(std::to_string(run.line));
    yaml.begin("tables");
    number = 0;
    for (const auto& [table, lines] : tables) {
        yaml.begin(std::to_string(++number));
        yaml.list("rows", lines);
        yaml.block("table", without_last_line_end(*table));
        yaml.end();
    }
    yaml.end();
    return yaml.text();
}

Expected<void> CalibrateModel::restore(const std::string& words)
{
    const auto document = files::parse_yaml(words, {});
    if (!document)
        return tl::unexpected(document.error());
    runs_.clear();
    typed_ = 0;
    const auto said = [](const files::Node& node, const char* key) {
        const files::Node* found = node.find(key);
        return found ? found->text : std::string();
    };
    base_ = said(document->root, "base");
    std::optional<Error> wrong;
    const auto keep = [&wrong](const Expected<void>& done) {
        if (!done && !wrong)
            wrong = done.error();
    };
    if (const files::Node* runs = document->root.find("runs"))
        for (const files::Node& run : runs->items) {
            evidence::TypedRun typed;
            typed.id = said(run, "id");
            for (const auto& [key, value] : measured_cells)
                typed.*value = units::parse(said(run, key), units::Unit::None).value_or(0);
            const auto scenario
                = read_scenario_text(document_.catalog(), said(run, "scenario"), typed.id, UnknownKeys::Keep);
            keep(scenario ? add_typed(*scenario, typed) : Expected<void>(tl::unexpected(scenario.error())));
        }
    if (const files::Node* tables = document->root.find("tables"))
        for (const files::Node& table : tables->items) {
            std::set<std::size_t> wanted;
            if (const files::Node* rows = table.find("rows"))
                for (const files::Node& row : rows->items)
                    wanted.insert(static_cast<std::size_t>(units::parse(row.text, units::Unit::Count).value_or(0)));
            keep(add_table(said(table, "table") + '\n', {}, wanted));
        }
    fit();
    if (wrong)
        return tl::unexpected(*wrong);
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
