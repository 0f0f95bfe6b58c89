// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/catalog/physics.h"

namespace plateau {

/// The loss of a dense language model of N parameters after D tokens of fresh text, in nats a token:
///
///     L = E + A / N^a + B / D^b
///
/// Hoffmann et al. 2203.15556, fitted again in 2404.10102. Batches are below the critical one, the learning rate fits
/// the run; other text and other tokens shift E.
inline double training_loss(const catalog::PhysicsValues& physics, double parameters, double tokens)
{
    return physics.loss_floor + physics.loss_of_parameters / std::pow(parameters, physics.loss_parameter_exponent)
        + physics.loss_of_tokens / std::pow(tokens, physics.loss_token_exponent);
}

} // namespace plateau
