// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/pipeline.h"

#include <algorithm>

namespace plateau::schedule {

PipelineTime pipeline_time(const Pipeline& pipeline)
{
    if (pipeline.stages <= 1) {
        const double busy = pipeline.micro_batches * pipeline.first.total();
        return {busy, busy};
    }
    double busiest = std::max(pipeline.first.total(), pipeline.last.total());
    double sum = pipeline.first.total() + pipeline.last.total();
    if (pipeline.full_count > 0) {
        busiest = std::max(busiest, pipeline.full.total());
        sum += pipeline.full_count * pipeline.full.total();
    }
    if (pipeline.slim_count > 0) {
        busiest = std::max(busiest, pipeline.slim.total());
        sum += pipeline.slim_count * pipeline.slim.total();
    }
    const double chunks = pipeline.kind == Kind::Interleaved ? pipeline.virtual_stages : 1;
    const double busy = pipeline.micro_batches * busiest;
    return {busy + (sum - busiest) / chunks, busy};
}

double micro_batches_in_flight(Kind kind, int stage, int stages, int virtual_stages, double micro_batches)
{
    switch (kind) {
    case Kind::GPipe:
        return micro_batches;
    case Kind::OneFOneB:
        return std::min(micro_batches, double(stages - stage));
    case Kind::Interleaved:
        return std::min(micro_batches, stages + double(stages - 1) / virtual_stages - stage);
    }
    return micro_batches;
}

LayerSplit split_layers(int layers, int stages)
{
    if (stages <= 1)
        return {layers, layers, layers, 0, 0};
    if (layers % stages != 0 && (layers + 2) % stages == 0) {
        const int each = (layers + 2) / stages;
        return {each - 1, each, each - 1, stages - 2, 0};
    }
    const int each = (layers + stages - 1) / stages;
    int slim = each * stages - layers;
    LayerSplit split{each, each, each, stages - 2, 0};
    if (slim > 0) {
        split.last = each - 1;
        --slim;
    }
    split.slim_count = std::min(slim, stages - 2);
    split.full_count = stages - 2 - split.slim_count;
    split.first = each - (slim - split.slim_count);
    return split;
}

} // namespace plateau::schedule
