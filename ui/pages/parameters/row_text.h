// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

#include "core/model/estimate.h"
#include "core/question/scenario/parameter_table.h"
#include "ui/document/question_document.h"

/// How a parameter's value reads in its row.
namespace plateau::ui {

/// What F1 explains of a row and of any editor of it.
QString subject_of_row(const ParameterDescription& parameter, const QuestionDocument& document);

struct NamedOption {
    QString value;
    QString label;
    QString help;
};

/// A choice's options, or the catalog's entries for a name; "off" and "on" for a switch.
std::vector<NamedOption> options_of(const ParameterDescription& parameter, const catalog::Catalog& catalog);

/// The option that a value of a choice, a name or a switch stands for: "fsdp", "on".
QString option_name(const Value& value);

/// Where the default comes from: what the presets say of an assumption, else what the table says.
QString default_source(const ParameterDescription& parameter, const QuestionDocument& document);

/// "2,048 GPUs", "H100 SXM 80 GB", "FSDP, whole world".
QString shown_value(const ParameterDescription& parameter, const Value& value, const catalog::Catalog& catalog);

/// What a search chose, short: "8", "ZeRO-1", "HSDP".
QString best_words(const ParameterDescription& parameter, const Value& value);

/// A number and a unit short enough for the field: "4,096" "tok".
struct ShortText {
    QString number;
    QString unit;
};
ShortText short_text(const ParameterDescription& parameter, double value);

/// Values that follow from others: "follows" "2,048"; "16.8 M tokens" "4,096 seq". Empty value: not derived now.
struct DerivedText {
    QString hint;
    QString value;
};
DerivedText derived_text(const ParameterDescription& parameter, const QuestionDocument& document, const Parts* parts);

/// The row's number; where it is left open or follows, what the estimate used.
double effective_value(const ParameterDescription& parameter, const QuestionDocument& document, const Parts* parts);

/// Where a value lies among ascending stops: 2.5 is half way (logarithmically where both are positive) between the
/// third and the fourth.
double stop_position(const std::vector<double>& stops, double value);
/// Returns the stop so many from a position, the ends at most. Between two stops the first step goes to the next one.
double stop_from(const std::vector<double>& stops, double position, int by);

} // namespace plateau::ui
