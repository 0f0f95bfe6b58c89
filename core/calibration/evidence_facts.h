// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/score.h"
#include "core/evidence/shipped.h"
#include "core/views/words.h"

/// What is said of one measured run, and of all.
namespace plateau::narrate {

/// Step time, tokens/s, MFU, HFU and memory, measured and predicted. MFU and HFU of the measured step count the same
/// FLOP as the predicted ones, whatever the source's own convention.
std::vector<Fact> run_comparison(const evidence::Evidence& evidence, std::size_t run);
/// The run as it was posed; marked where a cell was empty and the software's default stands in.
std::vector<Fact> run_configuration(const evidence::Evidence& evidence, std::size_t run);

/// Where a run comes from, and how it is known.
struct RunOrigin {
    std::string source = {};
    std::string place = {}; ///< as the table says: a repository and file, a paper
    std::string link = {}; ///< empty: none
    std::string badge = {}; ///< "read"
    std::string remark = {}; ///< what else is said of how it is known
    std::vector<Message> assumed = {}; ///< what was not given
    std::string notes = {};
};
RunOrigin run_origin(const evidence::Row& row, const evidence::Posed& posed);

/// The rows of the summary table: runs, mean, median and bias of the error, rank correlation, regret.
std::vector<Fact> score_facts(const evidence::ScoredGroup& group);

/// `seconds`: how long reading and predicting took.
Status evidence_status(const evidence::Evidence& evidence, std::size_t shown);

} // namespace plateau::narrate
