// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/parameter_table_impl.h"
#include "core/question/scenario/training_rows.h"

namespace plateau {

template class ParameterTable<Scenario>;

const ParameterTable<Scenario>& training_parameters()
{
    static const ParameterTable<Scenario> table = [] {
        std::vector<TrainingParameter> rows;
        for (auto group :
             {training_rows::cluster(), training_rows::fabric(), training_rows::model(), training_rows::batch(),
              training_rows::plan(), training_rows::assumptions(), training_rows::numerics(), training_rows::run(),
              training_rows::returns(), training_rows::rest_of_shape()})
            rows.insert(rows.end(), group.begin(), group.end());
        return ParameterTable<Scenario>(std::move(rows));
    }();
    return table;
}

bool is_plan_key(const std::string& key)
{
    const TrainingParameter* row = training_parameters().find(key);
    return row && row->may_be_auto;
}

} // namespace plateau
