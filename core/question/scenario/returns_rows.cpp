// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/training_rows.h"

namespace plateau::training_rows {

std::vector<TrainingParameter> returns()
{
    std::vector<TrainingParameter> rows{
        number({"knee_factor", PLATEAU_TEXT("Worth a doubling"), "returns",
                PLATEAU_TEXT(
                    "Twice the GPUs must bring at least this many times the throughput to be worth it; 2 is ideal."),
                PLATEAU_TEXT("1.5: three quarters of the ideal"), PLATEAU_TEXT("diminishing returns, knee")},
               {Unit::Multiplier, Ladder, 1.01, 2}, [](auto& s) -> auto& { return s.returns.knee_factor; },
               {.ladder = {1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.95}}),
        number({"base_gpus", PLATEAU_TEXT("Compared with"), "returns",
                PLATEAU_TEXT("Scaling efficiency and losses are relative to this many GPUs."),
                PLATEAU_TEXT("the smallest count that fits"), PLATEAU_TEXT("baseline")},
               {Unit::Gpus, Log2, 1, 1048576}, [](auto& s) -> auto& { return s.returns.base_gpus; },
               {.zero_name = PLATEAU_TEXT("smallest"), .zero_label = PLATEAU_TEXT("fewest GPUs")}),
        number({"critical_batch", PLATEAU_TEXT("Critical batch"), "returns",
                PLATEAU_TEXT("The batch at which reaching the same loss takes twice the tokens: minimum x (1 + batch / "
                             "critical batch)."),
                PLATEAU_TEXT(
                    "the rule of Erdil and Schneider-Joseph: it grows with the training compute to the power 1/6"),
                PLATEAU_TEXT("batch size, gradient noise")},
               {Unit::Tokens, OneTwoFive, 1e3, 1e12}, [](auto& s) -> auto& { return s.returns.critical_batch_tokens; },
               {.zero_name = PLATEAU_TEXT("rule"), .zero_label = PLATEAU_TEXT("estimated")})};
    for (TrainingParameter& row : rows) {
        row.advanced = true;
        row.on_step = Nothing;
    }
    return rows;
}

} // namespace plateau::training_rows
