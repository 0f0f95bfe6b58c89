// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/estimate.h"
#include "core/physics/collectives/placement.h"
#include "core/physics/kernels/accelerator_rates.h"
#include "core/plan/plan_layers.h"

namespace plateau {

/// A scenario in plain numbers. What `gpus` does not touch is the same in every copy at_gpus() makes, so memoised
/// layers and collectives stay valid between them (`identity`); a torus of another size is another identity.
struct Prepared {
    std::uint64_t identity = 0;
    std::shared_ptr<const Scenario> scenario;
    double gpus = 0;
    Plan plan;

    // model
    int layers = 0;
    int heads = 0;
    int kv_heads = 0;
    int experts = 0;
    double hidden = 0;
    double head_dim = 0; ///< of attention FLOP: the mean of key and value
    double key_head_dim = 0; ///< elements of a query or key per head
    double value_head_dim = 0;
    double latent_head_dim = 0; ///< latent attention: elements per head that come out of the compressed key and value
    double query_rank = 0;
    double kv_rank = 0; ///< 0: no latent attention
    double shared_key_dim = 0; ///< latent attention: the one key with positions that all heads share
    double attention_share = 1; ///< of full causal attention that windows or an indexer leave
    double attending = 1; ///< of the layers, those with attention
    double mixing = 1; ///< of the layers, those with attention or a scan
    double feeding = 1; ///< of the layers, those with a feed-forward block
    double gate_width = 0; ///< elements of the gate of attention's output
    double index_heads = 0; ///< sparse attention, where it leaves out keys; 0: none
    double index_head_dim = 0;
    double compressed_head_dim = 0; ///< of the FLOP of sparse attention, which reads the compressed form
    double scanning = 0; ///< of the layers, those that scan
    catalog::ScanWork scan; ///< of such a layer, per token
    double scan_head_dim = 0; ///< elements of a key
    double dense_ffn = 0; ///< inner width every token passes: dense block, shared experts; mean over the layers
    double expert_ffn = 0; ///< inner width of one routed expert
    double expert_hidden = 0; ///< width it reads and writes
    double experts_per_token = 0; ///< routed ones; 0 for dense shapes
    double mixture_share = 0; ///< of the layers, those with experts
    catalog::Dispatcher dispatcher = catalog::Dispatcher::AllToAll;
    double expert_launches = 0; ///< of each expert that a rank has, in a layer's launches
    double most_launched = 1; ///< experts of a rank that have them
    catalog::Graphs graphs = catalog::Graphs::None;
    bool counts_read_back = false; ///< the host waits for the number of tokens that its experts get
    double loss_pieces = 1; ///< that head and loss cut the tokens of a micro-batch into
    double expert_load = 1; ///< token slots of the busiest rank's experts over the mean share
    double expert_spread = 0; ///< of the tokens of an expert, standard deviation over mean; a rank averages its experts
    double projections = 3; ///< matrices of the feed-forward block: 3 gated, 2 plain
    double vocab = 0;
    double layer_parameters = 0; ///< of a layer, all experts included
    double expert_parameters = 0; ///< of which in routed experts
    double embedding_parameters = 0; ///< input table, V h
    double head_parameters = 0; ///< output head, V h
    bool frozen = false; ///< none of these is trained: adapters beside them are
    double adapter_rank = 0; ///< 0: no adapters
    double adapter_parameters = 0; ///< of a layer, those beside all experts included
    double expert_adapter_parameters = 0; ///< of which beside routed experts
    bool adapts_ffn = false; ///< adapters beside the feed-forward products, not attention's alone
    double weight_products = 3; ///< products of a pass with a weight matrix: 2 where it is frozen
    bool parallel_block = false; ///< attention and feed-forward results are exchanged as one
    bool tied_embeddings = false; ///< one stage holds both tables once
    double six_n_per_token = 0;
    double causal_flop_per_token = 0;
    double counted_flop_per_token = 0; ///< by MFU and HFU

