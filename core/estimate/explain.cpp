// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/explain.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/catalog/known_by.h"
#include "core/estimate/budget.h"
#include "core/estimate/evaluate.h"
#include "core/estimate/rank_bytes.h"
#include "core/estimate/terms/descriptions.h"
#include "core/formula/glossary.h"

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

/// Every part as an expression, by the same functions and in the same order as evaluate().
using TracedParts = std::array<Traced, part_count>;

TracedParts traced_parts(const Prepared& prepared, const Parts& parts, const Degrees& degrees, Workspace& workspace)
{
    const LayerLedger<Traced> layer = layer_ledger(Inputs<Traced>(prepared, degrees, workspace));
    StepOf<Traced> step(prepared, degrees, workspace, layer);
    const Inputs<Traced>& x = step.x;
    find_step(step);
    TracedParts result;
    for (int part = 0; part < time_part_count; ++part)
        result[std::size_t(part)] = step.work[std::size_t(part)].exposed;
    const RankBytes<Traced> bytes = fullest_rank(x, step.parameters, step.stages);
    for (int part = int(first_memory_part); part < int(first_power_part); ++part)
        result[std::size_t(part)] = bytes[Part(part)];
    const Traced seconds = named({"t_step", PLATEAU_TEXT("step time"), units::Unit::Seconds}, step.exposed_sum());
    const Traced computing
        = named({"t_busy", PLATEAU_TEXT("seconds at busy power"), units::Unit::Seconds},
                step.of_kind<PartKind::Compute>().exposed + step.work[std::size_t(Part::Slowdown)].exposed);
    const Traced tokens
        = named({"tokens_per_s", PLATEAU_TEXT("tokens per second"), units::Unit::Count},
                formula::given({"global_batch", PLATEAU_TEXT("sequences per step"), units::Unit::Sequences},
                               parts.global_batch, PLATEAU_TEXT("Follows from the batch rows"), "global_batch")
                    * x[&Prepared::sequence] / seconds);
    const Bill<Traced> bill(x, seconds, computing, tokens);
    for (int part = int(first_power_part); part < part_count; ++part)
        result[std::size_t(part)] = bill.value[std::size_t(part - int(first_power_part))];
    return result;
}

/// The expression of a part's own definition, or of a literal.
formula::ExpressionPointer definition(const Traced& part)
{
    const formula::ExpressionPointer node = part.node();
    return node->operation == formula::Operation::Defined ? node->left : node;
}

bool same_kind(const CollectiveUse& left, const CollectiveUse& right)
{
    return left.among == std::string_view(right.among) && left.operation == std::string_view(right.operation)
        && left.ranks == right.ranks && left.bytes == right.bytes;
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

void add_terms(Estimate& estimate, const Prepared& prepared, const TracedParts& traced)
{
    const Parts& parts = estimate.parts;
    formula::Glossary glossary;
    Terms::for_each([&]<class Term>(std::type_identity<Term>) {
        const std::size_t part = std::size_t(Term::info.part);
        if (parts.value[part] == 0 && parts.busy[part] == 0)
            return;
        plateau::Term term;
        term.part = Term::info.part;
        term.value = parts.value[part];
        term.busy = parts.busy[part];
        describe<Term>(prepared, parts.plan, term);
        const formula::ExpressionPointer node = definition(traced[part]);
        term.expression = glossary.expression(node);
        term.formula = formula::typeset(term.expression);
        for (const formula::ExpressionPointer& quantity : glossary.quantities(node))
            term.ingredients.push_back(ingredient(glossary, quantity));
        estimate.terms.push_back(std::move(term));
    });
    const std::vector<formula::ExpressionPointer> all = glossary.all();
    for (const formula::ExpressionPointer& quantity : all)
        estimate.quantities.push_back(ingredient(glossary, quantity));
}

} // namespace

std::string words(const CollectiveUse& use)
{
    using units::format;
    using units::Unit;
    return fmt::format("{} of {} among {} {} on {} domain{}: {} ({}), {}, {} of it latency", use.operation,
                       format(use.bytes, Unit::Bytes), format(use.ranks, Unit::Count), use.among,
                       format(use.domains, Unit::Count), use.domains == 1 ? "" : "s", use.algorithm, use.protocol,
                       format(use.seconds, Unit::Seconds), format(use.latency_seconds, Unit::Seconds));
}

Estimate explain(const Prepared& prepared, const Plan& plan)
{
    const WorkspacePointer workspace = make_workspace();
    Estimate estimate;
    estimate.parts = evaluate(prepared, plan, *workspace);
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
    add_terms(estimate, prepared, traced_parts(prepared, parts, complete(prepared, plan), *workspace));
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

Estimate estimate(const Scenario& scenario)
{
    const auto prepared = prepare(scenario);
    return explain(*prepared, plan(*prepared));
}

} // namespace plateau
