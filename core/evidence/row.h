// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/catalog/accelerator.h"
#include "core/evidence/cell.h"
#include "core/files/csv.h"
#include "core/plan/plan_dimensions.h"
#include "core/text/messages/error.h"

namespace plateau::evidence {

/// One published training run, as its table gives it. A cell that is empty or says nothing readable is not set; what
/// stands behind a cell's leading word is kept in `facts` (key=value) and `notes`. SI inside: bytes, seconds, watts.
struct Row {
    // identity
    std::string id;
    std::string source;
    std::string url;
    std::string known; ///< how its cells are known, as the table says: "read; sequence recalled"
    std::string where; ///< "file:line"
    // cluster
    std::string gpu; ///< as written
    std::optional<double> gpus;
    std::optional<double> gpus_per_node;
    std::optional<double> nic_bytes_per_s; ///< scale-out network per GPU and direction
    std::optional<catalog::FabricKind> fabric; ///< what that is made of, by its column, else the one that notes name
    std::optional<double> domain; ///< accelerators of a scale-up domain, where it is not a node
    // model
    std::string model; ///< as written
    std::optional<double> parameters;
    std::optional<double> layers;
    std::optional<double> hidden;
    std::optional<double> heads;
    std::optional<double> kv_heads;
    std::optional<double> head_dim;
    std::optional<double> ffn;
    std::optional<double> vocab;
    std::optional<double> sequence;
    std::optional<double> experts; ///< routed ones of a layer
    std::optional<double> experts_per_token;
    std::optional<double> expert_ffn; ///< inner width of one expert
    std::optional<double> shared_experts; ///< that every token visits
    std::optional<double> dense_layers; ///< first layers without experts
    std::optional<double> document; ///< mean tokens of a document, where several are packed into a sequence
    // batch, in sequences
    std::optional<double> global_batch;
    // plan
    std::array<std::string, plan_dimensions.size()> plan; ///< cells of PlanDimension::cell, as written
    std::string dp_mode; ///< as written
    // software
    std::string framework; ///< as written
    std::string release; ///< of the framework, as written
    std::optional<double> year;
    std::string attention; ///< leading word of attention_kernel
    std::optional<bool> flash;
    std::optional<bool> fused_norm;
    std::optional<bool> compiled;
    std::string precision; ///< leading word
    std::string precision_words; ///< as written: "fp8 rowwise"
    std::string dispatcher; ///< of tokens to experts, leading word: alltoall, deepep, hybridep
    std::string graphs; ///< what is captured in CUDA graphs, as written
    std::string loss; ///< leading word: whole, chunks, fused
    std::optional<double> gradient_bytes; ///< per parameter: of an accumulated gradient
    std::optional<double> master_bytes; ///< of the optimizer's copy of the weights
    std::optional<double> moment_bytes; ///< of both moments
    std::optional<bool> scatters_each; ///< gradients are scattered after each micro-batch, not after the last
    std::optional<double> router_steps; ///< optimizer steps since its routers were new
    std::string routing; ///< leading word: forced (balanced by the benchmark), tokendrop, trained, natural ...
    std::optional<bool> expert_overlap; ///< dispatch and combine run beside other work
    std::optional<double> activation_offload; ///< share of the activations kept in host memory
    std::string fine_tune; ///< leading word: lora, qlora ...; empty: all weights are trained
    // measured
    std::optional<double> tokens_per_s_per_gpu;
    std::optional<double> step_seconds;
    std::optional<double> model_flop_per_s; ///< per GPU, as the table counts FLOP
    std::string flop_kind; ///< that convention, as written
    std::optional<double> model_flop_per_token; ///< by that convention (stated_flop_per_token())
    std::optional<double> mfu; ///< a fraction
    std::optional<double> memory_bytes;
    std::string memory_kind; ///< leading word: nvidia_smi, peak_allocated, peak_reserved
    std::optional<bool> oom;
    std::optional<double> node_watts;
    /// Cells that cannot be right: where, what they would mean, what could be. They count as empty.
    std::vector<Error> questioned;
    std::map<std::string, std::string> places; ///< "file:line:column" of the cells that measure something, by column
    // the rest
    bool excluded = false; ///< use=exclude: neither predicted nor fitted to, as if it stood in no table
    Facts facts; ///< key=value of every cell and of the notes
    std::string notes;

    /// The cell of a member of Plan.
    template<auto Member>
    std::string& cell()
    {
        return plan[plan_dimension_index<Member>()];
    }
    /// What that cell says, as PlanDimension::get has it; nothing where it is empty, cannot be read or is out of range.
    std::optional<int> stated(const PlanDimension& dimension) const;
    template<auto Member>
    std::optional<int> stated() const
    {
        return stated(plan_dimension_of<Member>);
    }

    /// Measured step time; from tokens/s, or from FLOP/s of a stated convention or MFU (take_measure()), where only
    /// that is given and batch, sequence and GPUs are known.
    std::optional<double> measured_step_seconds() const;
    std::optional<double> measured_tokens_per_s_per_gpu() const;
    /// Whether fine_tune names a kind of adapters beside frozen weights.
    bool trains_adapters() const;
    /// MFU is all that says how fast it was.
    bool is_timed_by_mfu() const { return mfu && !tokens_per_s_per_gpu && !step_seconds; }
};

/// Takes a measured value out of a row that cannot be right, and says so: what its cell in `column` means.
void question(Row& row, const char* column, std::optional<double> Row::*value, Message what, Message accepted);

/// What stands for the missing cell of a row that is excluded.
inline constexpr const char* excluded_cell = "use=exclude";

/// The rows of a table of measurements; columns are found by name, unknown ones are ignored, missing ones are empty
/// cells. Fails only without a table or where that has no column `id`, `gpu` or `n_gpus`.
/// With `wanted` only the rows whose GPU, as written, is.
using WantedGpu = std::function<bool(const std::string& gpu)>;
Expected<std::vector<Row>> rows_in(const Expected<files::CsvTable>& table, const std::string& file,
                                   const WantedGpu& wanted = {});
Expected<std::vector<Row>> read_rows(const std::filesystem::path& file);

} // namespace plateau::evidence
