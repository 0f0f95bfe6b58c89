// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/cross_validation.h"

namespace plateau::evidence {

namespace {

using Indices = std::vector<std::size_t>;
using Tables = std::set<std::string>;

void set_efficiency(Case& one, double value)
{
    one.posed.scenario.assumptions.stack.constants.kernel_efficiency = value;
}

/// ln of the measured over predicted time as a robust function of one factor on kernel efficiency.
double anchor_loss(std::vector<Case>& cases, const Sample& sample, const Indices& anchors, double factor,
                   Workspace& workspace)
{
    const catalog::PhysicsValues& physics = physics_of(sample);
    double loss = 0.5 * std::pow(std::log(factor) / physics.site_spread, 2);
    for (std::size_t k = 0; k < anchors.size(); ++k) {
        const Case& original = sample.cases[anchors[k]];
        set_efficiency(cases[k], original.posed.scenario.assumptions.stack.constants.kernel_efficiency * factor);
        const Row& row = sample.rows[anchors[k]];
        const double error = std::log(predict(cases[k], row, workspace).step_seconds / *row.measured_step_seconds());
        const double r = error / physics.fit_soft_error;
        loss += std::sqrt(1 + r * r) - 1;
    }
    return loss;
}

double anchor_factor(const Sample& sample, const Indices& anchors, Workspace& workspace)
{
    if (anchors.empty())
        return 1;
    std::vector<Case> cases;
    for (const std::size_t i : anchors)
        cases.push_back(sample.cases[i]);
    constexpr double golden = 0.6180339887498949;
    double low = std::log(0.5);
    double high = std::log(1.5);
    const auto loss = [&](double x) { return anchor_loss(cases, sample, anchors, std::exp(x), workspace); };
    double a = high - golden * (high - low);
    double b = low + golden * (high - low);
    double fa = loss(a);
    double fb = loss(b);
    for (int i = 0; i < 30; ++i) {
        if (fa < fb) {
            high = b;
            b = a;
            fb = fa;
            a = high - golden * (high - low);
            fa = loss(a);
        } else {
            low = a;
            a = b;
            fa = fb;
            b = low + golden * (high - low);
            fb = loss(b);
        }
    }
    return std::exp(0.5 * (low + high));
}

std::string program_of(const Row& row, const Case& one)
{
    const auto& frameworks = one.posed.scenario.assumptions.stack.frameworks;
    return frameworks.empty() ? row.framework : frameworks.front();
}

std::string year_of(const Row& row) { return row.year ? std::to_string(int(*row.year)) : std::string(); }

/// A shipped row is called by its table and a number: "vtrain_0007".
Tables tables_of(const std::vector<Row>& rows, const Indices& which)
{
    Tables tables;
    for (const std::size_t i : which)
        tables.insert(rows[i].id.substr(0, rows[i].id.rfind('_')));
    return tables;
}

bool fitted_on(const catalog::ConstantNote& note, const Tables& tables)
{
    return std::any_of(note.fitted_on.begin(), note.fitted_on.end(),
                       [&](const std::string& table) { return tables.count(table) != 0; });
}

bool has_fits_on(const catalog::Catalog& catalog, const Tables& tables)
{
    for (const catalog::Stack& stack : catalog.stacks)
        for (const catalog::ConstantNote& note : stack.notes)
            if (fitted_on(note, tables))
                return true;
    return false;
}

/// What a constant of the stack would be without the tables.
double value_without(const catalog::Catalog& catalog, const catalog::Stack& stack, const catalog::Stack& unknown,
                     std::size_t constant, const Tables& tables)
{
    if (const std::optional<double>& documented = stack.notes[constant].documented)
        return *documented;
    const catalog::StackConstant& row = catalog::stack_constants()[constant];
    return fitted_on(unknown.notes[constant], tables) ? documented_of_all(catalog, row.key)
                                                      : unknown.constants.*row.value;
}

} // namespace

Anchored anchor(const Sample& sample, int count)
{
    const WorkspacePointer workspace = make_workspace();
    std::map<std::string, Indices> anchors;
    Anchored result;
    for (std::size_t i = 0; i < sample.rows.size(); ++i) {
        Indices& own = anchors[sample.rows[i].source];
        const bool timed = sample.cases[i].missing.empty() && sample.rows[i].measured_step_seconds();
        if (timed && static_cast<int>(own.size()) < count)
            own.push_back(i);
        else
            result.scored.push_back(i);
    }
    for (const auto& [source, own] : anchors)
        result.factors[source] = anchor_factor(sample, own, *workspace);
    Sample moved = sample;
    for (std::size_t i = 0; i < moved.cases.size(); ++i) {
        double& efficiency = moved.cases[i].posed.scenario.assumptions.stack.constants.kernel_efficiency;
        efficiency *= result.factors[moved.rows[i].source];
    }
    result.predictions = predict(moved);
    return result;
}

catalog::Catalog without_fits_on(const catalog::Catalog& catalog, const Tables& tables)
{
    catalog::Catalog rest = catalog;
    for (catalog::Stack& stack : rest.stacks) {
        const catalog::Stack* unknown = unknown_software(catalog, catalog::is_flash(stack.attention));
        for (std::size_t i = 0; unknown && i < stack.notes.size(); ++i)
            if (fitted_on(stack.notes[i], tables))
                stack.constants.*catalog::stack_constants()[i].value
                    = value_without(catalog, stack, *unknown, i, tables);
    }
    return rest;
}

std::vector<std::string> groups_of(const Sample& sample, LeftOut by)
{
    std::vector<std::string> groups;
    for (std::size_t i = 0; i < sample.rows.size(); ++i) {
        const Row& row = sample.rows[i];
        groups.push_back(by == LeftOut::Source        ? row.source
                             : by == LeftOut::Program ? program_of(row, sample.cases[i])
                                                      : year_of(row));
    }
    return groups;
}

std::vector<bool> hidden_from(const std::string& group, const std::vector<std::string>& groups, LeftOut by)
{
    std::vector<bool> hidden(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i)
        hidden[i] = groups[i] == group || (by == LeftOut::Year && groups[i] > group);
    return hidden;
}

void without_each(const catalog::Catalog& catalog, const Sample& sample, LeftOut by, const UseLeftOut& use)
{
    const std::vector<std::string> groups = groups_of(sample, by);
    for (const std::string& group : std::set<std::string>(groups.begin(), groups.end())) {
        const std::vector<bool> is_hidden = hidden_from(group, groups, by);
        Indices own, others, hidden;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (groups[i] == group)
                own.push_back(i);
            (is_hidden[i] ? hidden : others).push_back(i);
        }
        const Tables tables = tables_of(sample.rows, hidden);
        const catalog::Catalog rest = without_fits_on(catalog, tables);
        Sample refitted = has_fits_on(catalog, tables) ? make_sample(rest, sample.rows) : sample;
        const PooledFit fitted = fit_pooled(rest, refitted, others);
        use(own, refitted, fitted);
    }
}

