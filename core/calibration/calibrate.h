// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/evidence/claims.h"
#include "core/evidence/own_stack.h"
#include "core/evidence/shipped.h"

/// Calibration of a software stack on a few measured runs of one's own.
///
/// Two constants may be asked of step times: kernel efficiency e and the network share n. With r_i = ln(T_i / t_i), T
/// predicted and t measured, and J = d ln T_i / d(ln e, ln n) at the base stack, the runs determine
///   - both, when each would be known to kernel_known (e) and network_known (n) of presets/physics/fits.yaml, from
///   errors of s per run: sqrt(((J^T J)^-1)_jj) s. That
///     takes runs that spend different shares of their step on the scale-out network;
///   - else e alone, when sqrt(1 / sum J_e^2) s is at most kernel_known;
///   - else n alone, when sqrt(1 / sum J_n^2) s is at most network_known;
///   - else nothing, and calibrate() says why.
/// What is determined is fitted by least squares in the logarithms (math/least_squares.h), without pull towards the
/// base. The scatter s of one run is that of the shipped evidence, s0, joined by the runs' own residuals as soon as
/// there are more runs p than constants: s^2 = (w s0^2 + sum r^2) / (w + runs - p),
/// w = shipped_scatter_runs.
///
/// How well the constants are known is the covariance
///     C = (P^-1 + G^T G / s^2)^-1,   G = d ln T_i / d theta
/// over all constants that decide scaling (e, n, overlap penalty, latency factor, jitter): P holds the square of a
/// constant's documented range divided by 2.563 (eight in ten), for the network share down to ModelError::least_network
/// of its value, and for what was fitted the whole range that is plausible. C travels with the stack and makes the band
/// of every later prediction (estimate/reach.h).
///
/// Memory: where runs measured all the device holds (memory_kind neither allocated nor reserved), the fixed memory
/// takes up their mean difference, within its range, known to memory_known_bytes at best.
namespace plateau::evidence {

struct FittedConstant {
    std::string key;
    double base = 0;
    double value = 0;
    double low = 0; ///< eight in ten
    double high = 0;
};

/// One of the runs, before and after.
struct CalibratedRun {
    std::string id;
    std::string where;
    std::string skipped; ///< why it was not used: the missing cell; empty when it was
    double gpus = 0;
    double measured_step_seconds = 0;
    double before_step_seconds = 0;
    double after_step_seconds = 0;
};

struct Calibration {
    catalog::Stack stack; ///< the base with the fitted constants and Stack::calibrated; its id and title are still open
    std::string base;
    std::vector<FittedConstant> fitted;
    std::vector<CalibratedRun> runs; ///< in the order given
    std::vector<Error> questioned; ///< cells that cannot be right, and count as empty
    Message sentence; ///< what the runs determined and how well
    Message limits; ///< what they could not, and which run would
    double before = 0; ///< mean |error| of step time, fraction
    double after = 0;
};

/// The runs under the base stack: measured rows made ready with `software` in place of their own (make_sample()).
/// Refused with the reason: no timed run that can be posed; constants that would have to leave their plausible range
/// (names the run that is furthest off); runs that determine nothing; a fit that leaves the runs further from what was
/// measured than the base does (names the run that spoils it, found by leaving out each in turn).
Expected<Calibration> calibrate(const Sample& sample, const catalog::Stack& base, const ModelError& reach);

/// The calibrated stack, over an earlier calibration unless told otherwise. Returns the file.
Expected<std::filesystem::path> save_stack(const catalog::Catalog& catalog, const Calibration& calibration,
                                           const std::string& title,
                                           files::Replacing::What what = files::Replacing::What::Earlier);

} // namespace plateau::evidence
