// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/diagnostics/programs/shell.h"
#include "core/text/messages/words.h"

namespace plateau::programs::shell {

namespace {

BatchOption batch_option(const std::string& name, std::string value, std::size_t place)
{
    if (const std::size_t colon = value.rfind(':'); colon != std::string::npos)
        value.erase(0, colon + 1); // "gpu:a100:4"
    return {name, std::move(value), place};
}

/// The options of one line.
void read_options(const std::string& line, std::size_t place, std::vector<BatchOption>& options)
{
    static constexpr std::pair<const char*, const char*> shorts[]
        = {{"-N", "--nodes"}, {"-n", "--ntasks"}, {"-G", "--gpus"}};
    std::vector<std::string> words;
    for (const std::string& word : split(line, " "))
        if (!trimmed(word).empty())
            words.push_back(trimmed(word));
    for (std::size_t at = 0; at < words.size(); ++at) {
        std::string option = words[at];
        for (const auto& [brief, full] : shorts)
            if (option.starts_with(brief))
                option = full + (option.size() > 2 ? "=" + option.substr(2) : std::string());
        const std::size_t equals = option.find('=');
        if (option.starts_with("--") && equals != std::string::npos)
            options.push_back(batch_option(option.substr(2, equals - 2), option.substr(equals + 1), place));
        else if (option.starts_with("--") && at + 1 < words.size() && !words[at + 1].starts_with("-"))
            options.push_back(batch_option(option.substr(2), words[++at], place));
    }
}

} // namespace

std::vector<BatchOption> batch_options(const std::string& script)
{
    std::vector<BatchOption> options;
    for (std::size_t i = 0; i < script.size();) {
        const std::size_t end = std::min(script.size(), script.find('\n', i));
        const std::string line = trimmed(std::string_view(script).substr(i, end - i));
        if (line.starts_with("#SBATCH"))
            read_options(line.substr(7, line.find('#', 7) - 7), i, options);
        i = end + 1;
    }
    return options;
}

std::vector<const char*> batch_variables(const std::string& option)
{
    static constexpr std::pair<const char*, const char*> known[] = {{"nodes", "SLURM_NNODES"},
                                                                    {"nodes", "SLURM_JOB_NUM_NODES"},
                                                                    {"ntasks", "SLURM_NTASKS"},
                                                                    {"ntasks-per-node", "SLURM_NTASKS_PER_NODE"},
                                                                    {"ntasks-per-node", "SLURM_TASKS_PER_NODE"},
                                                                    {"gpus-per-node", "SLURM_GPUS_PER_NODE"},
                                                                    {"gpus-per-node", "SLURM_GPUS_ON_NODE"},
                                                                    {"gres", "SLURM_GPUS_ON_NODE"}};
    std::vector<const char*> variables;
    for (const auto& [name, variable] : known)
        if (option == name)
            variables.push_back(variable);
    return variables;
}

} // namespace plateau::programs::shell
