// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// What starts a process on each GPU: torchrun, deepspeed, accelerate, mpirun, Slurm, variables.
namespace plateau::programs {

namespace {

struct Count {
    const char* key = nullptr;
    double value = 0;
};

/// The first of the keys that has a number: "2", "2 pretrain.py", "1:4". A short one is an option of a command.
Count count(const Settings& settings, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        if (const Setting* found = settings.find(key)) {
            const auto value = number_of(found->value.substr(0, found->value.find_first_of(" :")));
            if (value && *value > 0 && (std::string_view(key).size() > 2 || found->key.starts_with("-")))
                return {key, *value};
        }
    return {};
}

/// GPUs in a list of them: "0,1,2", deepspeed's "worker-0@worker-1:0,2"; 0 where one of the hosts has no list.
double listed(const std::string& text)
{
    double sum = 0;
    for (const std::string& host : split(text, "@")) {
        const std::size_t colon = host.find(':');
        if (colon == std::string::npos && text.find_first_of("@:") != std::string::npos)
            return 0;
        const std::vector<std::string> each = split(host.substr(colon + 1), ",");
        if (!std::ranges::all_of(each, [](const std::string& gpu) { return number_of(trimmed(gpu)).has_value(); }))
            return 0;
        sum += double(each.size());
    }
    return sum;
}

} // namespace

void read_launcher(Draft& draft)
{
    if (draft.knows("gpus") || draft.knows("dp"))
        return;
    const Settings& settings = draft.settings();
    const auto total = [&](std::initializer_list<const char*> keys) {
        const Count all = count(settings, keys);
        if (all.key)
            draft.understood(all.key, "gpus", all.value);
        return all.key != nullptr;
    };
    if (total({"num_processes"}))
        return;
    const Count nodes
        = count(settings, {"nnodes", "num_nodes", "num_machines", "nodes", "env.NNODES", "env.NUM_NODES"});
    const Count each = count(settings,
                             {"nproc_per_node", "num_gpus", "gpus_per_node", "SBATCH.gres", "ntasks_per_node",
                              "env.GPUS_PER_NODE", "env.N_GPUS_PER_NODE", "env.NPROC_PER_NODE", "env.NGPU"});
    if (nodes.key && each.key) {
        draft.text(nodes.key);
        draft.understood(each.key, "gpus", nodes.value * each.value);
        return;
    }
    if (total({"np", "n", "env.WORLD_SIZE", "env.NUM_GPUS", "env.NGPUS", "env.N_GPUS", "env.GPU_NUM", "SBATCH.gpus",
               "SBATCH.ntasks"}))
        return;
    const Setting *included = settings.find("include"), *visible = settings.find("env.CUDA_VISIBLE_DEVICES");
    if (const double gpus = included && included->key.starts_with("-") ? listed(included->value) : 0; gpus > 0) {
        draft.understood("include", "gpus", gpus);
        return;
    }
    if (const double gpus = visible ? listed(visible->value) : 0; gpus > 0) {
        draft.understood("env.CUDA_VISIBLE_DEVICES", "gpus", gpus * std::max(1.0, nodes.value));
        return;
    }
    if (each.key) {
        draft.understood(each.key, "gpus", each.value);
        draft.assume("", "1", {PLATEAU_TEXT("the launcher's default: one host"), {}});
    }
}

} // namespace plateau::programs