    // workload
    double sequence = 0;
    double attended = 0; ///< tokens that attention stays among: the sequence, or a document packed into it
    BatchMode batch_mode = BatchMode::PerGpu;
    double sequences_per_gpu = 0;
    double global_batch = 0;
    double wire_bytes = 2; ///< bytes of one activation element on the wire
    double frozen_bytes = 2; ///< per frozen weight of the layers
    double unpacking_bytes = 0; ///< memory traffic per frozen weight of the layers and pass: into the products' format
    double weight_wire_bytes = 2; ///< bytes of one gathered parameter
    double narrow_bytes = 2; ///< an element of a product's input, as it is kept for the backward pass
    double narrow_copy_bytes = 0; ///< per weight of a layer's products: copies in the narrow format beside it
    double update_flop = 0; ///< of the optimizer's matrix products, per parameter
    double conversion_bytes = 0; ///< memory traffic per element converted to a narrow format
    double local_steps = 1; ///< optimizer steps between exchanges of replicas
    double recomputed_layers = 1; ///< share of the layers that full recomputation repeats

    // machine
    kernels::AcceleratorRates device;
    double peak_flops = 0;
    double attention_efficiency = 0;
    double attention_half_sequence = 0;
    bool flash = true;
    bool scores_fused = true; ///< one fused scale-mask-softmax kernel around the score matrix
    double memory_limit_bytes = 0;
    double memory_headroom = 0; ///< share of it that a plan leaves free unless it is tight
    double domain_size = 0;
    double slice = 0; ///< of a torus: accelerators the cluster has of a domain; 0: no torus
    std::vector<catalog::NetworkTier> tiers;
    catalog::Transport transport;
    catalog::StackConstants stack;
    catalog::PhysicsValues physics;
    Offload offload;
    double host_bytes_per_s = 0; ///< to host memory, per device and direction
    double host_limit_bytes = 0;
    catalog::Abilities software; ///< what a search may propose: all there is where any software is asked for

    // power and money
    double busy_watts = 0;
    double waiting_watts = 0;
    double idle_watts = 0;
    double spare_gpus = 0;
    double node_overhead_watts = 0;
    double per_host = 8;
    double network_watts = 0;
    double pue = 1;
    double run_tokens = 0; ///< of the run; NaN: nobody said how long it is
    double usd_per_gpu_second = 0; ///< price, or purchase over working time
    double network_usd_per_gpu_second = 0;
    double usd_per_joule = 0; ///< of the facility; 0 where the price includes it
    double kg_per_joule = 0; ///< CO2e
};

/// Every degree filled in, or the obstacle.
struct Degrees {
    Plan plan;
    Obstacle obstacle = Obstacle::None;
    double gpus_used = 0;
    double global_batch = 0; ///< sequences
    double micro_batches = 0; ///< m, of the rank with the most work
    int shard = 1; ///< ranks that share one copy of the states (context ranks included)
    int replicas = 1; ///< such groups that hold equal copies
    int expert_shard = 1; ///< the same for the states of experts,
    int expert_replicas = 1; ///< of which there are tp cp dp / (etp ep) copies (expert data parallelism)
    double domain_used = 0; ///< the largest multiple of tp x cp, and of etp x ep, in the scale-up domain
    double segment = 0; ///< accelerators in use of each domain: as many hosts of every one, where that comes out even
};
Degrees complete(const Prepared& prepared, const Plan& plan);

/// Shards and replicas of degrees.plan's sharding; nothing else of `degrees` depends on it.
Obstacle share_states(const Prepared& prepared, Degrees& degrees);

/// Accelerators of one scale-up domain that groups of tp x cp, and of etp x ep where both fit, can use; an even share
/// of tp x cp where that is larger than a domain; infinity for one domain without end, of which a plan uses the
/// accelerators it has.
double usable_domain(const Prepared& prepared, const Plan& plan);

/// Whether every chunk of every rank has something to hold: a layer, or as megatron-core splits models for an
/// interleaved pipeline the embedding or the loss alone.
bool fills_chunks(int layers, const Plan& plan);

/// How many layers the first stage may be given, and the last beside it: one is left for every other stage.
struct LayerRange {
    int least = 1;
    int most = 1;
};
LayerRange first_stage_range(int layers, const Plan& plan);
LayerRange last_stage_range(int layers, const Plan& plan);

} // namespace plateau
