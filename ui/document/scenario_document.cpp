// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenario_document.h"

#include "core/question/scenario/scenario_file.h"
#include "ui/document/document_of_files.h"
#include "ui/document/document_of_values.h"

namespace plateau::ui {

template<>
struct Kind<Scenario> {
    static constexpr const char* name = "training";
    static constexpr std::size_t side_by_side = 1;
    static const ParameterTable<Scenario>& table() { return training_parameters(); }
    static Expected<Scenario> first(const catalog::Catalog& catalog) { return default_scenario(catalog); }
    static Expected<Scenario> read_text(const catalog::Catalog& catalog, const std::string& yaml,
                                        const std::string& where, UnknownKeys unknown)
    {
        return read_scenario_text(catalog, yaml, where, unknown);
    }
};

template class DocumentOf<Scenario>;

} // namespace plateau::ui