std::vector<Prediction> leave_out(const catalog::Catalog& catalog, const Sample& sample, LeftOut by)
{
    std::vector<Prediction> result(sample.rows.size());
    const WorkspacePointer workspace = make_workspace();
    without_each(catalog, sample, by, [&](const Indices& own, const Sample& refitted, const PooledFit&) {
        for (const std::size_t i : own)
            result[i] = predict(refitted.cases[i], sample.rows[i], *workspace);
    });
    return result;
}

std::vector<Nearest> nearest_without(const catalog::Catalog& catalog, const Sample& sample, LeftOut by)
{
    const auto runs = std::make_shared<const Evidence>(Evidence{sample, predict(sample), {}});
    const KnownSteps steps(runs, read_claims(catalog.folders).reach);
    const WorkspacePointer workspace = make_workspace();
    const std::vector<std::string> groups = groups_of(sample, by);
    std::vector<Nearest> nearest(sample.rows.size());
    for (std::size_t i = 0; i < sample.rows.size(); ++i)
        if (sample.cases[i].missing.empty())
            nearest[i] = steps
                             .nearest(sample.cases[i].posed.scenario, std::span(&runs->predictions[i].parts, 1),
                                      *workspace, hidden_from(groups[i], groups, by))
                             .front();
    return nearest;
}

} // namespace plateau::evidence
