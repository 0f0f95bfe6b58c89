// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/limits_document.h"

#include "core/question/limits_scenario/limits_file.h"
#include "ui/document/document_of_files.h"
#include "ui/document/document_of_values.h"

namespace plateau::ui {

template<>
struct Kind<LimitsScenario> {
    static constexpr const char* name = "limits";
    static constexpr std::size_t side_by_side = DocumentOf<LimitsScenario>::most_configurations;
    static const ParameterTable<LimitsScenario>& table() { return limits_parameters(); }
    static Expected<LimitsScenario> first(const catalog::Catalog& catalog) { return default_limits_scenario(catalog); }
    static Expected<LimitsScenario> read_text(const catalog::Catalog& catalog, const std::string& yaml,
                                              const std::string& where, UnknownKeys unknown)
    {
        return read_limits_scenario_text(catalog, yaml, where, unknown);
    }
};

template class DocumentOf<LimitsScenario>;

} // namespace plateau::ui
