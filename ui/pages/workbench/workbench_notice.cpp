// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/suggestions.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/row_text.h"
#include "ui/pages/workbench/workbench_model.h"

/// What is said beside the row that causes trouble.
namespace plateau::ui {

namespace {

/// Below the row a person can turn: with a batch per GPU the total only follows.
std::string turnable(const std::string& key, const Scenario& scenario)
{
    if (key == "global_batch" && scenario.workload.batch_mode == BatchMode::PerGpu)
        return "sequences_per_gpu";
    const TrainingParameter* row = training_parameters().find(key);
    if (!row || row->advanced || (row->applies && !row->applies(scenario)))
        return "gpus";
    return key;
}

} // namespace

void WorkbenchModel::find_notice()
{
    notice_key_.clear();
    notice_ = {};
    if (!is_current())
        return;
    const Scenario& scenario = curve().scenario;
    const Parts& parts = curve().here();
    if (curve().searched) {
        if (parts.fits())
            return;
        notice_key_ = "gpus";
        notice_.text = tr("No plan fits. The closest: %1").arg(text(curve().estimate.reason));
        return;
    }
    if (!parts.fits()) {
        notice_key_ = turnable(curve().estimate.reason_key, scenario);
        notice_.text = text(curve().estimate.reason);
        const auto fit = answers_->get<answers::NearestFit>({answers::TrainingQuestion(scenario), notice_key_});
        if (const std::optional<Value>& value = *fit) {
            const TrainingParameter& row = *training_parameters().find(notice_key_);
            notice_.offer = tr("%1 %2 fits").arg(text(Word{row.label}), shown_value(row, *value, document_.catalog()));
            notice_.offer_text = exact_value(row, *value);
        }
        return;
    }
    const auto& tiers = scenario.cluster.tiers;
    if (parts.plan.tp > 1 && tiers.size() > 1 && parts.plan.tp > tiers.front().domain_size) {
        notice_key_ = "tp";
        notice_.warning = true;
        notice_.text = tr("Crosses the NVLink domain of %1: %2 instead of %3")
                           .arg(quantity(tiers[0].domain_size, units::Unit::Count),
                                quantity(tiers[1].bandwidth_bytes_per_s, units::Unit::BytesPerSecond),
                                quantity(tiers[0].bandwidth_bytes_per_s, units::Unit::BytesPerSecond));
    } else if (parts.verdict == Verdict::Tight) {
        notice_key_ = turnable("micro_batch", scenario);
        notice_.warning = true;
        notice_.text = tr("Tight: %1 of %2 per GPU")
                           .arg(quantity(parts.memory_bytes, units::Unit::Bytes),
                                quantity(parts.memory_limit_bytes, units::Unit::Bytes));
    } else {
        find_batch_notice(scenario, parts.global_batch);
    }
}

/// Warns where a changed sequence length changes the batch in tokens: the batch counts sequences.
void WorkbenchModel::find_batch_notice(const Scenario& scenario, double global_batch)
{
    const std::string key = scenario.workload.batch_mode == BatchMode::Total ? "global_batch" : "sequences_per_gpu";
    const TrainingParameter& row = *training_parameters().find(key);
    const Scenario& opened = document_.opened();
    const double sequences = std::get<double>(row.get(scenario));
    const double times = scenario.workload.sequence / opened.workload.sequence;
    if (times == 1 || scenario.workload.batch_mode != opened.workload.batch_mode
        || std::get<double>(row.get(opened)) != sequences)
        return;
    notice_key_ = key;
    notice_.warning = true;
    notice_.text = tr("The batch is now %1, %2 as large: it counts sequences")
                       .arg(quantity(scenario.workload.sequence * global_batch, units::Unit::Tokens),
                            quantity(times, units::Unit::Multiplier));
    const Value kept(sequences / times);
    if (check_value(row, kept)) {
        notice_.offer = tr("Keep the tokens: %1").arg(shown_value(row, kept, document_.catalog()));
        notice_.offer_text = exact_value(row, kept);
    }
}

} // namespace plateau::ui
