// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/evaluate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/catalog/accelerator.h"
#include "core/math/formula/glossary.h"
#include "core/model/metrics.h"
#include "core/model/terms/descriptions.h"
#include "core/model/terms/parameter_traffic.h"
#include "core/physics/kernels/kernels.h"

namespace plateau {

namespace {

using catalog::KnownBy;

/// How an assumption the user may type is known; as estimated once it is typed.
KnownBy parameter_known_by(const Scenario& scenario, const char* key)
{
    const catalog::AssumedValue* assumed = assumed_value(scenario.assumptions, key);
    return assumed && !scenario.overrides.count(key) ? assumed->known_by : KnownBy::Estimated;
}

KnownBy known_by(const Scenario& scenario, const TermInfo& info)
{
    const catalog::Accelerator& accelerator = scenario.cluster.accelerator;
    switch (info.known) {
    case KnownFrom::Kernels:
        return accelerator.measured_kernels ? KnownBy::Derived : KnownBy::Estimated;
    case KnownFrom::Collectives:
        return accelerator.measured_collectives ? KnownBy::Derived : KnownBy::Estimated;
    case KnownFrom::Arithmetic:
        return KnownBy::Derived;
    case KnownFrom::Assumptions:
        return KnownBy::Estimated;
    case KnownFrom::Parameter:
        return parameter_known_by(scenario, info.parameter);
    }
    return KnownBy::Estimated;
}

std::string parameter_source(const Scenario& scenario, const char* key)
{
    const catalog::AssumedValue* assumed = assumed_value(scenario.assumptions, key);
    return assumed && !scenario.overrides.count(key) ? assumed->source : "Typed";
}

/// What the term's file says, of this question where it depends on it.
template<class Term>
void describe(const Prepared& prepared, const Plan& plan, plateau::Term& term)
{
    const Scenario& scenario = *prepared.scenario;
    if constexpr (requires { Term::words(prepared, plan); })
        term.words = {Term::words(prepared, plan), {}};
    else
        term.words = {Term::info.words, {}};
    if constexpr (requires { Term::source(prepared, plan); })
        term.source = Term::source(prepared, plan);
    else if constexpr (Term::info.known == KnownFrom::Parameter)
        term.source = parameter_source(scenario, Term::info.parameter);
    else
        term.source = Term::info.source;
    term.known_by = known_by(scenario, Term::info);
}

Ingredient ingredient(formula::Glossary& glossary, const formula::ExpressionPointer& quantity)
{
    Ingredient result{glossary.symbol(quantity),
                      {quantity->name, {}},
                      quantity->value,
                      quantity->unit,
                      quantity->source,
                      quantity->key,
                      {}};
    if (quantity->left)
        result.expression = glossary.expression(quantity->left);
    return result;
}

/// Every number as an expression, by the same functions and in the same order as evaluate().
PartsOf<Traced> traced_parts(const Prepared& prepared, const Degrees& degrees, Workspace& workspace)
{
    const LayerLedger<Traced> layer = layer_ledger(Inputs<Traced>(prepared, degrees, workspace));
    StepOf<Traced> step(prepared, degrees, workspace, layer);
    return parts_of(step);
}

/// The expression of a part's own definition, or of a literal.
formula::ExpressionPointer definition(const Traced& part)
{
    const formula::ExpressionPointer node = part.node();
    return node->operation == formula::Operation::Defined ? node->left : node;
}

std::vector<Ingredient> ingredients(formula::Glossary& glossary, const formula::ExpressionPointer& node)
{
    const std::vector<formula::ExpressionPointer> quantities = glossary.quantities(node);
    std::vector<Ingredient> result;
    result.reserve(quantities.size());
    for (const formula::ExpressionPointer& quantity : quantities)
        result.push_back(ingredient(glossary, quantity));
    return result;
}

bool same_kind(const CollectiveUse& left, const CollectiveUse& right)
{
    return left.among == right.among && left.operation == right.operation && left.ranks == right.ranks
        && left.bytes == right.bytes;
}

std::vector<CollectiveUse> uses_of(const Prepared& prepared, Workspace& workspace)
{
    std::vector<CollectiveUse> uses;
    for (const Traffic& traffic : workspace.traced) {
        const CollectiveUse use = workspace.use_of(prepared, traffic);
        const bool known
            = std::any_of(uses.begin(), uses.end(), [&](const CollectiveUse& other) { return same_kind(use, other); });
        if (!known)
            uses.push_back(use);
    }
    return uses;
}

void add_terms(Estimate& estimate, const Prepared& prepared, const PartsOf<Traced>& traced, formula::Glossary& glossary)
{
    const Parts& parts = estimate.parts;
    Terms::for_each([&]<class Term>(std::type_identity<Term>) {
        const std::size_t part = std::size_t(Term::info.part);
        if (parts.value[part] == 0 && parts.busy[part] == 0)
            return;
        plateau::Term term{.part = Term::info.part, .value = parts.value[part], .busy = parts.busy[part]};
        describe<Term>(prepared, parts.plan, term);
        const formula::ExpressionPointer node = definition(traced.value[part]);
        term.expression = glossary.expression(node);
        term.formula = formula::typeset(term.expression);
        term.ingredients = ingredients(glossary, node);
        estimate.terms.push_back(std::move(term));
    });
    const std::vector<formula::ExpressionPointer> all = glossary.all();
    for (const formula::ExpressionPointer& quantity : all)
        estimate.quantities.push_back(ingredient(glossary, quantity));
}

/// Over the quantities of the terms and others.
void add_metrics(Estimate& estimate, const PartsOf<Traced>& traced, formula::Glossary& glossary)
{
    for (const Metric& metric : metrics()) {
        const Traced value = metric.value(traced);
        if (value.is_literal() || !std::isfinite(value.value()))
            continue;
        const formula::ExpressionPointer node = definition(value);
        estimate.metrics.push_back({metric.key, glossary.expression(node), ingredients(glossary, node)});
    }
    const std::vector<formula::ExpressionPointer> all = glossary.all();
    for (std::size_t i = estimate.quantities.size(); i < all.size(); ++i)
        estimate.metric_quantities.push_back(ingredient(glossary, all[i]));
}

std::vector<CollectiveUse> ways_of(const Prepared& prepared, const Traffic& traffic)
{
    const WorkspacePointer workspace = make_workspace();
    const collectives::Candidates& all = workspace->candidates(prepared, traffic);
    CollectiveUse use = workspace->use_of(prepared, traffic);
    std::vector<CollectiveUse> ways;
    for (std::size_t i = 0; i < all.count; ++i) {
        collectives::Candidates one{.launch_seconds = all.launch_seconds};
        one.add(all.list[i]);
        const collectives::Cost cost = collectives::collective(one, traffic.bytes);
        use.algorithm = cost.algorithm;
        use.protocol = cost.protocol;
        use.seconds = cost.seconds;
        use.latency_seconds = cost.latency_seconds;
        ways.push_back(use);
    }
    std::stable_sort(ways.begin(), ways.end(),
                     [](const CollectiveUse& a, const CollectiveUse& b) { return a.seconds < b.seconds; });
    return ways;
}

} // namespace

const char* name(Among among)
{
    switch (among) {
    case Among::Shards:
        return PLATEAU_TEXT("shards");
    case Among::ExpertShards:
        return PLATEAU_TEXT("shards of experts");
    case Among::Replicas:
        return PLATEAU_TEXT("replicas");
    case Among::GradientOwners:
        return "ranks with gradients of their own";
    case Among::TensorRanks:
        return PLATEAU_TEXT("tensor ranks");
    case Among::ExpertTensorRanks:
        return "tensor ranks of an expert";
    case Among::ContextRanks:
        return PLATEAU_TEXT("context ranks");
    case Among::ExpertRanks:
        return PLATEAU_TEXT("expert ranks");
    }
    return "";
}

std::string collective_words(const CollectiveUse& use)
{
    using units::format;
    using units::Unit;
    return fmt::format("{} of {} among {} {} on {} domain{}: {} ({}), {}, {} of it latency", name(use.operation),
                       format(use.bytes, Unit::Bytes), format(use.ranks, Unit::Count), name(use.among),
                       format(use.domains, Unit::Count), use.domains == 1 ? "" : "s", name(use.algorithm),
                       name(use.protocol), format(use.seconds, Unit::Seconds),
                       format(use.latency_seconds, Unit::Seconds));
}

Estimate explain(const Prepared& prepared, const Plan& plan)
{
    const WorkspacePointer workspace = make_workspace();
    Estimate estimate{.parts = evaluate(prepared, plan, *workspace)};
    const Parts& parts = estimate.parts;
    estimate.reason = verdict_reason(prepared, parts);
    if (!parts.possible()) {
        estimate.reason_key = obstacle_key(parts.obstacle);
        if (parts.obstacle == Obstacle::BatchTooSmall && prepared.batch_mode == BatchMode::PerGpu)
            estimate.reason_key = "sequences_per_gpu";
        return estimate;
    }
    if (parts.verdict == Verdict::DoesNotFit)
        estimate.reason_key = largest_memory_key(parts);
    const Degrees degrees = complete(prepared, plan);
    const PartsOf<Traced> traced = traced_parts(prepared, degrees, *workspace);
    formula::Glossary glossary;
    add_terms(estimate, prepared, traced, glossary);
    add_metrics(estimate, traced, glossary);
    estimate.collectives = uses_of(prepared, *workspace);
    return estimate;
}

std::vector<CollectiveUse> collectives_of(const Prepared& prepared, const Plan& plan)
{
    const WorkspacePointer workspace = make_workspace(); // whose memo knows no layer yet
    workspace->records = true;
    const Parts parts = evaluate(prepared, plan, *workspace);
    workspace->records = false;
    return parts.possible() ? uses_of(prepared, *workspace) : std::vector<CollectiveUse>();
}

ProductTime product_time(const Prepared& prepared, double m, double n, double k)
{
    kernels::AcceleratorRates endless = prepared.device;
    endless.peak_flops = std::numeric_limits<double>::infinity();
    return {kernels::gemm_seconds(prepared.device, m, n, k), kernels::gemm_seconds(endless, m, n, k)};
}

std::string way_words(const CollectiveUse& way)
{
    return fmt::format("{} ({})", name(way.algorithm), name(way.protocol));
}

std::vector<CollectiveUse> ways_of(const Prepared& prepared, collectives::Operation operation, double ranks,
                                   double bytes)
{
    return ways_of(prepared,
                   Traffic{.operation = operation,
                           .ranks = ranks,
                           .usable = std::min(ranks, usable_domain(prepared, {})),
                           .bytes = bytes});
}

std::vector<CollectiveUse> ways_among_shards(const Prepared& prepared, const Plan& plan,
                                             collectives::Operation operation, double bytes)
{
    const Degrees degrees = complete(prepared, plan);
    Traffic traffic = dense_group(degrees);
    if (degrees.obstacle != Obstacle::None || traffic.ranks <= 1)
        return {};
    traffic.operation = operation;
    traffic.bytes = bytes;
    return ways_of(prepared, traffic);
}

Estimate estimate(const Scenario& scenario)
{
    const auto prepared = prepare(scenario);
    return explain(*prepared, plan(*prepared));
}

} // namespace plateau
