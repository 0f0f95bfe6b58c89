// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "core/charts/figure.h"
#include "core/charts/schematic.h"

/// Figures as a page of the web draws them: resources/teaching. All words are said in the language spoken.
namespace plateau::figures {

using FigureJson = nlohmann::ordered_json;

/// Keeps what many figures share once.
class JsonPool {
public:
    /// Its place in all().
    std::size_t keep(FigureJson value);
    const FigureJson& all() const { return all_; }

private:
    FigureJson all_ = FigureJson::array();
    std::map<std::string, std::size_t> places_;
};

/// Five digits; null: not a number.
FigureJson json_number(double value);
std::string json_words(const Message& message);

/// The picture with its curves in `curves`. The marker stands apart: it moves where nothing else does.
FigureJson figure_json(const Figure& figure, JsonPool& curves);
FigureJson figure_json(const Schematic& schematic);

} // namespace plateau::figures
